// A long history costs nothing: pages, operations and the scheduled run read as many rows with many orders as with few.

import { createScheduledController } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { fillHistory } from "../../../harness/filled-history.ts";
import { uniqueBox } from "../../../harness/models.ts";
import { orders } from "../../../src/db/schema.ts";
import worker from "../../../src/index.ts";
import { countedReads } from "../support/counted-reads.ts";
import { orderOfBox, placed } from "../support/orders.ts";
import { type Browser, signedIn } from "../support/panel.ts";
import { addPrinter, type PrintShop, printShop } from "../support/printing.ts";
import { modelFile } from "../support/requests.ts";
import { database, type TestStudio } from "../support/studio.ts";

const FEW = 100;
const MANY = 2_000;

interface Grown {
  readonly shop: PrintShop;
  readonly printerId: number;
  /** Of the customer who placed every twentieth order. */
  readonly order: typeof orders.$inferSelect;
  readonly requestId: number;
}

async function grown(count: number): Promise<Grown> {
  const shop = await printShop({ name: "PLA", color: "white" });
  const printerId = await addPrinter(shop);
  const { studio, materialId, printingQualityId } = shop;
  const own = { studioId: studio.id, materialId, printingQualityId, printerId };
  const { orderOfFaithful, newestRequest } = await fillHistory(database, [own], count, Date.now() - 60_000);
  const [order] = await studio.db.select(orders, eq(orders.id, orderOfFaithful));
  if (order === undefined) throw new Error(`there is no order ${orderOfFaithful}`);
  return { shop, printerId, order, requestId: newestRequest };
}

/** The studio, with a site and an owner whose reads of D1 are counted. */
interface Counted extends Grown {
  readonly site: TestStudio;
  readonly owner: Browser;
  readonly bindings: Partial<typeof env>;
}

type Operation = (studio: Counted) => Promise<{ readonly status: number }>;

const page =
  (path: (studio: Grown) => string): Operation =>
  ({ owner, ...studio }) =>
    owner.get(`${studio.shop.base}${path(studio)}`);

const call =
  (path: (studio: Grown) => string): Operation =>
  ({ site, ...studio }) =>
    site.fetch(path(studio));

/** Each with its status, in an order in which none takes another's rows away. */
const OPERATIONS: readonly (readonly [string, number, Operation])[] = [
  ["the start page", 200, page(() => "")],
  ["the board", 200, page(() => "/orders")],
  ["the list of orders", 200, page(() => "/orders?view=list")],
  ["a search by a number", 200, page(({ order }) => `/orders?view=list&search=${encodeURIComponent(`#${order.id}`)}`)],
  ["an order of a customer of one in twenty", 200, page(({ order }) => `/orders/${order.id}`)],
  ["a work sheet", 200, page(({ order }) => `/orders/${order.id}/work-sheet`)],
  ["the printing page", 200, page(() => "/printing")],
  ["the estimates", 200, page(() => "/printing/estimates")],
  ["the printers", 200, page(() => "/printers")],
  ["the inbox", 200, page(() => "/requests")],
  ["the closed requests", 200, page(() => "/requests?status=closed")],
  ["a price request", 200, page(({ requestId }) => `/requests/${requestId}`)],
  ["GET /orders/{id}", 200, call(({ order }) => `/orders/${order.id}`)],
  ["GET /printers", 200, call(() => "/printers")],
  [
    "POST /orders of a customer of one in twenty",
    201,
    async ({ site, shop, order }) => {
      const fields = { "models[]": [modelFile(uniqueBox())], customerEmail: order.contact.email };
      await placed(site, orderOfBox(shop, fields), { Prefer: "wait=30" });
      return { status: 201 };
    },
  ],
  [
    "a material of a taken name",
    400,
    ({ owner, shop }) =>
      owner.post(`${shop.base}/catalog/materials/new`, {
        ...{ technologyId: "1", name: "PLA", color: "white", costPerKg: "600", density: "1.24" },
      }),
  ],
  [
    "a quality of a taken name",
    400,
    ({ owner, shop }) => owner.post(`${shop.base}/catalog/qualities/new/fdm`, { name: "Standard", layerHeight: "0.2" }),
  ],
  [
    "a printer with the items on it",
    303,
    ({ owner, shop, printerId }) =>
      owner.post(`${shop.base}/printers/${printerId}`, { name: "Ender 4", technologyId: "1", status: "active" }),
  ],
  [
    "the removal of a printer",
    303,
    ({ owner, shop, printerId }) => owner.post(`${shop.base}/printers/${printerId}/remove`),
  ],
  [
    "the scheduled run",
    200,
    async ({ bindings }) => {
      vi.spyOn(console, "log").mockImplementation(() => {});
      await worker.scheduled(createScheduledController(), { ...env, ...bindings });
      return { status: 200 };
    },
  ],
];

async function rowsOf(grown: Grown, operation: Operation, expected = 200): Promise<number> {
  const counted = countedReads();
  const bindings = { DB: counted.database };
  const owner = await signedIn(grown.shop.ownerPerson, bindings);
  const before = counted.rows;
  const { status } = await operation({ ...grown, site: grown.shop.studio.meeting(bindings), owner, bindings });
  expect(status).toBe(expected);
  return counted.rows - before;
}

/** The rows of every operation, by its name. */
async function rowsOfAll(count: number): Promise<ReadonlyMap<string, number>> {
  const studio = await grown(count);
  const rows = new Map<string, number>();
  for (const [name, status, operation] of OPERATIONS) rows.set(name, await rowsOf(studio, operation, status));
  return rows;
}

describe(`a studio with ${MANY} orders`, () => {
  it(`reads no more than twice the rows of one with ${FEW}`, { timeout: 120_000 }, async () => {
    const [few, many] = [await rowsOfAll(FEW), await rowsOfAll(MANY)];
    for (const [name, rows] of few) expect(rows, `${name}: rows are counted`).toBeGreaterThan(0);
    const counts = [...few].map(([name, rows]) => ({ name, rows, ofMany: many.get(name) ?? Number.NaN }));
    console.log(counts.map(({ name, rows, ofMany }) => `${name}: ${rows} rows, then ${ofMany}`).join("\n"));
    expect(counts.filter(({ rows, ofMany }) => !(ofMany <= 2 * rows))).toEqual([]);
  });

  const SEARCHES: Readonly<Record<string, (studio: Grown) => string>> = {
    "a name that no order has": () => "Франко",
    "a phone number": ({ order }) => order.contact.phoneNumber,
    "an e-mail": ({ order }) => order.contact.email,
  };

  it("searches a window of them, or a customer's, and reads as many rows with thousands of orders more", async () => {
    const [many, more] = [await grown(MANY + 500), await grown(3 * MANY)];
    const rows: Record<string, number> = {};
    for (const [name, text] of Object.entries(SEARCHES)) {
      const search = page((studio) => `/orders?view=list&search=${encodeURIComponent(text(studio))}`);
      rows[name] = await rowsOf(many, search);
      expect(await rowsOf(more, search), name).toBeLessThan(rows[name] + 50);
    }
    expect(rows["a name that no order has"]).toBeGreaterThan(MANY);
    // The sources of 300 orders, 50 of the customer's by two indexes, and the code of every country.
    for (const name of ["a phone number", "an e-mail"]) expect(rows[name], name).toBeLessThan(1_000);
    console.log(rows);
  });
});
