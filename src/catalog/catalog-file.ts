// Catalog as a file: plans the changes of an import, and makes the file of an export.
//
// Pure: rows come in, changes or text values go out. Entries are matched by their names for people (kind, technology, name,
// a material's colour), never by id: a file made for one studio can be taken into another.

import { TECHNOLOGIES } from "../../slicer-service/src/contract/technologies.ts";
import type { MachineProfile } from "../db/machine-profile-record.ts";
import type { Currency } from "../domain/currency.ts";
import { decimalOrNull } from "../domain/decimal.ts";
import { technologyOf } from "../domain/technology.ts";
import { initialColumnsOf } from "./catalog-field.ts";
import {
  AddedMachine,
  entryKey,
  type FileEntry,
  type FileFault,
  type FileRecord,
  fileFieldsOf,
  type MeantRecords,
} from "./catalog-file.request.ts";
import { CATALOG, CATALOG_KINDS, type EntryKind, isOnOffer } from "./catalog-kinds.ts";
import type { CatalogKind, DeliveryMethod, Finishing, Material, Product, Quality } from "./catalog-rows.ts";
import { MAX_PHOTOS } from "./product/photo-address.ts";
import { isOfProcess, QUALITY_FIELDS } from "./quality/quality-fields.request.ts";

/** A studio's whole catalog, archived entries included, each list in the studio's own order. */
export interface Catalog {
  readonly machineProfile: readonly MachineProfile[];
  readonly material: readonly Material[];
  readonly quality: readonly Quality[];
  readonly finishing: readonly Finishing[];
  readonly product: readonly Product[];
  readonly deliveryMethod: readonly DeliveryMethod[];
}

type Row = Catalog[CatalogKind][number];
/** Columns by their names, with the values of the tables' types. */
type Columns = Readonly<Record<string, unknown>>;

export interface AddedEntry {
  readonly kind: CatalogKind;
  readonly name: string;
  /** Every column but the id and the studio. A quality's machine profile may be an `AddedMachine`, here and in changes. */
  readonly row: Columns;
}

export interface ChangedEntry {
  readonly kind: CatalogKind;
  readonly name: string;
  readonly id: number;
  readonly changes: Columns;
  /** The same as an export would show it. */
  readonly fields: readonly {
    readonly name: string;
    readonly from: FileRecord[string];
    readonly to: FileRecord[string];
  }[];
}

/** The rows that an import writes, and its report of them. */
export interface ImportPlan {
  /** Machine profiles first: qualities refer to them. */
  readonly added: readonly AddedEntry[];
  readonly changed: readonly ChangedEntry[];
  readonly unchanged: number;
  /** Photos that the service keeps for another studio, or no longer: they cannot be taken over. */
  readonly photosLeftOut: number;
  readonly faults: readonly FileFault[];
}

/**
 * Compares a file with the catalog. Entries and fields that the file lacks stay; an import deletes nothing.
 *
 * @param now milliseconds since 1970, for products
 */
export function planImport(catalog: Catalog, entries: readonly FileEntry[], now: number): ImportPlan {
  const matcher = new Matcher(catalog, entries);
  const faults = [...matcher.faults];
  const ownPhotos = new Set(catalog.product.flatMap(({ photos }) => photos).filter((photo) => photo.startsWith("/")));
  const planned: PlannedEntry[] = [];
  let photosLeftOut = 0;
  for (const entry of entries) {
    const existing = matcher.find(entry);
    const { row, leftOut } = withoutForeignPhotos(entry, existing, ownPhotos);
    photosLeftOut += leftOut;
    if (Array.isArray(row.photos) && row.photos.length > MAX_PHOTOS) {
      const message = `are ${row.photos.length} with those uploaded in the panel, and may be ${MAX_PHOTOS}`;
      faults.push({ at: entry.at, field: "photos", message });
    }
    planned.push({ kind: entry.kind, existing, row: existing === undefined ? row : withoutUnused(entry, row) });
  }
  const settled = settleDefaults(catalog.quality, planned, faults);
  const places = new Places(catalog);
  const names = machineNames(catalog.machineProfile);
  const added = byKind(settled).flatMap(({ kind, existing, row }) =>
    existing === undefined
      ? [addedEntry(kind, { ...firstColumnsOf(kind, now), ...row, position: places.next(kind) })]
      : [],
  );
  const changed = settled.flatMap(({ kind, existing, row }): ChangedEntry[] => {
    if (existing === undefined) return [];
    const changes = differences(existing, row);
    if (changes === undefined) return [];
    return [changedEntry(kind, existing, { ...changes, ...momentOf(kind, changes, now) }, names)];
  });
  const unchanged =
    entries.length - added.length - changed.filter(({ id, kind }) => isInFile(planned, kind, id)).length;
  return { added, changed, unchanged, photosLeftOut, faults };
}

