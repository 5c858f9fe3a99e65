// Parcels under way: the hourly run asks the carrier about them, writes its reports into orders, and completes those received.

import { env } from "cloudflare:workers";
import { eq, ne } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { CARRIER_TROUBLES } from "../../../harness/carrier/nova-poshta.ts";
import { openRetainedRecords } from "../../../src/db/retained-records.ts";
import { carrierAccounts, orders, parcels } from "../../../src/db/schema.ts";
import type { OrderStatus } from "../../../src/domain/order.ts";
import { type CarrierStudio, standInForCarrier, type TestCarrier } from "../support/carrier.ts";
import { outboxOf, statesOf, tellsCustomers, tellsPerson } from "../support/messages.ts";
import { panelStudio, posted, staffOf } from "../support/panel.ts";
import { addOrder, delivered, historyOf, stored } from "../support/panel-orders.ts";
import {
  carrierStudio,
  connect,
  makeDue,
  parcelsOf,
  readyOrder,
  runScheduled,
  sendNote,
  sentOrder,
} from "../support/parcels.ts";

let carrier: TestCarrier;

beforeEach(async () => {
  carrier = standInForCarrier();
  // Studios of other tests have keys that this stand-in does not know.
  await env.DB.prepare("DELETE FROM carrier_accounts").run();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const shop = () => carrierStudio(carrier);
const calls = () => carrier.callsOf("TrackingDocument.getStatusDocuments");

/** The carrier has the parcel in this status, and the hourly run comes. */
async function reported(panel: CarrierStudio, trackingNumber: string, status: string): Promise<void> {
  carrier.setStatus(trackingNumber, status);
  await makeDue(panel.studio);
  await runScheduled();
}

/** An order on its way, with a note. */
async function shippedOrder(panel: CarrierStudio) {
  const order = await sentOrder(panel);
  await moved(panel, order.address, "shipped");
  return order;
}

async function moved({ studio, owner }: CarrierStudio, address: string, status: OrderStatus): Promise<void> {
  const version = String((await stored(studio, Number(address.split("/").at(-1))))?.version);
  await posted(owner, `${address}/move`, { version, status });
}

describe("the carrier's report", () => {
  it("is written into the order's delivery and its history, under the carrier's name", async () => {
    const panel = await shop();
    const { id, address, trackingNumber } = await shippedOrder(panel);
    await reported(panel, trackingNumber, "7");
    const order = await stored(panel.studio, id);
    expect(order?.delivery).toMatchObject({
      ...{ trackingNumber, deliveryStatus: "Прибув на відділення", actualDeliveryDate: null },
      scheduledDeliveryDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    });
    expect(order?.status).toBe("shipped");
    const last = (await historyOf(panel.studio, id)).at(-1);
    expect(last).toMatchObject({ personId: null, isByCustomer: false, changes: { parcel: "reported" } });
    const { text } = await panel.owner.get(address);
    for (const said of ["The carrier reports", "Прибув на відділення", "Waits for the customer"])
      expect(text).toContain(said);
    expect(text).not.toContain("Delete the note");
    expect(calls().at(-1)?.properties).toEqual({
      Documents: [{ DocumentNumber: trackingNumber, Phone: order?.contact.phoneNumber.slice(1) }],
    });
  });

  it("stands in the way of no move, and of a delivery that was filled in before it", async () => {
    const panel = await shop();
    const { id, address, trackingNumber } = await sentOrder(panel);
    const version = String((await stored(panel.studio, id))?.version);
    await reported(panel, trackingNumber, "5");
    const fields = { version, method: "courier", trackingNumber };
    expect((await panel.owner.post(`${address}/delivery`, fields)).status).toBe(409);
    expect((await panel.owner.post(`${address}/move`, { version, status: "shipped" })).status).toBe(303);
    expect((await stored(panel.studio, id))?.status).toBe("shipped");
  });

  it("that tells nothing new writes nothing into the order", async () => {
    const panel = await shop();
    const { id, trackingNumber } = await shippedOrder(panel);
    await reported(panel, trackingNumber, "5");
    const before = await stored(panel.studio, id);
    await reported(panel, trackingNumber, "5");
    expect(await stored(panel.studio, id)).toEqual(before);
    expect(calls()).toHaveLength(2);
  });

  it("of a received parcel completes its order, tells its customer, and is the last", async () => {
    const panel = await shop();
    await tellsCustomers(panel.studio, ["completed"]);
    const { id, address, trackingNumber } = await shippedOrder(panel);
    await reported(panel, trackingNumber, "9");
    const order = await stored(panel.studio, id);
    expect([order?.status, order?.delivery?.deliveryStatus]).toEqual(["completed", "Відправлення отримано"]);
    expect(order?.delivery?.actualDeliveryDate).toMatch(/^\d{4}-\d\d-\d\d$/);
    const last = (await historyOf(panel.studio, id)).at(-1);
    expect(last).toMatchObject({ status: "completed", personId: null, changes: { parcel: "received" } });
    expect((await outboxOf(panel.studio)).map(({ event }) => event)).toEqual(["completed"]);
    expect((await panel.owner.get(address)).text).toContain("The customer has received the parcel");
    expect((await parcelsOf(panel.studio, id))[0]?.nextLookAt).toBeNull();
  });

  it("completes no order of a studio that has switched it off", async () => {
    const panel = await shop();
    const off = await posted(panel.owner, `${panel.base}/carrier/received`, {});
    expect(off.notice).toContain("Received parcels leave their orders as they are.");
    expect((await (await staffOf(panel)).post(`${panel.base}/carrier/received`)).status).toBe(403);
    const { id, trackingNumber } = await shippedOrder(panel);
    await reported(panel, trackingNumber, "9");
    const order = await stored(panel.studio, id);
    expect([order?.status, order?.delivery?.deliveryStatus]).toEqual(["shipped", "Відправлення отримано"]);
    expect((await parcelsOf(panel.studio, id))[0]?.nextLookAt).toBeNull();
  });

  it("completes an order that is not marked as shipped only after it is", async () => {
    const panel = await shop();
    const { id, address, trackingNumber } = await sentOrder(panel);
    await reported(panel, trackingNumber, "9");
    expect((await stored(panel.studio, id))?.status).toBe("ready");
    await moved(panel, address, "shipped");
    await reported(panel, trackingNumber, "9");
    expect((await stored(panel.studio, id))?.status).toBe("completed");
  });

  it("is the last of an order that was completed by hand meanwhile", async () => {
    const panel = await shop();
    const { id, address, trackingNumber } = await sentOrder(panel);
    await reported(panel, trackingNumber, "9");
    for (const status of ["shipped", "completed"] as const) await moved(panel, address, status);
    const history = await historyOf(panel.studio, id);
    await reported(panel, trackingNumber, "9");
    expect(await historyOf(panel.studio, id)).toEqual(history);
    expect((await parcelsOf(panel.studio, id))[0]?.nextLookAt).toBeNull();
  });

  it("of a parcel that comes back is told to staff once", async () => {
    const panel = await shop();
    await tellsPerson(panel.studio, panel.ownerPerson, ["parcel_returns"]);
    const { id, trackingNumber } = await shippedOrder(panel);
    for (const status of ["103", "102", "103"]) await reported(panel, trackingNumber, status);
    expect((await statesOf(panel.studio)).filter((told) => told.startsWith("parcel_returns"))).toHaveLength(1);
    expect((await historyOf(panel.studio, id)).filter(({ changes }) => changes?.parcel === "returning")).toHaveLength(
      1,
    );
    expect((await stored(panel.studio, id))?.status).toBe("shipped");
  });

  it("of a note is not written into an order that has another number", async () => {
    const panel = await shop();
    const { id, address, trackingNumber } = await shippedOrder(panel);
    const version = String((await stored(panel.studio, id))?.version);
    await posted(panel.owner, `${address}/delivery`, { version, method: "courier", trackingNumber: "59000000000001" });
    await reported(panel, trackingNumber, "9");
    const order = await stored(panel.studio, id);
    expect([order?.status, order?.delivery?.trackingNumber, order?.delivery?.deliveryStatus]).toEqual([
      "shipped",
      "59000000000001",
      null,
    ]);
    expect((await panel.owner.get(address)).text).toContain("The order has another number, 59000000000001");
  });
});

describe("a number that was typed", () => {
  /** An order with the number of another order's note, as staff type it. */
  async function typedOrder(panel: CarrierStudio, typed: (number: string) => string) {
    const { trackingNumber } = await sentOrder(panel);
    const id = await addOrder(panel.studio, { status: "ready" });
    const address = `${panel.base}/orders/${id}`;
    const newTrackingNumber = typed(trackingNumber);
    await posted(panel.owner, `${address}/move`, { version: "1", status: "shipped", newTrackingNumber });
    return { id, address, trackingNumber };
  }

  it("is followed as the carrier writes it", async () => {
    const panel = await shop();
    const { id, address, trackingNumber } = await typedOrder(panel, (number) => number.replace(/^(\d{4})/, "$1 "));
    expect((await panel.owner.get(address)).text).toContain("The carrier is asked about it.");
    await reported(panel, trackingNumber, "9");
    const order = await stored(panel.studio, id);
    expect([order?.status, order?.delivery?.trackingNumber]).toEqual(["completed", trackingNumber]);
  });

  it("of another carrier is not asked about", async () => {
    const panel = await shop();
    const { id } = await typedOrder(panel, () => "RB123456789UA");
    await panel.studio.db.delete(parcels, ne(parcels.orderId, id));
    await makeDue(panel.studio);
    await runScheduled();
    expect(calls()).toEqual([]);
    expect((await parcelsOf(panel.studio, id))[0]?.nextLookAt).toBeNull();
  });

  it("is followed no more once it is taken away, and anew with each other", async () => {
    const panel = await shop();
    const { id, address } = await typedOrder(panel, () => "20450000000077");
    expect((await parcelsOf(panel.studio, id)).map((one) => one.trackingNumber)).toEqual(["20450000000077"]);
    const change = async (trackingNumber: string) => {
      const version = String((await stored(panel.studio, id))?.version);
      await posted(panel.owner, `${address}/delivery`, { version, method: "courier", trackingNumber });
      return (await parcelsOf(panel.studio, id)).map((one) => one.trackingNumber);
    };
    expect(await change("20450000000078")).toEqual(["20450000000078"]);
    expect(await change("")).toEqual([]);
  });

  it("is nothing to a studio without a carrier, and followed from the moment that it connects one", async () => {
    const panel = await panelStudio();
    const delivery = delivered({ method: "courier" });
    const ids = [await addOrder(panel.studio, { status: "ready", delivery }), await addOrder(panel.studio)];
    const [id = 0] = ids;
    const move = { version: "1", status: "shipped", newTrackingNumber: "20450000000055" };
    await posted(panel.owner, `${panel.base}/orders/${id}/move`, move);
    expect(await panel.studio.db.select(parcels)).toEqual([]);
    expect((await panel.owner.get(`${panel.base}/orders/${id}`)).hasPart("parcel")).toBe(false);
    await connect(panel.studio, carrier);
    expect(await panel.studio.db.select(parcels)).toMatchObject([{ orderId: id, trackingNumber: "20450000000055" }]);
  });
});

describe("the hourly run", () => {
  it("asks by batches of a hundred, each studio by its own key", async () => {
    const panel = await shop();
    const { trackingNumber } = await sentOrder(panel);
    for (let more = 0; more < 149; more++) {
      const id = await addOrder(panel.studio, { status: "shipped" });
      const set = { delivery: delivered({ method: "courier", trackingNumber }), updatedAt: Date.now() };
      await panel.studio.db.update(orders, set, eq(orders.id, id));
    }
    const other = await shop();
    await sentOrder(other);
    await makeDue(panel.studio);
    await runScheduled();
    const sizes = calls().map(({ properties }) => [properties.Documents].flat().length);
    expect(sizes.toSorted((a, b) => b - a)).toEqual([100, 50, 1]);
  }, 60_000);

  it("leaves a parcel alone until it is due, and looks at an old one rarely", async () => {
    const panel = await shop();
    const { id } = await shippedOrder(panel);
    await runScheduled();
    await runScheduled();
    expect(calls()).toHaveLength(1);
    const nextIn = async () => ((await parcelsOf(panel.studio, id))[0]?.nextLookAt ?? Number.NaN) - Date.now();
    expect(await nextIn()).toBeLessThan(3_600_000);
    const days = (count: number) => Date.now() - count * 86_400_000;
    await panel.studio.db.update(parcels, { createdAt: days(20), nextLookAt: 1 }, undefined);
    await runScheduled();
    expect(await nextIn()).toBeGreaterThan(10 * 3_600_000);
    await panel.studio.db.update(parcels, { createdAt: days(61), nextLookAt: 1 }, undefined);
    await runScheduled();
    expect((await parcelsOf(panel.studio, id))[0]?.nextLookAt).toBeNull();
  });

  it.each(["down", "half", "lost", "busy"] as const)(
    "loses nothing where the carrier fails, and says since when: %s",
    async (trouble) => {
      const panel = await shop();
      const { id, address, trackingNumber } = await shippedOrder(panel);
      carrier.trouble = trouble;
      await reported(panel, trackingNumber, "9");
      expect((await stored(panel.studio, id))?.status).toBe("shipped");
      const said = trouble === "busy" ? "has been asking for patience since" : "has not answered since";
      expect((await panel.owner.get(address)).text).toContain(said);
      carrier.trouble = null;
      await runScheduled();
      expect((await stored(panel.studio, id))?.status).toBe("completed");
      expect((await panel.owner.get(address)).text).not.toContain(said);
    },
  );

  it("writes no key into the log, however the carrier fails", async () => {
    const panel = await shop();
    const { trackingNumber } = await shippedOrder(panel);
    const written = (["log", "error"] as const).map((name) => vi.spyOn(console, name).mockImplementation(() => {}));
    for (const trouble of CARRIER_TROUBLES.filter((one) => one !== "slow")) {
      carrier.trouble = trouble;
      await reported(panel, trackingNumber, "5");
    }
    carrier.trouble = null;
    carrier.revokeKey(panel.key);
    await reported(panel, trackingNumber, "5");
    const lines = written.flatMap(({ mock }) => mock.calls.flat()).map(String);
    expect(lines).not.toEqual([]);
    expect(lines.join("\n")).not.toContain(panel.key);
  });

  it("reads answers with fields that it does not know", async () => {
    const panel = await shop();
    const { id, trackingNumber } = await shippedOrder(panel);
    carrier.trouble = "unknown_fields";
    await reported(panel, trackingNumber, "9");
    expect((await stored(panel.studio, id))?.status).toBe("completed");
  });

  it("takes the carrier for down after three studios without an answer", async () => {
    for (let studios = 0; studios < 4; studios++) await sentOrder(await shop());
    carrier.trouble = "down";
    const fetched = vi.mocked(globalThis.fetch).mock.calls.length;
    await runScheduled();
    expect(vi.mocked(globalThis.fetch).mock.calls.length - fetched).toBe(3);
    const rows = await env.DB.prepare(
      "SELECT count(*) AS faults FROM carrier_accounts WHERE fault = 'unreachable'",
    ).all();
    expect(rows.results).toEqual([{ faults: 3 }]);
    // The next run begins behind them.
    carrier.trouble = null;
    await runScheduled();
    await runScheduled();
    expect(calls()).toHaveLength(4);
  });

  it("writes no more of the carrier's sentence than people read", async () => {
    const panel = await shop();
    const { id, trackingNumber } = await shippedOrder(panel);
    await makeDue(panel.studio);
    const entry = { Number: trackingNumber, StatusCode: "5", Status: "а".repeat(100_000) };
    vi.mocked(globalThis.fetch).mockImplementationOnce(async () => Response.json({ success: true, data: [entry] }));
    await runScheduled();
    expect((await stored(panel.studio, id))?.delivery?.deliveryStatus).toBe("а".repeat(200));
  });

  it("puts off a batch that the carrier refuses, so that it holds up none behind it", async () => {
    const panel = await shop();
    const { id } = await shippedOrder(panel);
    await makeDue(panel.studio);
    carrier.setTroubleOf("TrackingDocument.getStatusDocuments", "refused");
    await runScheduled();
    expect((await parcelsOf(panel.studio, id))[0]?.nextLookAt).toBeGreaterThan(Date.now());
    expect((await panel.studio.db.select(carrierAccounts))[0]?.fault).toBeNull();
  });

  it("is asked no more about a note that was deleted while it answered", async () => {
    const panel = await shop();
    const { id, address, trackingNumber } = await sentOrder(panel);
    await makeDue(panel.studio);
    carrier.setMeanwhile("TrackingDocument.getStatusDocuments", async () => {
      const deleted = await panel.owner.post(`${address}/parcel/delete`, { trackingNumber });
      expect(deleted.status, deleted.html).toBe(303);
      carrier.setStatus(trackingNumber, "3");
    });
    await runScheduled();
    const [parcel] = await parcelsOf(panel.studio, id);
    expect(parcel?.removedAt).not.toBeNull();
    expect(parcel?.nextLookAt).toBeNull();
  });

  it("follows parcels under way while the list of notes is refused", async () => {
    const panel = await shop();
    const { id, trackingNumber } = await shippedOrder(panel);
    const other = await readyOrder(panel);
    carrier.setTroubleOf("InternetDocument.save", "lost");
    await sendNote(panel.owner, other.address);
    carrier.setTroubleOf("InternetDocument.getDocumentList", "refused");
    await reported(panel, trackingNumber, "9");
    expect((await stored(panel.studio, id))?.status).toBe("completed");
    expect(await parcelsOf(panel.studio, other.id)).toMatchObject([{ trackingNumber: null, removedAt: null }]);
  });

  it("asks nothing more by a key that was revoked, until there is another", async () => {
    const panel = await shop();
    const { id, address, trackingNumber } = await shippedOrder(panel);
    carrier.revokeKey(panel.key);
    await reported(panel, trackingNumber, "9");
    expect((await panel.owner.get(address)).text).toContain("has refused your key since");
    const asked = calls().length;
    await runScheduled();
    expect(calls()).toHaveLength(asked);
    expect((await panel.studio.db.select(carrierAccounts))[0]?.fault).toBe("key");
    await connect(panel.studio, carrier);
    await runScheduled();
    expect((await stored(panel.studio, id))?.status).toBe("completed");
  });

  it("finds the note of which the answer was lost", async () => {
    const panel = await shop();
    const { id, address } = await readyOrder(panel);
    carrier.setTroubleOf("InternetDocument.save", "lost");
    await sendNote(panel.owner, address);
    await runScheduled();
    expect((await stored(panel.studio, id))?.delivery?.trackingNumber).toBeNull();
    vi.useFakeTimers({ toFake: ["Date"] });
    vi.setSystemTime(Date.now() + 121_000);
    await runScheduled();
    const [note, ...others] = carrier.notes;
    expect(others).toEqual([]);
    expect((await stored(panel.studio, id))?.delivery?.trackingNumber).toBe(note?.number);
    expect((await historyOf(panel.studio, id)).at(-1)).toMatchObject({
      personId: null,
      changes: { parcel: "note_made" },
    });
  });

  it("names only studios with a due parcel and a key that is known", async () => {
    const [due, notDue, refused] = [await shop(), await shop(), await shop()];
    for (const panel of [due, notDue, refused]) await sentOrder(panel);
    await notDue.studio.db.update(parcels, { nextLookAt: Date.now() + 60_000 }, undefined);
    await refused.studio.db.update(carrierAccounts, { fault: "key", faultAt: 1 }, undefined);
    const found = await openRetainedRecords(env.DB).studiosWithDueParcels(Date.now(), 0, 10);
    expect(found).toEqual([due.studio.id]);
  });
});

describe("an erased customer", () => {
  it("leaves no number, reference or content of a parcel, and is followed no more", async () => {
    const panel = await shop();
    const { id, trackingNumber } = await shippedOrder(panel);
    await reported(panel, trackingNumber, "9");
    const customerId = (await stored(panel.studio, id))?.customerId ?? 0;
    await posted(panel.owner, `${panel.base}/customers/${customerId}/erase`);
    const order = await stored(panel.studio, id);
    for (const field of ["trackingNumber", "deliveryStatus", "cityRef", "warehouseRef"] as const)
      expect(order?.delivery?.[field], field).toBeNull();
    const [parcel] = await parcelsOf(panel.studio, id);
    expect(parcel).toMatchObject({ noteRef: null, trackingNumber: null, nextLookAt: null, note: { description: "" } });
    expect(parcel?.removedAt).not.toBeNull();
  });
});
