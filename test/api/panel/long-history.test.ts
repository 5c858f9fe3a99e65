// A long history costs nothing: pages, operations and the scheduled run read no more rows with it.

import { createScheduledController } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { fillHistory } from "../../../harness/filled-history.ts";
import { anotherBox } from "../../../harness/models.ts";
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
  /** The phone number of the customer with every twentieth order. */
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

/** The studio, with a site and an owner. The reads of both in D1 are counted. */
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
  ["a new order", 200, page(() => "/new-order")],
  ["an order of a customer of one in twenty", 200, page(({ order }) => `/orders/${order.id}`)],
  ["a work sheet", 200, page(({ order }) => `/orders/${order.id}/work-sheet`)],
  ["the printing page", 200, page(() => "/printing")],
  ["the estimates", 200, page(() => "/printing/estimates")],
  ["the printers", 200, page(() => "/printers")],
  ["the inbox", 200, page(() => "/requests")],
  ["a price request", 200, page(({ requestId }) => `/requests/${requestId}`)],
  ["GET /orders/{id}", 200, call(({ order }) => `/orders/${order.id}`)],
  ["GET /printers", 200, call(() => "/printers")],
  [
    "POST /orders of a customer of one in twenty",
    201,
    async ({ site, shop, order }) => {
      const fields = { "models[]": [modelFile(anotherBox())], customerEmail: order.contact.email };
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
      const log = vi.spyOn(console, "log").mockImplementation(() => {});
      await worker.scheduled(createScheduledController(), { ...env, ...bindings });
      log.mockRestore();
      return { status: 200 };
    },
  ],
];

const searchFor = (text: string) => `/orders?view=list&search=${encodeURIComponent(text)}`;

/** Pages that show so many rows at most, each with a bound of the rows that it reads. */
const LISTS: readonly (readonly [string, number, (studio: Grown) => string])[] = [
  // 50 orders, and the sources of 300.
  ["the list of orders", 500, () => "/orders?view=list"],
  // As many, those of each status, and the open ones.
  ["the list of unpaid orders", 700, () => "/orders?view=list&unpaid=true"],
  ["a search for an order's number", 500, ({ order }) => searchFor(`#${order.id}`)],
  ["a search for a customer's e-mail", 700, ({ order }) => searchFor(order.contact.email)],
  // It is tried with the code of every country.
  ["a search for a customer's phone number", 1_100, ({ order }) => searchFor(order.contact.phoneNumber)],
  // A window of 1,000 orders, twice, and their 2,000 items with an index.
  ["a search for a name that no order has", 6_500, () => searchFor("Франко")],
  // 51 customers with their last orders, each by an index.
  ["the customers", 700, () => "/customers"],
  // 51 orders, and 50 price requests by phone and by e-mail.
  ["the customer of one order in twenty", 1_300, ({ order }) => `/customers/${order.customerId}`],
  ["the closed requests", 700, () => "/requests?status=closed"],
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

  it("reads as many rows of a list or a search with thousands of orders more", async () => {
    const [many, more] = [await grown(MANY + 500), await grown(3 * MANY)];
    for (const [name, bound, path] of LISTS) {
      const [rows, rowsOfMore] = [await rowsOf(many, page(path)), await rowsOf(more, page(path))];
      console.log(`${name}: ${rows} rows, then ${rowsOfMore}`);
      expect(rows, name).toBeLessThan(bound);
      expect(rowsOfMore, name).toBeLessThan(rows + 50);
    }
  });
});
