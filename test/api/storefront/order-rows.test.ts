// The rows that an order writes: of a site, and of a visitor with parts and products.

import { describe, expect, it } from "vitest";
import {
  customers,
  deliveryMethods,
  itemFigures,
  models,
  orderChanges,
  orderItems,
  orders,
  shelfMoves,
} from "../../../src/db/schema.ts";
import { addFinishing, addProductColor, addProductPrint, addToShelf } from "../support/catalog.ts";
import { CUSTOMER, orderOfBox, placed } from "../support/orders.ts";
import { delivered } from "../support/panel-orders.ts";
import { printingStudio } from "../support/requests.ts";
import { scriptedSlicer, sliced } from "../support/scripted-slicer.ts";
import { offered, ordered, setPage, Visitor, visitedStudio } from "../support/storefront.ts";
import type { TestStudio } from "../support/studio.ts";

const LOWERED = { code: "lowered", byMm: 1 } as const;
const SECONDS = 3_600;
/** A cubic centimetre at 1.24 g/cm³. */
const HUNDREDTHS_OF_GRAM = 124;
const SLICER = scriptedSlicer({
  start: async (requests) =>
    requests.map(() => sliced({ printSeconds: SECONDS, materialCubicMm: 1_000, warnings: [LOWERED] })),
});

async function rowsOf({ db }: TestStudio) {
  const [[order, ...others], [customer, ...strangers]] = [await db.select(orders), await db.select(customers)];
  expect([others, strangers]).toEqual([[], []]);
  if (order === undefined || customer === undefined) throw new Error("there is no order");
  return {
    order,
    customer,
    items: await db.select(orderItems, undefined, orderItems.position),
    figures: await db.select(itemFigures, undefined, itemFigures.orderItemId),
    history: await db.select(orderChanges),
    moves: await db.select(shelfMoves, undefined, shelfMoves.id),
  };
}

/** A first order that the studio has not changed yet. */
const UNTOUCHED = { status: "pending", version: 1, number: 1, paidMinor: 0, refundedMinor: 0, currencyId: 1 } as const;
const CONTACT = {
  ...{ firstName: "Леся", lastName: "Косач-Квітка", phoneNumber: "+380501234567" },
  ...{ email: "lesia@example.com", locale: "uk" },
};
/** An item that no printer has taken yet. */
const UNPRINTED = { printerId: null, printedAt: null, stockTakenHundredthsOfGram: null, fitsBuildVolume: null };
const NO_PRODUCT = { productId: null, productTitle: null, productColorId: null, shelfCopies: 0, productPieces: null };
const NO_PRINT = {
  ...{ modelId: null, originalFileName: null, materialId: null, printingQualityId: null, finishingIds: [] },
  ...{ printMinutes: 0, weightHundredthsOfGram: 0, warnings: null, printedAt: expect.any(Number) },
};
const figuresOf = (copies: number) => ({
  ...{ machineProfileId: null, realMinutes: null, realHundredthsOfGram: null, recordedAt: null },
  ...{ slicedSeconds: SECONDS * copies, slicedHundredthsOfGram: HUNDREDTHS_OF_GRAM * copies },
});
const printOf = (copies: number) => ({
  ...{ quantity: copies, printMinutes: (SECONDS / 60) * copies, warnings: [LOWERED] },
  weightHundredthsOfGram: HUNDREDTHS_OF_GRAM * copies,
});

