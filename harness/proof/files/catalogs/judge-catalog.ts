// One catalog file through the command's reader and the import's plan: a plan, or faults by field.

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { formatCatalogCsv, parseCatalogCsv } from "../../../../scripts/operator/catalog-csv.ts";
import { type CatalogContent, readCatalogFile } from "../../../../scripts/operator/files.ts";
import { UserError } from "../../../../scripts/user-error.ts";
import {
  entriesOfJson,
  entriesOfTable,
  type FileFault,
  type FileStudio,
  readEntries,
} from "../../../../src/catalog/catalog-file.request.ts";
import {
  type Catalog,
  exportCatalog,
  type ImportPlan,
  planImport,
  recordsOf,
} from "../../../../src/catalog/catalog-file.ts";
import { currencyOf } from "../../../../src/domain/currency.ts";
import type { FileEnd } from "../end-of-file.ts";
import type { WrittenCatalog } from "./catalog-grammar.ts";
import { importedInto } from "./imported-catalog.ts";

export type JudgedCatalog = Pick<WrittenCatalog, "bytes" | "format" | "isSound">;

const EMPTY: Catalog = {
  machineProfile: [],
  material: [],
  quality: [],
  finishing: [],
  product: [],
  deliveryMethod: [],
};
const CURRENCY = currencyOf(1);
const NOW = 1_800_000_000_000;

interface Planned {
  readonly faults: readonly FileFault[];
  readonly plan: ImportPlan | undefined;
}

export async function judgeCatalog({ bytes, format, isSound }: JudgedCatalog): Promise<FileEnd> {
  const content = await catalogContentOf(bytes, format);
  if (content instanceof UserError) {
    const missed = isSound ? [`a sound file was refused: ${content.message}`] : [];
    return { label: "catalog unreadable", kind: "reason", faults: [...missed, ...faultsOfMessage(content.message)] };
  }
  const { faults, plan } = planned(content, EMPTY);
  if (plan === undefined) {
    const missed = isSound ? [`a sound file has faults: ${JSON.stringify(faults.slice(0, 3))}`] : [];
    return { label: "catalog with faults", kind: "reason", faults: [...missed, ...faults.flatMap(faultsOfFault)] };
  }
  return { label: "catalog planned", kind: "figure", faults: faultsOfPlan(content, plan) };
}

/** As the operator's command reads a file. */
export async function catalogContentOf(
  bytes: Uint8Array,
  format: WrittenCatalog["format"],
): Promise<CatalogContent | UserError> {
  const folder = await mkdtemp(join(tmpdir(), "proof-catalog-"));
  try {
    const path = join(folder, `catalog.${format}`);
    await writeFile(path, bytes);
    return await readCatalogFile(path);
  } catch (error) {
    if (error instanceof UserError) return error;
    throw error;
  } finally {
    await rm(folder, { recursive: true });
  }
}

const studioOf = (): FileStudio => ({ id: 1 as FileStudio["id"], currency: CURRENCY });

function planned(content: CatalogContent, catalog: Catalog): Planned {
  const studio = studioOf();
  const written = "table" in content ? entriesOfTable(content.table) : entriesOfJson(content.json, studio);
  const read = readEntries(written.entries, studio, recordsOf(catalog), catalog.machineProfile);
  const faults = [...written.faults, ...read.faults];
  if (faults.length > 0) return { faults, plan: undefined };
  const plan = planImport(catalog, read.entries, NOW);
  return plan.faults.length > 0 ? { faults: plan.faults, plan: undefined } : { faults: [], plan };
}

/** The same file again, and the catalog's own export, change nothing. */
function faultsOfPlan(content: CatalogContent, plan: ImportPlan): string[] {
  const faults = plan.added.flatMap(({ kind, name, row }) =>
    Object.entries(row).flatMap(([column, value]) =>
      value === undefined || Number.isNaN(value) ? [`${kind} ${name}: ${column} is ${value}`] : [],
    ),
  );
  const catalog = importedInto(EMPTY, plan);
  const exported = exportCatalog(catalog, CURRENCY);
  const again = {
    "the same file": content,
    "the export": { json: JSON.parse(JSON.stringify(exported)) },
    "the export as CSV": { table: parseCatalogCsv(formatCatalogCsv(exported)) },
  };
  for (const [which, file] of Object.entries(again)) {
    const second = planned(file, catalog);
    if (second.plan === undefined)
      faults.push(`${which} is refused after the import: ${JSON.stringify(second.faults.slice(0, 3))}`);
    else if (second.plan.added.length + second.plan.changed.length > 0) {
      const { added, changed } = second.plan;
      faults.push(`${which} changes the catalog again: ${JSON.stringify({ added, changed }).slice(0, 600)}`);
    }
  }
  return faults;
}

function faultsOfFault({ at, field, message }: FileFault): string[] {
  const place = /^(?:line \d+|file|\w+ #\d+)$/.test(at) ? [] : [`a fault at ${at}`];
  const named = field === null && !/^(?:must be|has )/.test(message) ? [`no field: ${message}`] : [];
  return [...place, ...named, ...faultsOfMessage(message)];
}

function faultsOfMessage(message: string): string[] {
  const isPlain =
    message.length > 5 &&
    !/\bundefined\b|\bNaN\b|Cannot read|is not a function|not iterable/.test(message.replaceAll(/"[^"]*"/g, ""));
  return isPlain ? [] : [`no plain sentence: ${message}`];
}
