// Smoke checks: a site's use of a service, part by part, each with its observations.

import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { spindleLikeNoOther } from "../demo/demo-models.ts";
import {
  materialsSchema,
  meSchema,
  qualitiesSchema,
  type ShownOrder,
  shownOrderSchema,
  shownPrinterSchema,
  shownQuoteSchema,
} from "../demo/demo-site.schema.ts";
import { type Exchange, isReplayed, read, refusalError, StudioSite, statedRetrySeconds } from "../demo/demo-site.ts";
import { UserError } from "../user-error.ts";
import { sendAndHangUp } from "./hang-up.ts";

/** More than all checks together need. */
const MIN_REQUESTS = 60;
const COUNTED_REQUESTS = 5;
const COUNTING_TRIES = 3;
/** Longer than a service may hold an abandoned key. */
const MAX_PLACING_MILLISECONDS = 6 * 60_000;
/** A range in the middle of the file, unlike either end. */
const RANGE = { from: 100, to: 1123 };
const UNKNOWN_ID = 999_999_999_999;
/** Longer than the service gives the parts of its health. */
const MAX_VISIT_MILLISECONDS = 15_000;
const HEALTH_PARTS = ["database", "gate", "slicer", "queue"] as const;
const partSchema = z.object({ ok: z.boolean(), problem: z.string().optional() });
const healthSchema = z.object({ database: partSchema, gate: partSchema, slicer: partSchema, queue: partSchema });

export interface SmokeTarget {
  /** The API's base address. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** The customer of the test order: two words in Cyrillic letters. */
  readonly customer: { readonly firstName: string; readonly lastName: string };
}

export interface SmokeResult {
  readonly what: string;
  readonly outcome: "works" | "FAILS" | "not tried";
  readonly note: string;
}

interface Choice {
  readonly materialId: number;
  readonly printingQualityId: number;
  readonly technologyId: number;
}

/** Uses the service as a site would. Leaves one order whose source is "smoke", and removes its printer. */
export async function smoke(target: SmokeTarget): Promise<SmokeResult[]> {
  const site = new StudioSite(target.baseUrl, target.apiKey, { line: () => {}, progress: () => {} });
  const model = spindleLikeNoOther();
  const results: SmokeResult[] = [];
  const check = async <Value>(
    what: string,
    work: () => Promise<{ note: string; value: Value }>,
  ): Promise<Value | undefined> => {
    try {
      const { note, value } = await work();
      results.push({ what, outcome: "works", note });
      return value;
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      results.push({ what, outcome: "FAILS", note: error.message });
      return undefined;
    }
  };
  const skip = (what: string, note: string) => void results.push({ what, outcome: "not tried", note });

  await check("its health, as a monitor sees it", () => isHealthy(target));
  await check("a request without a key is refused", () => refusesWithoutKey(target));
  const slug = await check("the key opens a studio", () => knowsStudio(site));
  if (slug === undefined) {
    skip("everything else", "it needs the key");
    return results;
  }
  await check("its order page, as a visitor opens it", () => showsStorefront(target, slug));
  await check("the widget for other sites", () => servesWidget(target));
  await check("an unknown order is not found", () => findsNothing(site));
  await check("the hour counts down", () => countsDown(site));
  const choice = await check("the catalog", () => readsCatalog(site));
  if (choice === undefined) {
    for (const what of [QUOTE, ORDER, FILE, PRINTER]) skip(what, "it needs the catalog");
    return results;
  }
  await check(QUOTE, () => quotes(site, choice, model));
  const order = await check(ORDER, () => ordersOnce(site, target, choice, model));
  if (order === undefined) skip(FILE, "it needs the order");
  else await check(FILE, () => downloads(order, model));
  await check(PRINTER, () => keepsPrinter(site, choice));
  return results;
}

const QUOTE = "a quote of a new model, sliced";
const ORDER = "an order cut off twice, sent again";
const FILE = "its file, whole and in part";
const PRINTER = "a printer, added and removed";

