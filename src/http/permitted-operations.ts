// Permissions that open each operation of the API, by its section: the first part of its path.

import { matchedRoutes } from "hono/route";
import { KEY_PERMISSIONS, type KeyPermission } from "../domain/api-key.ts";
import { BASE_PATH } from "./base-path.ts";
import { type ApiContext, isRead } from "./context.ts";

/** `work` has customers' data and the studio's machines. */
const SECTIONS = {
  technologies: "prices",
  materials: "prices",
  "printing-qualities": "prices",
  finishings: "prices",
  products: "prices",
  delivery: "prices",
  me: "prices",
  models: "prices",
  quotes: "prices",
  "slicing-jobs": "prices",
  orders: "work",
  printers: "work",
} as const;

/** @param path of an operation, below the base path. Undefined for a section that the table lacks */
export function sectionOf(path: string): "prices" | "work" | undefined {
  const first = path.split("/", 2)[1] ?? "";
  return isSection(first) ? SECTIONS[first] : undefined;
}

function isSection(name: string): name is keyof typeof SECTIONS {
  return Object.hasOwn(SECTIONS, name);
}

/** @param path of an operation, below the base path. A section that the table lacks is closed to restricted keys. */
export function permissionsOpening(method: string, path: string): readonly KeyPermission[] {
  const section = sectionOf(path);
  const opens: Record<KeyPermission, boolean> = {
    all: true,
    quotes: section === "prices",
    read: section !== undefined && isRead(method),
  };
  return KEY_PERMISSIONS.filter((permission) => opens[permission]);
}

/** The permissions that open the request's operation. An address without one is open to all: its answer is 404 or 405. */
export function permissionsFor(context: ApiContext): readonly KeyPermission[] {
  // Middleware is registered for ALL methods; operations never are.
  const operation = matchedRoutes(context).find(({ method }) => method !== "ALL");
  if (operation === undefined) return KEY_PERMISSIONS;
  return permissionsOpening(context.req.method, operation.path.slice(BASE_PATH.length));
}
