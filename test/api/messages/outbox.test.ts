// The outbox: messages are written by the batch that they tell of, each once.

import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { messages, priceRequests } from "../../../src/db/schema.ts";
import { ChangedMeanwhile } from "../../../src/domain/errors.ts";
import type { OrderStatus } from "../../../src/domain/order.ts";
import { cancelAsCustomer, moveOrder } from "../../../src/orders/change-order.ts";
import { confirmChosen, takeBackConfirmations } from "../../../src/orders/chosen-orders.ts";
import { lateMessages } from "../../../src/outbox/outbox.store.ts";
import { answerRequest, closeRequest } from "../../../src/price-requests/change-price-request.ts";
import type { PriceRequestAnswer } from "../../../src/storefront/wire.ts";
import { standInForMail } from "../support/mail-provider.ts";
import { outboxOf, statesOf, tellsCustomers, tellsPerson } from "../support/messages.ts";
import { orderOfBox, placed } from "../support/orders.ts";
import { addMember, createPerson, panelStudio, posted } from "../support/panel.ts";
import { addOrder, panelWithOrder, stored } from "../support/panel-orders.ts";
import { done, printingItem, printShop } from "../support/printing.ts";
import { printingStudio } from "../support/requests.ts";
import { ORDERING, visitedStudio } from "../support/storefront.ts";
import type { TestStudio } from "../support/studio.ts";

// The object of a studio sends meanwhile.
beforeEach(() => void standInForMail());
afterEach(() => void vi.restoreAllMocks());

const ALL = ["received", "confirmed", "priced", "ready", "shipped", "cancelled"] as const;

/** Moves the order through these statuses, as a person of the studio does. */
async function moved(studio: TestStudio, orderId: number, ...statuses: readonly OrderStatus[]): Promise<void> {
  const personId = (await createPerson()).id;
  for (const status of statuses) {
    const { version = 0 } = (await stored(studio, orderId)) ?? {};
    await moveOrder(studio.db, { orderId, version, personId }, { status, comment: "so" });
  }
}

/** The waiting messages come to this end. */
async function allEnded({ db }: TestStudio, state: "sent" | "withdrawn" | "unknown"): Promise<void> {
  await db.update(messages, { state, nextAt: null, endedAt: Date.now() }, eq(messages.state, "waiting"));
}

describe("placing an order", () => {
  it("writes no message where the studio has switched nothing on", async () => {
    const { studio, ...choice } = await printingStudio();
    await placed(studio, orderOfBox(choice));
    expect(await outboxOf(studio)).toEqual([]);
  });

  it("writes one for the customer, and one for each member who chose it", async () => {
    const { studio, ...choice } = await printingStudio();
    await tellsCustomers(studio, ["received"]);
    const [one, other, stranger] = [await createPerson(), await createPerson(), await createPerson()];
    await addMember(studio, one, "owner");
    await addMember(studio, other, "staff");
    await tellsPerson(studio, one, ["new_order", "new_request"]);
    await tellsPerson(studio, other, ["new_request"]);
    // They have left the studio.
    await tellsPerson(studio, stranger, ["new_order"]);
    const { id } = await placed(studio, orderOfBox(choice));
    expect(await outboxOf(studio)).toMatchObject([
      { key: `received/${id}/1/customer`, orderId: id, personId: null, channel: "email" },
      { key: `new_order/${id}/1/${one.id}/email`, orderId: id, personId: one.id, channel: "email" },
    ]);
  });

  it("writes none a second time for a repeated request", async () => {
    const { studio, ...choice } = await printingStudio();
    await tellsCustomers(studio, ["received"]);
    const headers = { Prefer: "wait=30", "Idempotency-Key": crypto.randomUUID() };
    await placed(studio, orderOfBox(choice), headers);
    await placed(studio, orderOfBox(choice), headers);
    expect((await outboxOf(studio)).map(({ event }) => event)).toEqual(["received"]);
  });
});

