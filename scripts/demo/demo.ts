// npm run demo: a fresh system of its own, and a studio's site that gets two parts priced and orders them. Ends by itself.
//
//   npm run demo -- [part.stl other.3mf]

import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { EngineHealth } from "../../slicer-service/src/engine-protocol.ts";
import { findFreePort, LocalSystem, type RunningSystem } from "../local/local-system.ts";
import { localStateIn } from "../local/project.ts";
import { onShutdown } from "../local/shutdown.ts";
import { table } from "../text-table.ts";
import { describeError, UserError } from "../user-error.ts";
import { herringboneGear, twistedVase } from "./demo-models.ts";
import {
  type Breakdown,
  finishingsSchema,
  type Money,
  materialsSchema,
  meSchema,
  type Order,
  orderSchema,
  type Quote,
  qualitiesSchema,
  quoteSchema,
  StudioSite,
} from "./demo-site.ts";

const HOST = "127.0.0.1";
const MAX_RUN_MILLISECONDS = 5 * 60_000;

interface Model {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const startedAt = Date.now();
try {
  const models = await readModels(process.argv.slice(2));
  const folder = await mkdtemp(join(tmpdir(), "studio-demo-"));
  const system = new LocalSystem({
    state: localStateIn(folder),
    host: HOST,
    port: await findFreePort(HOST),
    tell: print,
  });
  const end = async () => {
    await system.stop();
    await rm(folder, { recursive: true, force: true });
  };
  onShutdown(async () => {
    await end();
    process.exit(1);
  });
  try {
    const running = await system.start();
    const outOfTime = delay(MAX_RUN_MILLISECONDS - (Date.now() - startedAt), "It takes too long.", { ref: false });
    const failure = await Promise.race([showEverything(running, models), running.broken, outOfTime]);
    if (failure !== undefined) throw new UserError(failure);
  } finally {
    await end();
  }
  print(`\nDone in ${Math.round((Date.now() - startedAt) / 1000)} s. Everything that was started has ended.`);
  process.exit(0);
} catch (error) {
  console.error(`\nThe demo failed. ${describeError(error)}`);
  process.exit(1);
}

async function showEverything({ baseUrl, engineUrl, studios }: RunningSystem, models: readonly Model[]): Promise<void> {
  const [first] = models;
  const access = studios.find(({ plan }) => plan === "pro");
  if (first === undefined || access === undefined) throw new Error("the demo needs a model and a studio with access");
  const site = new StudioSite(baseUrl, access.apiKey, { line: print, progress: printProgress });

  heading("The studio and its catalog");
  const me = await site.get("/me", meSchema);
  print(
    `${me.studioTitle}, plan ${me.plan}: ${me.rateLimit.remaining} of ${me.rateLimit.limit} requests left this hour`,
  );
  const materials = (await site.get("/materials", materialsSchema)).filter(
    ({ technology, status }) => technology.slug === "fdm" && status === "active",
  );
  const qualities = await site.get("/printing-qualities", qualitiesSchema);
  const quality = qualities.find(({ technology, isDefault }) => technology.slug === "fdm" && isDefault);
  const finishings = (await site.get("/finishings", finishingsSchema)).filter(
    ({ technology }) => technology === null || technology.slug === "fdm",
  );
  const [material, otherMaterial] = [materials[0], materials.at(-1)];
  const finishing = finishings[0];
  if (!material || !otherMaterial || !quality || !finishing) throw new Error("the demo's catalog lacks something");
  print(
    table([
      ["FDM MATERIAL", "COLOUR", "PER KG"],
      ...materials.map(({ name, color, costPerKg }) => [name, color ?? "", written(costPerKg)]),
    ]),
  );

  heading(`A quote for ${first.name} (${kilobytes(first)})`);
  print(`${material.name}, ${quality.name} (${quality.layerHeight} mm), 1 copy`);
  const quoteForm = (fields: Record<string, string>) => () => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    form.set("model", new Blob([first.bytes]), first.name);
    return form;
  };
  const choice = { materialId: `${material.id}`, printingQualityId: `${quality.id}` };
  const { data: quote } = await site.post("/quotes", quoteForm(choice), quoteSchema);
  printQuote(quote);

  heading("The same part in another material, finished, five times");
  print(`${otherMaterial.name}, ${finishing.name}, 5 copies`);
  const runsBefore = await slicerRuns(engineUrl);
  const otherChoice = {
    ...choice,
    materialId: `${otherMaterial.id}`,
    finishingIds: `[${finishing.id}]`,
    quantity: "5",
  };
  const { data: otherQuote } = await site.post("/quotes", quoteForm(otherChoice), quoteSchema);
  printQuote(otherQuote);
  const runsAfter = await slicerRuns(engineUrl);
  require(runsAfter === runsBefore, `the second quote was sliced again: ${runsBefore} runs, then ${runsAfter}`);
  print(`The engine has sliced as often as before (${runsAfter}): only the price was computed anew.`);

