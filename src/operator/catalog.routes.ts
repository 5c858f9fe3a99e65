// The operator's commands on a catalog: import a file, whole or not at all, and export one.

import { Hono } from "hono";
import { z } from "zod";
import { entriesOfJson, entriesOfTable, type FileFault, readEntries } from "../catalog/catalog-file.request.ts";
import { type ChangedEntry, exportCatalog, type ImportPlan, planImport, recordsOf } from "../catalog/catalog-file.ts";
import { readCatalog, writeImport } from "../catalog/catalog-import.store.ts";
import { CATALOG } from "../catalog/catalog-kinds.ts";
import { combinationsOfImport } from "../catalog/trial/combinations-of-import.ts";
import { currencyOf } from "../domain/currency.ts";
import type { ApiEnv } from "../http/context.ts";
import { jsonBody, studioSlugOf } from "./operator-context.ts";
import { CommandRefused } from "./refused.ts";
import { terminalText } from "./terminal-text.ts";
import { tryCombinations } from "./tried-profiles.ts";

const MAX_SHOWN_LINES = 50;

/** A file that the command has read: the content of JSON, or the rows of a table. */
const importSchema = z.object({
  /** The file's path, to be named in faults. */
  file: z.string(),
  content: z.union([
    z.object({ table: z.array(z.object({ line: z.number(), cells: z.record(z.string(), z.string()) })) }),
    z.object({ json: z.unknown() }),
  ]),
  "dry-run": z.boolean(),
});

/** Below the studio's path. */
export const catalogCommands = new Hono<ApiEnv>()
  .get("/", async (context) => {
    const { studio, catalog } = await readCatalog(context.var.tenant.db);
    return context.json({ catalog: exportCatalog(catalog, currencyOf(studio.currencyId)) });
  })
  .post("/", jsonBody(importSchema), async (context) => {
    const { tenant } = context.var;
    const slug = studioSlugOf(context);
    const { file, content, "dry-run": isDryRun } = context.req.valid("json");
    const { studio, catalog } = await readCatalog(tenant.db);
    const fileStudio = { id: tenant.studioId, currency: currencyOf(studio.currencyId) };
    const written = "table" in content ? entriesOfTable(content.table) : entriesOfJson(content.json, fileStudio);
    const { entries, faults } = readEntries(written.entries, fileStudio, recordsOf(catalog), catalog.machineProfile);
    refuseFile(file, [...written.faults, ...faults]);
    const plan = planImport(catalog, entries, Date.now());
    refuseFile(file, plan.faults);
    const said = await tryCombinations(tenant, combinationsOfImport(studio, catalog, plan));
    if (!isDryRun) await writeImport(tenant.db, plan);
    return context.json({ said: [planInWords(slug, plan, isDryRun), ...said].join("\n") });
  });

function refuseFile(path: string, faults: readonly FileFault[]): void {
  if (faults.length === 0) return;
  const lines = faults.map(({ at, field, message }) => `  ${at}: ${field === null ? "" : `${field} `}${message}`);
  const count = faults.length === 1 ? "1 fault" : `${faults.length} faults`;
  const told = shortened(lines).map(terminalText);
  throw new CommandRefused([`${path} has ${count}, so nothing was changed:`, ...told].join("\n"));
}

function planInWords(
  slug: string,
  { added, changed, unchanged, photosLeftOut }: ImportPlan,
  isDryRun: boolean,
): string {
  const lines = [
    ...added.map(({ kind, name }) => `  + ${CATALOG[kind].type} ${name}`),
    ...changed.map((entry) => `  * ${CATALOG[entry.kind].type} ${entry.name}: ${changedFields(entry)}`),
  ];
  const photos =
    photosLeftOut === 0 ? [] : [`${photosLeftOut} photos are kept for another studio: upload them in the panel.`];
  const counts = `${added.length} added, ${changed.length} changed, ${unchanged} unchanged`;
  const done = isDryRun ? `Nothing was written. Without --dry-run: ${counts}.` : `${slug}: ${counts}.`;
  return [...shortened(lines).map(terminalText), ...photos, done].join("\n");
}

function changedFields({ fields }: ChangedEntry): string {
  return fields.map(({ name, from, to }) => `${name} ${shown(from)} → ${shown(to)}`).join(", ");
}

function shown(value: ChangedEntry["fields"][number]["from"]): string {
  const text = value === null ? "none" : [value].flat().join(" ");
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

function shortened(lines: readonly string[]): readonly string[] {
  if (lines.length <= MAX_SHOWN_LINES) return lines;
  return [...lines.slice(0, MAX_SHOWN_LINES), `  … and ${lines.length - MAX_SHOWN_LINES} more`];
}