describe("moving an order", () => {
  it("writes the events that are on, confirmed once, ready with each time", async () => {
    const { studio } = await panelStudio();
    await tellsCustomers(studio, ALL);
    const id = await addOrder(studio);
    await moved(studio, id, "confirmed", "printing", "confirmed", "printing", "ready");
    await allEnded(studio, "sent");
    await moved(studio, id, "printing", "confirmed", "printing", "ready", "shipped");
    const events = (await outboxOf(studio)).map(({ event }) => event);
    expect(events).toEqual(["confirmed", "ready", "ready", "shipped"]);
  });

  it("writes none beside one that still waits: it will tell of the order as it is then", async () => {
    const { studio } = await panelStudio();
    await tellsCustomers(studio, ALL);
    await moved(studio, await addOrder(studio, { status: "printing" }), "ready", "printing", "ready");
    expect(await statesOf(studio)).toEqual(["ready waiting"]);
  });

  // `unknown`: the first mail's answer was lost, and the undo came before the next attempt.
  it.each(["withdrawn", "unknown"] as const)("tells of a confirmation again if the undone one is %s", async (state) => {
    const { studio } = await panelStudio();
    await tellsCustomers(studio, ALL);
    const orderId = await addOrder(studio);
    const personId = (await createPerson()).id;
    await confirmChosen(studio.db, [{ orderId, version: 1 }], personId);
    await takeBackConfirmations(studio.db, [{ orderId, version: 2 }], personId);
    await allEnded(studio, state);
    await confirmChosen(studio.db, [{ orderId, version: 3 }], personId);
    expect(await statesOf(studio)).toEqual([`confirmed ${state}`, "confirmed waiting"]);
  });

  it("waits for an undo before the customer is told", async () => {
    const { studio } = await panelStudio();
    await tellsCustomers(studio, ALL);
    const id = await addOrder(studio);
    await moved(studio, id, "confirmed");
    const [message] = await outboxOf(studio);
    expect((message?.nextAt ?? 0) - (message?.queuedAt ?? 0)).toBe(30_000);
  });

  it("writes nothing for a customer without an address", async () => {
    const { studio } = await panelStudio();
    await tellsCustomers(studio, ALL);
    await moved(studio, await addOrder(studio, { contact: { email: "" } }), "confirmed");
    expect(await outboxOf(studio)).toEqual([]);
  });

  it("writes nothing if the move is refused", async () => {
    const { studio } = await panelStudio();
    await tellsCustomers(studio, ALL);
    const orderId = await addOrder(studio);
    const personId = (await createPerson()).id;
    const stale = moveOrder(studio.db, { orderId, version: 7, personId }, { status: "confirmed", comment: null });
    await expect(stale).rejects.toThrow(ChangedMeanwhile);
    expect(await outboxOf(studio)).toEqual([]);
  });

  it("tells the customer of a cancellation by the studio", async () => {
    const { studio, owner, id, address } = await panelWithOrder();
    await tellsCustomers(studio, ALL);
    await posted(owner, `${address}/move`, { version: "1", status: "cancelled", comment: "No such filament" });
    expect(await outboxOf(studio)).toMatchObject([{ event: "cancelled", orderId: id, personId: null }]);
    // It would be sent half a minute later, during another test.
    await studio.db.delete(messages, undefined);
  });

  it("tells staff of a cancellation by the customer, at once", async () => {
    const { studio, ownerPerson } = await panelStudio();
    await tellsPerson(studio, ownerPerson, ["cancelled_by_customer"]);
    const id = await addOrder(studio);
    await cancelAsCustomer(studio.db, id, null);
    expect(await outboxOf(studio)).toMatchObject([{ event: "cancelled_by_customer", personId: ownerPerson.id }]);
  });
});

