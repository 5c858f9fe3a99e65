// Nova Poshta's consignment notes: InternetDocument.save, getDocumentList and delete, and the printed label.

import { z } from "zod";
import type { CarrierAnswer, LabelForm, ListedNote, MadeNote, NewNote } from "../carrier.ts";
import {
  answered,
  askNovaPoshta,
  carrierEntries,
  carrierEntry,
  failed,
  limitTo,
  type NovaPoshtaAccess,
  type NovaPoshtaCall,
  unreachable,
  WRITING_TIMEOUT,
} from "./ask.ts";
import { findSenders } from "./places.ts";
import {
  dayField,
  declaredValue,
  moneyField,
  numberField,
  optionalText,
  refField,
  seatOf,
  serviceTypeOf,
  writtenDay,
  writtenPhone,
} from "./values.ts";

/** InternetDocument.save: "Description". */
const MAX_DESCRIPTION_CHARACTERS = 100;
const MAX_LABEL_BYTES = 5 * 1024 * 1024;
/** getDocumentList gives so many. */
const NOTES_OF_PAGE = 100;
const MAX_PAGES = 10;

const made = { Ref: refField, IntDocNumber: numberField, CostOnSite: moneyField.nullish().catch(null) };
const madeSchema = z.object({ ...made, EstimatedDeliveryDate: dayField });
const listedSchema = z.object({
  ...made,
  EstimatedDeliveryDate: dayField,
  InfoRegClientBarcodes: optionalText,
});
const refSchema = z.object({ Ref: refField });
const recipientSchema = z.object({
  Ref: refField,
  ContactPerson: z.object({ data: z.array(refSchema).min(1) }),
});

/**
 * Counterparty.save of the recipient and, for a door, Address.getStreet and Address.save; then InternetDocument.save. Only the last
 * makes the note: a fault before it is never a note.
 */
export async function makeNote(access: NovaPoshtaAccess, note: NewNote): Promise<CarrierAnswer<MadeNote>> {
  const recipient = await saveRecipient(access, note);
  if (!recipient.answered) return recipient;
  const [contact] = recipient.value.ContactPerson.data;
  const address = await addressOf(access, note, recipient.value.Ref);
  if (!address.answered) return address;
  const saved = await call(access, "InternetDocument", "save", {
    ...senderOf(note),
    CityRecipient: note.to.cityRef,
    Recipient: recipient.value.Ref,
    RecipientAddress: address.value,
    ContactRecipient: contact?.Ref,
    RecipientsPhone: writtenPhone(note.recipient.phoneNumber),
    ServiceType: serviceTypeOf(note.to.destination),
    ...seatOf(note.parcel),
    PayerType: note.payer === "sender" ? "Sender" : "Recipient",
    PaymentMethod: "Cash",
    DateTime: writtenDay(note.sentOn),
    Description: note.description.slice(0, MAX_DESCRIPTION_CHARACTERS),
    Cost: declaredValue(note.declaredMinor),
    InfoRegClientBarcodes: note.reference,
    ...cashOnDelivery(note.cashOnDeliveryMinor),
  });
  const entry = carrierEntry(saved, madeSchema);
  return entry.answered ? answered(noteOf(entry.value)) : entry;
}

/** The notes of these days, the latest first. */
export async function listNotes(
  access: NovaPoshtaAccess,
  from: string,
  to: string,
): Promise<CarrierAnswer<readonly ListedNote[]>> {
  const notes: ListedNote[] = [];
  for (let page = 1; page <= MAX_PAGES; page++) {
    const days = { DateTimeFrom: writtenDay(from), DateTimeTo: writtenDay(to) };
    const properties = { ...days, Page: String(page), GetFullList: "0" };
    const answer = await call(access, "InternetDocument", "getDocumentList", properties);
    if (!answer.answered) return answer;
    const listed = carrierEntries(answer, listedSchema);
    if (!listed.answered) return listed;
    notes.push(...listed.value.map((entry) => ({ ...noteOf(entry), reference: entry.InfoRegClientBarcodes })));
    // By all its entries: a page with an unreadable one is no last page.
    if (answer.value.length < NOTES_OF_PAGE) break;
  }
  return answered(notes);
}

export async function removeNote(
  access: NovaPoshtaAccess,
  noteRef: string,
): Promise<CarrierAnswer<"deleted" | "gone">> {
  const deleted = await call(access, "InternetDocument", "delete", { DocumentRefs: noteRef });
  if (deleted.answered) return answered("deleted");
  const { fault } = deleted;
  // "Document not found", under several codes.
  const isGone = fault.reason === "refused" && fault.problems.some(({ said }) => /not found/i.test(said));
  return isGone ? answered("gone") : deleted;
}

