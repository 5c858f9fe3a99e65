// Fields of the form that makes an order's consignment note.

import { z } from "zod";
import {
  MAX_PARCEL_CM,
  MAX_PARCEL_GRAMS,
  MIN_PARCEL_GRAMS,
  PARCEL_DESTINATIONS,
  PARCEL_PAYERS,
  type ParcelPayer,
  type ParcelSize,
} from "../domain/carrier/parcel.ts";
import { customIssue, EMPTY_TEXT } from "../http/request/custom-issues.ts";
import { dayOutOfRange, isPlannedDay } from "../http/request/day-range.ts";
import {
  decimalField,
  positiveAmountField,
  wholeAmountField,
  wholeNumberField,
} from "../http/request/decimal-fields.ts";
import { cyrillicNameField, textField, typedPhoneField } from "../http/request/fields.ts";
import { nameField } from "../http/request/name-field.ts";
import { dayFromNow } from "../platform/calendar.ts";
import type { NewNote } from "../platform/carrier/carrier.ts";

/** The carrier prints so much on a note. */
export const MAX_DESCRIPTION_CHARACTERS = 50;

/** A rule of two fields holds also where another field is wrong: all that is wrong is said at once. */
const ALWAYS = { when: () => true };

const side = wholeNumberField({ min: 1, max: MAX_PARCEL_CM, unit: " cm" });
const optionalText = textField.optional();

const fields = z.object({
  version: wholeNumberField({ min: 1, max: Number.MAX_SAFE_INTEGER }),
  requestKey: z.uuid(),
  recipientFirstName: cyrillicNameField,
  recipientLastName: cyrillicNameField,
  recipientPhone: typedPhoneField,
  destination: z.enum(PARCEL_DESTINATIONS),
  cityName: nameField(255),
  warehouseName: optionalText,
  /** The carrier's ids of both, if they are known. */
  cityRef: optionalText,
  warehouseRef: optionalText,
  streetName: optionalText,
  buildingNumber: optionalText,
  apartmentNumber: optionalText,
  weight: decimalField({ scale: 3, min: MIN_PARCEL_GRAMS, max: MAX_PARCEL_GRAMS, unit: " kg" }),
  length: side,
  width: side,
  height: side,
  payer: z.enum(PARCEL_PAYERS),
  declaredValue: positiveAmountField,
  // The carrier collects whole hryvnias: a rounded sum would be another than the person typed.
  cashOnDelivery: wholeAmountField.optional(),
  description: nameField(MAX_DESCRIPTION_CHARACTERS),
  sentOn: z
    .string()
    .refine((given) => z.iso.date().safeParse(given).success, customIssue("date"))
    .refine(isPlannedDay, dayOutOfRange)
    .refine((given) => given >= dayFromNow(0), customIssue("dayPassed")),
});

export const parcelFormSchema = fields.superRefine((typed, check) => {
  const needed =
    typed.destination === "branch" ? (["warehouseName"] as const) : (["streetName", "buildingNumber"] as const);
  for (const name of needed) if (!typed[name]) check.addIssue({ ...EMPTY_TEXT, path: [name] });
}, ALWAYS);

export type ParcelForm = z.output<typeof parcelFormSchema>;

/** A note as a person has filled it in, with the carrier's ids of its places. */
export interface NoteFields {
  readonly version: number;
  readonly requestKey: string;
  readonly recipient: NewNote["recipient"];
  readonly to: NewNote["to"];
  readonly names: { readonly cityName: string; readonly branchName: string | null };
  readonly parcel: ParcelSize;
  readonly payer: ParcelPayer;
  readonly declaredMinor: number;
  readonly cashOnDeliveryMinor: number | null;
  readonly description: string;
  readonly sentOn: string;
}

/** A place with the carrier's id. */
export interface FoundPlace {
  readonly ref: string;
  readonly name: string;
}

/** @param branch undefined: to the door */
export function noteFields(form: ParcelForm, city: FoundPlace, branch: FoundPlace | undefined): NoteFields {
  const { version, requestKey, payer, description, sentOn } = form;
  return {
    version,
    requestKey,
    recipient: {
      firstName: form.recipientFirstName,
      lastName: form.recipientLastName,
      phoneNumber: form.recipientPhone,
    },
    to:
      branch === undefined
        ? {
            destination: "door",
            cityRef: city.ref,
            streetName: form.streetName ?? "",
            buildingNumber: form.buildingNumber ?? "",
            apartmentNumber: form.apartmentNumber ?? null,
          }
        : { destination: "branch", cityRef: city.ref, branchRef: branch.ref },
    names: { cityName: city.name, branchName: branch?.name ?? null },
    parcel: { weightGrams: form.weight, lengthCm: form.length, widthCm: form.width, heightCm: form.height },
    payer,
    declaredMinor: form.declaredValue,
    cashOnDeliveryMinor: form.cashOnDelivery ?? null,
    description,
    sentOn,
  };
}
