// A catalog file: entries as the API writes them, read by the forms' schemas, every fault named.
//
// JSON and CSV lead to the same: a list of entries whose values are still as written. A file is taken whole or not at all.

import type { z } from "zod";
import { findTechnology, TECHNOLOGIES, type Technology } from "../../slicer-service/src/contract/technologies.ts";
import type { MachineProfile } from "../db/machine-profile-record.ts";
import type { Currency } from "../domain/currency.ts";
import type { StudioId } from "../domain/ids.ts";
import { customIssueOf } from "../http/request/custom-issues.ts";
import { describeFault } from "../http/request/validation.ts";
import { shownName } from "./catalog-field.ts";
import { CATALOG, CATALOG_KINDS, type EntryKind, isOwnersField } from "./catalog-kinds.ts";
import type { CatalogKind } from "./catalog-rows.ts";
import { writtenDeliveryMethodSchema } from "./delivery-method/delivery-method-fields.request.ts";
import { flagField, technologyField } from "./entry-fields.request.ts";
import { writtenFinishingSchema } from "./finishing/finishing-fields.request.ts";
import { machineProfileSchema } from "./machine-profile/machine-profile-fields.request.ts";
import { newMaterialSchema } from "./material/material.request.ts";
import { parameterFields } from "./process-parameters.request.ts";
import { ownPhotoAt, photoPath } from "./product/photo-address.ts";
import { writtenProductSchema } from "./product/product-fields.request.ts";
import { type NamedMachine, namedMachine, qualitySchemaOf } from "./quality/quality.request.ts";

type FileValue = string | number | boolean | null | readonly string[];

/** An entry as a file has it. */
export type FileRecord = Readonly<Record<string, FileValue>>;

/** The studio's entries that a file means which names a key so many times, in the order in which it names them. */
export type MeantRecords = (key: string, times: number) => readonly FileRecord[];

/** A fault in a file, with its place: `line 7`, or `materials #3` counted from 1. */
export interface FileFault {
  readonly at: string;
  /** Null if it is the entry, or the file, as a whole. */
  readonly field: string | null;
  readonly message: string;
}

/** An entry with its values as written. */
export interface WrittenEntry {
  readonly at: string;
  readonly kind: CatalogKind;
  readonly values: Readonly<Record<string, unknown>>;
}

type Values<Schema extends z.ZodType> = z.output<Schema>;

