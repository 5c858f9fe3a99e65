// Catalog entries of any kind: adds, archives, restores, orders and lists them.
//
// Entries are never deleted: orders refer to theirs. An archived entry can no longer be chosen, and can be
// restored. Every change is whole: one batch. An id that the studio does not have is `NotFound`.

import { type Table as AnyTable, and, eq, getTableColumns, type InferSelectModel, type SQL, sql } from "drizzle-orm";
import { alias, type SQLiteColumn, type SQLiteUpdateSetSource } from "drizzle-orm/sqlite-core";
import type { Insertable, StudioDb } from "../db/studio-db.ts";
import { NotFound } from "../domain/errors.ts";
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

/**
 * The statements that add an entry after all others, and take it out again where an entry on offer has the same key. In one
 * batch: of several that are posted at once one stays, and no other is ever seen.
 */
export function addStatements<Table extends CatalogTable>(
  db: StudioDb,
  kind: EntryKind<Table>,
  row: Readonly<Record<string, unknown>>,
) {
  const { table, fields } = kind;
  const stated = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined));
  const position = db.valuesOf(sql`coalesce(max(${table.position}), -1) + 1`, table, undefined);
  // The kinds' own functions take rows of their tables; a column that is left open has a first value in the kind's fields.
  const added = { ...initialColumnsOf(fields), ...stated, position } as Insertable<Table>;
  return [db.insert(table, added), db.delete(table, newestIsTwin(db, kind))] as const;
}

/** Whether the row is the kind's newest, and an entry on offer has its key already. */
export function newestIsTwin<Table extends CatalogTable>(db: StudioDb, { table, key, offer }: EntryKind<Table>): SQL {
  const newest = db.valuesOf(sql`max(${table.id})`, table, undefined);
  const other = alias<CatalogTable, "other">(table, "other");
  // IS, because no colour is the same as no colour.
  const isAlike = key.map((name) => sql`${columnOf(other, name)} IS ${columnOf(table, name)}`);
  const isOn = eq(columnOf(other, offer.column), offer.on);
  return sql`${table.id} = ${newest} AND EXISTS (SELECT 1 FROM ${table} AS other
    WHERE other.studio_id = ${table.studioId} AND other.id < ${table.id} AND ${and(...isAlike, isOn)})`;
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
  const [inserted, withdrawn] = await db.batch(addStatements(db, kind, row));
  return created(inserted, withdrawn);
}

export function created<Row>(inserted: readonly Row[], withdrawn: readonly Row[]): Created<Row> {
  return withdrawn.length > 0 ? "taken" : requireOne(inserted);
}

/** Changes an entry. @throws NotFound */
export async function changeEntry<Table extends CatalogTable>(
  db: StudioDb,
  table: Table,
  id: number,
  changes: Changes<Table>,
): Promise<InferSelectModel<Table>> {
  return requireOne(await db.update(table, changes, eq(table.id, id)));
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
 * @returns its name, or undefined where it stands first or last already
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
