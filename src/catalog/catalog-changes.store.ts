// Catalog changes: creates, changes, archives, restores and orders a studio's entries.
//
// Nothing is ever deleted: orders refer to what they were made of. An archived entry can no longer be chosen, and can be
// restored. Every change is whole: one batch. An id that the studio does not have is `NotFound`.

import { eq, type SQL, sql } from "drizzle-orm";
import type { SQLiteUpdateSetSource } from "drizzle-orm/sqlite-core";
import type { OwnParameters } from "../../slicer-service/src/contract/process-parameters.ts";
import type { MachineProfile } from "../db/machine-profile-record.ts";
import { deliveryMethods, finishings, machineProfiles, materials, printingQualities, products } from "../db/schema.ts";
import type { Insertable, Statement, StudioDb } from "../db/studio-db.ts";
import { NotFound } from "../domain/errors.ts";
import type { MaterialStatus } from "../domain/workshop.ts";
import { changeOfParameters } from "../machine-profiles/change-of-parameters.ts";
import type { CatalogKind, DeliveryMethod, Finishing, Material, Product, Quality } from "./catalog-rows.ts";
import { freeSlug } from "./delivery-slug.ts";

/** A new row, whose place in the list and whose being on offer may be left open. */
type NewRow<Table extends CatalogTable, Open extends string> = Omit<Insertable<Table>, "position" | Open> & {
  readonly [Column in Open & keyof Insertable<Table>]?: Insertable<Table>[Column] | undefined;
};

type CatalogTable =
  | typeof machineProfiles
  | typeof materials
  | typeof printingQualities
  | typeof finishings
  | typeof products
  | typeof deliveryMethods;

export type { CatalogKind, DeliveryMethod, Finishing, MachineProfile, Material, Product, Quality };

export type NewMachineProfile = NewRow<typeof machineProfiles, "isArchived">;
export type NewMaterial = NewRow<typeof materials, "status">;
export type NewQuality = NewRow<typeof printingQualities, "isActive" | "isDefault">;
export type NewFinishing = NewRow<typeof finishings, "isArchived">;
export type NewProduct = NewRow<typeof products, "isActive" | "photos" | "createdAt" | "updatedAt">;
export interface NewDeliveryMethod {
  readonly name: string;
  readonly isActive?: boolean | undefined;
}

/** Only what is given changes; what is undefined stays. */
export type Changes<Table extends CatalogTable> = SQLiteUpdateSetSource<Table>;

/** What creating answers. `taken`: an entry on offer has this key already, as where a form is posted twice. */
export type Created<Row> = Row | "taken";

export async function createMachineProfile(db: StudioDb, row: NewMachineProfile): Promise<Created<MachineProfile>> {
  const isArchived = row.isArchived ?? false;
  const isTwin = sql`other.name = ${machineProfiles.name} AND NOT other.is_archived`;
  const [inserted, twins] = await db.batch([
    db.insert(machineProfiles, { ...row, isArchived, position: lastPosition(db, machineProfiles) }),
    withdrawTwin(db, machineProfiles, isTwin),
  ]);
  return created(inserted, twins);
}

/** What is undefined stays. */
export interface MachineProfileChanges {
  readonly name?: string | undefined;
  readonly source?: string | undefined;
  readonly parameters?: OwnParameters | undefined;
  readonly isArchived?: boolean | undefined;
}

export async function changeMachineProfile(
  db: StudioDb,
  id: number,
  changes: MachineProfileChanges,
): Promise<MachineProfile> {
  const { parameters } = changes;
  const changed =
    parameters === undefined
      ? changes
      : { ...changes, parametersChangedAt: changeOfParameters(sql`${JSON.stringify(parameters)}`) };
  return requireOne(await db.update(machineProfiles, changed, eq(machineProfiles.id, id)));
}

