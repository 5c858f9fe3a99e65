// Billed operations of the three doors: the API's, the panel's pages, and the order page with its requests.
//
// One studio is made for each door, and each door's operations come in the same order, so the counts are the same in every run.

import { eq } from "drizzle-orm";
import { PanelClient } from "../../scripts/browser/panel-client.ts";
import { crawlPanel, linksIn } from "../../scripts/browser/panel-crawler.ts";
import { studios } from "../../src/db/schema.ts";
import type { SignedQuote } from "../../src/storefront/wire.ts";
import { answerTo, countedOperations } from "../api-operations.ts";
import { uniqueBox } from "../models.ts";
import { addOwner, addStudio, type BenchStudio } from "../studios.ts";
import type { MiniflareSystem } from "../systems/miniflare-system.ts";
import { COUNTS_PATH, type SettledCounts } from "../workers/counts.ts";
import { type BilledCounts, billed } from "./prices.ts";

/** An operation; `prepare` makes a new request each time, and the function that it returns sends it. */
export interface BilledOperation {
  readonly name: string;
  readonly prepare: () => Promise<() => Promise<void>>;
}

export const DOORS = ["API", "panel", "order page"] as const;
export type Door = (typeof DOORS)[number];

/** A gate writes some rows once a minute, in a request that happens to come then: the least of so many runs has none. */
const RUNS = 3;
const SETTLED_WITHIN_MILLISECONDS = 10_000;
/** An address for documentation (RFC 5737): requests of this machine itself are not counted in a visitor's day. */
const VISITOR_ADDRESS = "203.0.113.7";
const CUSTOMER = { firstName: "Леся", lastName: "Українка", phoneNumber: "+380501112233", email: "lesia@example.com" };

/** The operations of all doors, with a studio to each. */
export async function prepareBilledOperations(
  system: MiniflareSystem,
): Promise<Readonly<Record<Door, readonly BilledOperation[]>>> {
  return {
    API: await operationsOfApi(system),
    panel: await pagesOfPanel(system),
    "order page": await operationsOfStorefront(system),
  };
}

/** The counts of the operation once it is warm, the work after its answer included. */
export async function countBilled(system: MiniflareSystem, { prepare }: BilledOperation): Promise<BilledCounts> {
  const counted: BilledCounts[] = [];
  for (let run = 0; run < RUNS; run++) {
    const send = await prepare();
    await send();
    counted.push(billed(await settledCounts(system)));
  }
  const [first, ...others] = counted;
  if (first === undefined) throw new Error("an operation is counted at least once");
  return others.reduce(least, first);
}

function least(one: BilledCounts, other: BilledCounts): BilledCounts {
  return {
    rowsRead: Math.min(one.rowsRead, other.rowsRead),
    rowsWritten: Math.min(one.rowsWritten, other.rowsWritten),
    kvKeysRead: Math.min(one.kvKeysRead, other.kvKeysRead),
    r2Writes: Math.min(one.r2Writes, other.r2Writes),
    r2Reads: Math.min(one.r2Reads, other.r2Reads),
    objectCalls: Math.min(one.objectCalls, other.objectCalls),
    objectRowsRead: Math.min(one.objectRowsRead, other.objectRowsRead),
    objectRowsWritten: Math.min(one.objectRowsWritten, other.objectRowsWritten),
  };
}