/** In place of the id of a machine profile that the same file adds. */
export class AddedMachine {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** A machine profile that a quality of a file may name: the studio's, or the file's. */
type FileMachine = NamedMachine<number | AddedMachine>;

/** An entry with the database's values. */
export type FileEntry = { readonly at: string } & (
  | { readonly kind: "machineProfile"; readonly row: Values<typeof machineProfileSchema> }
  | { readonly kind: "material"; readonly row: Values<typeof newMaterialSchema> }
  | {
      readonly kind: "quality";
      readonly row: Values<ReturnType<typeof qualitySchemaOf<number | AddedMachine>>>;
    }
  | { readonly kind: "finishing"; readonly row: Values<typeof writtenFinishingSchema> }
  | { readonly kind: "product"; readonly row: Values<typeof writtenProductSchema> }
  | { readonly kind: "deliveryMethod"; readonly row: Values<typeof writtenDeliveryMethodSchema> }
);

export interface ReadFile {
  /** In the file's order. */
  readonly entries: readonly FileEntry[];
  readonly faults: readonly FileFault[];
}

/** The studio that takes the catalog. */
export interface FileStudio {
  readonly id: StudioId;
  readonly currency: Currency;
}

export const MAX_FILE_ENTRIES = 5000;

/** The fields of a kind that a file has, by their names there, and by the forms'. The technology decides on others. */
export function fileFieldsOf(kind: CatalogKind) {
  const { fields }: EntryKind = CATALOG[kind];
  return Object.entries(fields)
    .filter(([, { inFile }]) => inFile)
    .map(([name, field]) => ({ ...field, formName: name, name: shownName(name, field) }))
    .sort((a, b) => Number(b.name === "technology") - Number(a.name === "technology"));
}

/** Field names of a kind; a quality has its technology's process parameters as well. */
export function fileNamesOf(kind: CatalogKind): readonly string[] {
  const { parameters }: EntryKind = CATALOG[kind];
  const names = kind === "quality" ? [] : (parameters?.names ?? []);
  return [...fileFieldsOf(kind).map(({ name }) => name), ...names];
}

/** Names of the kind's fields with an initial value, so that an empty value means "as it is". */
function keptNamesOf(kind: CatalogKind): readonly string[] {
  return fileFieldsOf(kind).flatMap(({ name, initially }) => (initially === undefined ? [] : [name]));
}

const FILE_FIELDS = CATALOG_KINDS.flatMap(fileFieldsOf);
const FLAGS = new Set(FILE_FIELDS.flatMap(({ schema, formName }) => (schema === flagField ? [formName] : [])));
const FORM_NAMES: ReadonlyMap<string, string> = new Map(FILE_FIELDS.map(({ name, formName }) => [name, formName]));
const formNameOf = (field: string): string => FORM_NAMES.get(field) ?? field;
const fileNameOf = (name: string): string => FILE_FIELDS.find(({ formName }) => formName === name)?.name ?? name;

/** Fields that the API shows of an entry and a file does not state. */
const SHOWN_ONLY = ["id", "studioId", "isLowStock", "slug", "createdAt", "updatedAt"];

const TECHNOLOGY_WORDS = TECHNOLOGIES.map(({ slug }) => slug).join(", ");

/** The entries of a JSON file: an object of lists, each as written by hand, by an export, or answered by the API. */
export function entriesOfJson(
  content: unknown,
  { currency }: FileStudio,
): { readonly entries: readonly WrittenEntry[]; readonly faults: readonly FileFault[] } {
  const known = CATALOG_KINDS.map((kind) => CATALOG[kind].list).join(", ");
  if (!isObject(content)) {
    return { entries: [], faults: [{ at: "file", field: null, message: `must be an object of lists: ${known}` }] };
  }
  const faults: FileFault[] = [];
  const entries: WrittenEntry[] = [];
  for (const [name, value] of Object.entries(content)) {
    if (name === "currency") {
      const code = isObject(value) ? value.code : value;
      if (code !== currency.code) faults.push({ at: "file", field: name, message: otherCurrency(code, currency) });
      continue;
    }
    const kind = CATALOG_KINDS.find((candidate) => CATALOG[candidate].list === name);
    // The API's whole answer is as good as the list in it.
    const list = isObject(value) && Array.isArray(value.data) ? value.data : value;
    if (kind === undefined) {
      faults.push({ at: "file", field: name, message: `is not a list of a catalog: there are ${known}` });
    } else if (!Array.isArray(list)) {
      faults.push({ at: "file", field: name, message: "must be a list" });
    } else {
      list.forEach((values: unknown, index) => {
        const at = `${name} #${index + 1}`;
        if (isObject(values)) entries.push({ at, kind, values });
        else faults.push({ at, field: null, message: "must be an object" });
      });
    }
  }
  return { entries, faults };
}

/** The entries of a table of texts: one row each, with its kind in the column `type`. */
export function entriesOfTable(
  rows: readonly { readonly line: number; readonly cells: Readonly<Record<string, string>> }[],
): { readonly entries: readonly WrittenEntry[]; readonly faults: readonly FileFault[] } {
  const faults: FileFault[] = [];
  const entries: WrittenEntry[] = [];
  for (const { line, cells } of rows) {
    const { type = "", ...values } = cells;
    const at = `line ${line}`;
    const asked = type.trim().toLowerCase();
    const kind = CATALOG_KINDS.find((candidate) => CATALOG[candidate].type.toLowerCase() === asked);
    if (kind !== undefined) {
      entries.push({ at, kind, values });
    } else {
      const types = CATALOG_KINDS.map((candidate) => CATALOG[candidate].type).join(", ");
      faults.push({ at, field: "type", message: `must be one of ${types}, not ${quoted(type)}` });
    }
  }
  return { entries, faults };
}

/**
 * Reads the values of all entries, so that every fault is found at once.
 *
 * @param known the studio's records: fields that the file lacks keep their values
 * @param machines the studio's own
 */
export function readEntries(
  written: readonly WrittenEntry[],
  studio: FileStudio,
  known: MeantRecords,
  machines: readonly MachineProfile[],
): ReadFile {
  if (written.length > MAX_FILE_ENTRIES) {
    const message = `has ${written.length} entries, and may have ${MAX_FILE_ENTRIES}`;
    return { entries: [], faults: [{ at: "file", field: null, message }] };
  }
  const entries: FileEntry[] = [];
  const faults: FileFault[] = [];
  const readings = written.map((entry) => new EntryReading(entry, studio));
  const counts = new Map<string, number>();
  for (const { key } of readings) counts.set(key, (counts.get(key) ?? 0) + 1);
  const records = new Map([...counts].map(([key, times]) => [key, known(key, times).values()]));
  const recordOf = (reading: EntryReading) => records.get(reading.key)?.next().value ?? {};
  // Machine profiles first: a quality's layers are measured against the nozzle of the one that it names.
  const read = new Map<EntryReading, FileEntry | undefined>();
  for (const reading of readings.filter(isOfMachine)) read.set(reading, reading.read(recordOf(reading), []));
  const named = namedMachines(
    machines,
    readings.map((reading) => read.get(reading)),
  );
  for (const reading of readings) {
    const entry = isOfMachine(reading) ? read.get(reading) : reading.read(recordOf(reading), named);
    if (reading.faults.length > 0 || entry === undefined) faults.push(...reading.faults);
    else entries.push(entry);
  }
  return { entries, faults };
}

function isOfMachine({ kind }: EntryReading): boolean {
  return kind === "machineProfile";
}

/** The machine profiles that a quality of the file may name, as they will be: the file's, then the studio's in its own order. */
function namedMachines(
  existing: readonly MachineProfile[],
  read: readonly (FileEntry | undefined)[],
): readonly FileMachine[] {
  const choosable = [
    ...existing.filter(({ isArchived }) => !isArchived),
    ...existing.filter(({ isArchived }) => isArchived),
  ];
  const ofFile = read.flatMap((entry): FileMachine[] => {
    if (entry?.kind !== "machineProfile") return [];
    const { name, parameters } = entry.row;
    const id = choosable.find((machine) => machine.name === name)?.id ?? new AddedMachine(name);
    return [namedMachine(name, { id, parameters })];
  });
  return [...ofFile, ...choosable.map((machine) => namedMachine(machine.name, machine))];
}

function writtenKey(kind: CatalogKind, texts: Record<string, string | string[]>): string {
  const text = (name: string) => (typeof texts[name] === "string" ? texts[name] : undefined);
  const technologyId = technologyField.safeParse(texts.technologyId).data ?? null;
  const name = text("name") ?? "";
  return entryKey(kind, { name, title: text("title") ?? "", color: text("color") ?? null, technologyId });
}

/** The key of an entry within its studio. A file cannot have two of one key. */
export function entryKey(kind: CatalogKind, row: Readonly<Record<string, unknown>>): string {
  return JSON.stringify([kind, ...CATALOG[kind].key.map((column) => row[column])]);
}

class EntryReading {
  readonly faults: FileFault[] = [];
  readonly key: string;
  readonly #entry: WrittenEntry;
  readonly #studio: FileStudio;
  readonly #written: Record<string, string | string[]>;

