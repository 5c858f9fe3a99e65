// Delivery-method store: adds and changes delivery methods.

import { deliveryMethods } from "../../db/schema.ts";
import type { StudioDb } from "../../db/studio-db.ts";
import { CATALOG } from "../catalog-kinds.ts";
import type { DeliveryMethod } from "../catalog-rows.ts";
import { addEntry, type Changes, type Created, changeEntry } from "../entries.store.ts";
import { freeSlug } from "./delivery-slug.ts";

export interface NewDeliveryMethod {
  readonly name: string;
  readonly isPickup?: boolean | undefined;
  readonly isActive?: boolean | undefined;
  readonly priceMinor?: number | null;
  readonly freeFromMinor?: number | null;
}

export async function createDeliveryMethod(db: StudioDb, row: NewDeliveryMethod): Promise<Created<DeliveryMethod>> {
  return addEntry(db, CATALOG.deliveryMethod, { ...row, slug: freeSlug(db.studioId, row.name) });
}

/** The slug stays: sites know the method by it. @throws NotFound; ChangedMeanwhile if it is no longer as it was `read` */
export async function changeDeliveryMethod(
  db: StudioDb,
  id: number,
  changes: Changes<typeof deliveryMethods>,
  read?: DeliveryMethod,
): Promise<DeliveryMethod> {
  return changeEntry(db, deliveryMethods, id, changes, read);
}
