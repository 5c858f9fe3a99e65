// Questions about places and a carriage, as the panel and the order page send them in an address.

import { z } from "zod";
import { MAX_PARCEL_CM, MAX_PARCEL_GRAMS, MIN_PARCEL_GRAMS, PARCEL_DESTINATIONS } from "../domain/carrier/parcel.ts";
import { minorUnits } from "../domain/money.ts";
import { amountField, wholeNumberField } from "../http/request/decimal-fields.ts";

/** A carrier's id of a place. */
export const placeRefField = z.string().regex(/^[0-9a-f-]{36}$/i);

const letters = z.string().max(255).default("");
export const citiesQuery = z.object({ letters });
export const branchesQuery = z.object({ city: placeRefField, letters });

const centimetres = wholeNumberField({ min: 1, max: MAX_PARCEL_CM });
export const estimateQuery = z
  .object({
    city: placeRefField,
    destination: z.enum(PARCEL_DESTINATIONS),
    weightGrams: wholeNumberField({ min: MIN_PARCEL_GRAMS, max: MAX_PARCEL_GRAMS }),
    lengthCm: centimetres,
    widthCm: centimetres,
    heightCm: centimetres,
    /** The order's sum, in the studio's currency. */
    total: amountField.optional(),
    readyOn: z.iso.date().optional(),
  })
  .transform(({ city, destination, total, readyOn, ...parcel }) => ({
    toCityRef: city,
    destination,
    parcel,
    totalMinor: total === undefined ? null : minorUnits(total),
    readyOn: readyOn ?? null,
  }));