/** The columns that date a change of the kind. */
function momentOf(kind: CatalogKind, changes: Columns, now: number): Columns {
  if (kind === "product") return { updatedAt: now };
  return kind === "machineProfile" && "parameters" in changes ? { parametersChangedAt: now } : {};
}

function byKind(planned: readonly PlannedEntry[]): readonly PlannedEntry[] {
  return CATALOG_KINDS.flatMap((kind) => planned.filter((entry) => entry.kind === kind));
}

/** The name that a quality's machine profile has in a file; null if it names none. */
type MachineNames = (machine: unknown) => string | null;

function machineNames(machines: readonly MachineProfile[]): MachineNames {
  const byId = new Map<unknown, string>(machines.map(({ id, name }) => [id, name]));
  return (machine) => (machine instanceof AddedMachine ? machine.name : (byId.get(machine) ?? null));
}

function addedEntry(kind: CatalogKind, row: Columns): AddedEntry {
  return { kind, name: nameIn(row), row };
}

function changedEntry(kind: CatalogKind, existing: Row, changes: Columns, machines: MachineNames): ChangedEntry {
  const [before, after] = [recordOf(kind, existing, machines), recordOf(kind, { ...existing, ...changes }, machines)];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const fields = names
    .map((name) => ({ name, from: before[name] ?? null, to: after[name] ?? null }))
    .filter(({ from, to }) => !isSame(from, to));
  return { kind, name: nameIn({ ...existing }), id: existing.id, changes, fields };
}

/** As people call it. */
function nameIn({ name, title, color, technologyId }: Columns): string {
  const technology = TECHNOLOGIES.find(({ id }) => id === technologyId)?.slug;
  return [title ?? name, color, technology].filter((part) => typeof part === "string").join(", ");
}

interface PlannedEntry {
  readonly kind: CatalogKind;
  readonly existing: Row | undefined;
  /** The file's values; a column that the file does not name is absent. */
  readonly row: Columns;
}

function isInFile(planned: readonly PlannedEntry[], kind: CatalogKind, id: number): boolean {
  return planned.some((entry) => entry.kind === kind && entry.existing?.id === id);
}

/** A new entry's columns where the file does not state them. */
function firstColumnsOf(kind: CatalogKind, now: number): Columns {
  const moments = kind === "product" ? { createdAt: now, updatedAt: now } : {};
  return { ...initialColumnsOf(CATALOG[kind].fields), ...moments };
}

/** The studio's entries by a file's names, in the file's form; an empty list for a new entry. */
export function recordsOf(catalog: Catalog): MeantRecords {
  const keys = new CatalogKeys(catalog);
  const names = machineNames(catalog.machineProfile);
  return (key, times) => {
    // An ambiguous entry refuses the import by itself; values that the file leaves to the studio's entry are no second fault.
    const anyOfThem = keys.named(key).slice(0, 1);
    const meant = keys.meant(key, times) ?? Array.from({ length: times }, () => anyOfThem).flat();
    return meant.map(({ kind, row }) => recordOf(kind, { ...row }, names));
  };
}

interface KeyedRow {
  readonly kind: CatalogKind;
  readonly row: Row;
}

/** The catalog's entries by their names for people, in the studio's own order. Several may have one name. */
class CatalogKeys {
  readonly #byKey = new Map<string, KeyedRow[]>();

  constructor(catalog: Catalog) {
    for (const kind of CATALOG_KINDS) {
      for (const row of catalog[kind]) {
        const key = entryKey(kind, { ...row });
        this.#byKey.set(key, [...this.named(key), { kind, row }]);
      }
    }
  }

  named(key: string): readonly KeyedRow[] {
    return this.#byKey.get(key) ?? [];
  }

  /**
   * The entries that a file means which names a key so many times: all that have it, or all of these that are on offer.
   *
   * @returns undefined if that cannot be told
   */
  meant(key: string, times: number): readonly KeyedRow[] | undefined {
    const all = this.named(key);
    return [all, all.filter(({ kind, row }) => isOnOffer(kind, { ...row }))].find(({ length }) => length === times);
  }
}

