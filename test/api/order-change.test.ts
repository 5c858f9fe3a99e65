// Appending a change to an order: the history and the order change together, or not at all.

import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { customers, orderChanges, orders } from "../../src/db/schema.ts";
import { ChangedMeanwhile } from "../../src/domain/errors.ts";
import { detailsOf, storedDelivery } from "../../src/orders/delivery.ts";
import { type OrderChange, writeChanges } from "../../src/orders/order-history.store.ts";
import { createPerson } from "./support/panel.ts";
import { createStudio, type TestStudio } from "./support/studio.ts";

async function studioWithOrder() {
  const studio = await createStudio();
  const contact = { firstName: "Леся", lastName: "Косач", phoneNumber: "+380501234567", email: "l@example.com" };
  const [customer] = await studio.db.insert(customers, { ...contact, locale: "uk", createdAt: 1 });
  const [order] = await studio.db.insert(orders, {
    requestKey: crypto.randomUUID(),
    customerId: customer?.id ?? 0,
    contact: { ...contact, locale: "uk" },
    status: "pending",
    totalPriceMinor: 100,
    currencyId: 1,
    source: "api",
    delivery: null,
    createdAt: 1,
    updatedAt: 1,
  });
  return { studio, orderId: order?.id ?? 0, personId: (await createPerson()).id };
}

function append({ db }: TestStudio, change: Pick<OrderChange, "orderId" | "personId"> & Partial<OrderChange>) {
  const whole = { seenVersion: undefined, comment: null, changes: null, ...change };
  return writeChanges(db, [whole], [], [db.select(orders)]);
}

const versionsOf = async ({ db }: TestStudio) =>
  (await db.select(orderChanges, undefined, orderChanges.version)).map(({ version, status }) => [version, status]);

describe("a change of an order", () => {
  it("raises the version and stands in the history", async () => {
    const { studio, ...ids } = await studioWithOrder();
    const [[changed]] = await append(studio, { ...ids, seenVersion: 1, status: "confirmed" });
    expect(changed).toMatchObject({ version: 2, status: "confirmed" });
    expect(changed?.updatedAt).toBeGreaterThan(1);
    expect(await versionsOf(studio)).toEqual([[2, "confirmed"]]);
  });

  it.each([0, 2, 1000])("is refused if version %i was seen of an order whose version is 1", async (seenVersion) => {
    const { studio, ...ids } = await studioWithOrder();
    const change = append(studio, { ...ids, seenVersion, status: "confirmed" });
    await expect(change).rejects.toThrow(ChangedMeanwhile);
    expect(await versionsOf(studio)).toEqual([]);
    expect(await studio.db.select(orders)).toMatchObject([{ version: 1, status: "pending", updatedAt: 1 }]);
  });

  it("is appended after any other change, if it states no version, and keeps the status", async () => {
    const { studio, ...ids } = await studioWithOrder();
    await append(studio, { ...ids, seenVersion: 1, status: "confirmed" });
    const before = await studio.db.select(orders);
    const [[noted]] = await append(studio, { ...ids, comment: "Call first" });
    expect(noted).toEqual({ ...before[0], version: 3 });
    expect(await versionsOf(studio)).toEqual([
      [2, "confirmed"],
      [3, "confirmed"],
    ]);
  });

  it.each([
    ["a delivery", { delivery: storedDelivery({ ...detailsOf(null), cityName: "Київ" }) }],
    ["no delivery", { delivery: null }],
    ["a delivery's price", { deliveryPriceMinor: 500 }],
  ])("of %s is shown by the API, with its time", async (_, change) => {
    const { studio, ...ids } = await studioWithOrder();
    const [[changed]] = await append(studio, { ...ids, seenVersion: 1, ...change });
    expect(changed).toMatchObject({ ...change, version: 2, status: "pending", dueOn: null });
    expect(changed?.updatedAt).toBeGreaterThan(1);
  });

  it("of the due day is not shown by the API: the order's time stays", async () => {
    const { studio, ...ids } = await studioWithOrder();
    const before = await studio.db.select(orders);
    const [[changed]] = await append(studio, { ...ids, seenVersion: 1, dueOn: "2099-01-09" });
    expect(changed).toEqual({ ...before[0], dueOn: "2099-01-09", version: 2 });
  });

  it("names its author: a person, or else the customer or a site", async () => {
    const { studio, ...ids } = await studioWithOrder();
    await append(studio, { ...ids, comment: "Called" });
    await append(studio, { ...ids, personId: null, isByCustomer: true, status: "cancelled" });
    const rows = await studio.db.select(orderChanges, undefined, orderChanges.version);
    expect(rows.map(({ personId, isByCustomer }) => [personId, isByCustomer])).toEqual([
      [ids.personId, false],
      [null, true],
    ]);
  });

  it("is refused if its condition on the order does not hold", async () => {
    const { studio, ...ids } = await studioWithOrder();
    const change = append(studio, { ...ids, provided: eq(orders.status, "printing") });
    await expect(change).rejects.toThrow(ChangedMeanwhile);
    expect(await versionsOf(studio)).toEqual([]);
  });

  it("is refused for another studio's order", async () => {
    const { orderId, personId } = await studioWithOrder();
    const other = await createStudio();
    await expect(append(other, { orderId, personId })).rejects.toThrow(ChangedMeanwhile);
  });
});
