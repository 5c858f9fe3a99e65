// Hops of each door's operations, near the data and far from it, cold and warm.
//
// A hop is a call of a binding that waits for the one before. A fake stands for the distances only: behind it are the real D1, R2, KV,
// Durable Objects and slicer.

import { join } from "node:path";
import { startEngine } from "../scripts/local/engine-process.ts";
import { PROJECT_FOLDER } from "../scripts/project-folder.ts";
import {
  answerTo,
  type Caches,
  type CountedOperation,
  countedOperations,
  tellGate,
  waitedFor,
} from "./api-operations.ts";
import { type OutcomesByContent, rememberOutcomes } from "./engine/remembered-outcomes.ts";
import { uniqueBox } from "./models.ts";
import { panelOperations } from "./panel-operations.ts";
import { storefrontOperations } from "./storefront-operations.ts";
import { addKey, addStudio, type BenchStudio, SMALL_CATALOG } from "./studios.ts";
import { type MiniflareSystem, startMiniflareSystem } from "./systems/miniflare-system.ts";
import { type Distances, ONE_HOP_EACH, type Waited } from "./workers/distances.ts";

/** More than any operation's hops, so that one sum says the number of both kinds. */
const FAR = 1000;
const FAR_FROM_DATA: Distances = {
  gate: FAR,
  "visitor's day": FAR,
  news: FAR,
  outbox: FAR,
  "request log": FAR,
  primary: FAR,
  // With read replication on.
  replica: 1,
  KV: 1,
  R2: FAR,
  // Its Worker runs beside the API's; the slice's object lies with the data.
  slicer: FAR,
};

/** A cold location has no copy in KV. */
const CASES = [
  { place: "near", caches: "cold", distances: ONE_HOP_EACH },
  { place: "near", caches: "warm", distances: ONE_HOP_EACH },
  { place: "far", caches: "cold", distances: { ...FAR_FROM_DATA, KV: FAR } },
  { place: "far", caches: "warm", distances: FAR_FROM_DATA },
] as const;

/** Milliseconds of a hop there and back, assumed: within a region, and to another continent. */
const NEAR_MILLISECONDS = 5;
const FAR_MILLISECONDS = 150;

/** Enough to show that items do not wait for one another. */
const ITEMS_OF_ORDER = 2;

const DOORS = ["The API", "The order page", "The panel"] as const;

interface Operation extends CountedOperation {
  readonly door: (typeof DOORS)[number];
}

/** An operation, measured in each of the cases. */
export interface MeasuredOperation extends Pick<Operation, "door" | "name"> {
  readonly cases: readonly Awaited<ReturnType<typeof waitedFor>>[];
}

/** Starts a system of its own, and stops it. */
export async function measureHops(): Promise<MeasuredOperation[]> {
  const engine = await startEngine({});
  try {
    // Each case has a studio of its own, so that the same models are new to each, and are sliced once.
    const outcomes: OutcomesByContent = new Map();
    const { url, close } = await rememberOutcomes(engine.url, outcomes);
    try {
      const system = await startMiniflareSystem({
        engine: { url, engineName: engine.engineName },
        apiEntry: "harness/workers/counting.worker.ts",
      });
      try {
        return await measureCases(system);
      } finally {
        await system.stop();
      }
    } finally {
      await close();
    }
  } finally {
    await engine.stop();
  }
}

async function measureCases(system: MiniflareSystem): Promise<MeasuredOperation[]> {
  const models: Uint8Array<ArrayBuffer>[] = [];
  const measured: MeasuredOperation[] = [];
  for (const { caches, distances } of CASES) {
    const studio = await addStudio(system.database, SMALL_CATALOG);
    let sent = 0;
    const newModel = () => (models[sent++] ??= uniqueBox());
    const operations = await operationsOfAllDoors(system, studio, newModel);
    for (const [index, { door, name, status, prepare }] of operations.entries()) {
      const inThisCase = await waitedFor(await prepare(caches), status, distances);
      measured[index] = { door, name, cases: [...(measured[index]?.cases ?? []), inThisCase] };
    }
  }
  return measured;
}

