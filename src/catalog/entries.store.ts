// Catalog entries of any kind: adds, archives, restores, orders and lists them.
//
// Entries are never deleted: orders refer to theirs. An archived entry can no longer be chosen, and can be
// restored. Every change is whole: one batch. An id that the studio does not have is `NotFound`.

import { type Table as AnyTable, and, eq, getTableColumns, type InferSelectModel, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteUpdateSetSource } from "drizzle-orm/sqlite-core";
import { isAsRead } from "../db/as-read.ts";
import type { Insertable, Statement, StudioDb } from "../db/studio-db.ts";
import { ChangedMeanwhile, NotFound } from "../domain/errors.ts";
import { initialColumnsOf } from "./catalog-field.ts";
import { CATALOG, type CatalogTable, type EntryKind } from "./catalog-kinds.ts";
import type { CatalogKind } from "./catalog-rows.ts";

/** A new row, whose place in the list and whose columns with a first value may be left open. */
export type NewRow<Table extends CatalogTable, Open extends string> = Omit<Insertable<Table>, "position" | Open> & {
  readonly [Column in Open & keyof Insertable<Table>]?: Insertable<Table>[Column] | undefined;
};

/** The new values; an undefined column stays as it is. */
export type Changes<Table extends CatalogTable> = SQLiteUpdateSetSource<Table>;

/** The new row. `taken`: an entry on offer has this key already, as when a form is posted twice. */
export type Created<Row> = Row | "taken";

/** The statement that adds an entry after all others of its kind. */
export function addStatement<Table extends CatalogTable>(
  db: StudioDb,
  { table, fields }: EntryKind<Table>,
  row: Readonly<Record<string, unknown>>,
): Statement<InferSelectModel<Table>[]> {
  const position = db.valuesOf(sql`coalesce(max(${table.position}), -1) + 1`, table, undefined);
  // The kinds' own functions take rows of their tables; a column that is left open has a first value in the kind's fields.
  const added = { ...initialColumnsOf(fields), ...statedIn(row), position } as Insertable<Table>;
  return db.insert(table, added);
}

/** Whether no entry on offer has the new row's key. */
export function isKeyFree(db: StudioDb, kind: EntryKind, row: Readonly<Record<string, unknown>>): SQL {
  return sql`NOT EXISTS ${db.valuesOf(sql`1`, kind.table, isTwinOf(kind, row))}`;
}

/** The condition on an entry that is on offer under the new row's key. */
export function isTwinOf(kind: EntryKind, row: Readonly<Record<string, unknown>>): SQL | undefined {
  const { table, key, fields } = kind;
  const added = { ...initialColumnsOf(fields), ...statedIn(row) };
  // IS, because no colour is the same as no colour.
  return and(onOfferCondition(kind), ...key.map((name) => sql`${columnOf(table, name)} IS ${added[name] ?? null}`));
}

function statedIn(row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined));
}

/** A column by its name in code. */
function columnOf(table: AnyTable, name: string): SQLiteColumn {
  const columns: Readonly<Record<string, SQLiteColumn>> = getTableColumns<AnyTable>(table);
  const column = columns[name];
  if (column === undefined) throw new Error(`the table has no column ${name}`);
  return column;
}

/** Adds an entry that needs nothing else. */
export async function addEntry<Table extends CatalogTable>(
  db: StudioDb,
  kind: EntryKind<Table>,
  row: Readonly<Record<string, unknown>>,
): Promise<Created<InferSelectModel<Table>>> {
  return addUnlessTaken(db, kind, row, addStatement(db, kind, row));
}

/**
 * Adds an entry if no other on offer has its key: a form that is posted twice at once adds one.
 *
 * @param others statements that belong to the addition
 */
export async function addUnlessTaken<Row>(
  db: StudioDb,
  kind: EntryKind,
  row: Readonly<Record<string, unknown>>,
  addition: Statement<Row[]>,
  others: readonly Statement<unknown>[] = [],
): Promise<Created<Row>> {
  const written = await db.batchIf([isKeyFree(db, kind, row)], [addition, ...others]);
  return written === undefined ? "taken" : requireOne(written[0]);
}

/**
 * Changes an entry.
 *
 * @param read the entry as it was read, if no change since then may be overwritten
 * @throws NotFound; ChangedMeanwhile if it is no longer as it was read
 */
export async function changeEntry<Table extends CatalogTable>(
  db: StudioDb,
  table: Table,
  id: number,
  changes: Changes<Table>,
  read?: InferSelectModel<Table>,
): Promise<InferSelectModel<Table>> {
  const asRead = read && isAsRead(table, changes, read);
  const changed = await db.update(table, changes, and(eq(table.id, id), asRead));
  if (changed.length === 0 && read !== undefined) throw new ChangedMeanwhile();
  return requireOne(changed);
}

/** An entry by its id. @throws NotFound */
export async function readEntry<Table extends CatalogTable>(
  db: StudioDb,
  table: Table,
  id: number,
): Promise<InferSelectModel<Table>> {
  return requireOne(await db.select(table, eq(table.id, id)));
}

/** @throws NotFound */
export function requireOne<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new NotFound();
  return row;
}

/** As the panel lists them. */
export function listed<Table extends CatalogTable>(db: StudioDb, table: Table): ReturnType<typeof db.select<Table>> {
  return db.select(table, undefined, sql`${table.position}, ${table.id}`);
}

/** Whether an entry of the kind is on offer. */
export function onOfferCondition({ table, offer }: EntryKind): SQL {
  return eq(columnOf(table, offer.column), offer.on);
}

/**
 * Archives an entry, or restores it. A quality has more to it (quality.store.ts).
 *
 * @returns its name
 */
export async function setOnOffer(db: StudioDb, kind: CatalogKind, id: number, isOnOffer: boolean): Promise<string> {
  const { table, offer, title }: EntryKind = CATALOG[kind];
  const values = { [offer.column]: isOnOffer ? offer.on : offer.archived };
  return nameOf(title, requireOne(await db.update<CatalogTable>(table, values, eq(table.id, id))));
}

function nameOf(title: string, row: Readonly<Record<string, unknown>>): string {
  return String(row[title]);
}

/**
 * Moves an entry by one place among those that are listed with it: of its technology, archived or not. Moving it back undoes it.
 *
 * @returns its name, or undefined if it stands first or last already
 */
export async function moveEntry(
  db: StudioDb,
  kind: CatalogKind,
  id: number,
  direction: "up" | "down",
): Promise<string | undefined> {
  const { table, title, group, offer }: EntryKind = CATALOG[kind];
  const entries: readonly (Readonly<Record<string, unknown>> & { readonly id: number })[] = await listed(db, table);
  const moved = entries.find((entry) => entry.id === id);
  if (moved === undefined) throw new NotFound();
  const together = entries.filter((entry) => [...group, offer.column].every((name) => entry[name] === moved[name]));
  const other = together[together.indexOf(moved) + (direction === "up" ? -1 : 1)];
  if (other === undefined) return undefined;
  const swapped = new Map([
    [moved.id, other.id],
    [other.id, moved.id],
  ]);
  const ids = JSON.stringify(entries.map((entry) => swapped.get(entry.id) ?? entry.id));
  // An entry that was added meanwhile stays where it is.
  const place = sql`coalesce((SELECT place.key FROM json_each(${ids}) AS place WHERE place.value = ${table.id}), ${table.position})`;
  await db.update<CatalogTable>(table, { position: place }, undefined);
  return nameOf(title, moved);
}
