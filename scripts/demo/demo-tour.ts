// The demo's tour: a studio's website quotes and orders a part; a visitor of its order page does too.

import { setTimeout as delay } from "node:timers/promises";
import type { EngineHealth } from "../../slicer-service/src/engine-protocol.ts";
import { hourlyLimitOf } from "../../src/domain/plan.ts";
import { table } from "../../src/operator/text-table.ts";
import type { RunningSystem } from "../local/local-system.ts";
import { mailsIn } from "../local/mailbox.ts";
import { UserError } from "../user-error.ts";
import { Office } from "./demo-office.ts";
import {
  breakdownRows,
  formatMoney,
  print,
  printHeading,
  printOrder,
  printProgress,
  printQuote,
} from "./demo-output.ts";
import {
  deliveryMethodsSchema,
  finishingsSchema,
  type Money,
  materialsSchema,
  meSchema,
  qualitiesSchema,
  type ShownOrder,
  shownOrderSchema,
  shownQuoteSchema,
} from "./demo-site.schema.ts";
import { StudioSite } from "./demo-site.ts";
import { PageUnavailable, Visitor } from "./demo-visitor.ts";

export interface Model {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const VISITOR = {
  firstName: "Леся",
  lastName: "Українка",
  phoneNumber: "+380 50 765 43 21",
  email: "lesia@example.com",
};
const MAX_MAIL_MILLISECONDS = 20_000;

interface Named {
  readonly id: number;
  readonly name: string;
}

/** The site's choice from the catalog, all of it for FDM. */
interface Choice {
  readonly material: Named;
  readonly otherMaterial: Named;
  readonly quality: Named & { readonly layerHeight: string };
  readonly finishing: Named;
}

/**
 * @param models the first is quoted, all are ordered
 * @throws UserError if the API answers with an error, or breaks a promise of the tour
 */
export async function runTour(
  { baseUrl, engineUrl, panelUrl, mailboxUrl, studios, owners }: RunningSystem,
  models: readonly [Model, ...Model[]],
): Promise<void> {
  const studio = studios.find(({ plan }) => hourlyLimitOf(plan) !== null);
  if (studio === undefined) throw new Error("no demo studio has API access");
  const site = new StudioSite(baseUrl, studio.apiKey, { line: print, progress: printProgress });
  const choice = await readCatalog(site);
  const apiQuote = await quoteTwice(site, engineUrl, models[0], choice);
  const ordered = await order(site, models, choice);
  const known = (await mailsIn(mailboxUrl)).length;
  const visited = await visit(new URL(`/${studio.slug}`, baseUrl), models[0], choice, apiQuote);
  const owner = owners.find(({ slug }) => slug === studio.slug);
  if (owner !== undefined && visited !== undefined) {
    const office = await Office.open(panelUrl, owner);
    await workInOffice(office, site, { ordered, visited, model: models[0], choice });
  }
  if (visited !== undefined) await showMail(mailboxUrl, known, visited.orderNumber);
}

async function readCatalog(site: StudioSite): Promise<Choice> {
  printHeading("The studio and its catalog");
  const { studioTitle, plan, rateLimit } = await site.get("/me", meSchema);
  print(`${studioTitle}, plan ${plan}: ${rateLimit.remaining} of ${rateLimit.limit} requests left this hour`);

  const materials = (await site.get("/materials", materialsSchema)).filter(
    ({ technology, status }) => technology.slug === "fdm" && status === "active",
  );
  const qualities = await site.get("/printing-qualities", qualitiesSchema);
  const quality = qualities.find(({ technology, isDefault }) => technology.slug === "fdm" && isDefault);
  const finishings = await site.get("/finishings", finishingsSchema);
  const finishing = finishings.find(({ technology }) => technology === null || technology.slug === "fdm");
  const [material, otherMaterial] = [materials[0], materials.at(-1)];
  if (!material || !otherMaterial || !quality || !finishing) throw new Error("the demo's catalog is incomplete");
  print(
    table([
      ["FDM MATERIAL", "COLOUR", "PER KG"],
      ...materials.map(({ name, color, costPerKg }) => [name, color ?? "", formatMoney(costPerKg)]),
    ]),
  );
  return { material, otherMaterial, quality, finishing };
}

async function quoteTwice(
  site: StudioSite,
  engineUrl: string,
  model: Model,
  { material, otherMaterial, quality, finishing }: Choice,
): Promise<Money> {
  const quoteForm = (fields: Record<string, string>) => () => {
    const form = new FormData();
    form.set("printingQualityId", `${quality.id}`);
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    form.set("model", new Blob([model.bytes]), model.name);
    return form;
  };

  printHeading(`A quote for ${model.name} (${Math.round(model.bytes.length / 1024)} KB)`);
  print(`${material.name}, ${quality.name} (${quality.layerHeight} mm), 1 copy`);
  const { data: quote } = await site.post("/quotes", quoteForm({ materialId: `${material.id}` }), shownQuoteSchema);
  printQuote(quote);

  printHeading("The same part in another material, with a finishing, five copies");
  print(`${otherMaterial.name}, ${finishing.name}, 5 copies`);
  const runsBefore = await countSlicerRuns(engineUrl);
  const otherFields = { materialId: `${otherMaterial.id}`, finishingIds: `[${finishing.id}]`, quantity: "5" };
  const { data: otherQuote } = await site.post("/quotes", quoteForm(otherFields), shownQuoteSchema);
  printQuote(otherQuote);
  const runsAfter = await countSlicerRuns(engineUrl);
  require(runsAfter === runsBefore, `the second quote was sliced again: ${runsBefore} slicer runs, then ${runsAfter}`);
  print(
    `No new slicing (still ${runsAfter} slicer ${runsAfter === 1 ? "run" : "runs"}): only the price was recomputed.`,
  );
  return otherQuote.totalPrice;
}

async function order(
  site: StudioSite,
  models: readonly Model[],
  { material, otherMaterial, quality, finishing }: Choice,
): Promise<ShownOrder> {
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

  printHeading(`An order of ${models.map(({ name }) => name).join(" and ")}`);
  const idempotencyKey = { "Idempotency-Key": crypto.randomUUID() };
  const { data: placed } = await site.post("/orders", orderForm, shownOrderSchema, idempotencyKey);
  printOrder(placed);
  requireExactSums(placed);

  const repeated = await site.post("/orders", orderForm, shownOrderSchema, idempotencyKey);
  require(repeated.replayed && repeated.data.id === placed.id, "the same Idempotency-Key placed a second order");
  print(`Repeated with the same Idempotency-Key, it is still order ${placed.number}: it is paid once.`);

  const read = await site.get(`/orders/${placed.id}`, shownOrderSchema);
  requireExactSums(read);
  require(read.totalPrice.amount === placed.totalPrice.amount, "the order read back has another total");
  print(
    `GET /orders/${placed.id} → 200: its ${read.items.length} items add up to its total, ${formatMoney(read.totalPrice)}`,
  );
  return read;
}

interface Visited {
  readonly orderId: number;
  readonly orderNumber: number;
  /** The price of the items and their delivery. */
  readonly toPay: string;
  readonly modelId: string;
}

/** A visitor of the studio's order page does the same, at the same price, and asks for one more. Undefined if the page is not open to it. */
async function visit(
  page: URL,
  model: Model,
  { otherMaterial, quality, finishing }: Choice,
  apiPrice: Money,
): Promise<Visited | undefined> {
  printHeading(`The same five copies on the studio's order page, ${page}`);
  const visitor = new Visitor(page);
  try {
    const modelId = await visitor.upload(model);
    const choice = { materialId: otherMaterial.id, printingQualityId: quality.id, finishingIds: [finishing.id] };
    const quote = await visitor.quote([{ modelId, fileName: model.name, ...choice, quantity: 5 }]);
    require(quote.total === apiPrice.amount, `the page says ${quote.total}, the API ${apiPrice.amount}`);
    print(
      `${formatMoney(apiPrice)}, as by the API, and ready on ${quote.readyOn}: signed, so that the order is what was seen`,
    );
    const courier = quote.deliveryPrices.find(({ price }) => Number(price) > 0);
    const placed = await visitor.order(quote, {
      ...VISITOR,
      deliveryMethodId: courier?.methodId,
      deliveryCityName: "Київ",
      deliveryStreetName: "вул. Прикладна",
      deliveryBuildingNumber: "7",
    });
    require(placed.total ===
      quote.total, `order ${placed.orderNumber} costs ${placed.total} instead of ${quote.total}`);
    const toPay = courier?.toPay ?? quote.total;
    const free = courier?.freeFrom == null ? "" : `, free from ${courier.freeFrom}`;
    if (courier !== undefined) print(`With its courier (${courier.price}${free}) it is ${toPay} to pay`);
    print(`Order ${placed.orderNumber} is at ${new URL(placed.address, page)}, which cannot be guessed`);
    const item = { modelId, fileName: model.name, quantity: 2, finishingIds: [], reason: "asked" };
    const request = await visitor.request([item], { ...VISITOR, comment: "Чи можна те саме заввишки 40 см?" });
    print(`And the same part 40 cm tall, which has no price yet, is asked for at ${new URL(request, page)}`);
    return { ...placed, toPay, modelId };
  } catch (error) {
    if (!(error instanceof PageUnavailable)) throw error;
    print(`Left out. The page answers: ${error.message}`);
  }
}

interface Worked {
  readonly ordered: ShownOrder;
  readonly visited: Visited;
  readonly model: Model;
  readonly choice: Choice;
}

/** Leaves an order paid, one paid in part and one due; a note about a customer; and a request with a price. */
async function workInOffice(
  office: Office,
  site: StudioSite,
  { ordered, visited, model, choice }: Worked,
): Promise<void> {
  printHeading("Meanwhile the studio's owner, in its panel");
  const { totalPrice } = ordered;
  const advance = (Math.round(Number(totalPrice.amount) * 50) / 100).toFixed(2);
  await office.notePayment(ordered.id, advance, "transfer");
  print(`Order ${ordered.number}: ${advance} of ${formatMoney(totalPrice)} came by transfer, so it is paid in part`);
  await office.notePayment(visited.orderId, visited.toPay, "cash");
  print(`Order ${visited.orderNumber}: all ${visited.toPay} was paid in cash`);

  const { deliveryMethods } = await site.get("/delivery/settings", deliveryMethodsSchema);
  const entered = await office.enterOrder({
    firstName: "Іван",
    lastName: "Франко",
    phoneNumber: "067 222 33 44",
    email: "ivan@example.com",
    locale: "uk",
    source: "phone",
    deliveryMethodId: `${deliveryMethods.find(({ slug }) => slug === "samovyviz")?.id ?? ""}`,
    note: "Забере в п’ятницю після 17:00.",
    "items.0.modelId": visited.modelId,
    "items.0.fileName": model.name,
    "items.0.materialId": `${choice.material.id}`,
    "items.0.printingQualityId": `${choice.quality.id}`,
    "items.0.quantity": "1",
    "items.0.newPrice": "250.00",
    "items.0.reason": "Постійний клієнт",
  });
  const { number, totalPrice: agreed } = await site.get(`/orders/${entered}`, shownOrderSchema);
  print(
    `Order ${number}, by phone, to be picked up: ${formatMoney(agreed)} agreed for a regular customer, not paid yet`,
  );
  await office.noteAboutCustomer(entered, "Друкує в нас щомісяця. Телефонувати після 16:00.");

  const request = await office.namePrice("1450.00", "Надрукуємо двома частинами й склеїмо, шов майже непомітний.");
  print(`Price request ${request}: answered with a price, which its customer accepts by a tap in the mail`);
}

/** @param known the mails before the last order */
async function showMail(mailboxUrl: string, known: number, orderNumber: number): Promise<void> {
  printHeading(`The e-mail to the customer of order ${orderNumber}`);
  const until = Date.now() + MAX_MAIL_MILLISECONDS;
  for (;;) {
    const mails = await mailsIn(mailboxUrl);
    const sent = mails.slice(0, mails.length - known);
    const mail = sent.find(({ to }) => to.includes(VISITOR.email));
    if (mail !== undefined) {
      print(mail.text.trimEnd().replaceAll(/^/gm, "  "));
      const others = sent.filter((other) => other !== mail).map(({ to, subject }) => [to.join(", "), subject]);
      return print(`\nIts subject: ${mail.subject}\n\n${table([["SENT TOO", "SUBJECT"], ...others])}`);
    }
    if (Date.now() > until) return print("Left out: it was not sent yet.");
    await delay(200);
  }
}

async function countSlicerRuns(engineUrl: string): Promise<number> {
  // The engine answers /health with EngineHealth.
  const health = (await (await fetch(`${engineUrl}/health`)).json()) as EngineHealth;
  return health.runs.started;
}

function require(condition: boolean, otherwise: string): void {
  if (!condition) throw new UserError(`This should not happen: ${otherwise}.`);
}

/** Requires that the items add up to the order's total, and the six amounts of a breakdown to its item's price. */
function requireExactSums({ items, totalPrice }: ShownOrder): void {
  const sum = items.reduce((minorUnits, { price }) => minorUnits + minorUnitsOf(price), 0n);
  const total = minorUnitsOf(totalPrice);
  require(sum === total, `the items add up to ${sum} minor units, the total is ${total}`);
  for (const { costBreakdown, price } of items) {
    if (costBreakdown === null) continue;
    const parts = breakdownRows(costBreakdown).reduce(
      (minorUnits, [, amount]) => minorUnits + minorUnitsOf(amount),
      0n,
    );
    require(parts ===
      minorUnitsOf(price), `a breakdown adds up to ${parts} minor units, its item costs ${minorUnitsOf(price)}`);
  }
}

/** The API writes every amount with two fraction digits. */
function minorUnitsOf({ amount }: Money): bigint {
  return BigInt(amount.replace(".", ""));
}