  heading(`An order of ${models.map(({ name }) => name).join(" and ")}`);
  const orderForm = () => {
    const form = new FormData();
    for (const { bytes, name } of models) form.append("models[]", new Blob([bytes]), name);
    const items = models.map((_, index) => ({
      materialId: index === 0 ? otherMaterial.id : material.id,
      printingQualityId: quality.id,
      finishingIds: index === 0 ? [finishing.id] : [],
      quantity: index + 1,
    }));
    form.set("items", JSON.stringify(items));
    form.set("customerFirstName", "Тарас");
    form.set("customerLastName", "Шевченко");
    form.set("customerPhoneNumber", "+380 44 123 45 67");
    form.set("customerEmail", "taras@example.com");
    form.set("deliveryCityName", "Канів");
    form.set("deliveryWarehouseName", "Відділення № 1");
    form.set("source", "demo");
    return form;
  };
  const idempotencyKey = { "Idempotency-Key": crypto.randomUUID() };
  const { data: order } = await site.post("/orders", orderForm, orderSchema, idempotencyKey);
  printOrder(order);
  requireSum(order);

  const again = await site.post("/orders", orderForm, orderSchema, idempotencyKey);
  require(again.replayed && again.data.id === order.id, "the same Idempotency-Key ordered a second time");
  print(`Sent once more with its Idempotency-Key, it is still order ${order.id}: nobody pays twice.`);

  const read = await site.get(`/orders/${order.id}`, orderSchema);
  requireSum(read);
  require(read.totalPrice.amount === order.totalPrice.amount, "the order read back has another total");
  print(`GET /orders/${order.id} → its ${read.items.length} items add up to its total, ${written(read.totalPrice)}.`);
}

async function readModels(files: readonly string[]): Promise<Model[]> {
  if (files.length === 0) {
    return [
      { name: "twisted-vase.stl", bytes: twistedVase() },
      { name: "herringbone-gear.stl", bytes: herringboneGear() },
    ];
  }
  return Promise.all(
    files.map(async (file) => {
      try {
        return { name: basename(file), bytes: new Uint8Array(await readFile(file)) };
      } catch {
        throw new UserError(`${file} cannot be read.`);
      }
    }),
  );
}

async function slicerRuns(engineUrl: string): Promise<number> {
  // Our own engine speaks the protocol.
  const health = (await (await fetch(`${engineUrl}/health`)).json()) as EngineHealth;
  return health.runs.started;
}

function require(holds: boolean, otherwise: string): void {
  if (!holds) throw new UserError(`This should not be: ${otherwise}.`);
}

/** An order's total is the sum of its items, and an item's price that of its breakdown's six amounts. */
function requireSum({ items, totalPrice }: Order): void {
  const sum = items.reduce((cents, { price }) => cents + centsOf(price), 0n);
  require(sum === centsOf(totalPrice), `the items add up to ${sum}, the total is ${centsOf(totalPrice)} cents`);
  for (const { costBreakdown, price } of items) {
    if (costBreakdown === null) continue;
    const parts = amountsOf(costBreakdown).reduce((cents, [, amount]) => cents + centsOf(amount), 0n);
    require(parts === centsOf(price), `a breakdown adds up to ${parts}, its item costs ${centsOf(price)} cents`);
  }
}

function centsOf({ amount }: Money): bigint {
  return BigInt(amount.replace(".", ""));
}

function amountsOf(breakdown: Breakdown): [string, Money][] {
  return [
    ["material", breakdown.materialCost],
    ["time", breakdown.timeCost],
    ["finishing", breakdown.postProcessingCost],
    [`markup ${breakdown.markupPercentage} %`, breakdown.markupAmount],
    ["setup", breakdown.setupCost],
    ["up to the minimum", breakdown.minimumPriceAdjustment],
  ];
}

function printQuote(quote: Quote): void {
  const { x, y, z } = quote.modelMetrics.dimensions;
  print(`${x} × ${y} × ${z} mm, ${quote.printingTime} min of printing, ${quote.weight} g`);
  printPrices([...amountsOf(quote.breakdown), [`total for ${quote.quantity}`, quote.totalPrice]]);
}

function printOrder(order: Order): void {
  const { firstName, lastName, phoneNumber } = order.customer;
  print(`Order ${order.id} (${order.status}) of ${firstName} ${lastName}, ${phoneNumber}`);
  const items = order.items.map(({ originalFileName, quantity, price }): [string, Money] => [
    `${quantity} × ${originalFileName}`,
    price,
  ]);
  printPrices([...items, ["total", order.totalPrice]]);
}

function printPrices(rows: readonly (readonly [string, Money])[]): void {
  const widest = Math.max(...rows.map(([, money]) => written(money).length));
  const lines = table(rows.map(([name, money]) => [name, written(money).padStart(widest)])).split("\n");
  const rule = "─".repeat(Math.max(...lines.map((line) => line.length)));
  print([...lines.slice(0, -1), rule, ...lines.slice(-1)].map((line) => `  ${line}`).join("\n"));
}

function written({ amount, currency }: Money): string {
  return `${amount} ${currency.symbol}`;
}

function kilobytes({ bytes }: Model): string {
  return `${Math.round(bytes.length / 1024)} KB`;
}

function heading(text: string): void {
  print(`\n── ${text}`);
}

function print(text: string): void {
  console.log(text);
}

/** One line that fills up on a terminal, else a line every time. */
function printProgress(percent: number): void {
  const filled = Math.round(percent / 4);
  const line = `  slicing ${"█".repeat(filled)}${"░".repeat(25 - filled)} ${String(percent).padStart(3)} %`;
  if (!process.stdout.isTTY) print(line);
  else process.stdout.write(`\r${line}${percent === 100 ? "\n" : ""}`);
}
