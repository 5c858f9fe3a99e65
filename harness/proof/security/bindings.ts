// Bindings of both Workers: declared by wrangler.toml and the deployment, and used by the rooms of their sources.

import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { experimental_readRawConfig } from "wrangler";
import { z } from "zod";
import { PROJECT_FOLDER } from "../../../scripts/project-folder.ts";
import { codesIn, rowsOfTables } from "../../markdown-table.ts";

export interface BindingUse {
  readonly worker: "API" | "slicer";
  readonly binding: string;
  /** Rooms of `src`, or files of `slicer-service/src`, in order. */
  readonly usedBy: readonly string[];
}

const named = z.array(z.looseObject({ binding: z.string() })).default([]);
const titled = z.array(z.looseObject({ name: z.string() })).default([]);
const configSchema = z.looseObject({
  assets: z.looseObject({ binding: z.string() }).optional(),
  d1_databases: named,
  r2_buckets: named,
  kv_namespaces: named,
  services: named,
  ratelimits: titled,
  durable_objects: z.looseObject({ bindings: titled }).optional(),
});

const WORKERS = [
  // The deployment adds Email Service, if its environment names a sender (scripts/deploy/worker-config.ts).
  { worker: "API", config: "wrangler.toml", sources: "src", added: ["EMAIL"] },
  { worker: "slicer", config: "slicer-service/wrangler.toml", sources: "slicer-service/src", added: [] },
] as const;

export function bindingUses(): readonly BindingUse[] {
  return WORKERS.flatMap(({ worker, config, sources, added }) => {
    const files = globSync("**/*.{ts,tsx}", {
      cwd: join(PROJECT_FOLDER, sources),
      exclude: ["env.ts", "**/browser/**"],
    });
    const codes = files.map((path) => ({ path, code: codeOf(join(PROJECT_FOLDER, sources, path)) }));
    return [...declaredIn(config), ...added].map((binding) => {
      const users = codes.filter(({ code }) => isUsed(binding, code)).map(({ path }) => roomOf(worker, path));
      return { worker, binding, usedBy: [...new Set(users)].sort() };
    });
  });
}

/** As docs/threat-model.md has them, in its order. */
export function documentedBindings(): readonly {
  readonly worker: string;
  readonly binding: string;
  readonly usedBy: string[];
}[] {
  const model = readFileSync(join(PROJECT_FOLDER, "docs/threat-model.md"), "utf8");
  return rowsOfTables(model, "Binding").map(([binding = "", worker = "", users = ""]) => {
    return { worker, binding: codesIn(binding)[0] ?? "", usedBy: codesIn(users) };
  });
}

function declaredIn(config: string): string[] {
  const { rawConfig } = experimental_readRawConfig({ config: join(PROJECT_FOLDER, config) });
  const read = configSchema.parse(rawConfig);
  const lists = [read.d1_databases, read.r2_buckets, read.kv_namespaces, read.services];
  return [
    ...(read.assets === undefined ? [] : [read.assets.binding]),
    ...lists.flat().map(({ binding }) => binding),
    ...[...read.ratelimits, ...(read.durable_objects?.bindings ?? [])].map(({ name }) => name),
  ];
}

function roomOf(worker: BindingUse["worker"], path: string): string {
  return worker === "slicer" ? path : (path.split("/")[0] ?? path);
}

/** Without comments and imports. */
function codeOf(path: string): string {
  return readFileSync(path, "utf8")
    .replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "")
    .replaceAll(/^import [\s\S]*?;$/gm, "");
}

/** As a property of the environment, in a pattern that takes it apart, or as a key of a part of its type. */
function isUsed(binding: string, code: string): boolean {
  const forms = [`\\b(?:env|bindings)\\.${binding}\\b`, `(?<!\\$)[{,]\\s*${binding}\\s*[,:}]`, `"${binding}"`];
  return forms.some((form) => new RegExp(form).test(code));
}