  constructor(entry: WrittenEntry, studio: FileStudio) {
    this.#entry = entry;
    this.#studio = studio;
    this.#written = this.#texts();
    this.key = writtenKey(entry.kind, this.#written);
  }

  get kind(): CatalogKind {
    return this.#entry.kind;
  }

  /**
   * @param record the studio's record of it
   * @param machines those that a quality may name
   */
  read(record: FileRecord, machines: readonly FileMachine[]): FileEntry | undefined {
    const { at, kind } = this.#entry;
    const texts = { ...this.#unspokenOf(record), ...this.#written };
    switch (kind) {
      case "machineProfile":
        return this.#parsed(machineProfileSchema, texts, (row) => ({ at, kind, row }));
      case "material":
        return this.#parsed(newMaterialSchema, texts, (row) => ({ at, kind, row }));
      case "quality": {
        const technology = this.#technology(texts);
        this.#refuseUnknown(technology === undefined ? undefined : Object.keys(parameterFields(technology)), texts);
        if (technology === undefined) return undefined;
        return this.#parsed(qualitySchemaOf(technology, machines), texts, (row) => ({ at, kind, row }));
      }
      case "finishing":
        return this.#parsed(writtenFinishingSchema, texts, (row) => ({ at, kind, row }));
      case "product":
        return this.#parsed(writtenProductSchema, texts, (row) => ({ at, kind, row }));
      case "deliveryMethod":
        return this.#parsed(writtenDeliveryMethodSchema, texts, (row) => ({ at, kind, row }));
    }
  }

  /** The values for the schemas: texts, and a list of photos. A null or empty value counts as not sent. */
  #texts(): Record<string, string | string[]> {
    const { kind, values } = this.#entry;
    // Without a prototype, so that a field called `__proto__` is one, and unknown.
    const texts: Record<string, string | string[]> = Object.create(null);
    for (const [name, value] of Object.entries(values)) {
      if (SHOWN_ONLY.includes(name)) continue;
      if (name === "currency") {
        this.#checkCurrency(name, value);
        continue;
      }
      const text = this.#textOf(name, value);
      // An empty list of photos keeps the studio's: no file from elsewhere has the panel's uploads.
      if (text === undefined || text.length === 0) continue;
      texts[formNameOf(name)] = text;
    }
    if (kind !== "quality") this.#refuseUnknown([], texts);
    return texts;
  }

  /** The studio's values of fields that the file does not name, as a price list names few. */
  #unspokenOf(record: FileRecord): Record<string, string> {
    const unspoken: Record<string, string> = {};
    const kept = keptNamesOf(this.kind);
    for (const [name, value] of Object.entries(record)) {
      const isSpokenOf = name === "technology" || kept.includes(name) || Object.hasOwn(this.#entry.values, name);
      if (!isSpokenOf && value !== null) unspoken[formNameOf(name)] = String(value);
    }
    return unspoken;
  }

  #textOf(name: string, value: unknown): string | string[] | undefined {
    if (value === null || value === undefined) return undefined;
    if (name === "photos") return this.#photos(value);
    if (typeof value === "string") return value.trim();
    if (typeof value === "number" || typeof value === "boolean") return String(value);
    if (name === "technology" && isObject(value) && value.slug !== undefined) return this.#textOf(name, value.slug);
    if (isObject(value) && typeof value.amount === "string") {
      this.#checkCurrency(name, value.currency);
      return value.amount;
    }
    this.#fault(name, "must be a text or a number");
    return undefined;
  }

