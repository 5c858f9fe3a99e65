// Nova Poshta as a carrier, by a studio's key.

import type { Carrier } from "../carrier.ts";
import { NOVA_POSHTA_ADDRESSES, type NovaPoshtaAccess } from "./ask.ts";
import { estimateCarriage } from "./carriage.ts";
import { fetchLabel, listNotes, makeNote, removeNote } from "./notes.ts";
import { findSenders, findSettlements, findWarehouses } from "./places.ts";
import { askForStatuses } from "./statuses.ts";

/**
 * @param standIn the origin of a stand-in that is asked in the carrier's place; empty: the carrier itself
 */
export function novaPoshta(apiKey: string, standIn: string): Carrier {
  const addresses =
    standIn === "" ? NOVA_POSHTA_ADDRESSES : { methods: `${standIn}/v2.0/json/`, forms: `${standIn}/orders` };
  const access: NovaPoshtaAccess = { apiKey, addresses };
  return {
    senders: () => findSenders(access),
    findCities: (letters) => findSettlements(access, letters),
    findBranches: (cityRef, letters) => findWarehouses(access, cityRef, letters),
    estimate: (question) => estimateCarriage(access, question),
    createNote: (note) => makeNote(access, note),
    findNotes: (from, to) => listNotes(access, from, to),
    deleteNote: (noteRef) => removeNote(access, noteRef),
    printLabel: ({ trackingNumber }, form) => fetchLabel(access, trackingNumber, form),
    statuses: (parcels) => askForStatuses(access, parcels),
  };
}