/** Qualities that name an archived one keep it, as orders keep archived materials. */
export async function setMachineProfileArchived(
  db: StudioDb,
  id: number,
  isArchived: boolean,
): Promise<MachineProfile> {
  return changeMachineProfile(db, id, { isArchived });
}

export async function createMaterial(db: StudioDb, row: NewMaterial): Promise<Created<Material>> {
  const status = row.status ?? "active";
  const { technologyId, name, color } = materials;
  // IS, because no colour is the same as no colour.
  const isTwin = sql`other.technology_id = ${technologyId} AND other.name = ${name} AND other.color IS ${color}
    AND other.status = 'active'`;
  const [inserted, twins] = await db.batch([
    db.insert(materials, { ...row, status, position: lastPosition(db, materials) }),
    withdrawTwin(db, materials, isTwin),
  ]);
  return created(inserted, twins);
}

export async function changeMaterial(db: StudioDb, id: number, changes: Changes<typeof materials>): Promise<Material> {
  return requireOne(await db.update(materials, changes, eq(materials.id, id)));
}

export async function setMaterialStatus(db: StudioDb, id: number, status: MaterialStatus): Promise<Material> {
  return changeMaterial(db, id, { status });
}

/**
 * Corrects the stock after counting it. Null: the studio does not count it.
 *
 * @returns the material as it was before
 */
export async function setStock(db: StudioDb, id: number, stockHundredthsOfGram: number | null): Promise<Material> {
  const [before] = await db.batch([
    db.select(materials, eq(materials.id, id)),
    db.update(materials, { stockHundredthsOfGram }, eq(materials.id, id)),
  ]);
  return requireOne(before);
}

/** The first quality of its technology becomes the default, whatever `isDefault` says. */
export async function createQuality(db: StudioDb, row: NewQuality): Promise<Created<Quality>> {
  const isDefault = row.isDefault ?? false;
  const insert = db.insert(printingQualities, {
    ...row,
    isActive: row.isActive ?? true,
    isDefault,
    position: lastPosition(db, printingQualities),
  });
  // The one just added, where it was not withdrawn; otherwise one that is the default already.
  const newest = db.valuesOf(
    sql`max(${printingQualities.id})`,
    printingQualities,
    eq(printingQualities.isDefault, true),
  );
  const { technologyId, name } = printingQualities;
  const isTwin = sql`other.technology_id = ${technologyId} AND other.name = ${name} AND other.is_active`;
  const [inserted, twins] = await db.batch([
    insert,
    withdrawTwin(db, printingQualities, isTwin),
    settleDefaults(db, isDefault ? newest : null),
  ]);
  return created(inserted, twins);
}

/** A default stays one until another takes its place: `isDefault: false` changes nothing. */
export async function changeQuality(
  db: StudioDb,
  id: number,
  { isDefault, ...changes }: Changes<typeof printingQualities>,
): Promise<Quality> {
  // Written with its own id where nothing else changes: an update must set something.
  const update = db.update(printingQualities, { ...changes, id }, eq(printingQualities.id, id));
  const [changed] = await db.batch([update, settleDefaults(db, isDefault === true ? id : null)]);
  return requireOne(changed);
}

/**
 * Archives a quality, or restores it. Where it was the default, the next one of its technology becomes it.
 *
 * @param asDefault a restored one becomes the default again
 * @returns the quality with `isDefault` as it was before
 */
export async function setQualityActive(
  db: StudioDb,
  id: number,
  isActive: boolean,
  asDefault = false,
): Promise<Quality> {
  const [changed] = await db.batch([
    db.update(printingQualities, { isActive }, eq(printingQualities.id, id)),
    settleDefaults(db, asDefault ? id : null),
  ]);
  return requireOne(changed);
}

/**
 * Leaves exactly one default among the active qualities of each technology, and none among the archived: the preferred one,
 * else the one that is it, else the first.
 */