/** The last request's counts, once the work after its answer has ended. */
async function settledCounts({ url }: MiniflareSystem): Promise<SettledCounts> {
  const until = Date.now() + SETTLED_WITHIN_MILLISECONDS;
  while (Date.now() < until) {
    const answer = await fetch(new URL(COUNTS_PATH, url));
    // The counting Worker writes it.
    const counts = (await answer.json()) as SettledCounts;
    if (counts.unfinished === 0) return counts;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error("the work after an answer did not end");
}

async function operationsOfApi(system: MiniflareSystem): Promise<BilledOperation[]> {
  const studio = await addStudio(system.database);
  return countedOperations(system, studio).map(({ name, status, prepare }) => ({
    name,
    async prepare() {
      const request = await prepare("warm");
      return async () => {
        await answerTo(request, status, studio.key);
      };
    },
  }));
}

async function pagesOfPanel(system: MiniflareSystem): Promise<BilledOperation[]> {
  const { database, url } = system;
  const studio = await addStudio(database);
  const visitor = new Visitor(url, await slugOf(system, studio));
  const { modelId, quote } = await visitor.chosen(studio);
  await visitor.order(quote);
  await visitor.request(modelId);
  const client = new PanelClient(url.href);
  await client.signIn(await addOwner(database, studio.id));
  const pages = await crawlPanel("/panel", async (path) => linksIn((await client.get(path)).html));
  return pages.map(({ kind, path }) => ({
    name: kind,
    prepare: async () => async () => {
      const { status, html } = await client.get(path);
      if (status !== 200) throw new Error(`${path} answered ${status}: ${html}`);
    },
  }));
}

async function operationsOfStorefront(system: MiniflareSystem): Promise<BilledOperation[]> {
  const studio = await addStudio(system.database);
  const visitor = new Visitor(system.url, await slugOf(system, studio));
  const { modelId, items, quote } = await visitor.chosen(studio);
  const order = await visitor.order(quote);
  const request = await visitor.request(modelId);
  const kept = await visitor.keep(quote);
  const model = uniqueBox();
  const get = (name: string, path: string): BilledOperation => ({
    name,
    prepare: async () => async () => {
      await visitor.send(path);
    },
  });
  const post = (name: string, path: string, body: () => Promise<unknown>): BilledOperation => ({
    name,
    async prepare() {
      const prepared = await body();
      return async () => {
        await visitor.send(path, prepared);
      };
    },
  });
  return [
    get("GET /{slug}", ""),
    // Read before there is another: SQLite also reads the entry after a random token, unless it is the last one.
    get("GET /orders/{token}", order),
    get("GET /requests/{token}", request),
    post("POST /models, new model", "/models", async () => visitor.form(uniqueBox())),
    post("POST /models, known model", "/models", async () => visitor.form(model)),
    get(
      "GET /models/{modelId}/prices, sliced before",
      `/models/${modelId}/prices?quality=${studio.printingQualityId}&quantities=1,5,10,50`,
    ),
    post("POST /quotes, sliced before", "/quotes", async () => ({ items })),
    post("POST /quotes/keep", "/quotes/keep", async () => ({ token: quote })),
    get("GET /quotes/{token}", kept),
    post("POST /orders", "/orders", async () => orderOf((await visitor.quote(items)).token)),
    post("POST /requests", "/requests", async () => requestOf(modelId)),
  ];
}

async function slugOf({ database }: MiniflareSystem, { id }: BenchStudio): Promise<string> {
  const [studio] = await database.select({ slug: studios.slug }).from(studios).where(eq(studios.id, id));
  if (studio === undefined) throw new Error("a studio that was added is not there");
  return studio.slug;
}

function orderOf(quote: string) {
  return { quote, ...CUSTOMER, consent: true, source: "order_page" };
}

function requestOf(modelId: string) {
  const items = [{ modelId, fileName: "part.stl", quantity: 1, finishingIds: [], reason: "fits_no_printer" }];
  return { ...CUSTOMER, consent: true, source: "order_page", requestKey: crypto.randomUUID(), items };
}

/** A visitor of a studio's order page, from an address of their own. */
class Visitor {
  readonly #base: URL;

  constructor(url: URL, slug: string) {
    this.#base = new URL(slug, url);
  }

  /** A model sent and sliced, an item of it, and its signed quote. */
  async chosen({ materialId, printingQualityId }: BenchStudio) {
    const { modelId } = await this.send<{ modelId: string }>("/models", this.form(uniqueBox()));
    const items = [{ modelId, materialId, printingQualityId, finishingIds: [], quantity: 2 }];
    const { token: quote } = await this.quote(items);
    return { modelId, items, quote };
  }

  form(model: Uint8Array<ArrayBuffer>): FormData {
    const form = new FormData();
    form.append("model", new Blob([model]), "part.stl");
    return form;
  }

  quote(items: unknown): Promise<SignedQuote> {
    return this.send<SignedQuote>("/quotes", { items });
  }

  /** @returns the path of the order's own page */
  async order(quote: string): Promise<string> {
    return this.#within((await this.send<{ address: string }>("/orders", orderOf(quote))).address);
  }

  /** @returns the path of the request's own page */
  async request(modelId: string): Promise<string> {
    return this.#within((await this.send<{ address: string }>("/requests", requestOf(modelId))).address);
  }

  /** @returns the path of the kept quote's page */
  async keep(token: string): Promise<string> {
    return this.#within((await this.send<{ address: string }>("/quotes/keep", { token })).address);
  }

  /** Sent again while a model is being sliced. Without a body, it is a GET. */
  async send<Answer>(path: string, body?: unknown): Promise<Answer> {
    const headers = {
      "CF-Connecting-IP": VISITOR_ADDRESS,
      Origin: this.#base.origin,
      ...(body === undefined || body instanceof FormData ? {} : { "Content-Type": "application/json" }),
    };
    for (;;) {
      const answer = await fetch(`${this.#base}${path}`, {
        method: body === undefined ? "GET" : "POST",
        body: body instanceof FormData ? body : body === undefined ? null : JSON.stringify(body),
        headers,
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`);
      if (answer.status === 202) {
        await new Promise((resolve) => setTimeout(resolve, 250));
        continue;
      }
      // A page, or the answer that the caller names (src/storefront/wire.ts).
      return (answer.headers.get("Content-Type")?.startsWith("application/json") ? JSON.parse(text) : text) as Answer;
    }
  }

  #within(address: string): string {
    return new URL(address, this.#base).pathname.slice(this.#base.pathname.length);
  }
}
