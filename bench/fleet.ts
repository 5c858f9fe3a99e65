// The cost of GET /printers with 500 printers and 2,000 items printing, and the isolate's memory during downloads.
//
//   npm run bench -- fleet

import { Readable } from "node:stream";
import { desc, eq } from "drizzle-orm";
import { idOf } from "../harness/catalog-rows.ts";
import { median } from "../harness/statistics.ts";
import { addStudio, type BenchStudio, inBatch } from "../harness/studios.ts";
import { HeapInspector, totalBytes } from "../harness/systems/heap-inspector.ts";
import {
  type MiniflareSystem,
  NO_ENGINE,
  type SystemDatabase,
  startMiniflareSystem,
} from "../harness/systems/miniflare-system.ts";
import { MEBIBYTE, mebibytes, printTable } from "../harness/table.ts";
import { streamedForm } from "../harness/upload-requests.ts";
import { COUNTS_HEADER, type Counts } from "../harness/workers/counts.ts";
import { customers, models, orderItems, orders, printers, queuedPrints } from "../src/db/schema.ts";

const FLEETS = [
  { fleet: 5, printing: 20, finished: 0 },
  { fleet: 500, printing: 20, finished: 0 },
  { fleet: 500, printing: 2000, finished: 0 },
  { fleet: 500, printing: 2000, finished: 4000 },
];
const ITEMS_OF_ORDER = 4;
/** Keeps a batch below D1's limits. */
const ITEMS_OF_BATCH = 500;
const REQUESTS = 9;
const POLL_MILLISECONDS = 10;

let customersMade = 0;

await measureFleets();
await measureDownloads();

async function measureFleets(): Promise<void> {
  const system = await startMiniflareSystem({ engine: NO_ENGINE, apiEntry: "harness/workers/counting.worker.ts" });
  try {
    const rows: string[][] = [];
    for (const { fleet, printing, finished } of FLEETS) {
      const studio = await addStudio(system.database);
      await addFleet(system.database, studio, fleet, printing, finished);
      const milliseconds: number[] = [];
      let counts: Counts | undefined;
      let bytes = 0;
      for (let time = 0; time < REQUESTS; time++) {
        const begun = performance.now();
        const answer = await fetch(new URL("/api/v1/printers", system.url), bearer(studio.key));
        bytes = (await answer.arrayBuffer()).byteLength;
        milliseconds.push(performance.now() - begun);
        if (answer.status !== 200) throw new Error(`GET /printers answered ${answer.status}`);
        // The counting Worker writes it.
        counts = JSON.parse(answer.headers.get(COUNTS_HEADER) ?? "null") as Counts;
      }
      const figures = [fleet, printing, finished, counts?.d1Calls, counts?.statements, counts?.rowsRead, bytes];
      rows.push([...figures.map(String), median(milliseconds).toFixed(0)]);
    }
    printTable(["printers", "items printing", "finished", "D1 calls", "statements", "rows read", "bytes", "ms"], rows);
    console.log(
      `GET /printers with a warm gate, median of ${REQUESTS}. "finished" are items of completed orders that are still assigned to\n` +
        "a printer. Rows are D1's own count, with those read in indexes.\n",
    );
  } finally {
    await system.stop();
  }
}

async function measureDownloads(): Promise<void> {
  const system = await startMiniflareSystem({ engine: NO_ENGINE, inspect: true });
  try {
    if (system.inspectorUrl === undefined) throw new Error("The system was started without an inspector");
    const inspector = await HeapInspector.connect(system.inspectorUrl);
    const studio = await addStudio(system.database);
    const rows: string[][] = [];
    for (const { downloads, megabytes } of [
      { downloads: 1, megabytes: 5 },
      { downloads: 1, megabytes: 50 },
      { downloads: 10, megabytes: 50 },
    ]) {
      const link = await linkToModel(system, studio, megabytes * MEBIBYTE);
      await inspector.collectGarbage();
      const idle = await inspector.usage();
      const heap = inspector.watchPeak(POLL_MILLISECONDS);
      const downloading = Array.from({ length: downloads }, () => download(link, megabytes * MEBIBYTE));
      await Promise.all(downloading).finally(() => heap.stop());
      const peak = await heap.stop();
      rows.push([String(downloads), String(megabytes), mebibytes(totalBytes(idle)), mebibytes(totalBytes(peak))]);
    }
    inspector.close();
    printTable(["downloads at once", "MB each", "idle", "peak"], rows);
    console.log(
      `MiB of V8's heap and ArrayBuffers in the API Worker's isolate, garbage included, read from its inspector every\n` +
        `${POLL_MILLISECONDS} ms. The file streams from R2 to the client without passing through the isolate's memory.`,
    );
  } finally {
    await system.stop();
  }
}