async function isHealthy({ baseUrl }: SmokeTarget) {
  const address = new URL("/health", baseUrl);
  const { status, body } = await visit(address);
  const { data: health } = healthSchema.safeParse(parsedOrNull(body));
  if (health === undefined) throw new UserError(`${address.pathname} answers ${status}, and not what a monitor reads`);
  const problems = HEALTH_PARTS.filter((part) => !health[part].ok).map(
    (part) => `${part} ${health[part].problem ?? "is not well"}`,
  );
  if (status !== 200 || problems.length > 0) throw new UserError(`${status}: ${problems.join("; ")}`);
  return { note: `200: ${HEALTH_PARTS.join(", ")}`, value: true };
}

/** @throws UserError if no answer comes in time */
async function visit(address: URL, headers: Record<string, string> = {}) {
  try {
    const response = await fetch(address, { headers, signal: AbortSignal.timeout(MAX_VISIT_MILLISECONDS) });
    return { status: response.status, headers: response.headers, body: await response.text() };
  } catch (error) {
    throw new UserError(`${address.pathname} does not answer: ${error instanceof Error ? error.message : error}`);
  }
}

function parsedOrNull(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

async function refusesWithoutKey({ baseUrl }: SmokeTarget) {
  const anonymous = new StudioSite(baseUrl, undefined, { line: () => {}, progress: () => {} });
  expectStatus(await anonymous.exchange("GET", "/me"), 401);
  return { note: "401", value: true };
}

async function knowsStudio(site: StudioSite) {
  const { studioTitle, slug, plan, rateLimit } = await site.get("/me", meSchema);
  if (rateLimit.remaining < MIN_REQUESTS) {
    throw new UserError(`it has ${rateLimit.remaining} requests left in this hour, and ${MIN_REQUESTS} are needed`);
  }
  return {
    note: `${studioTitle}, plan ${plan}, ${rateLimit.remaining} of ${rateLimit.limit} requests left`,
    value: slug,
  };
}

/** A visitor's first requests: the page, under its policy, and the script that it names. */
async function showsStorefront({ baseUrl }: SmokeTarget, slug: string) {
  const address = new URL(`/${slug}`, baseUrl);
  const { status, headers, body } = await visit(address, { Accept: "text/html" });
  if (!headers.get("Content-Security-Policy")?.includes("frame-ancestors")) {
    throw new UserError(`${address.pathname} answers ${status}, and not an order page`);
  }
  if (status === 404) return { note: `404: ${slug} has closed its page`, value: true };
  if (status !== 200) throw new UserError(`${address.pathname} answers ${status}`);
  const [, script] = /<script type="module" src="([^"]+)"/.exec(body) ?? [];
  if (script === undefined) throw new UserError(`${address.pathname} names no script`);
  await servesScript(new URL(script, address));
  return { note: `200 at ${address.pathname}, with its script`, value: true };
}

async function servesWidget({ baseUrl }: SmokeTarget) {
  const headers = await servesScript(new URL("/widget.js", baseUrl));
  if (headers.get("Access-Control-Allow-Origin") !== "*") {
    throw new UserError("/widget.js may not be loaded by other sites: it names no Access-Control-Allow-Origin");
  }
  return { note: "200 for every site", value: true };
}

async function servesScript(address: URL): Promise<Headers> {
  const { status, headers } = await visit(address);
  const type = headers.get("Content-Type") ?? "no type";
  if (status !== 200 || !/javascript/.test(type)) {
    throw new UserError(`${address.pathname} answers ${status} with ${type} instead of a script`);
  }
  return headers;
}

async function findsNothing(site: StudioSite) {
  expectStatus(await site.exchange("GET", `/orders/${UNKNOWN_ID}`), 404);
  return { note: "404", value: true };
}

