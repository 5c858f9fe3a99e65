// Billed operations of the three doors: the API's, the panel's pages, and the order page with its requests.
//
// One studio is made for each door, and each door's operations come in the same order, so the counts are the same in every run.

import { PanelClient } from "../../scripts/browser/panel-client.ts";
import { crawlPanel, linksIn } from "../../scripts/browser/panel-crawler.ts";
import { answerTo, type CountedOperation, countedOperations } from "../api-operations.ts";
import { anotherVisitor, sendOrderAndRequest, storefrontOperations } from "../storefront-operations.ts";
import { addOwner, addStudio } from "../studios.ts";
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
/** Read before there is another order or request: SQLite also reads the entry after a random token, unless it is the last one. */
const READ_FIRST: readonly string[] = ["GET /{slug}", "GET /orders/{token}", "GET /requests/{token}"];

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
  return countedOperations(system, studio).map((operation) => sentWithKey(operation, studio.key));
}

async function pagesOfPanel(system: MiniflareSystem): Promise<BilledOperation[]> {
  const { database, url } = system;
  const studio = await addStudio(database);
  await sendOrderAndRequest(system, studio);
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
  const visitor = { ...anotherVisitor(), ipAddress: VISITOR_ADDRESS };
  const operations = await storefrontOperations(system, studio, { nextVisitor: () => visitor });
  const isReadFirst = ({ name }: CountedOperation) => READ_FIRST.includes(name);
  return operations
    .toSorted((a, b) => Number(isReadFirst(b)) - Number(isReadFirst(a)))
    .map((operation) => sentWithKey(operation, studio.key));
}

/** The order page does not read the key. */
function sentWithKey({ name, status, prepare }: CountedOperation, key: string): BilledOperation {
  return {
    name,
    async prepare() {
      const request = await prepare("warm");
      return async () => {
        await answerTo(request, status, key);
      };
    },
  };
}