function settleDefaults(db: StudioDb, preferred: number | SQL | null): Statement<Quality[]> {
  const { id, studioId, technologyId } = printingQualities;
  const chosen = sql`(SELECT other.id FROM ${printingQualities} AS other
    WHERE other.studio_id = ${studioId} AND other.technology_id = ${technologyId} AND other.is_active
    ORDER BY other.id = ${preferred} DESC, other.is_default DESC, other.position, other.id LIMIT 1)`;
  return db.update(printingQualities, { isDefault: sql`coalesce(${id} = ${chosen}, 0)` }, undefined);
}

export async function createFinishing(db: StudioDb, row: NewFinishing): Promise<Created<Finishing>> {
  const isArchived = row.isArchived ?? false;
  const { technologyId, name } = finishings;
  const isTwin = sql`other.technology_id IS ${technologyId} AND other.name = ${name} AND NOT other.is_archived`;
  const [inserted, twins] = await db.batch([
    db.insert(finishings, { ...row, isArchived, position: lastPosition(db, finishings) }),
    withdrawTwin(db, finishings, isTwin),
  ]);
  return created(inserted, twins);
}

export async function changeFinishing(
  db: StudioDb,
  id: number,
  changes: Changes<typeof finishings>,
): Promise<Finishing> {
  return requireOne(await db.update(finishings, changes, eq(finishings.id, id)));
}

export async function setFinishingArchived(db: StudioDb, id: number, isArchived: boolean): Promise<Finishing> {
  return changeFinishing(db, id, { isArchived });
}

export async function createProduct(db: StudioDb, row: NewProduct): Promise<Created<Product>> {
  const now = Date.now();
  const added = { ...row, isActive: row.isActive ?? true, photos: row.photos ?? [], createdAt: now, updatedAt: now };
  const [inserted, twins] = await db.batch([
    db.insert(products, { ...added, position: lastPosition(db, products) }),
    withdrawTwin(db, products, sql`other.title = ${products.title} AND other.is_active`),
  ]);
  return created(inserted, twins);
}

export async function changeProduct(db: StudioDb, id: number, changes: Changes<typeof products>): Promise<Product> {
  return requireOne(await db.update(products, { ...changes, updatedAt: Date.now() }, eq(products.id, id)));
}

export async function setProductActive(db: StudioDb, id: number, isActive: boolean): Promise<Product> {
  return changeProduct(db, id, { isActive });
}

export async function createDeliveryMethod(db: StudioDb, row: NewDeliveryMethod): Promise<Created<DeliveryMethod>> {
  const added = { ...row, isActive: row.isActive ?? true, slug: freeSlug(db.studioId, row.name) };
  const [inserted, twins] = await db.batch([
    db.insert(deliveryMethods, { ...added, position: lastPosition(db, deliveryMethods) }),
    withdrawTwin(db, deliveryMethods, sql`other.name = ${deliveryMethods.name} AND other.is_active`),
  ]);
  return created(inserted, twins);
}

export async function changeDeliveryMethod(
  db: StudioDb,
  id: number,
  changes: Changes<typeof deliveryMethods>,
): Promise<DeliveryMethod> {
  return requireOne(await db.update(deliveryMethods, changes, eq(deliveryMethods.id, id)));
}

export async function setDeliveryMethodActive(db: StudioDb, id: number, isActive: boolean): Promise<DeliveryMethod> {
  return changeDeliveryMethod(db, id, { isActive });
}

/** What places an entry in its list: entries of one group are listed together. */
interface Placed {
  readonly id: number;
  readonly name: string;
  readonly group: string;
}