async function addFleet(
  database: SystemDatabase,
  { id: studioId, materialId, printingQualityId }: BenchStudio,
  fleet: number,
  printing: number,
  finished: number,
): Promise<void> {
  const now = Date.now();
  const added = await inBatch(database, fleet, (index) =>
    database
      .insert(printers)
      .values({
        studioId,
        requestKey: crypto.randomUUID(),
        technologyId: 1,
        name: `Printer ${index}`,
        buildVolume: "220x220x250 mm",
        status: "active",
        createdAt: now,
        updatedAt: now,
      })
      .returning({ id: printers.id }),
  );
  const printerIds = added.map(([printer]) => idOf(printer));
  const phoneNumber = `+38050${1_000_000 + ++customersMade}`;
  const contact = { firstName: "Олена", lastName: "Коваль", phoneNumber, email: "o@studio.example", locale: "uk" };
  const [customer] = await database
    .insert(customers)
    .values({ studioId, ...contact, createdAt: now })
    .returning();
  const [model] = await database
    .insert(models)
    .values({
      studioId,
      sha256: crypto.randomUUID(),
      format: "stl",
      sizeBytes: 1,
      objectKey: crypto.randomUUID(),
      createdAt: now,
      lastUsedAt: now,
    })
    .returning();
  for (const [status, items] of [
    ["printing", printing],
    ["completed", finished],
  ] as const) {
    for (let left = items; left > 0; left -= ITEMS_OF_BATCH) {
      await addOrders(Math.min(left, ITEMS_OF_BATCH), status);
    }
  }

  async function addOrders(items: number, status: "printing" | "completed"): Promise<void> {
    const written = await inBatch(database, items / ITEMS_OF_ORDER, () =>
      database
        .insert(orders)
        .values({
          studioId,
          requestKey: crypto.randomUUID(),
          customerId: idOf(customer),
          contact,
          status,
          totalPriceMinor: 25_000,
          currencyId: 1,
          source: "api",
          createdAt: now,
          updatedAt: now,
        })
        .returning({ id: orders.id }),
    );
    const added = await inBatch(database, items, (index) =>
      database
        .insert(orderItems)
        .values({
          studioId,
          orderId: idOf(written[Math.floor(index / ITEMS_OF_ORDER)]?.[0]),
          position: index % ITEMS_OF_ORDER,
          modelId: idOf(model),
          originalFileName: "part.stl",
          quantity: 1,
          priceMinor: 6250,
          materialId,
          materialColor: "white",
          printingQualityId,
          finishingIds: [],
          printMinutes: 60,
          weightHundredthsOfGram: 1000,
        })
        .returning({ id: orderItems.id }),
    );
    if (printerIds.length === 0 || status !== "printing") return;
    await inBatch(database, items, (index) =>
      database.insert(queuedPrints).values({
        studioId,
        orderItemId: idOf(added[index]?.[0]),
        printerId: printerIds[index % fleet] ?? 0,
        copies: 1,
        place: index,
        queuedAt: now,
      }),
    );
  }
}

/** Uploads a model of `bytes` bytes, orders it, and returns the download link of the order. */
async function linkToModel({ url, database }: MiniflareSystem, studio: BenchStudio, bytes: number): Promise<string> {
  const { contentType, length, pieces } = streamedForm({ printingQualityId: studio.printingQualityId }, bytes);
  const sent = await fetch(new URL("/api/v1/slicing-jobs", url), {
    method: "POST",
    headers: { ...bearer(studio.key).headers, "Content-Type": contentType, "Content-Length": String(length) },
    body: Readable.toWeb(Readable.from(pieces(async () => {}))),
    duplex: "half",
  });
  if (sent.status !== 202) throw new Error(`An upload was answered ${sent.status}: ${await sent.text()}`);
  await sent.arrayBuffer();
  const [model] = await database.select().from(models).orderBy(desc(models.id)).limit(1);
  await addFleet(database, studio, 1, ITEMS_OF_ORDER, 0);
  const [item] = await database.select().from(orderItems).orderBy(desc(orderItems.id)).limit(1);
  if (item === undefined) throw new Error("No order was added");
  await database
    .update(orderItems)
    .set({ modelId: idOf(model) })
    .where(eq(orderItems.id, item.id));
  const answer = await fetch(new URL(`/api/v1/orders/${item.orderId}`, url), bearer(studio.key));
  const { data } = (await answer.json()) as { data: { items: { id: number; downloadUrl: string }[] } };
  const link = data.items.find(({ id }) => id === item.id)?.downloadUrl;
  if (link === undefined) throw new Error("The order has no download link");
  return link;
}

/** @throws Error for an incomplete file. It may be a triangle short of `bytes`, see streamedForm. */
async function download(link: string, bytes: number): Promise<void> {
  const answer = await fetch(link);
  let received = 0;
  for await (const piece of answer.body ?? []) received += piece.length;
  if (answer.status !== 200 || received < bytes - 100)
    throw new Error(`The download was answered ${answer.status} with ${received} bytes`);
}

function bearer(key: string) {
  return { headers: { Authorization: `Bearer ${key}` } };
}
