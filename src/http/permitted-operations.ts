// Keys that each operation of the API is open to, by permission and kind.

import { matchedRoutes } from "hono/route";
import { KEY_KINDS, KEY_PERMISSIONS, type KeyKind, type KeyPermission } from "../domain/api-key.ts";
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

/** The printers are real: a test key may only look at them. */
function kindsOpening(method: string, path: string): readonly KeyKind[] {
  return path.split("/", 2)[1] === "printers" && !isRead(method) ? ["live"] : KEY_KINDS;
}

/** The keys to which an operation is open. */
export interface OpenTo {
  readonly permissions: readonly KeyPermission[];
  readonly kinds: readonly KeyKind[];
}

/** The keys to which the request's operation is open. An address without one is open to all: its answer is 404 or 405. */
export function keysAdmittedTo(context: ApiContext): OpenTo {
  // Middleware is registered for ALL methods; operations never are.
  const operation = matchedRoutes(context).find(({ method }) => method !== "ALL");
  if (operation === undefined) return { permissions: KEY_PERMISSIONS, kinds: KEY_KINDS };
  const { method } = context.req;
  const path = operation.path.slice(BASE_PATH.length);
  return { permissions: permissionsOpening(method, path), kinds: kindsOpening(method, path) };
}
