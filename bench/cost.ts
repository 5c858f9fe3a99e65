// Dollars for a million of each operation and page, by counted calls of the platform; written into docs/operating.md.
//
//   npm run bench -- cost

import { readFile, writeFile } from "node:fs/promises";
import { sql } from "drizzle-orm";
import {
  type BilledOperation,
  countBilled,
  DOORS,
  prepareBilledOperations,
} from "../harness/cost/billed-operations.ts";
import { COST_DOCUMENT, type CostOfOperation, operationsTable, withTables } from "../harness/cost/cost-tables.ts";
import { type BilledCounts, DOLLARS_PER_GIGABYTE_MONTH } from "../harness/cost/prices.ts";
import { fillHistory } from "../harness/filled-history.ts";
import { markdownTable } from "../harness/markdown-table.ts";
import { addStudio } from "../harness/studios.ts";
import { type MiniflareSystem, startMiniflareSystem } from "../harness/systems/miniflare-system.ts";
import { findWorkerd, type WorkerdProcess } from "../harness/systems/workerd-process.ts";
import { startEngine } from "../scripts/local/engine-process.ts";

/** The system counts processor time in hundredths of a second, so several requests are measured at once. */
const MEASURED_REQUESTS = 10;
const ORDERS = 10_000;
const GIGABYTE = 1e9;
/** https://developers.cloudflare.com/durable-objects/reference/faq/: an empty SQLite database takes about as much. */
const OBJECT_BYTES = 12_000;
/** Assumed: a finished slice as JSON, with its dimensions, volumes, warnings and layers' figures. */
const SLICE_RESULT_BYTES = 1_000;
/** Days for which a slice's object and its copy in KV are kept (slicer-service). */
const OBJECT_DAYS = 45;
const KV_DAYS = 30;
const DAYS_OF_MONTH = 30;

const engine = await startEngine({});
try {
  const system = await startMiniflareSystem({ engine, apiEntry: "harness/workers/counting.worker.ts" });
  try {
    const tables = await costTables(system);
    await writeFile(COST_DOCUMENT, withTables(await readFile(COST_DOCUMENT, "utf8"), tables));
    for (const table of tables) console.log(`\n${table}`);
  } finally {
    await system.stop();
  }
} finally {
  await engine.stop();
}

async function costTables(system: MiniflareSystem): Promise<string[]> {
  const workerd = findWorkerd();
  if (workerd === undefined) throw new Error("The processor time of workerd is known on Linux only");
  const operations = await prepareBilledOperations(system);
  // All are counted first, as the test does: rows that a measurement adds would be among those that a later operation reads.
  const counted = new Map<BilledOperation, BilledCounts>();
  for (const door of DOORS) {
    for (const operation of operations[door]) counted.set(operation, await countBilled(system, operation));
  }
  const tables: string[] = [];
  for (const door of DOORS) {
    const costs: CostOfOperation[] = [];
    for (const operation of operations[door]) {
      const counts = counted.get(operation);
      if (counts === undefined) throw new Error(`${operation.name} was not counted`);
      const milliseconds = await processorMilliseconds(workerd, operation);
      costs.push({ name: operation.name, counts, processorMilliseconds: milliseconds });
    }
    tables.push(operationsTable(door, costs));
  }
  return [...tables, storageTable(await bytesOfOrder(system))];
}

async function processorMilliseconds(workerd: WorkerdProcess, { prepare }: BilledOperation): Promise<number> {
  const prepared: (() => Promise<void>)[] = [];
  while (prepared.length < MEASURED_REQUESTS) prepared.push(await prepare());
  const before = workerd.cpuMicroseconds();
  for (const send of prepared) await send();
  return (workerd.cpuMicroseconds() - before) / 1000 / MEASURED_REQUESTS;
}

/** Bytes of D1, indexes included, for an order with two items, four changes, its model, figures and a share of a customer. */
async function bytesOfOrder({ database }: MiniflareSystem): Promise<number> {
  const { id: studioId, materialId, printingQualityId } = await addStudio(database);
  const size = async () => (await database.run(sql`SELECT 1`)).meta.size_after;
  const before = await size();
  await fillHistory(database, [{ studioId, materialId, printingQualityId, printerId: null }], ORDERS, Date.now());
  return ((await size()) - before) / ORDERS;
}

function storageTable(bytesOfOrder: number): string {
  const prices = DOLLARS_PER_GIGABYTE_MONTH;
  const row = (name: string, where: keyof typeof prices, bytes: number, months: number) => {
    const gigabytes = (bytes * 1e6) / GIGABYTE;
    return [
      name,
      where === "objects" ? where : where.toUpperCase(),
      `${Math.round(bytes)}`,
      figureOf(gigabytes * prices[where] * months),
    ];
  };
  return markdownTable(
    ["stored", "in", "bytes of one", "$ for a million"],
    [
      row("orders, a month", "d1", bytesOfOrder, 1),
      row(`slices, the ${OBJECT_DAYS} days that they are kept`, "objects", OBJECT_BYTES, OBJECT_DAYS / DAYS_OF_MONTH),
      row(`results of slices, the ${KV_DAYS} days of their copies`, "kv", SLICE_RESULT_BYTES, KV_DAYS / DAYS_OF_MONTH),
      row("models of 1 MB, a month", "r2", 1e6, 1),
    ],
  );
}

function figureOf(dollars: number): string {
  return `**${dollars.toFixed(2)}**`;
}