/** Printed forms are given by address, with the key in it: the label is fetched here, and no browser sees the address. */
export async function fetchLabel(
  access: NovaPoshtaAccess,
  trackingNumber: string,
  form: LabelForm,
): Promise<CarrierAnswer<ReadableStream<Uint8Array>>> {
  const { apiKey, addresses } = access;
  const method = form === "a4" ? "printDocument" : "printMarking100x100";
  const document = `orders[]/${encodeURIComponent(trackingNumber)}/type/pdf/apiKey/${encodeURIComponent(apiKey)}`;
  const address = `${addresses.forms}/${method}/${document}${form === "a4" ? "" : "/zebra"}`;
  try {
    const response = await fetch(address, { redirect: "manual", signal: AbortSignal.timeout(WRITING_TIMEOUT) });
    const isPdf = response.headers.get("Content-Type")?.startsWith("application/pdf") === true;
    if (response.ok && isPdf && response.body !== null) {
      return answered(response.body.pipeThrough(limitTo(MAX_LABEL_BYTES)));
    }
    await response.body?.cancel();
    // Without a valid key it sends on to its sign-in. A fault of the key ends all asking, so the key itself is tried.
    const senders = response.status === 302 ? await findSenders(access) : unreachable;
    return senders.answered ? unreachable : senders;
  } catch {
    return unreachable;
  }
}

function noteOf(entry: z.output<typeof madeSchema>): MadeNote {
  const { Ref, IntDocNumber, CostOnSite, EstimatedDeliveryDate } = entry;
  return { ref: Ref, trackingNumber: IntDocNumber, costMinor: CostOnSite ?? null, deliveredOn: EstimatedDeliveryDate };
}

function senderOf({ sender }: NewNote) {
  return {
    CitySender: sender.cityRef,
    Sender: sender.counterpartyRef,
    SenderAddress: sender.branchRef,
    ContactSender: sender.contactRef,
    SendersPhone: writtenPhone(sender.phoneNumber),
  };
}

/** "Money" goes back to the sender; the recipient pays for its way. Whole hryvnias. */
function cashOnDelivery(minor: number | null) {
  if (minor === null) return {};
  const sum = String(Math.ceil(minor / 100));
  return { BackwardDeliveryData: [{ PayerType: "Recipient", CargoType: "Money", RedeliveryString: sum }] };
}

async function saveRecipient(access: NovaPoshtaAccess, { recipient }: NewNote) {
  const saved = await call(access, "Counterparty", "save", {
    CounterpartyType: "PrivatePerson",
    CounterpartyProperty: "Recipient",
    FirstName: recipient.firstName,
    MiddleName: "",
    LastName: recipient.lastName,
    Phone: writtenPhone(recipient.phoneNumber),
  });
  return withoutNote(carrierEntry(saved, recipientSchema));
}

/** The branch's own id, or that of a saved address. */
async function addressOf(
  access: NovaPoshtaAccess,
  { to }: NewNote,
  recipientRef: string,
): Promise<CarrierAnswer<string>> {
  if (to.destination === "branch") return answered(to.branchRef);
  const sought = { CityRef: to.cityRef, FindByString: to.streetName, Page: "1", Limit: "1" };
  const streets = carrierEntries(await call(access, "Address", "getStreet", sought), refSchema);
  if (!streets.answered) return withoutNote(streets);
  const [street] = streets.value;
  if (street === undefined) {
    return failed({ reason: "refused", problems: [{ field: "street", code: null, said: "Street not found" }] });
  }
  const saved = await call(access, "Address", "save", {
    CounterpartyRef: recipientRef,
    StreetRef: street.Ref,
    BuildingNumber: to.buildingNumber,
    Flat: to.apartmentNumber ?? "",
  });
  const address = withoutNote(carrierEntry(saved, refSchema));
  return address.answered ? answered(address.value.Ref) : address;
}

/** The note was not asked for yet: an outage is told as patience, since no note can have been made. */
function withoutNote<Value>(answer: CarrierAnswer<Value>): CarrierAnswer<Value> {
  const isOutage = !answer.answered && answer.fault.reason === "unreachable";
  return isOutage ? failed({ reason: "busy" }) : answer;
}

function call(
  access: NovaPoshtaAccess,
  modelName: NovaPoshtaCall["modelName"],
  calledMethod: string,
  methodProperties: object,
) {
  return askNovaPoshta(access, { modelName, calledMethod, methodProperties }, WRITING_TIMEOUT);
}
