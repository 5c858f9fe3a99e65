// Nova Poshta's client against the stand-in over HTTP: notes, labels, statuses, and the carrier's faults.

import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { STAND_IN_CITIES } from "../../../harness/carrier/places.ts";
import { type ServedCarrier, serveCarrier } from "../../../harness/carrier/serve.ts";
import { minorUnits } from "../../../src/domain/money.ts";
import { dayFromNow } from "../../../src/platform/calendar.ts";
import { type Carrier, MAX_STATUSES, type NewNote } from "../../../src/platform/carrier/carrier.ts";
import { novaPoshta } from "../../../src/platform/carrier/nova-poshta/nova-poshta.ts";

let served: ServedCarrier;
let key: string;
let carrier: Carrier;

beforeEach(async () => {
  served = await serveCarrier();
  key = served.carrier.makeKey();
  carrier = novaPoshta(key, served.origin);
});
afterEach(() => served.stop());

const [kyiv, lviv] = [STAND_IN_CITIES[0], STAND_IN_CITIES[3]];
if (kyiv === undefined || lviv === undefined) throw new Error("the stand-in has no cities");
const branch = lviv.branches[0];
const senderBranch = kyiv.branches[0];
if (branch === undefined || senderBranch === undefined) throw new Error("the cities have no branches");

async function noteTo(to?: NewNote["to"], changes: Partial<NewNote> = {}): Promise<NewNote> {
  const senders = await carrier.senders();
  const [sender] = senders.answered ? senders.value : [];
  const [contact] = sender?.contacts ?? [];
  if (sender === undefined || contact === undefined) throw new Error("the key has no sender");
  return {
    sender: {
      ...{ counterpartyRef: sender.ref, counterpartyName: sender.name },
      ...{ contactRef: contact.ref, contactName: contact.name, phoneNumber: "+380671112233" },
      ...{ cityRef: kyiv?.ref ?? "", cityName: "Київ", branchRef: senderBranch?.ref ?? "", branchName: "1" },
    },
    recipient: { firstName: "Леся", lastName: "Українка", phoneNumber: "+380501112233" },
    to: to ?? { destination: "branch", cityRef: lviv?.ref ?? "", branchRef: branch?.ref ?? "" },
    parcel: { weightGrams: 950, lengthCm: 20, widthCm: 15, heightCm: 10 },
    payer: "recipient",
    declaredMinor: minorUnits(75_050),
    cashOnDeliveryMinor: null,
    description: "Деталі",
    reference: "12-a",
    sentOn: dayFromNow(0),
    ...changes,
  };
}

async function madeNote(changes?: Partial<NewNote>) {
  const made = await carrier.createNote(await noteTo(undefined, changes));
  if (!made.answered) throw new Error(JSON.stringify(made.fault));
  return made.value;
}

describe("a consignment note", () => {
  it("is made with sender, recipient, weight, sum and reference, and found by the reference", async () => {
    const made = await madeNote({ cashOnDeliveryMinor: minorUnits(75_050) });
    expect(made).toMatchObject({ trackingNumber: expect.stringMatching(/^\d{14}$/), costMinor: 7_000 });
    expect(made.deliveredOn).toBe(dayFromNow(2));
    expect(served.carrier.notes.at(-1)?.asked).toMatchObject({
      ...{ PayerType: "Recipient", Weight: "1.0", Cost: "751", RecipientsPhone: "380501112233" },
      BackwardDeliveryData: [{ PayerType: "Recipient", CargoType: "Money", RedeliveryString: "751" }],
    });
    const found = await carrier.findNotes(dayFromNow(0), dayFromNow(0));
    expect(found).toEqual({
      answered: true,
      value: [expect.objectContaining({ ...made, reference: "12-a", deliveredOn: null })],
    });
  });

  it("to the door is made by street and house", async () => {
    const to = {
      destination: "door",
      cityRef: lviv.ref,
      streetName: "Городоцька",
      buildingNumber: "7",
      apartmentNumber: null,
    } as const;
    expect(await carrier.createNote(await noteTo(to))).toMatchObject({ answered: true });
    const unknown = await carrier.createNote(await noteTo({ ...to, streetName: "Нідешня" }));
    expect(unknown).toMatchObject({ fault: { reason: "refused", problems: [{ field: "street" }] } });
  });

  it.each([
    [{ recipient: { firstName: "Lesia", lastName: "Українка", phoneNumber: "+380501112233" } }, "recipientName"],
    [{ recipient: { firstName: "Леся", lastName: "Українка", phoneNumber: "+4930123" } }, "recipientPhone"],
    [{ sentOn: "2020-01-01" }, "day"],
    [{ to: { destination: "branch", cityRef: lviv.ref, branchRef: kyiv.ref } as const }, "branch"],
    [{ description: "" }, "description"],
  ])("with %o is refused at its field, and none is made", async (changes, field) => {
    const notes = served.carrier.notes.length;
    const answer = await carrier.createNote(await noteTo(undefined, changes));
    expect(answer).toMatchObject({ fault: { reason: "refused", problems: [{ field, said: expect.any(String) }] } });
    expect(served.carrier.notes).toHaveLength(notes);
  });

  it("is deleted before it is handed over, is gone the second time, and stays afterwards", async () => {
    const { ref } = await madeNote();
    expect(await carrier.deleteNote(ref)).toEqual({ answered: true, value: "deleted" });
    expect(await carrier.deleteNote(ref)).toEqual({ answered: true, value: "gone" });
    const kept = await madeNote();
    served.carrier.setStatus(kept.trackingNumber, "5");
    expect(await carrier.deleteNote(kept.ref)).toMatchObject({ fault: { reason: "refused" } });
  });

  it("whose answer is lost may have been made, and the list tells", async () => {
    const note = await noteTo(undefined, { reference: "lost" });
    served.carrier.troubles.push("unknown_fields", "lost");
    expect(await carrier.createNote(note)).toEqual({ answered: false, fault: { reason: "unreachable" } });
    const listed = await carrier.findNotes(dayFromNow(0), dayFromNow(0));
    expect(listed.answered && listed.value.filter(({ reference }) => reference === "lost")).toHaveLength(1);
  });

  it("may have been made if the carrier fails with a sentence", async () => {
    const note = await noteTo();
    served.carrier.troubles.push("unknown_fields", "failed");
    expect(await carrier.createNote(note)).toEqual({ answered: false, fault: { reason: "unreachable" } });
  });

  it("is found on a further page too, also behind a note that cannot be read", async () => {
    const first = await madeNote({ reference: "first" });
    for (let notes = 0; notes < 100; notes++) await carrier.createNote(await noteTo(undefined, { reference: "later" }));
    const latest = served.carrier.notes.at(-1);
    if (latest === undefined) throw new Error("no note was made");
    Object.assign(latest, { number: "" });
    const listed = await carrier.findNotes(dayFromNow(0), dayFromNow(0));
    if (!listed.answered) throw new Error(JSON.stringify(listed.fault));
    expect(listed.value.find(({ reference }) => reference === "first")?.ref).toBe(first.ref);
  });

  it("was surely not made if the carrier failed before it was asked for one", async () => {
    const note = await noteTo();
    served.carrier.troubles.push("down");
    expect(await carrier.createNote(note)).toEqual({ answered: false, fault: { reason: "busy" } });
  });
});