/** Each of our requests takes one. Others may use the key as well, and requests older than an hour are given back. */
async function countsDown(site: StudioSite) {
  let used = 0;
  for (let tries = 0; tries < COUNTING_TRIES; tries += 1) {
    const left: number[] = [];
    for (let sent = 0; sent <= COUNTED_REQUESTS; sent += 1) left.push(await remainingAfterRequest(site));
    used = (left[0] ?? 0) - (left.at(-1) ?? 0);
    if (used === COUNTED_REQUESTS) return { note: `${COUNTED_REQUESTS} requests took ${used}`, value: true };
  }
  if (used < COUNTED_REQUESTS) throw new UserError(`${COUNTED_REQUESTS} requests took ${used} of the hour`);
  return { note: `${COUNTED_REQUESTS} requests took ${used}: others use the key meanwhile`, value: true };
}

async function remainingAfterRequest(site: StudioSite): Promise<number> {
  const answer = await site.exchange("GET", "/technologies");
  expectStatus(answer, 200);
  const header = answer.headers.get("RateLimit") ?? "";
  const remaining = /;r=(\d+);/.exec(header)?.[1];
  if (remaining === undefined) throw new UserError(`${answer.request} has no RateLimit header that says what is left`);
  return Number(remaining);
}

async function readsCatalog(site: StudioSite): Promise<{ note: string; value: Choice }> {
  const materials = (await site.get("/materials", materialsSchema)).filter(({ status }) => status === "active");
  const qualities = (await site.get("/printing-qualities", qualitiesSchema)).filter(({ isActive }) => isActive);
  const pairs = materials.flatMap((material) =>
    qualities
      .filter(({ technology }) => technology.id === material.technology.id)
      .map((quality) => ({ material, quality })),
  );
  // Filament goes through the slicer itself.
  const pair = pairs.find(({ material }) => material.technology.slug === "fdm") ?? pairs[0];
  if (pair === undefined) {
    throw new UserError(
      `the studio has ${materials.length} active materials and ${qualities.length} active qualities, none of one technology: enter some in its panel`,
    );
  }
  const { material, quality } = pair;
  return {
    note: `${materials.length} materials, ${qualities.length} qualities; chosen: ${material.name}, ${quality.name}`,
    value: { materialId: material.id, printingQualityId: quality.id, technologyId: material.technology.id },
  };
}

async function quotes(site: StudioSite, { materialId, printingQualityId }: Choice, model: Uint8Array<ArrayBuffer>) {
  const makeForm = () => {
    const form = new FormData();
    form.set("materialId", String(materialId));
    form.set("printingQualityId", String(printingQualityId));
    form.set("model", new Blob([model]), "smoke.stl");
    return form;
  };
  const begun = performance.now();
  const { data, wasSliced } = await site.post("/quotes", makeForm, shownQuoteSchema, { Prefer: "wait=0" });
  if (!wasSliced) throw new UserError("a model that was never sliced had its price at once, without 202");
  const { amount, currency } = data.totalPrice;
  return { note: `202, then ${amount} ${currency.code} after ${seconds(begun)} s`, value: true };
}

/** The same key and form: cut off in the middle of the body, cut off after it, then answered, then repeated. */
async function ordersOnce(
  site: StudioSite,
  { baseUrl, apiKey, customer }: SmokeTarget,
  { materialId, printingQualityId }: Choice,
  model: Uint8Array<ArrayBuffer>,
): Promise<{ note: string; value: ShownOrder }> {
  const form = new FormData();
  form.append("models[]", new Blob([model]), "smoke.stl");
  form.set("items", JSON.stringify([{ materialId, printingQualityId, quantity: 1 }]));
  form.set("customerFirstName", customer.firstName);
  form.set("customerLastName", customer.lastName);
  form.set("customerPhoneNumber", "+380440000000");
  form.set("customerEmail", "smoke@example.com");
  form.set("source", "smoke");
  const encoded = new Response(form);
  const body = new Uint8Array(await encoded.arrayBuffer());
  const headers = {
    "Content-Type": encoded.headers.get("Content-Type") ?? "",
    "Idempotency-Key": crypto.randomUUID(),
  };
  const attempt = () => site.exchange("POST", "/orders", { headers, body });

  const withKey = { ...headers, Authorization: `Bearer ${apiKey}` };
  await sendAndHangUp(`${baseUrl}/orders`, withKey, body, Math.floor(body.length / 2));
  await sendAndHangUp(`${baseUrl}/orders`, withKey, body);
  const begun = performance.now();
  const answer = await untilPlaced(attempt);
  const placed = read(shownOrderSchema, answer);
  const waited = seconds(begun);

  const repeated = await attempt();
  expectStatus(repeated, 201);
  const again = read(shownOrderSchema, repeated);
  if (again.id !== placed.id)
    throw new UserError(`one Idempotency-Key placed two orders: ${placed.id} and ${again.id}`);
  if (!isReplayed(repeated)) throw new UserError("the repeated order does not say Idempotency-Replayed: true");
  const kept = await site.get(`/orders/${placed.id}`, shownOrderSchema);
  if (kept.items.length !== 1) throw new UserError(`order ${placed.id} has ${kept.items.length} items instead of 1`);
  const placedBy = isReplayed(answer) ? "by the request that hung up" : "by the next one";
  return { note: `201 after ${waited} s: one order, ${placed.id}, placed ${placedBy}`, value: kept };
}

