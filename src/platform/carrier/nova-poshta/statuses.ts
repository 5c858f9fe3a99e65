// Nova Poshta's statuses of parcels: TrackingDocument.getStatusDocuments, at most a hundred a call.

import { z } from "zod";
import type { ParcelState } from "../../../domain/carrier/parcel.ts";
import { type CarrierAnswer, MAX_STATUSES, type ParcelStatus, type TrackedParcel } from "../carrier.ts";
import { answered, askNovaPoshta, carrierEntries, type NovaPoshtaAccess, WRITING_TIMEOUT } from "./ask.ts";
import { dayField, optionalText, writtenPhone } from "./values.ts";

/**
 * `StatusCode` by the documentation's table. Money of cash on delivery comes back after "received" (9 to 11), and so do documents
 * (106). 102, 103 and 105 end in the parcel's way back.
 */
const STATES: Readonly<Record<string, ParcelState>> = {
  1: "announced",
  2: "deleted",
  3: "not_found",
  4: "under_way",
  5: "under_way",
  6: "under_way",
  7: "arrived",
  8: "arrived",
  9: "received",
  10: "received",
  11: "received",
  12: "under_way",
  15: "under_way",
  41: "under_way",
  101: "under_way",
  102: "refused",
  103: "refused",
  104: "under_way",
  105: "refused",
  106: "received",
  107: "under_way",
  111: "under_way",
  112: "under_way",
  124: "lost",
};

/** The sentence goes into the order, its history and the customer's mail. */
const MAX_STATUS_CHARACTERS = 200;

const statusSchema = z.object({
  Number: z.union([z.string().min(1), z.number()]).transform(String),
  StatusCode: z.union([z.string().min(1), z.number()]).transform(String),
  Status: optionalText,
  ScheduledDeliveryDate: dayField,
  ActualDeliveryDate: dayField,
  RecipientDateTime: dayField,
});

/** @throws RangeError for more parcels than a call takes */
export async function askForStatuses(
  access: NovaPoshtaAccess,
  parcels: readonly TrackedParcel[],
): Promise<CarrierAnswer<ReadonlyMap<string, ParcelStatus>>> {
  if (parcels.length > MAX_STATUSES)
    throw new RangeError(`a call takes ${MAX_STATUSES} parcels, not ${parcels.length}`);
  const Documents = parcels.map(({ trackingNumber, phoneNumber }) => {
    return { DocumentNumber: trackingNumber, Phone: phoneNumber === null ? "" : writtenPhone(phoneNumber) };
  });
  const methodProperties = { Documents };
  const call = { modelName: "TrackingDocument", calledMethod: "getStatusDocuments", methodProperties } as const;
  const entries = carrierEntries(await askNovaPoshta(access, call, WRITING_TIMEOUT), statusSchema);
  if (!entries.answered) return entries;
  return answered(new Map(entries.value.map((entry) => [entry.Number, statusOf(entry)])));
}

/** An unknown code is one of a parcel under way: the carrier adds codes. */
function statusOf(entry: z.output<typeof statusSchema>): ParcelStatus {
  const { StatusCode: code, Status, ScheduledDeliveryDate, ActualDeliveryDate, RecipientDateTime } = entry;
  const state = STATES[code] ?? "under_way";
  const deliveredOn = RecipientDateTime ?? ActualDeliveryDate;
  return {
    state,
    code,
    said: (Status ?? code).slice(0, MAX_STATUS_CHARACTERS),
    scheduledOn: ScheduledDeliveryDate,
    deliveredOn: state === "received" ? deliveredOn : null,
  };
}
