// A long history costs nothing: pages read as many rows with many orders as with few.

import { describe, expect, it } from "vitest";
import { fillHistory } from "../../../harness/filled-history.ts";
import { countedReads } from "../support/counted-reads.ts";
import { type PanelStudio, signedIn } from "../support/panel.ts";
import { addPrinter, printShop } from "../support/printing.ts";
import { database } from "../support/studio.ts";

const FEW = 200;
const MANY = 2_000;

interface Grown {
  readonly shop: PanelStudio;
  readonly orderId: number;
  readonly requestId: number;
}

async function grown(orders: number): Promise<Grown> {
  const shop = await printShop({ name: "PLA", color: "white" });
  const printerId = await addPrinter(shop);
  const { materialId, printingQualityId } = shop;
  const own = { studioId: shop.studio.id, materialId, printingQualityId, printerId };
  const { orderOfFaithful, newestRequest } = await fillHistory(database, [own], orders, Date.now() - 60_000);
  return { shop, orderId: orderOfFaithful, requestId: newestRequest };
}

type Operation = (studio: Grown, owner: PanelStudio["owner"]) => Promise<{ readonly status: number }>;

const page =
  (path: (studio: Grown) => string): Operation =>
  (studio, owner) =>
    owner.get(`${studio.shop.base}${path(studio)}`);

const OPERATIONS: Readonly<Record<string, Operation>> = {
  "the start page": page(() => ""),
  "the board": page(() => "/orders"),
  "the list of orders": page(() => "/orders?view=list"),
  "an order": page(({ orderId }) => `/orders/${orderId}`),
  "a work sheet": page(({ orderId }) => `/orders/${orderId}/work-sheet`),
  "the printing page": page(() => "/printing"),
  "the estimates": page(() => "/printing/estimates"),
  "the printers": page(() => "/printers"),
  "the inbox": page(() => "/requests"),
  "a price request": page(({ requestId }) => `/requests/${requestId}`),
  "a quality of a taken name": ({ shop }, owner) =>
    owner.post(`${shop.base}/catalog/qualities/new/fdm`, { name: "Standard", layerHeight: "0.2" }),
};

async function rowsOf({ shop, ...studio }: Grown, operation: Operation): Promise<number> {
  const counted = countedReads();
  const owner = await signedIn(shop.ownerPerson, { DB: counted.database });
  const before = counted.rows;
  const { status } = await operation({ shop, ...studio }, owner);
  expect([200, 400]).toContain(status);
  return counted.rows - before;
}

describe(`a studio with ${MANY} orders`, () => {
  it(`reads no more than twice the rows of one with ${FEW}`, { timeout: 120_000 }, async () => {
    const [few, many] = [await grown(FEW), await grown(MANY)];
    const more: string[] = [];
    for (const [name, operation] of Object.entries(OPERATIONS)) {
      const [rows, rowsOfMany] = [await rowsOf(few, operation), await rowsOf(many, operation)];
      expect(rows, `${name}: rows are counted`).toBeGreaterThan(0);
      if (rowsOfMany > 2 * rows) more.push(`${name}: ${rows} rows, then ${rowsOfMany}`);
    }
    expect(more).toEqual([]);
  });

  it("searches a window of them, and reads as many rows with thousands of orders more", async () => {
    const search = page(() => "/orders?view=list&search=Франко");
    const [rows, rowsOfMore] = [
      await rowsOf(await grown(MANY + 500), search),
      await rowsOf(await grown(3 * MANY), search),
    ];
    expect(rows, "rows are counted").toBeGreaterThan(MANY);
    expect(rowsOfMore).toBeLessThan(rows + 50);
  });
});