const READ_PLACES: Readonly<Record<CatalogKind, (db: StudioDb) => Promise<readonly Placed[]>>> = {
  machineProfile: async (db) =>
    (await listed(db, machineProfiles)).map(({ id, name, isArchived }) => placed(id, name, isArchived)),
  material: async (db) =>
    (await listed(db, materials)).map(({ id, name, technologyId, status }) => placed(id, name, technologyId, status)),
  quality: async (db) =>
    (await listed(db, printingQualities)).map(({ id, name, technologyId, isActive }) =>
      placed(id, name, technologyId, isActive),
    ),
  finishing: async (db) =>
    (await listed(db, finishings)).map(({ id, name, isArchived }) => placed(id, name, isArchived)),
  product: async (db) => (await listed(db, products)).map(({ id, title, isActive }) => placed(id, title, isActive)),
  deliveryMethod: async (db) =>
    (await listed(db, deliveryMethods)).map(({ id, name, isActive }) => placed(id, name, isActive)),
};

function placed(id: number, name: string, ...group: readonly unknown[]): Placed {
  return { id, name, group: group.join(" ") };
}

const WRITE_PLACES: Readonly<Record<CatalogKind, (db: StudioDb, ids: readonly number[]) => PromiseLike<unknown>>> = {
  machineProfile: (db, ids) => db.update(machineProfiles, { position: placeIn(ids, machineProfiles) }, undefined),
  material: (db, ids) => db.update(materials, { position: placeIn(ids, materials) }, undefined),
  quality: (db, ids) => db.update(printingQualities, { position: placeIn(ids, printingQualities) }, undefined),
  finishing: (db, ids) => db.update(finishings, { position: placeIn(ids, finishings) }, undefined),
  product: (db, ids) => db.update(products, { position: placeIn(ids, products) }, undefined),
  deliveryMethod: (db, ids) => db.update(deliveryMethods, { position: placeIn(ids, deliveryMethods) }, undefined),
};

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
  const entries = await READ_PLACES[kind](db);
  const moved = entries.find((entry) => entry.id === id);
  if (moved === undefined) throw new NotFound();
  const together = entries.filter(({ group }) => group === moved.group);
  const other = together[together.indexOf(moved) + (direction === "up" ? -1 : 1)];
  if (other === undefined) return undefined;
  const swapped = new Map([
    [moved.id, other.id],
    [other.id, moved.id],
  ]);
  await WRITE_PLACES[kind](
    db,
    entries.map((entry) => swapped.get(entry.id) ?? entry.id),
  );
  return moved.name;
}

/** As the panel lists them. */
export function listed<Table extends CatalogTable>(db: StudioDb, table: Table): ReturnType<typeof db.select<Table>> {
  return db.select(table, undefined, sql`${table.position}, ${table.id}`);
}

/** The row's place in the list of ids. One that was added meanwhile stays where it is. */
function placeIn(ids: readonly number[], table: CatalogTable): SQL {
  return sql`coalesce((SELECT place.key FROM json_each(${JSON.stringify(ids)}) AS place WHERE place.value = ${table.id}), ${table.position})`;
}

/** After all others. */
function lastPosition(db: StudioDb, table: CatalogTable): SQL {
  return db.valuesOf(sql`coalesce(max(${table.position}), -1) + 1`, table, undefined);
}

/**
 * Takes the row that the batch has just added out again where an entry on offer has the same key, as catalog files know entries.
 * In one batch with the insert: of several that are posted at once one stays, and nobody ever sees another.
 *
 * @param isTwin of the entry `other`
 */
function withdrawTwin<Table extends CatalogTable>(
  db: StudioDb,
  table: Table,
  isTwin: SQL,
): ReturnType<typeof db.delete<Table>> {
  const { id, studioId } = table;
  const newest = db.valuesOf(sql`max(${id})`, table, undefined);
  return db.delete(
    table,
    sql`${id} = ${newest} AND EXISTS (SELECT 1 FROM ${table} AS other
      WHERE other.studio_id = ${studioId} AND other.id < ${id} AND ${isTwin})`,
  );
}

function created<Row>(inserted: readonly Row[], withdrawn: readonly Row[]): Created<Row> {
  return withdrawn.length > 0 ? "taken" : requireOne(inserted);
}

function requireOne<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new NotFound();
  return row;
}
