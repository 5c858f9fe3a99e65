// Offer changes: which materials and qualities a studio puts on its order page.

import { and, type SQL, sql } from "drizzle-orm";
import { materials, printingQualities } from "../db/schema.ts";
import type { Statement, StudioDb } from "../db/studio-db.ts";
import type { Material, Quality } from "./catalog-rows.ts";
import { listed } from "./entries.store.ts";

/** The statements that read all materials and qualities, as the panel lists them, archived ones included. */
export function choosableReads(db: StudioDb): readonly [Statement<Material[]>, Statement<Quality[]>] {
  return [listed(db, materials), listed(db, printingQualities)];
}

/** A choice among the entries that the form showed. An entry added meanwhile is in neither list, and stays as it is. */
export interface OfferChoice {
  readonly shown: readonly number[];
  readonly onOffer: readonly number[];
}

/** The ids of entries that were put on offer, or taken off it. */
export interface OfferChange {
  readonly materials: OfferChoice;
  readonly qualities: OfferChoice;
}

/**
 * Puts materials and qualities on offer or takes them off it, all in one batch. Ids that the studio does not have change nothing.
 *
 * @returns the change that undoes it: the changed entries, with those that were on offer before
 */
export async function changeOffer(db: StudioDb, chosen: OfferChange): Promise<OfferChange> {
  const [changedMaterials, changedQualities] = await db.batch([
    setOffer(db, materials, chosen.materials),
    setOffer(db, printingQualities, chosen.qualities),
  ]);
  return { materials: before(changedMaterials), qualities: before(changedQualities) };
}

function setOffer<Table extends typeof materials | typeof printingQualities>(
  db: StudioDb,
  table: Table,
  { shown, onOffer }: OfferChoice,
) {
  const { id, isOnStorefront } = table;
  const isChosen = sql`${id} IN ${idsOf(onOffer)}`;
  const isOther = and(sql`${id} IN ${idsOf(shown)}`, sql`${isOnStorefront} != (${isChosen})`);
  const set = { isOnStorefront: isChosen };
  return db.update<typeof materials | typeof printingQualities>(table, set, isOther);
}

/** One parameter, however many ids there are. */
function idsOf(ids: readonly number[]): SQL {
  return sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`;
}

function before(changed: readonly { readonly id: number; readonly isOnStorefront: boolean }[]): OfferChoice {
  return {
    shown: changed.map(({ id }) => id),
    onOffer: changed.filter(({ isOnStorefront }) => !isOnStorefront).map(({ id }) => id),
  };
}
