// A product's photos: adds, removes and orders them, in the row and in the bucket.
//
// An object is put before a row names it, and deleted after no row does: a photo that a row names can always be shown. A crash in
// between leaves an object of at most 5 MB that no row names, which costs next to nothing.

import { and, eq, type SQL, sql } from "drizzle-orm";
import { products } from "../../db/schema.ts";
import type { StudioDb } from "../../db/studio-db.ts";
import { NotFound } from "../../domain/errors.ts";
import type { ProductPhotos } from "../../platform/ports.ts";
import { MAX_PHOTOS, ownPhotoAt, photoPath } from "./photo-address.ts";
import type { PhotoFormat } from "./photo-format.ts";

export interface NewPhoto {
  readonly bytes: Uint8Array;
  readonly format: PhotoFormat;
}

interface PhotoStores {
  readonly db: StudioDb;
  readonly productPhotos: ProductPhotos;
}

/** Stores photos and adds them after those that the product has: all of them, or none. */
export async function addPhotos(
  { db, productPhotos }: PhotoStores,
  productId: number,
  photos: readonly NewPhoto[],
): Promise<"added" | "too_many"> {
  await requireProduct(db, productId);
  const kept = photos.map(({ bytes, format }) => ({ id: crypto.randomUUID(), bytes, format }));
  const ids = kept.map(({ id }) => id);
  try {
    // All have ended before any is deleted again: one that ended later would stay.
    const saved = await Promise.allSettled(
      kept.map(({ id, bytes, format }) => productPhotos.save(id, bytes, format.mediaType)),
    );
    for (const outcome of saved) if (outcome.status === "rejected") throw outcome.reason;
    const paths = kept.map(({ id, format }) => photoPath({ studioId: db.studioId, id, format }));
    if (await appendAddresses(db, productId, paths)) return "added";
  } catch (error) {
    await productPhotos.delete(ids);
    throw error;
  }
  await productPhotos.delete(ids);
  return "too_many";
}

/** Adds a photo that lies on another site. A photo has one place: by its address it is moved and removed. */
export async function addPhotoAddress(
  db: StudioDb,
  productId: number,
  address: string,
): Promise<"added" | "too_many" | "there_already"> {
  if (await appendAddresses(db, productId, [address], sql`NOT ${names(address)}`)) return "added";
  const { photos } = await requireProduct(db, productId);
  return photos.includes(address) ? "there_already" : "too_many";
}

/** Takes a photo off a product, for good: its object is deleted unless another product shows it too. */
export async function removePhoto(
  { db, productPhotos }: PhotoStores,
  productId: number,
  address: string,
): Promise<void> {
  const others = sql`SELECT json_group_array(value) FROM json_each(${products.photos}) WHERE value <> ${address}`;
  const [changed, [remaining]] = await db.batch([
    changePhotos(db, productId, sql`(${others})`, names(address)),
    db.selectFields({ count: sql<number>`count(*)` }, products, names(address)),
  ]);
  if (changed.length === 0) throw new NotFound();
  const photo = ownPhotoAt(address);
  const isOwn = photo?.studioId === db.studioId;
  if (photo !== undefined && isOwn && remaining?.count === 0) await productPhotos.delete([photo.id]);
}

/**
 * Moves a photo by one place. The first is the one that stands for the product.
 *
 * @returns false if it stands first or last already, or another person has just changed the photos
 */
export async function movePhoto(
  db: StudioDb,
  productId: number,
  address: string,
  direction: "up" | "down",
): Promise<boolean> {
  const { photos } = await requireProduct(db, productId);
  const from = photos.indexOf(address);
  if (from === -1) throw new NotFound();
  const to = from + (direction === "up" ? -1 : 1);
  const other = photos[to];
  if (other === undefined) return false;
  const moved = photos.map((photo, place) => (place === from ? other : place === to ? address : photo));
  const isAsRead = sql`json(${products.photos}) = json(${JSON.stringify(photos)})`;
  const changed = await changePhotos(db, productId, sql`${JSON.stringify(moved)}`, isAsRead);
  return changed.length > 0;
}

/** @returns false where the product would have too many, or `condition` does not hold */
async function appendAddresses(
  db: StudioDb,
  productId: number,
  addresses: readonly string[],
  condition?: SQL,
): Promise<boolean> {
  const all = sql`SELECT json_group_array(value) FROM (
    SELECT value FROM json_each(${products.photos}) UNION ALL SELECT value FROM json_each(${JSON.stringify(addresses)}))`;
  const isRoom = sql`json_array_length(${products.photos}) + ${addresses.length} <= ${MAX_PHOTOS}`;
  const changed = await changePhotos(db, productId, sql`(${all})`, and(isRoom, condition));
  return changed.length > 0;
}

function changePhotos(db: StudioDb, productId: number, photos: SQL, condition: SQL | undefined) {
  return db.update(products, { photos, updatedAt: Date.now() }, and(eq(products.id, productId), condition));
}

function names(address: string): SQL {
  return sql`EXISTS (SELECT 1 FROM json_each(${products.photos}) WHERE value = ${address})`;
}

async function requireProduct(db: StudioDb, id: number) {
  const [product] = await db.select(products, eq(products.id, id));
  if (product === undefined) throw new NotFound();
  return product;
}