/** Matches each file entry to the row it updates: of several with the same name, the first is taken first. */
class Matcher {
  readonly faults: FileFault[] = [];
  readonly #meant = new Map<FileEntry, Row>();

  constructor(catalog: Catalog, entries: readonly FileEntry[]) {
    const keys = new CatalogKeys(catalog);
    const byKey = new Map<string, FileEntry[]>();
    for (const entry of entries) {
      const key = entryKey(entry.kind, { ...entry.row });
      byKey.set(key, [...(byKey.get(key) ?? []), entry]);
    }
    for (const [key, named] of byKey) this.#match(named, keys.named(key), keys.meant(key, named.length));
  }

  find(entry: FileEntry): Row | undefined {
    return this.#meant.get(entry);
  }

  #match(named: readonly FileEntry[], existing: readonly KeyedRow[], meant: readonly KeyedRow[] | undefined): void {
    if (meant === undefined && named.length < existing.length) this.#refuseAmbiguous(named, existing);
    // More than there are would be a mistake of the file.
    for (const entry of named.slice(Math.max(1, existing.length))) this.#refuseRepeated(entry, named[0]);
    for (const [index, entry] of named.entries()) {
      const found = meant?.[index];
      if (found !== undefined) this.#meant.set(entry, found.row);
    }
  }

  #refuseAmbiguous(named: readonly FileEntry[], existing: readonly KeyedRow[]): void {
    const ids = existing.map(({ row }) => row.id).join(", ");
    for (const entry of named) {
      const { list } = CATALOG[entry.kind];
      const several = `${existing.length} of the studio's ${list} (ids ${ids})`;
      this.#refuse(entry, `is that of ${several}: rename them in the panel, or name all of them here`);
    }
  }

  #refuseRepeated(entry: FileEntry, first: FileEntry | undefined): void {
    this.#refuse(entry, `names the same ${CATALOG[entry.kind].type} as ${first?.at}`);
  }

  #refuse({ at, kind }: FileEntry, message: string): void {
    this.faults.push({ at, field: CATALOG[kind].title, message });
  }
}

/** Photos that were uploaded in the panel stay, whether the file names them or not: only the panel deletes their objects. */
function withoutForeignPhotos(
  { kind, row }: FileEntry,
  existing: Row | undefined,
  ownPhotos: ReadonlySet<string>,
): { readonly row: Columns; readonly leftOut: number } {
  const stated = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined));
  if (kind !== "product" || row.photos === undefined) return { row: stated, leftOut: 0 };
  const named = row.photos.filter((photo) => !photo.startsWith("/") || ownPhotos.has(photo));
  const before = existing !== undefined && "photos" in existing ? existing.photos : [];
  const uploaded = before.filter((photo) => photo.startsWith("/") && !named.includes(photo));
  return { row: { ...stated, photos: [...named, ...uploaded] }, leftOut: row.photos.length - named.length };
}

/** A quality's columns but those that its technology does not use: these stay as they are. */
function withoutUnused({ kind, row }: FileEntry, stated: Columns): Columns {
  if (kind !== "quality") return stated;
  const { process } = technologyOf(row.technologyId);
  const unused = Object.values(QUALITY_FIELDS).filter((field) => !isOfProcess(field, process));
  return Object.fromEntries(Object.entries(stated).filter(([name]) => !unused.some(({ column }) => column === name)));
}

/**
 * Leaves exactly one default among the active qualities of each technology, and none among the archived, as the panel does: the
 * one that the file names, else the one that is it, else the first.
 */