describe("an order of a site", () => {
  it("is a row with its customer, its items and their figures, and has no row of the history", async () => {
    const { studio, materialId, printingQualityId } = await printingStudio();
    await setPage(studio, { advancePercent: 30 });
    await studio.db.updateStudio({
      priorities: [{ slug: "fast", name: "Fast", nameInSecondLanguage: null, surchargeBasisPoints: 0, workingDays: 2 }],
    });
    const finishingIds = [await addFinishing(studio)];
    const [method] = await studio.db.insert(deliveryMethods, { name: "Courier", priceMinor: 9_000 });
    const ids = { materialId, printingQualityId };
    const fields = orderOfBox(ids, {
      ...{ source: "shop", priority: "fast", deliveryMethodId: method?.id ?? 0, deliveryCityName: "Київ" },
      items: JSON.stringify([{ ...ids, finishingIds, quantity: 2 }]),
    });
    const { id, items: answered } = await placed(studio.meeting({ SLICER }), fields);
    const { order, customer, items, figures, history, moves } = await rowsOf(studio);
    const [item] = items;
    const price = item?.priceMinor ?? Number.NaN;
    expect(answered[0]?.price.amount).toBe((price / 100).toFixed(2));
    expect(order).toEqual({
      ...{ id, studioId: studio.id, requestKey: expect.any(String), customerId: customer.id, ...UNTOUCHED },
      ...{ contact: CONTACT, totalPriceMinor: price, source: "shop", priority: { slug: "fast", name: "Fast" } },
      ...{ delivery: delivered({ method: "Courier", cityName: "Київ" }), deliveryPriceMinor: 9_000 },
      ...{ topUpMinor: null, advanceMinor: Math.round((price + 9_000) * 0.3), customerToken: null, consentedAt: null },
      ...{ dueOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), createdAt: order.createdAt, updatedAt: order.createdAt },
    });
    expect(items).toEqual([
      {
        ...{ id: item?.id, studioId: studio.id, orderId: id, position: 0, ...UNPRINTED, ...NO_PRODUCT, ...printOf(2) },
        ...{ modelId: expect.any(Number), originalFileName: "box.stl", ...ids, materialColor: "white", finishingIds },
        ...{ priceMinor: price, costBreakdown: item?.costBreakdown },
      },
    ]);
    expect(figures).toEqual([
      { studioId: studio.id, orderItemId: item?.id, orderedAt: order.createdAt, ...figuresOf(2) },
    ]);
    expect(customer).toEqual({
      ...{ id: order.customerId, studioId: studio.id, ...CONTACT, createdAt: order.createdAt, orderCount: 1 },
      ...{ spentMinor: price, note: null, erasedAt: null },
    });
    expect([history, moves]).toEqual([[], []]);
    expect(await studio.db.select(models)).toMatchObject([{ isOrdered: true }]);
  });

  it("has the studio's next number, and one advance for each", async () => {
    const { studio, ...ids } = await printingStudio();
    const site = studio.meeting({ SLICER });
    await setPage(studio, { advancePercent: 0 });
    const { id } = await placed(site, orderOfBox(ids));
    await setPage(studio, { advancePercent: 100 });
    const next = await placed(site, orderOfBox(ids, { ...CUSTOMER, customerLastName: "Франко" }));
    const [first, second] = await studio.db.select(orders, undefined, orders.id);
    expect([first, second]).toMatchObject([
      { id, number: 1 },
      { id: next.id, number: 2, advanceMinor: second?.totalPriceMinor },
    ]);
    expect((await studio.db.select(customers)).map(({ lastName }) => lastName)).toEqual(["Франко"]);
  });
});