async function untilPlaced(attempt: () => Promise<Exchange>): Promise<Exchange> {
  const end = Date.now() + MAX_PLACING_MILLISECONDS;
  for (;;) {
    const answer = await attempt();
    if (answer.status === 201) return answer;
    // 202: still slicing. 409: the abandoned request has the key. 503: try again.
    if (![202, 409, 503].includes(answer.status) || Date.now() > end) throw refusalError(answer);
    await delay(Math.max(statedRetrySeconds(answer), 0.5) * 1000);
  }
}

async function downloads({ id, items }: ShownOrder, model: Uint8Array<ArrayBuffer>) {
  const link = items[0]?.downloadUrl;
  if (link == null) throw new UserError(`order ${id} has no link to its file`);
  const whole = await download(link, {}, 200);
  if (!whole.equals(model)) throw new UserError("the file is not the one that was sent");
  const part = await download(link, { Range: `bytes=${RANGE.from}-${RANGE.to}` }, 206);
  if (!part.equals(model.subarray(RANGE.from, RANGE.to + 1)))
    throw new UserError("Range gave other bytes than asked for");
  return { note: `200 with ${whole.length} bytes, 206 with ${part.length} from the middle`, value: true };
}

/** Links work without a key. */
async function download(link: string, headers: Record<string, string>, status: number): Promise<Buffer> {
  try {
    const response = await fetch(link, { headers });
    const bytes = Buffer.from(await response.arrayBuffer());
    if (response.status !== status) throw new UserError(`the link answered ${response.status} instead of ${status}`);
    return bytes;
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(`the link got no answer: ${error instanceof Error ? (error.cause ?? error.message) : error}`);
  }
}

async function keepsPrinter(site: StudioSite, { technologyId }: Choice) {
  const name = `Smoke ${crypto.randomUUID().slice(0, 8)}`;
  const { id } = await site.send("POST", "/printers", { name, technologyId }, shownPrinterSchema);
  const path = `/printers/${id}`;
  try {
    expectPrinter(await site.get(path, shownPrinterSchema), name, "active");
    await site.send("PATCH", path, { status: "maintenance" }, shownPrinterSchema);
    expectPrinter(await site.get(path, shownPrinterSchema), name, "maintenance");
  } finally {
    expectStatus(await site.exchange("DELETE", path), 204);
  }
  expectStatus(await site.exchange("GET", path), 404);
  return { note: `printer ${id} was added, read, changed and removed`, value: true };
}

function expectPrinter(printer: z.infer<typeof shownPrinterSchema>, name: string, status: string): void {
  if (printer.name === name && printer.status === status) return;
  throw new UserError(`printer ${printer.id} is ${printer.name}, ${printer.status} instead of ${name}, ${status}`);
}

function expectStatus(answer: Exchange, status: number): void {
  if (answer.status === status) return;
  const reason = answer.reason === "" ? "" : ` (${answer.reason})`;
  throw new UserError(`${answer.request} → ${answer.status}${reason} instead of ${status}`);
}

function seconds(begun: number): string {
  return ((performance.now() - begun) / 1000).toFixed(1);
}