function settleDefaults(
  existing: readonly Quality[],
  planned: readonly PlannedEntry[],
  faults: FileFault[],
): readonly PlannedEntry[] {
  const inFile = planned.filter(({ kind }) => kind === "quality");
  if (inFile.length === 0) return planned;
  const others = existing
    .filter(({ id }) => !isInFile(planned, "quality", id))
    .map((row): PlannedEntry => ({ kind: "quality", existing: row, row: {} }));
  const all = [...inFile, ...others].map((entry) => ({
    entry,
    // A quality's row has these columns, whether it is the file's or the table's.
    after: { isActive: true, ...entry.existing, ...entry.row } as Pick<Quality, "technologyId" | "isActive"> & {
      readonly position?: number;
    },
    isNamed: entry.row.isDefault === true,
  }));
  const chosen = new Set<PlannedEntry>();
  for (const technologyId of new Set(all.map(({ after }) => after.technologyId))) {
    const active = all.filter(({ after }) => after.technologyId === technologyId && after.isActive);
    const named = active.filter(({ isNamed }) => isNamed);
    if (named.length > 1) {
      const technology = technologyOf(technologyId).slug;
      const message = `is true of ${named.length} qualities of ${technology}: only one of them can be the default`;
      faults.push({ at: "file", field: "isDefault", message });
    }
    const first = [...active].sort((a, b) => (a.after.position ?? Infinity) - (b.after.position ?? Infinity))[0];
    const winner = named[0] ?? active.find(({ entry }) => isDefault(entry.existing)) ?? first;
    if (winner !== undefined) chosen.add(winner.entry);
  }
  const settled = (entry: PlannedEntry): PlannedEntry => ({
    ...entry,
    row: { ...entry.row, isDefault: chosen.has(entry) },
  });
  return [...planned.map((entry) => (entry.kind === "quality" ? settled(entry) : entry)), ...others.map(settled)];
}

function isDefault(row: Row | undefined): boolean {
  return row !== undefined && "isDefault" in row && row.isDefault;
}

/** The positions of new entries: after all others, in the file's order. */
class Places {
  readonly #last: Map<CatalogKind, number>;

  constructor(catalog: Catalog) {
    this.#last = new Map(
      CATALOG_KINDS.map((kind) => [kind, Math.max(-1, ...catalog[kind].map(({ position }) => position))]),
    );
  }

  next(kind: CatalogKind): number {
    const place = (this.#last.get(kind) ?? -1) + 1;
    this.#last.set(kind, place);
    return place;
  }
}

/** The columns that are not yet as the file says; undefined if all are. */
function differences(existing: Row, row: Columns): Columns | undefined {
  const before: Columns = { ...existing };
  const changes = Object.entries(row).filter(([name, value]) => !isSame(before[name], value));
  return changes.length === 0 ? undefined : Object.fromEntries(changes);
}

function isSame(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
}

/** JSON columns with the same names and values are equal, in any order. */
function sorted(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value ?? null;
  return Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
}

/** The lists of a catalog file, by their names. */
export type CatalogFile = { readonly currency: string } & Readonly<
  Record<(typeof CATALOG)[CatalogKind]["list"], readonly FileRecord[]>
>;

/** The catalog's file: its import gives the same catalog. */
export function exportCatalog(catalog: Catalog, currency: Currency): CatalogFile {
  const machines = machineNames(catalog.machineProfile);
  const recordsOfKind = (kind: CatalogKind) => catalog[kind].map((row) => recordOf(kind, { ...row }, machines));
  return {
    currency: currency.code,
    machineProfiles: recordsOfKind("machineProfile"),
    materials: recordsOfKind("material"),
    printingQualities: recordsOfKind("quality"),
    finishings: recordsOfKind("finishing"),
    products: recordsOfKind("product"),
    deliveryMethods: recordsOfKind("deliveryMethod"),
  };
}

/** @param row of the kind's table, with changes of its own columns */
function recordOf(kind: CatalogKind, row: Columns, machines: MachineNames): FileRecord {
  const { parameters }: EntryKind = CATALOG[kind];
  const own = Object(parameters === null ? null : row[parameters.column]) as Columns;
  const stated = (parameters?.names ?? []).filter((name) => own[name] !== undefined);
  return {
    ...Object.fromEntries(fileFieldsOf(kind).map((field) => [field.name, fileValue(field, row, machines)])),
    ...Object.fromEntries(stated.map((name) => [name, String(own[name])])),
  };
}

function fileValue(
  { name, column, scale, processes }: ReturnType<typeof fileFieldsOf>[number],
  row: Columns,
  machines: MachineNames,
): FileRecord[string] {
  // A column's value has the type of the kind's table.
  const value = (row[column] ?? null) as FileRecord[string];
  const technology = TECHNOLOGIES.find(({ id }) => id === row.technologyId);
  if (name === "technology") return technology?.slug ?? null;
  if (name === "machineProfile") return machines(value);
  if (processes !== undefined && technology !== undefined && !processes.includes(technology.process)) return null;
  return scale === undefined ? value : decimalOrNull(value === null ? null : Number(value), scale);
}