describe("an order of a visitor", () => {
  it("has the rows of its parts, then of its products, each with its own print, colour and shelf", async () => {
    const { studio, choice } = await visitedStudio();
    await setPage(studio, { advancePercent: 50 });
    const visitor = new Visitor(studio, { SLICER });
    const { modelId } = await visitor.model();
    const { materialId, printingQualityId } = choice;
    const print = { materialId, printingQualityId, modelId };
    const vase = await addToShelf(studio, { title: "Vase" });
    const red = await addProductColor(studio, vase, { stock: 1, materialId });
    const blue = await addProductColor(studio, vase, { name: "blue", stock: 5 });
    await addProductPrint(studio, vase, print);
    await addProductPrint(studio, vase, { ...print, copies: 2 });
    const card = await addToShelf(studio, { title: "Card", stock: 9, priceMinor: 700 });
    const bowl = await addToShelf(studio, { title: "Bowl" });
    await addProductPrint(studio, bowl, print);
    const quote = await offered(visitor, {
      items: [{ ...print, finishingIds: [], quantity: 2, fileName: "Куб.stl" }],
      products: [
        { productId: vase, colorId: red, quantity: 3 },
        { productId: card, quantity: 4 },
        { productId: vase, colorId: blue, quantity: 1 },
        { productId: card, quantity: 1 },
        { productId: bowl, quantity: 2 },
      ],
    });
    const before = await studio.db.select(shelfMoves);
    const { orderId, address } = await ordered(visitor, quote, { comment: "Швидко" });
    const { order, customer, items, figures, history, moves } = await rowsOf(studio);
    const total = items.reduce((sum, { priceMinor }) => sum + priceMinor, 0);
    expect(order).toEqual({
      ...{ id: orderId, studioId: studio.id, requestKey: expect.any(String), customerId: customer.id, ...UNTOUCHED },
      ...{ contact: CONTACT, totalPriceMinor: total, source: "order_page", priority: null, delivery: null },
      ...{ deliveryPriceMinor: null, topUpMinor: null, advanceMinor: Math.round(total / 2) },
      ...{ customerToken: address.split("/").at(-1), consentedAt: expect.any(Number), dueOn: quote.readyOn },
      ...{ createdAt: order.createdAt, updatedAt: order.createdAt },
    });
    const printed = { ...UNPRINTED, materialId, printingQualityId, finishingIds: [], modelId: expect.any(Number) };
    const ofVase = { productId: vase, productTitle: "Vase" };
    const ofRed = { ...ofVase, productColorId: red, materialColor: "red", originalFileName: "vase.stl" };
    const onShelf = { ...UNPRINTED, ...NO_PRINT, productColorId: null, materialColor: null };
    expect(items).toEqual(
      [
        { ...printed, ...NO_PRODUCT, ...printOf(2), originalFileName: "Куб.stl", materialColor: "white" },
        { ...printed, ...ofRed, ...printOf(3), productPieces: 3, shelfCopies: 1 },
        { ...printed, ...ofRed, ...printOf(6), productPieces: null, shelfCopies: 2 },
        { ...onShelf, productId: card, productTitle: "Card", quantity: 4, productPieces: 4, shelfCopies: 4 },
        {
          ...{ ...onShelf, ...ofVase, productColorId: blue, materialColor: "blue" },
          ...{ quantity: 1, productPieces: 1, shelfCopies: 1 },
        },
        { ...onShelf, productId: card, productTitle: "Card", quantity: 1, productPieces: 1, shelfCopies: 1 },
        {
          ...{ ...printed, ...NO_PRODUCT, ...printOf(2), productId: bowl, productTitle: "Bowl", productPieces: 2 },
          ...{ originalFileName: "vase.stl", materialColor: "white" },
        },
      ].map((item, position) => ({
        ...{ id: items[position]?.id, studioId: studio.id, orderId, position },
        ...{ priceMinor: items[position]?.priceMinor, costBreakdown: items[position]?.costBreakdown, ...item },
      })),
    );
    // Copies from the shelf would correct the machine wrongly.
    expect(figures).toEqual(
      [items[0], items[6]].map((item) => ({
        ...{ studioId: studio.id, orderItemId: item?.id, orderedAt: order.createdAt, ...figuresOf(2) },
      })),
    );
    expect(history).toEqual([
      {
        ...{ id: history[0]?.id, studioId: studio.id, orderId, version: 1, status: "pending", comment: "Швидко" },
        ...{ changes: null, personId: null, isByCustomer: true, changedAt: order.createdAt },
      },
    ]);
    expect(moves.slice(before.length)).toEqual(
      [
        { productId: vase, productColorId: red, pieces: -1 },
        { productId: card, productColorId: null, pieces: -5 },
        { productId: vase, productColorId: blue, pieces: -1 },
      ].map((move, place) => ({
        ...{ id: moves[before.length + place]?.id, studioId: studio.id, orderId, personId: null, note: null },
        ...{ movedAt: order.createdAt, ...move },
      })),
    );
  });
});
