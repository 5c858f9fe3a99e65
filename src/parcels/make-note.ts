// Making a consignment note at the carrier, finding one again after a lost answer, and deleting it.

import type { StoredNote } from "../db/column-types.ts";
import type { StudioDb } from "../db/studio-db.ts";
import type { CarrierFault, CarrierSender } from "../domain/carrier/carriers.ts";
import type { StoredDelivery } from "../domain/delivery.ts";
import { ChangedMeanwhile } from "../domain/errors.ts";
import type { PersonId } from "../domain/ids.ts";
import { minorUnits } from "../domain/money.ts";
import { detailsOf, storedDelivery } from "../orders/delivery.ts";
import type { Carrier, CarrierAnswer, NewNote } from "../platform/carrier/carrier.ts";
import type { NoteFields } from "./parcel.request.ts";
import {
  ANSWER_MILLISECONDS,
  beginNote,
  dropNote,
  endNote,
  type Parcel,
  type ParcelOrder,
  readParcel,
  removeDeletedNote,
} from "./parcel.store.ts";

const DAY_MILLISECONDS = 86_400_000;

/** Asks the studio's carrier, and keeps its faults for the panel. */
export type AskCarrier = <Value>(
  ask: (carrier: Carrier) => Promise<CarrierAnswer<Value>>,
) => Promise<CarrierAnswer<Value>>;

/** A carrier with the studio as its sender. */
export interface SendingCarrier {
  readonly ask: AskCarrier;
  readonly sender: CarrierSender;
}

export type NoteOutcome =
  | { readonly outcome: "made"; readonly trackingNumber: string }
  /** The order has a note already. */
  | { readonly outcome: "there"; readonly parcel: Parcel }
  /** The carrier's answer was lost, and the note may have been made. */
  | { readonly outcome: "unknown" }
  /** No note was made. */
  | { readonly outcome: "fault"; readonly fault: CarrierFault };

/**
 * Makes the order's note. The same form sent twice makes one.
 *
 * @throws NotFound; ChangedMeanwhile if the order is no longer as the person saw it
 */
export async function makeConsignmentNote(
  db: StudioDb,
  { ask, sender }: SendingCarrier,
  { orderId, personId }: { readonly orderId: number; readonly personId: PersonId },
  fields: NoteFields,
): Promise<NoteOutcome> {
  const { order, parcel: before } = await readParcel(db, orderId);
  const reference = referenceOf(order, fields.requestKey);
  if (before !== undefined && before.note !== null) return noteThere(before, reference);
  const note = storedNote(fields);
  const asked = { orderId, version: fields.version, personId, reference, note, delivery: withAddress(order, fields) };
  let parcel: Parcel;
  try {
    parcel = await beginNote(db, asked, order);
  } catch (error) {
    if (!(error instanceof ChangedMeanwhile)) throw error;
    // The same form, sent twice at once.
    const { parcel: there } = await readParcel(db, orderId);
    if (there === undefined || there.note === null) throw error;
    return noteThere(there, reference);
  }
  const answer = await ask((carrier) => carrier.createNote(newNote(sender, fields, reference)));
  if (answer.answered) {
    await endNote(db, parcel, answer.value, personId);
    return { outcome: "made", trackingNumber: answer.value.trackingNumber };
  }
  if (answer.fault.reason === "unreachable") return { outcome: "unknown" };
  await dropNote(db, parcel);
  return { outcome: "fault", fault: answer.fault };
}

/** The same form, sent again, has made its note. */
function noteThere(parcel: Parcel, reference: string): NoteOutcome {
  const { trackingNumber } = parcel;
  return parcel.reference === reference && trackingNumber !== null
    ? { outcome: "made", trackingNumber }
    : { outcome: "there", parcel };
}

/** Its end is the form's own key: a note of the same order that was deleted has another. People know it by the number before it. */
function referenceOf({ number }: ParcelOrder, requestKey: string): string {
  return `${number}-${requestKey.replaceAll("-", "").slice(0, 12)}`;
}