  /** @param stated a currency as the API writes it, or its code; where there is none, the studio's is meant */
  #checkCurrency(field: string, stated: unknown): void {
    const { currency } = this.#studio;
    const code = isObject(stated) ? stated.code : stated;
    const isStated = code !== undefined && code !== null && code !== "";
    if (isStated && code !== currency.code) this.#fault(field, otherCurrency(code, currency));
  }

  /** Reads addresses of photos. A photo that the service keeps for this studio is known by its path, under any host. */
  #photos(value: unknown): string[] | undefined {
    const listed: unknown[] = [value].flat();
    const addresses = listed.flatMap((entry) => (typeof entry === "string" ? entry.trim().split(/\s+/) : [entry]));
    const read: string[] = [];
    for (const address of addresses) {
      if (address === "") continue;
      if (typeof address !== "string") this.#fault("photos", "must be a list of addresses");
      else if (address.startsWith("/") && ownPhotoAt(address) === undefined) {
        this.#fault("photos", "must be addresses that begin with https://");
      } else read.push(this.#ownPath(address) ?? address);
    }
    return [...new Set(read)];
  }

  #ownPath(address: string): string | undefined {
    if (!URL.canParse(address)) return undefined;
    const photo = ownPhotoAt(new URL(address).pathname);
    return photo?.studioId === this.#studio.id ? photoPath(photo) : undefined;
  }

  #technology({ technologyId }: Record<string, string | string[]>): Technology | undefined {
    const parsed = technologyField.safeParse(technologyId);
    if (parsed.success) return findTechnology(parsed.data);
    this.#fault("technology", technologyId === undefined ? "is required" : `must be one of ${TECHNOLOGY_WORDS}`);
    return undefined;
  }

  /** @param parameters further fields that are known; undefined if that cannot be told */
  #refuseUnknown(parameters: readonly string[] | undefined, texts: Record<string, unknown>): void {
    const { kind } = this.#entry;
    const known = [...fileNamesOf(kind), ...(parameters ?? [])].map(formNameOf);
    for (const name of Object.keys(texts)) {
      if (known.includes(name)) continue;
      if (parameters === undefined && isOwnersField("quality", name)) continue;
      const field = fileNameOf(name);
      this.#fault(field, `is no field of a ${CATALOG[kind].type}: there are ${fileNamesOf(kind).join(", ")}`);
    }
  }

  #parsed<Schema extends z.ZodType>(
    schema: Schema,
    texts: Record<string, unknown>,
    entry: (row: z.output<Schema>) => FileEntry,
  ): FileEntry | undefined {
    const parsed = schema.safeParse(texts, { error: describeFileFault });
    if (parsed.success) return entry(parsed.data);
    for (const { path, message } of parsed.error.issues) {
      const [name = ""] = path.map(String);
      this.#fault(fileNameOf(name), message);
    }
    return undefined;
  }

  #fault(field: string, message: string): void {
    this.faults.push({ at: this.#entry.at, field, message });
  }
}

/** The API's sentence of a fault, except for `oneOf`, for which only a form shows the choices. */
function describeFileFault(issue: z.core.$ZodRawIssue): string | undefined {
  if (customIssueOf(issue)?.fault === "oneOf") {
    const [field = ""] = (issue.path ?? []).map(String);
    if (field === "machineProfileId") return "must be the name of a machine profile, of the file's or the studio's";
    return FLAGS.has(field) ? "must be true or false" : `must be one of ${TECHNOLOGY_WORDS}`;
  }
  return describeFault(issue)?.en;
}

function otherCurrency(code: unknown, { code: own }: Currency): string {
  return `is in ${quoted(code)}, but the studio's prices are in ${own}: nothing is converted`;
}

function quoted(value: unknown): string {
  return JSON.stringify(String(value).slice(0, 60));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
