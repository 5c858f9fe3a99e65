// Parcel carriers, the sender that a studio is to its carrier, and the reasons of a carrier's refusal.

/** Carriers that a studio can connect by a key. */
export const CARRIERS = ["nova_poshta"] as const;
export type CarrierId = (typeof CARRIERS)[number];

/** Letters of a city's name from which places are looked for. */
export const MIN_CITY_LETTERS = 3;
/** Letters that a question about a place may have: no place has a longer name. */
export const MAX_PLACE_LETTERS = 60;

/** The sender of a studio's parcels, chosen once. The names stand for people beside the carrier's own ids. */
export interface CarrierSender {
  readonly counterpartyRef: string;
  readonly counterpartyName: string;
  readonly contactRef: string;
  readonly contactName: string;
  /** E.164. */
  readonly phoneNumber: string;
  readonly cityRef: string;
  readonly cityName: string;
  /** The branch that the studio brings its parcels to. */
  readonly branchRef: string;
  readonly branchName: string;
}

/** Parts of a consignment note to which a carrier's refusal can belong. */
export const NOTE_FIELDS = [
  "sender",
  "recipientName",
  "recipientPhone",
  "city",
  "branch",
  "street",
  "building",
  "weight",
  "size",
  "declaredValue",
  "cashOnDelivery",
  "payer",
  "description",
  "day",
] as const;
export type NoteField = (typeof NOTE_FIELDS)[number];

/** A fault that the carrier has found in the content of a request. */
export interface CarrierProblem {
  /** Null: it names no part of a note. */
  readonly field: NoteField | null;
  /** The carrier's own code of it; null if it gave none. */
  readonly code: string | null;
  /** The carrier's own sentence, in its language. */
  readonly said: string;
}

/**
 * Reasons of a request without a result. `key`: the carrier does not know the key, or knows it no more. `busy`: it asks for patience.
 * `unreachable`: no answer in time, a fault of its own, or half an answer, so that a write may have taken place. `refused`: it refuses
 * the content, and nothing took place.
 */
export const CARRIER_FAULTS = ["key", "busy", "unreachable", "refused"] as const;
export type CarrierFaultReason = (typeof CARRIER_FAULTS)[number];

export type CarrierFault =
  | { readonly reason: Exclude<CarrierFaultReason, "refused"> }
  | { readonly reason: "refused"; readonly problems: readonly CarrierProblem[] };
