// Parcels: weight and size from the parts inside, the payer of the carriage, and the states of one under way.

export const PARCEL_PAYERS = ["recipient", "sender"] as const;
export type ParcelPayer = (typeof PARCEL_PAYERS)[number];

/** Destinations of a carrier: a branch or parcel locker, or the recipient's door. */
export const PARCEL_DESTINATIONS = ["branch", "door"] as const;
export type ParcelDestination = (typeof PARCEL_DESTINATIONS)[number];

/**
 * States of a parcel, as the carrier tells them. `announced`: noted, and not handed over yet. `deleted` and `not_found`: the carrier
 * has no such parcel. `refused`: it comes back to the studio. `lost`: it will not arrive.
 */
export const PARCEL_STATES = [
  "announced",
  "under_way",
  "arrived",
  "received",
  "refused",
  "lost",
  "deleted",
  "not_found",
] as const;
export type ParcelState = (typeof PARCEL_STATES)[number];

/** States after which the carrier tells nothing more. */
export const ENDED_PARCEL_STATES = ["received", "lost", "deleted"] as const satisfies readonly ParcelState[];

export interface ParcelSize {
  readonly weightGrams: number;
  readonly lengthCm: number;
  readonly widthCm: number;
  readonly heightCm: number;
}

/** A part of a parcel. */
export interface PackedPart {
  readonly quantity: number;
  /** The weight of one copy. */
  readonly weightGrams: number;
  /** The dimensions of one copy as it lies on the printer; null: not known. */
  readonly dimensionsMm: { readonly x: number; readonly y: number; readonly z: number } | null;
}

/** A box and its padding weigh this much, and a tenth of the parts. */
const BOX_GRAMS = 100;
const PADDING_PERCENT = 10;
/** Padding on each side of the parts. */
const PADDING_CM = 1;
/** Parts of any shape leave air between them: the share of a full box that they fill. */
const FILLED_SHARE = 0.6;

/** A carrier takes no smaller parcel: Nova Poshta's least weight is 0.1 kg. */
export const MIN_PARCEL_GRAMS = 100;
export const MAX_PARCEL_GRAMS = 1_000_000;
export const MAX_PARCEL_CM = 300;

/**
 * An estimate of the parcel that holds all parts: their weight with box and padding, and a box on the longest two sides of any part,
 * as high as their volume needs. Null if a part's dimensions are not known, or it is larger than a carrier takes.
 */
export function parcelOf(parts: readonly PackedPart[]): ParcelSize | null {
  let grams = 0;
  let volumeCm3 = 0;
  let [length, width, height] = [0, 0, 0];
  for (const { quantity, weightGrams, dimensionsMm } of parts) {
    if (dimensionsMm === null) return null;
    const sides = [dimensionsMm.x, dimensionsMm.y, dimensionsMm.z].map((side) => side / 10).sort((a, b) => b - a);
    const [longest = 0, middle = 0, shortest = 0] = sides;
    grams += quantity * weightGrams;
    volumeCm3 += quantity * longest * middle * shortest;
    length = Math.max(length, longest);
    width = Math.max(width, middle);
    height = Math.max(height, shortest);
  }
  if (length === 0 || width === 0) return null;
  height = Math.max(height, volumeCm3 / FILLED_SHARE / (length * width));
  const withPadding = (side: number) => Math.ceil(side + 2 * PADDING_CM);
  const size: ParcelSize = {
    weightGrams: Math.max(MIN_PARCEL_GRAMS, Math.ceil((grams * (100 + PADDING_PERCENT)) / 100) + BOX_GRAMS),
    lengthCm: withPadding(length),
    widthCm: withPadding(width),
    heightCm: withPadding(height),
  };
  return fitsCarrier(size) ? size : null;
}

function fitsCarrier({ weightGrams, lengthCm, widthCm, heightCm }: ParcelSize): boolean {
  return weightGrams <= MAX_PARCEL_GRAMS && Math.max(lengthCm, widthCm, heightCm) <= MAX_PARCEL_CM;
}
