// Hops of every door's operations: the calls of bindings that follow one another, for a request near the data and one far away.

import { addKey, addStudio, type BenchStudio } from "./studios.ts";
import { countedOperations, tellGate, waitedFor } from "./api-operations.ts";
import { panelOperations } from "./panel-operations.ts";
import { storefrontOperations } from "./storefront-operations.ts";
import type { MiniflareSystem } from "./systems/miniflare-system.ts";
import { type Distances, ONE_HOP_EACH, type Waited } from "./workers/distances.ts";

/** More than an operation's hops, so that a sum of both kinds says the number of each. */
const FAR = 1000;

/** Items of a large order: enough to show that they do not wait for one another. */
const ITEMS = 3;

/** Milliseconds of a hop there and back, assumed: within a region, and to another continent. */
const NEAR_MILLISECONDS = 5;
const FAR_MILLISECONDS = 150;

/** Everything lies with the data; a copy of D1 and the copies of KV are everywhere. */
const FAR_FROM_DATA: Distances = {
  gate: FAR,
  "visitor's day": FAR,
  primary: FAR,
  replica: 1,
  KV: 1,
  R2: FAR,
  slicer: FAR,
};

/** KV has no copy near the request yet. */
const FAR_AND_COLD: Distances = { ...FAR_FROM_DATA, KV: FAR };

type Caches = "cold" | "warm";

interface Operation {
  readonly name: string;
  readonly status: number;
  readonly prepare: (caches: Caches) => Promise<Request>;
}

interface Hops {
  readonly name: string;
  readonly near: Readonly<Record<Caches, Waited>>;
  readonly far: Readonly<Record<Caches, Waited>>;
}

/** The operations of a door. */
export interface HopsOfDoor {
  readonly door: string;
  readonly operations: readonly Hops[];
}

export async function measureHops(system: MiniflareSystem): Promise<HopsOfDoor[]> {
  const studio = await addStudio(system.database);
  const api = apiOperations(system, studio);
  const doors: HopsOfDoor[] = [{ door: "The API", operations: await measureEach(api) }];
  const storefront = await storefrontOperations(system, studio);
  const ofPage = storefront.map(({ prepare, ...operation }) => ({
    ...operation,
    prepare: (caches: Caches) => prepare(caches === "warm"),
  }));
  doors.push({ door: "The order page", operations: await measureEach(ofPage) });
  doors.push({ door: "The panel", operations: await measureEach(await panelOperations(system, studio)) });
  return doors;
}

function apiOperations(system: MiniflareSystem, studio: BenchStudio): Operation[] {
  return countedOperations(system, studio, ITEMS).map(({ prepare, ...operation }) => ({
    ...operation,
    async prepare(caches) {
      const request = await prepare();
      const key = caches === "cold" ? await newKey(system, studio) : studio.key;
      request.headers.set("Authorization", `Bearer ${key}`);
      return request;
    },
  }));
}

/** A key that the isolate has not seen, and the gate has been told of. */
async function newKey(system: MiniflareSystem, studio: BenchStudio): Promise<string> {
  const key = await addKey(system.database, studio.id);
  await tellGate(system, studio.id);
  return key;
}

async function measureEach(operations: readonly Operation[]): Promise<Hops[]> {
  const measured: Hops[] = [];
  for (const { name, status, prepare } of operations) {
    const waited = async (caches: Caches, distances: Distances) => waitedFor(await prepare(caches), status, distances);
    measured.push({
      name,
      near: { cold: await waited("cold", ONE_HOP_EACH), warm: await waited("warm", ONE_HOP_EACH) },
      far: { cold: await waited("cold", FAR_AND_COLD), warm: await waited("warm", FAR_FROM_DATA) },
    });
  }
  return measured;
}