describe("a price request", () => {
  it("is told to staff when it is sent, and to its customer with each answer", async () => {
    const { studio, visitor, choice } = await visitedStudio();
    const person = await createPerson();
    await addMember(studio, person, "staff");
    await tellsPerson(studio, person, ["new_request"]);
    await tellsCustomers(studio, ["priced"]);
    const { status, text } = await visitor.post<PriceRequestAnswer>("/requests", {
      ...ORDERING,
      requestKey: crypto.randomUUID(),
      items: [{ ...choice, fileName: "vase.stl", quantity: 3, finishingIds: [], reason: "fits_no_printer" }],
    });
    expect(status, text).toBe(201);
    expect((await outboxOf(studio)).map(({ event }) => event)).toEqual(["new_request"]);
    const [request] = await studio.db.select(priceRequests);
    const seen = { requestId: request?.id ?? 0, personId: person.id };
    await answerRequest(studio.db, { ...seen, version: 1 }, { answer: "420 грн", namedPrice: null });
    await allEnded(studio, "sent");
    await answerRequest(studio.db, { ...seen, version: 2 }, { answer: "400 грн", namedPrice: null });
    await expect(
      answerRequest(studio.db, { ...seen, version: 2 }, { answer: "380 грн", namedPrice: null }),
    ).rejects.toThrow(ChangedMeanwhile);
    const keys = (await outboxOf(studio)).map(({ key }) => key);
    expect(keys.slice(1)).toEqual([`priced/${seen.requestId}/2/customer`, `priced/${seen.requestId}/3/customer`]);
    // Another window has closed the request: its version is the one that the refused answer would have had.
    await allEnded(studio, "sent");
    await closeRequest(studio.db, { ...seen, version: 3 });
    await expect(
      answerRequest(studio.db, { ...seen, version: 3 }, { answer: "380 грн", namedPrice: null }),
    ).rejects.toThrow(ChangedMeanwhile);
    expect(await outboxOf(studio)).toHaveLength(keys.length);
  });
});

describe("a material", () => {
  it("is told to staff once a print has brought it down to its threshold, and not again below that", async () => {
    const shop = await printShop({ stockHundredthsOfGram: 10_000, lowStockHundredthsOfGram: 9_000 });
    await tellsPerson(shop.studio, shop.ownerPerson, ["low_stock"]);
    const toldAfter = async (grams: string) => {
      const { itemId } = await printingItem(shop);
      await done(shop, itemId, "printed", { grams });
      return (await outboxOf(shop.studio)).map(({ event, materialId, personId }) => ({ event, materialId, personId }));
    };
    expect(await toldAfter("9")).toEqual([]);
    const told = { event: "low_stock", materialId: shop.materialId, personId: shop.ownerPerson.id };
    expect(await toldAfter("1")).toEqual([told]);
    expect(await toldAfter("1")).toEqual([told]);
  });
});

describe("a late order", () => {
  it("is told once for its day, and again if it is late for another", async () => {
    const { studio, ownerPerson } = await panelStudio();
    await tellsPerson(studio, ownerPerson, ["late"]);
    await addOrder(studio, { dueOn: "2026-03-01", status: "printing" });
    await addOrder(studio, { dueOn: "2026-03-01", status: "ready" });
    await addOrder(studio, { dueOn: "2026-03-04", status: "printing" });
    expect(await lateMessages(studio.db, "2026-03-02")).toHaveLength(1);
    expect(await lateMessages(studio.db, "2026-03-03")).toHaveLength(0);
    expect(await lateMessages(studio.db, "2026-03-05")).toHaveLength(1);
    expect(await statesOf(studio)).toEqual(["late waiting", "late waiting"]);
  });
});

it("stands in no other studio's outbox", async () => {
  const [{ studio }, other] = [await panelStudio(), await panelStudio()];
  await tellsCustomers(studio, ALL);
  await moved(studio, await addOrder(studio), "confirmed");
  expect(await other.studio.db.select(messages)).toEqual([]);
});
