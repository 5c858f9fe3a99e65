// Exports orders, their models and the printers' items from the API into an ERP's files.
//
//   npm run -w example-erp export -- 1-20                    a range of order ids
//   npm run -w example-erp export -- placed-orders.txt 42    ids in a file, and one more
//   npm run -w example-erp export -- 1-20 --out /srv/erp     another folder than examples/erp/export

import { createWriteStream } from "node:fs";
import { access, mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { parseArgs } from "node:util";
import { NotFoundError, type Order, type Printer, StudioClient } from "@studio-integration/client";
import { findApiAccess } from "../api-access.ts";
import { toCsv } from "./csv.ts";
import { fileNameOf } from "./file-names.ts";
import { type WantedOrder, wantedOrders } from "./order-ids.ts";

try {
  await exportAll();
} catch (error) {
  // One sentence, like the client's own errors.
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

async function exportAll(): Promise<void> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { out: { type: "string" } } });
  if (positionals.length === 0) throw new Error("Name orders: ids, ranges such as 1-20, or a file with such words.");
  // npm runs a workspace's script in the workspace's folder.
  const folder =
    values.out === undefined ? join(import.meta.dirname, "export") : resolve(process.env.INIT_CWD ?? ".", values.out);
  const client = new StudioClient(await findApiAccess());

  const orders = await readOrders(client, await wantedOrders(positionals));
  const printers = await client.printers.list();
  await mkdir(join(folder, "models"), { recursive: true });
  const models = await downloadModels(orders, join(folder, "models"));
  await writeWhole(join(folder, "orders.csv"), ordersCsv(orders, models));
  await writeWhole(join(folder, "printers.csv"), printersCsv(printers));
  console.log(`${orders.length} orders, ${models.size} models and ${printers.length} printers are in ${folder}`);
}

/** Reads one order after the other: an export has time, and the studio's site shares the hour of requests. */
async function readOrders(client: StudioClient, wanted: readonly WantedOrder[]): Promise<Order[]> {
  const orders: Order[] = [];
  for (const { id, isNamed } of wanted) {
    try {
      orders.push(await client.orders.get(id));
    } catch (error) {
      if (isNamed || !(error instanceof NotFoundError)) throw error;
    }
  }
  return orders;
}

/** Saves each item's model. Answers the file names by the items' ids. */
async function downloadModels(orders: readonly Order[], folder: string): Promise<Map<number, string>> {
  const names = new Map<number, string>();
  for (const item of orders.flatMap(({ items }) => items)) {
    if (item.downloadUrl === null) continue;
    const name = fileNameOf(item);
    const isThere = await access(join(folder, name)).then(
      () => true,
      () => false,
    );
    if (!isThere) await download(item.downloadUrl, join(folder, name));
    names.set(item.id, name);
  }
  return names;
}

/** The link works for an hour, without the key: the key must not be sent along. */
async function download(url: string, file: string): Promise<void> {
  const response = await fetch(url);
  if (!response.ok || response.body === null) throw new Error(`A model's link answered ${response.status}.`);
  // A whole file gets its name last: the next run takes no broken download for done.
  const unfinished = `${file}.part`;
  try {
    await pipeline(Readable.fromWeb(response.body), createWriteStream(unfinished));
    await rename(unfinished, file);
  } finally {
    await rm(unfinished, { force: true });
  }
}

function ordersCsv(orders: readonly Order[], models: ReadonlyMap<number, string>): string {
  const headings = ["order", "status", "created", "customer", "phone", "email", "item", "file", "model", "material"];
  const more = ["quality", "finishings", "quantity", "minutes", "grams", "price", "currency", "delivery"];
  const rows = orders.flatMap(({ id, status, createdAt, customer, items, delivery }) =>
    items.map((item) => [
      ...[id, status, createdAt, `${customer.firstName} ${customer.lastName}`, customer.phoneNumber, customer.email],
      ...[item.id, item.originalFileName ?? item.productTitle, models.get(item.id) ?? null, item.materialId],
      ...[item.printingQualityId, item.finishingIds.join(" "), item.quantity, item.printingTime, item.weight],
      ...[item.price.amount, item.price.currency.code, delivery?.method ?? null],
    ]),
  );
  return toCsv([[...headings, ...more], ...rows]);
}

/** A line for each item on a printer; one line for a printer without any. */
function printersCsv(printers: readonly Printer[]): string {
  const rows = printers.flatMap(({ id, name, technology, status, assignedItems }) => {
    const printer = [id, name, technology.name, status];
    if (assignedItems.length === 0) return [[...printer, null, null, null, null]];
    return assignedItems.map((item) => [...printer, item.orderId, item.orderItemId, item.itemLabel, item.quantity]);
  });
  return toCsv([["printer", "name", "technology", "status", "order", "item", "label", "quantity"], ...rows]);
}

async function writeWhole(file: string, text: string): Promise<void> {
  const unfinished = `${file}.part`;
  await writeFile(unfinished, text);
  await rename(unfinished, file);
}
