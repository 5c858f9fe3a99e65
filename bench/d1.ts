// Platform calls of each API operation: D1 statements and rows, KV, R2, RPC.
//
// Nothing is timed, so the figures are the same on every machine.
//
//   npm run bench -- d1

import { answerTo, countedOperations, LARGE_WORKLOAD, tellGate } from "../harness/api-operations.ts";
import { storefrontOperations } from "../harness/storefront-operations.ts";
import { addKey, addStudio, STUDIO_CATALOG } from "../harness/studios.ts";
import { type MiniflareSystem, startMiniflareSystem } from "../harness/systems/miniflare-system.ts";
import { printTable } from "../harness/table.ts";
import type { Counts } from "../harness/workers/counts.ts";
import { startEngine } from "../scripts/local/engine-process.ts";

const engine = await startEngine({});
try {
  const system = await startMiniflareSystem({ engine, apiEntry: "harness/workers/counting.worker.ts" });
  try {
    await countAll(system);
  } finally {
    await system.stop();
  }
} finally {
  await engine.stop();
}

async function countAll(system: MiniflareSystem): Promise<void> {
  const { database } = system;
  const studio = await addStudio(database);
  const rows: string[][] = [];
  await send(new Request(new URL("/api/v1/me", system.url)), 200, studio.key);
  for (const { name, status, prepare } of countedOperations(system, studio)) {
    const cold = await prepare("cold");
    const newKey = await addKey(database, studio.id);
    await tellGate(system, studio.id);
    rows.push(describe(name, "cold", await send(cold, status, newKey)));
    rows.push(describe("", "warm", await send(await prepare("warm"), status, studio.key)));
  }
  // The order page has no gate.
  for (const { name, status, prepare } of await storefrontOperations(system, studio)) {
    rows.push(describe(name, "", await send(await prepare("warm"), status, studio.key)));
  }
  printTable(["", "gate", "D1 calls", "statements", "rows read", "written", "KV reads", "R2", "RPC"], rows);
  console.log(
    [
      `A studio with ${STUDIO_CATALOG.materials} materials, ${STUDIO_CATALOG.printingQualities} qualities, ${STUDIO_CATALOG.finishings} finishings and ${STUDIO_CATALOG.products} products; customers with ${LARGE_WORKLOAD.ordersOfCustomer} orders before the request.`,
      "The API Worker with its bindings wrapped, one request at a time. A D1 call is a batch, or a statement by itself. Rows are",
      "D1's own count, with those read in indexes. With a cold gate, the isolate has not seen the key before: the key itself names",
      'its studio. What the slicer Worker does for its one RPC is not counted. "keyed" means with an Idempotency-Key. The calls that',
      "wait for one another: npm run bench -- hops.",
    ].join("\n"),
  );
}

function describe(
  name: string,
  gate: string,
  { d1Calls, statements, rowsRead, rowsWritten, kvReads, r2, rpc }: Counts,
) {
  const figures = [d1Calls, statements, rowsRead, rowsWritten, kvReads].map(String);
  return [name, gate, ...figures, namesAndCounts(r2), namesAndCounts(rpc)];
}

function namesAndCounts(counts: Readonly<Record<string, number>>): string {
  const named = Object.entries(counts).map(([name, count]) => (count === 1 ? name : `${count} ${name}`));
  return named.length === 0 ? "0" : named.join(", ");
}

async function send(request: Request, status: number, key: string): Promise<Counts> {
  const { counts } = await answerTo(request, status, key);
  return counts;
}
