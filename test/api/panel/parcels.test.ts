// Parcel of an order in the panel: its note is made once, printed, found again and deleted.

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { carrierAccounts, parcels } from "../../../src/db/schema.ts";
import { standInForCarrier, type TestCarrier } from "../support/carrier.ts";
import { formOn, sendForm } from "../support/page-forms.ts";
import { panelOf, panelStudio, staffOf } from "../support/panel.ts";
import { addOrder, delivered, historyOf, stored } from "../support/panel-orders.ts";
import {
  BRANCH,
  CITY,
  carrierStudio,
  connect,
  LOCKER,
  OTHER_BRANCH,
  parcelsOf,
  readyOrder,
  sendNote,
  sentOrder,
} from "../support/parcels.ts";
import { ordered, quoted, visitedStudio } from "../support/storefront.ts";

let carrier: TestCarrier;

beforeEach(() => {
  carrier = standInForCarrier();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const shop = () => carrierStudio(carrier);
const notes = () => carrier.notes;

describe("the form of a consignment note", () => {
  it("is filled in from the order: recipient, place, value, and the payer", async () => {
    const panel = await shop();
    const { address } = await readyOrder(panel, { totalPriceMinor: 45_050, deliveryPriceMinor: 9_000 });
    const page = await panel.owner.get(`${address}/parcel`);
    const shown = (name: string) => page.field(name).value;
    expect([shown("recipientFirstName"), shown("recipientLastName")]).toEqual(["Леся", "Косач-Квітка"]);
    expect(shown("recipientPhone")).toMatch(/^\+38067/);
    expect([shown("cityName"), shown("warehouseName"), shown("destination")]).toEqual([
      CITY.name,
      OTHER_BRANCH.name,
      "branch",
    ]);
    // The customer has paid the studio for it.
    expect([shown("declaredValue"), shown("payer")]).toEqual(["450.50", "sender"]);
    expect(page.text).toContain("The size of an item is not known: measure the box.");
  });

  it("has weight and size from the slices of the items, as the customer's quote had", async () => {
    const { studio, visitor, choice } = await visitedStudio({ locale: "en" });
    const quote = await quoted(visitor, [{ ...choice, quantity: 3 }]);
    const { orderId } = await ordered(visitor, quote);
    const panel = await panelOf(studio);
    await connect(studio, carrier);
    const page = await panel.owner.get(`${panel.base}/orders/${orderId}/parcel`);
    const { weightGrams, lengthCm, widthCm, heightCm } = quote.parcel ?? expect.fail("the quote has no parcel");
    const shown = (name: string) => Number(page.field(name).value);
    expect(shown("weight") * 1000, page.text).toBeCloseTo(weightGrams, 6);
    expect([shown("length"), shown("width"), shown("height")]).toEqual([lengthCm, widthCm, heightCm]);
    expect(page.text).not.toContain("measure the box");
  });

  it("has the customer pay the carrier where the order has no price of a delivery", async () => {
    const panel = await shop();
    const { address } = await readyOrder(panel);
    expect((await panel.owner.get(`${address}/parcel`)).field("payer").value).toBe("recipient");
  });

  it("is offered on the order's page only by a studio with a carrier and a sender", async () => {
    const panel = await shop();
    const { address } = await readyOrder(panel);
    expect((await panel.owner.get(address)).links["Make the consignment note"]).toBe(`${address}/parcel`);
    await panel.studio.db.update(carrierAccounts, { sender: null }, undefined);
    expect((await panel.owner.get(address)).text).toContain("Choose the sender of your parcels first.");
    expect((await sendNote(panel.owner, address)).text).toContain("Choose the sender of your parcels first.");
    await panel.studio.db.delete(carrierAccounts, undefined);
    expect((await panel.owner.get(address)).hasPart("parcel")).toBe(false);
    expect((await panel.owner.get(`${address}/parcel`)).status).toBe(404);
    expect(notes()).toEqual([]);
  });

  it("says what is wrong beside each field, and asks the carrier nothing", async () => {
    const panel = await shop();
    const { address } = await readyOrder(panel);
    const wrong = { recipientFirstName: "Lesia", recipientPhone: "12", weight: "0", height: "", declaredValue: "-1" };
    const page = await sendNote(panel.owner, address, { ...wrong, warehouseName: "", sentOn: "2020-01-01" });
    expect(page.status).toBe(400);
    expect(Object.keys(page.faults).sort()).toEqual([...Object.keys(wrong), "warehouseName", "sentOn"].sort());
    expect(page.field("recipientFirstName").value).toBe("Lesia");
    // The typed weight and size are the person's.
    expect(page.text).not.toContain("From the order’s items");
    const kopecks = await sendNote(panel.owner, address, { cashOnDelivery: "450.50" });
    expect(Object.keys(kopecks.faults)).toEqual(["cashOnDelivery"]);
    const toDoor = await sendNote(panel.owner, address, { destination: "door" });
    expect(Object.keys(toDoor.faults).sort()).toEqual(["buildingNumber", "streetName"]);
    expect(carrier.calls).toEqual([]);
  });

  it("finds a city that was typed without the carrier's id, and has one chosen among several", async () => {
    const panel = await shop();
    const { address } = await readyOrder(panel, { delivery: delivered({ cityName: "Київ" }) });
    const at = `${address}/parcel`;
    const asked = await sendNote(panel.owner, address, { warehouseName: "1" });
    expect(asked.faults.cityName).toBe("Several cities have this name: choose one in the list.");
    const [cityRef = ""] = asked.field("cityRef").options.slice(1);
    expect(cityRef).toBe(CITY.ref);
    const made = await sendForm(panel.owner, formOn(asked, at, at), { cityRef });
    expect(made.status, made.html).toBe(303);
    expect(notes()[0]?.asked).toMatchObject({ CityRecipient: CITY.ref, RecipientAddress: BRANCH.ref });
    const unknown = await readyOrder(panel, { delivery: delivered({ cityName: "Атлантида" }) });
    const none = await sendNote(panel.owner, unknown.address, { warehouseName: "1" });
    expect(none.faults.cityName).toContain("The carrier knows no such city.");
  });
});

describe("a consignment note", () => {
  it("is made as filled in, with its number, place and day in the order, and an entry in its history", async () => {
    const panel = await shop();
    const { id, address } = await readyOrder(panel);
    const typed = { payer: "sender", cashOnDelivery: "450", declaredValue: "500", description: "Кронштейни" };
    const made = await panel.owner.follow(await sendNote(panel.owner, address, typed));
    const [note] = notes();
    expect(note?.asked).toMatchObject({
      ...{ Weight: "0.5", SeatsAmount: "1", PayerType: "Sender", Cost: "500", Description: "Кронштейни" },
      ...{ ServiceType: "WarehouseWarehouse", CityRecipient: CITY.ref, RecipientAddress: OTHER_BRANCH.ref },
      BackwardDeliveryData: [{ PayerType: "Recipient", CargoType: "Money", RedeliveryString: "450" }],
    });
    expect(made.notice).toContain(`The consignment note ${note?.number} is made.`);
    expect((await stored(panel.studio, id))?.delivery).toMatchObject({
      ...{ trackingNumber: note?.number, npServiceType: "WarehouseWarehouse", method: "Нова пошта" },
      ...{ warehouseRef: OTHER_BRANCH.ref, scheduledDeliveryDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
    });
    const last = (await historyOf(panel.studio, id)).at(-1);
    expect(last).toMatchObject({ personId: panel.ownerPerson.id, changes: { parcel: "note_made" } });
    expect(made.text).toContain("Consignment note made");
    expect(made.links[note?.number ?? ""]).toBe(`https://novaposhta.ua/tracking/?cargo_number=${note?.number}`);
    // The number of the order stands before the reference, for people in the carrier's own cabinet.
    expect(note?.asked.InfoRegClientBarcodes).toMatch(/^1-[0-9a-f]{12}$/);
  });

  it("goes to the door with street and building, and is staff's work too", async () => {
    const panel = await shop();
    const { id, address } = await readyOrder(panel);
    const door = { destination: "door", streetName: "Хрещатик", buildingNumber: "22", apartmentNumber: "5" };
    const made = await sendNote(await staffOf(panel), address, door);
    expect(made.status, made.html).toBe(303);
    expect(notes()[0]?.asked).toMatchObject({ ServiceType: "WarehouseDoors" });
    expect((await stored(panel.studio, id))?.delivery).toMatchObject({
      npServiceType: "WarehouseDoors",
      streetName: "Хрещатик",
      buildingNumber: "22",
      apartmentNumber: "5",
    });
  });

  it("is made once, however often its form is sent", async () => {
    const panel = await shop();
    const { id, address } = await readyOrder(panel);
    const at = `${address}/parcel`;
    const typed = { weight: "0.5", length: "20", width: "15", height: "10" };
    const form = formOn(await panel.owner.get(at), at, at);
    const answers = await Promise.all([1, 2, 3].map(() => sendForm(panel.owner, form, typed)));
    for (const { status, html } of answers) expect([303, 409], html).toContain(status);
    const again = await panel.owner.follow(await sendForm(panel.owner, form, typed));
    expect(again.notice).toContain("is made.");
    expect(notes()).toHaveLength(1);
    expect((await parcelsOf(panel.studio, id)).map(({ trackingNumber }) => trackingNumber)).toEqual([
      notes()[0]?.number,
    ]);
  });

  it("is not made a second time by another form", async () => {
    const panel = await shop();
    const { address } = await readyOrder(panel);
    const at = `${address}/parcel`;
    const other = formOn(await panel.owner.get(at), at, at);
    await sendNote(panel.owner, address);
    const typed = { weight: "0.5", length: "20", width: "15", height: "10" };
    const second = await panel.owner.follow(await sendForm(panel.owner, other, typed));
    expect(second.notice).toBe("This order has a consignment note already. No second one was made.");
    expect((await panel.owner.get(at)).location).toBe(address);
    expect(notes()).toHaveLength(1);
  });

  it("is not made of an order that was changed meanwhile, until its person has looked", async () => {
    const panel = await shop();
    const { id, address } = await readyOrder(panel);
    const at = `${address}/parcel`;
    const form = formOn(await panel.owner.get(at), at, at);
    const version = String((await stored(panel.studio, id))?.version);
    await panel.owner.post(`${address}/delivery`, { version, method: "courier" });
    const typed = { weight: "0.5", length: "20", width: "15", height: "10" };
    const refused = await sendForm(panel.owner, form, typed);
    expect(refused.status).toBe(409);
    expect(refused.text).toContain("The order was changed meanwhile.");
    expect(notes()).toEqual([]);
    expect((await sendForm(panel.owner, formOn(refused, at, at))).status).toBe(303);
    expect(notes()).toHaveLength(1);
  });

  it.each(["completed", "cancelled"] as const)("is not made of an order that is %s", async (status) => {
    const panel = await shop();
    const { address } = await readyOrder(panel, { status });
    expect((await panel.owner.get(address)).links["Make the consignment note"]).toBeUndefined();
    const refused = await sendNote(panel.owner, address);
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("This order has ended")]);
    expect(notes()).toEqual([]);
  });
});

describe("a refusal of the carrier", () => {
  it("stands in people's words beside its field, and leaves nothing behind", async () => {
    const panel = await shop();
    const locker = { warehouseName: LOCKER.name, warehouseRef: LOCKER.ref };
    const { id, address } = await readyOrder(panel, {
      delivery: delivered({ cityName: CITY.name, cityRef: CITY.ref, ...locker }),
    });
    const heavy = await sendNote(panel.owner, address, { weight: "25" });
    expect(heavy.status).toBe(400);
    expect(heavy.faults.weight).toContain("The carrier does not take this weight here.");
    expect(heavy.faults.weight).toContain("max allowed weight: 20");
    expect(await parcelsOf(panel.studio, id)).toEqual([]);
    // The same form, corrected.
    const at = `${address}/parcel`;
    expect((await sendForm(panel.owner, formOn(heavy, at, at), { weight: "5" })).status).toBe(303);
    expect(notes()).toHaveLength(1);
  });

  it("of a street is told before a note is asked for", async () => {
    const panel = await shop();
    const { address } = await readyOrder(panel);
    const door = { destination: "door", streetName: "Неіснуюча", buildingNumber: "1" };
    const page = await sendNote(panel.owner, address, door);
    expect(page.faults.streetName).toContain("The carrier does not know this street in the city.");
    expect(carrier.callsOf("InternetDocument.save")).toEqual([]);
  });

  it("of its key is told with its time on each order, and it is asked nothing more", async () => {
    const panel = await shop();
    const { address } = await readyOrder(panel);
    carrier.revokeKey(panel.key);
    const refused = await sendNote(panel.owner, address);
    expect([refused.status, refused.text]).toEqual([
      503,
      expect.stringContaining("The carrier does not accept your key. Nothing was made."),
    ]);
    expect((await panel.owner.get(address)).text).toMatch(/The carrier has refused your key since .*\d\d:\d\d\./);
    const calls = carrier.calls.length;
    expect((await sendNote(panel.owner, address)).status).toBe(503);
    expect(carrier.calls).toHaveLength(calls);
    expect(await panel.studio.db.select(parcels)).toEqual([]);
  });
});

describe("a carrier that is down", () => {
  it.each(["down", "half"] as const)("makes no note, and stops no order: %s", async (trouble) => {
    const panel = await shop();
    const { id, address } = await readyOrder(panel);
    carrier.trouble = trouble;
    const refused = await sendNote(panel.owner, address);
    expect(refused.status, refused.html).toBe(503);
    expect(refused.text).toContain("Nothing was made. Try again in a few minutes.");
    expect(await parcelsOf(panel.studio, id)).toEqual([]);
    const version = String((await stored(panel.studio, id))?.version);
    const moved = await panel.owner.post(`${address}/move`, { version, status: "shipped" });
    expect(moved.status).toBe(303);
    carrier.trouble = null;
    expect((await sendNote(panel.owner, address)).status).toBe(303);
    expect((await panel.owner.get(address)).ofClass("warning")).toEqual([]);
  });

  it("loses the answer: the note is not made again, and is found by its reference", async () => {
    const panel = await shop();
    const { id, address } = await readyOrder(panel);
    carrier.setTroubleOf("InternetDocument.save", "lost");
    const sent = await panel.owner.follow(await sendNote(panel.owner, address));
    expect(sent.notice).toContain("The carrier’s answer was lost.");
    expect(sent.text).toContain("it may have made the note, or not");
    expect(sent.links["Make the consignment note"]).toBeUndefined();
    expect((await panel.owner.get(`${address}/parcel`)).location).toBe(address);
    expect((await stored(panel.studio, id))?.delivery?.trackingNumber).toBeNull();
    const checked = await panel.owner.follow(await panel.owner.post(`${address}/parcel/check`));
    expect(checked.notice).toContain("The carrier has made the note.");
    expect(notes()).toHaveLength(1);
    expect((await stored(panel.studio, id))?.delivery?.trackingNumber).toBe(notes()[0]?.number);
  });

  it("has made no note: another is made only once its answer can come no more", async () => {
    const panel = await shop();
    const { id, address } = await readyOrder(panel);
    carrier.setTroubleOf("InternetDocument.save", "down");
    await sendNote(panel.owner, address);
    const check = async () => (await panel.owner.follow(await panel.owner.post(`${address}/parcel/check`))).notice;
    expect(await check()).toContain("Ask again in two minutes.");
    carrier.trouble = "down";
    expect(await check()).toContain("The carrier does not answer.");
    carrier.trouble = null;
    vi.useFakeTimers({ toFake: ["Date"] });
    vi.setSystemTime(Date.now() + 121_000);
    expect(await check()).toContain("The carrier has made no note. Make it again.");
    expect(await parcelsOf(panel.studio, id)).toEqual([]);
    expect((await sendNote(panel.owner, address)).status).toBe(303);
    expect(notes()).toHaveLength(1);
  });
});

describe("a label", () => {
  it.each(["a4", "100x100"])("is printed as %s, through the service", async (form) => {
    const panel = await shop();
    const { address, trackingNumber } = await sentOrder(panel);
    const label = await panel.owner.download(`${address}/parcel/label/${form}`);
    expect(label.status).toBe(200);
    expect(label.headers.get("Content-Type")).toBe("application/pdf");
    expect(label.headers.get("Content-Disposition")).toBe(`inline; filename="${trackingNumber}-${form}.pdf"`);
    expect(await label.text()).toContain(trackingNumber);
  });

  it("that the carrier does not give is told, without the carrier's address or key", async () => {
    const panel = await shop();
    const { address } = await sentOrder(panel);
    carrier.trouble = "down";
    const page = await panel.owner.get(`${address}/parcel/label/a4`);
    expect([page.status, page.text]).toEqual([503, expect.stringContaining("The carrier does not answer.")]);
    for (const secret of [panel.key, "novaposhta.ua/orders"]) expect(page.html).not.toContain(secret);
    expect((await panel.owner.get(`${address}/parcel/label/a5`)).status).toBe(404);
  });
});

describe("a note of a carrier that the studio has left", () => {
  it("is shown without what only the carrier does", async () => {
    const panel = await shop();
    const { address, trackingNumber } = await sentOrder(panel);
    const offered = ["A4 sheet", "Sticker 100 × 100 mm", "Delete the note…"];
    expect(Object.keys((await panel.owner.get(address)).links)).toEqual(expect.arrayContaining(offered));
    await panel.studio.db.delete(carrierAccounts, undefined);
    const page = await panel.owner.get(address);
    expect(page.links[trackingNumber]).toContain(trackingNumber);
    for (const link of offered) expect(page.links[link]).toBeUndefined();
  });
});

describe("deleting a note", () => {
  it("is asked about first, and takes the number from the order", async () => {
    const panel = await shop();
    const { id, address, trackingNumber } = await sentOrder(panel);
    const at = `${address}/parcel/delete`;
    const asked = await panel.owner.get(at);
    expect(asked.headings).toContain(`Delete the consignment note ${trackingNumber}?`);
    const form = formOn(asked, at, at);
    const done = await panel.owner.follow(await sendForm(panel.owner, form));
    expect(done.notice).toContain(`The consignment note ${trackingNumber} is deleted.`);
    expect(notes()[0]?.isDeleted).toBe(true);
    expect((await stored(panel.studio, id))?.delivery).toMatchObject({
      ...{ trackingNumber: null, scheduledDeliveryDate: null, warehouseRef: OTHER_BRANCH.ref },
    });
    expect((await historyOf(panel.studio, id)).at(-1)?.changes).toMatchObject({ parcel: "note_deleted" });
    expect((await sendForm(panel.owner, form)).status).toBe(303);
    expect((await sendNote(panel.owner, address)).status).toBe(303);
    expect(notes()).toHaveLength(2);
    // The old page deletes no note that was made after it.
    expect((await sendForm(panel.owner, form)).status).toBe(303);
    expect(notes().map(({ isDeleted }) => isDeleted)).toEqual([true, false]);
  });

  it("is refused by the carrier once it has the parcel, and nothing is lost", async () => {
    const panel = await shop();
    const { id, address, trackingNumber } = await sentOrder(panel);
    carrier.setStatus(trackingNumber, "4");
    const refused = await panel.owner.post(`${address}/parcel/delete`);
    expect([refused.status, refused.text]).toEqual([
      409,
      expect.stringContaining("The carrier does not delete this note."),
    ]);
    expect((await stored(panel.studio, id))?.delivery?.trackingNumber).toBe(trackingNumber);
  });

  it("goes on after a lost answer", async () => {
    const panel = await shop();
    const { id, address, trackingNumber } = await sentOrder(panel);
    carrier.setTroubleOf("InternetDocument.delete", "lost");
    const lost = await panel.owner.post(`${address}/parcel/delete`);
    expect([lost.status, lost.text]).toEqual([409, expect.stringContaining("The carrier does not answer.")]);
    expect((await stored(panel.studio, id))?.delivery?.trackingNumber).toBe(trackingNumber);
    expect((await panel.owner.post(`${address}/parcel/delete`)).status).toBe(303);
    expect((await stored(panel.studio, id))?.delivery?.trackingNumber).toBeNull();
  });
});

describe("another studio's order", () => {
  it("is not found by any door of its parcel", async () => {
    const panel = await shop();
    const { id } = await sentOrder(panel);
    const other = await shop();
    const at = `${other.base}/orders/${id}/parcel`;
    for (const path of ["", "/label/a4", "/delete"]) expect((await other.owner.get(`${at}${path}`)).status).toBe(404);
    for (const path of ["/check", "/delete"]) expect((await other.owner.post(`${at}${path}`)).status).toBe(404);
    expect(notes().filter(({ isDeleted }) => isDeleted)).toEqual([]);
    const bare = await panelStudio();
    const own = await addOrder(bare.studio, { status: "ready" });
    expect((await bare.owner.post(`${bare.base}/orders/${own}/parcel/check`)).status).toBe(303);
  });
});