describe("a label", () => {
  it.each(["a4", "100x100"] as const)("of form %s is a PDF", async (form) => {
    const label = await carrier.printLabel(await madeNote(), form);
    if (!label.answered) throw new Error(JSON.stringify(label.fault));
    expect(await new Response(label.value).text()).toMatch(/^%PDF-/);
  });

  it("that is sent on to the sign-in is of a revoked key only if the key is", async () => {
    const note = await madeNote();
    served.carrier.signsOut = true;
    expect(await carrier.printLabel(note, "a4")).toEqual({ answered: false, fault: { reason: "unreachable" } });
    served.carrier.revokeKey(key);
    expect(await carrier.printLabel(note, "a4")).toEqual({ answered: false, fault: { reason: "key" } });
  });

  it("is refused with a revoked key, and unreachable for an unknown note", async () => {
    const note = await madeNote();
    expect(await carrier.printLabel({ trackingNumber: "1" }, "a4")).toEqual({
      answered: false,
      fault: { reason: "unreachable" },
    });
    served.carrier.revokeKey(key);
    expect(await carrier.printLabel(note, "a4")).toEqual({ answered: false, fault: { reason: "key" } });
  });
});

describe("statuses", () => {
  it("are told with state, words and days, of up to a hundred parcels a call", async () => {
    const [one, other] = [await madeNote(), await madeNote()];
    served.carrier.setStatus(other.trackingNumber, "9");
    const tracked = [one, other].map(({ trackingNumber }) => ({ trackingNumber, phoneNumber: "+380501112233" }));
    const answer = await carrier.statuses([...tracked, { trackingNumber: "404", phoneNumber: null }]);
    if (!answer.answered) throw new Error(JSON.stringify(answer.fault));
    expect(answer.value.get(one.trackingNumber)).toMatchObject({
      state: "announced",
      scheduledOn: dayFromNow(2),
      deliveredOn: null,
    });
    expect(answer.value.get(other.trackingNumber)).toMatchObject({
      state: "received",
      code: "9",
      deliveredOn: dayFromNow(2),
    });
    expect(answer.value.get("404")).toMatchObject({ state: "not_found" });
    const many = Array.from({ length: MAX_STATUSES + 1 }, () => ({ trackingNumber: "1", phoneNumber: null }));
    await expect(carrier.statuses(many)).rejects.toThrow(RangeError);
  });

  it.each([
    ["2", "deleted"],
    ["5", "under_way"],
    ["8", "arrived"],
    ["11", "received"],
    ["103", "refused"],
    ["124", "lost"],
    ["999", "under_way"],
  ])("of code %s mean %s", async (code, state) => {
    const { trackingNumber } = await madeNote();
    served.carrier.setStatus(trackingNumber, code);
    const answer = await carrier.statuses([{ trackingNumber, phoneNumber: null }]);
    expect(answer.answered && answer.value.get(trackingNumber)?.state).toBe(state);
  });
});

describe("a fault of the carrier's", () => {
  it.each([
    ["down", "unreachable"],
    ["half", "unreachable"],
    ["lost", "unreachable"],
    ["busy", "busy"],
    ["bare", "unreachable"],
    ["walled", "unreachable"],
    ["failed", "unreachable"],
  ] as const)("that it is %s is told as %s", async (trouble, reason) => {
    served.carrier.trouble = trouble;
    expect(await carrier.findCities("Киї")).toEqual({ answered: false, fault: { reason } });
  });

  it("of a revoked key, and of an address where nothing answers, is told", async () => {
    served.carrier.revokeKey(key);
    expect(await carrier.senders()).toEqual({ answered: false, fault: { reason: "key" } });
    const nowhere = novaPoshta(key, "http://127.0.0.1:9");
    expect(await nowhere.findCities("Киї")).toEqual({ answered: false, fault: { reason: "unreachable" } });
  });

  it("puts no key into an answer", async () => {
    served.carrier.trouble = "down";
    expect(
      JSON.stringify([await carrier.senders(), await carrier.printLabel({ trackingNumber: "1" }, "a4")]),
    ).not.toContain(key);
  });
});