async function operationsOfAllDoors(
  system: MiniflareSystem,
  studio: BenchStudio,
  newModel: () => Uint8Array<ArrayBuffer>,
): Promise<Operation[]> {
  const api = await apiOperations(system, studio, newModel);
  const storefront = await storefrontOperations(system, studio, { newModel });
  const panel = await panelOperations(system, studio);
  return [
    ...api,
    ...storefront.map((operation) => ({ ...operation, door: "The order page" as const })),
    ...panel.map((operation) => ({ ...operation, door: "The panel" as const })),
  ];
}

async function apiOperations(
  system: MiniflareSystem,
  studio: BenchStudio,
  newModel: () => Uint8Array<ArrayBuffer>,
): Promise<Operation[]> {
  const { database, url } = system;
  const operations = countedOperations(system, studio, {
    itemsOfLargeOrder: ITEMS_OF_ORDER,
    newModelsOfOrder: ITEMS_OF_ORDER,
    ordersOfCustomer: 1,
    newModel,
  });
  const newKeys = await Promise.all(operations.map(() => addKey(database, studio.id)));
  const olderKey = await addKey(database, studio.id, "a secret for links that was replaced");
  await tellGate(system, studio.id);
  const me = () => new Request(new URL("/api/v1/me", url));
  await answerTo(me(), 200, studio.key);
  return [
    ...operations.map(({ name, status, prepare }, index) => ({
      door: "The API" as const,
      name,
      status,
      async prepare(caches: Caches) {
        const request = await prepare(caches);
        request.headers.set("Authorization", `Bearer ${caches === "cold" ? newKeys[index] : studio.key}`);
        return request;
      },
    })),
    {
      door: "The API",
      name: "GET /me, key of a secret that was replaced",
      status: 200,
      async prepare(caches) {
        if (caches === "warm") await answerTo(me(), 200, olderKey);
        const request = me();
        request.headers.set("Authorization", `Bearer ${olderKey}`);
        return request;
      },
    },
  ];
}

/** The operations as Markdown: a table for each door. */
export function hopsTables(operations: readonly MeasuredOperation[]): string {
  return DOORS.map((door) => {
    const rows = operations.filter((operation) => operation.door === door).map(rowOf);
    const heading = `| ${door} | calls, one after the other | near, cold | near, warm | far, cold | far, warm |`;
    return [heading, "|---|---|---|---|---|---|", ...rows].join("\n");
  }).join("\n\n");
}

function rowOf({ name, cases }: MeasuredOperation): string {
  const [cold, warm] = cases.map(({ waited }) => inWords(waited.hops));
  const calls = cold === warm ? cold : `cold: ${cold}; warm: ${warm}`;
  return `| \`${name}\` | ${calls} | ${cases.map(({ waited }) => distanceOf(waited.time)).join(" | ")} |`;
}

function inWords(hops: Waited["hops"]): string {
  return hops.length === 0 ? "none" : hops.map((bindings) => bindings.join(" + ")).join(" → ");
}

/** Such as "2 far + 1 near: 305 ms". */
function distanceOf(time: number): string {
  const [far, near] = [Math.floor(time / FAR), time % FAR];
  if (time === 0) return "none";
  const kinds = [...(far > 0 ? [`${far} far`] : []), ...(near > 0 ? [`${near} near`] : [])];
  return `${kinds.join(" + ")}: ${far * FAR_MILLISECONDS + near * NEAR_MILLISECONDS} ms`;
}

export const LATENCY_DOCUMENT = join(PROJECT_FOLDER, "docs/latency.md");

/** Begins and ends the tables in the document. */
const MARK = "<!-- Written by `npm run bench -- hops --write`. -->";

/** The document's text between its two marks. */
export function hopsTablesIn(document: string): string {
  const [, tables, , ...more] = document.split(MARK);
  if (tables === undefined || more.length > 0) throw new Error(`docs/latency.md has not two marks ${MARK}`);
  return tables.trim();
}

export function withHopsTables(document: string, tables: string): string {
  return document.replace(hopsTablesIn(document), () => tables);
}