function storedNote(fields: NoteFields): StoredNote {
  const { to, parcel, payer, declaredMinor, cashOnDeliveryMinor, description, sentOn } = fields;
  return { destination: to.destination, parcel, payer, declaredMinor, cashOnDeliveryMinor, description, sentOn };
}

/** The carrier's service types are named by both ends: the studio brings its parcels to a branch. */
function withAddress({ delivery }: ParcelOrder, { to, names }: NoteFields): StoredDelivery {
  const isToBranch = to.destination === "branch";
  const stored = storedDelivery({
    ...detailsOf(delivery),
    cityRef: to.cityRef,
    cityName: names.cityName,
    npServiceType: isToBranch ? "WarehouseWarehouse" : "WarehouseDoors",
    ...(isToBranch
      ? { warehouseRef: to.branchRef, warehouseName: names.branchName }
      : {
          streetName: to.streetName,
          buildingNumber: to.buildingNumber,
          apartmentNumber: to.apartmentNumber,
        }),
  });
  // A city is given.
  if (stored === null) throw new Error("a note's address has no field");
  return stored;
}

function newNote(sender: CarrierSender, fields: NoteFields, reference: string): NewNote {
  const { recipient, to, parcel, payer, declaredMinor, cashOnDeliveryMinor, description, sentOn } = fields;
  return {
    sender,
    recipient,
    to,
    parcel,
    payer,
    declaredMinor: minorUnits(declaredMinor),
    cashOnDeliveryMinor: cashOnDeliveryMinor === null ? null : minorUnits(cashOnDeliveryMinor),
    description,
    reference,
    sentOn,
  };
}

/** `found`: the carrier has the note. `none`: it has made none. `too_early`: its first answer may still come. */
export type Reconciled = "found" | "none" | "too_early" | { readonly fault: CarrierFault };

/** Asks the carrier for notes of which no answer came, by their references. */
export async function reconcileNotes(
  db: StudioDb,
  ask: AskCarrier,
  asked: readonly Parcel[],
): Promise<ReadonlyMap<number, Reconciled>> {
  const results = new Map<number, Reconciled>();
  if (asked.length === 0) return results;
  const now = Date.now();
  const days = asked.map(({ createdAt }) => createdAt);
  // A note is listed by the day of its making, or of its handing over, in the carrier's time zone.
  const sentOn = asked.flatMap(({ note }) => (note === null ? [] : [note.sentOn]));
  const from = [dayOf(Math.min(...days) - DAY_MILLISECONDS), ...sentOn].toSorted()[0] ?? "";
  const to = [dayOf(now + DAY_MILLISECONDS), ...sentOn].toSorted().at(-1) ?? "";
  const listed = await ask((carrier) => carrier.findNotes(from, to));
  for (const parcel of asked) {
    if (!listed.answered) {
      results.set(parcel.id, { fault: listed.fault });
      continue;
    }
    const found = listed.value.find(({ reference }) => reference === parcel.reference);
    if (found !== undefined) {
      await endNote(db, parcel, found, null);
      results.set(parcel.id, "found");
    } else if (now - parcel.createdAt >= ANSWER_MILLISECONDS) {
      await dropNote(db, parcel);
      results.set(parcel.id, "none");
    } else results.set(parcel.id, "too_early");
  }
  return results;
}

function dayOf(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10);
}

/** Deletes the note at the carrier, and then here. One that the carrier has deleted before is deleted here. Undefined: it is. */
export async function deleteNote(
  db: StudioDb,
  ask: AskCarrier,
  parcel: Parcel,
  personId: PersonId,
): Promise<CarrierFault | undefined> {
  const { noteRef } = parcel;
  if (noteRef === null) return undefined;
  const answer = await ask((carrier) => carrier.deleteNote(noteRef));
  if (!answer.answered) return answer.fault;
  await removeDeletedNote(db, parcel, personId);
  return undefined;
}
