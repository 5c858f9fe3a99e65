// Operations that the request bench measures: on the API, and on the hand-written Worker beside it.

import { isDeepStrictEqual } from "node:util";
import { binaryStl, regularPrism } from "../../harness/models.ts";
import { addStudio, type BenchStudio, REQUESTS_PER_STUDIO } from "../../harness/studios.ts";
import type { MiniflareSystem } from "../../harness/systems/miniflare-system.ts";
import { type Form, form } from "../../harness/upload-requests.ts";
import { BASE_PATH } from "../../src/http/base-path.ts";
import type { LoadRequest } from "./load.ts";

export const OPERATIONS = [
  "GET /materials",
  "GET /orders/{id}",
  "POST /quotes, sliced before",
  "POST /orders, keyed, by modelId",
] as const;
export type Operation = (typeof OPERATIONS)[number];

/** The next request of an operation; studios take turns. */
export type NextRequest = (operation: Operation, base: URL) => LoadRequest;

/** Adds studios for so many requests, an order and a slice to each. */
export async function prepareOperations(
  system: MiniflareSystem,
  requests: number,
): Promise<{ readonly next: NextRequest; readonly modelBytes: number; readonly studios: number }> {
  const model = binaryStl(regularPrism(251, 10, 12));
  const count = Math.ceil(requests / REQUESTS_PER_STUDIO);
  const studios: PreparedStudio[] = [];
  while (studios.length < count) studios.push(await prepare(system, await addStudio(system.database), model));
  let sent = 0;
  const next: NextRequest = (operation, base) => {
    const studio = studios[sent++ % studios.length];
    if (studio === undefined) throw new Error("There is no studio to send a request for");
    return requestOf(operation, base, studio);
  };
  return { next, modelBytes: model.length, studios: count };
}

interface PreparedStudio extends BenchStudio {
  readonly modelId: string;
  readonly orderId: number;
  readonly quote: Form;
}

async function prepare(
  { url }: MiniflareSystem,
  studio: BenchStudio,
  model: Uint8Array<ArrayBuffer>,
): Promise<PreparedStudio> {
  const { materialId, printingQualityId } = studio;
  const quote = await form({ materialId, printingQualityId }, [["model", model]]);
  const { data: quoted } = await answerTo(quoteRequest(url, studio, quote));
  const modelId = String(quoted.modelId);
  const { data: ordered } = await answerTo(orderRequest(url, { ...studio, modelId }));
  return { ...studio, modelId, orderId: Number(ordered.id), quote };
}

function requestOf(operation: Operation, base: URL, studio: PreparedStudio): LoadRequest {
  const get = (path: string): LoadRequest => ({
    url: new URL(BASE_PATH + path, base),
    method: "GET",
    headers: authorization(studio),
  });
  switch (operation) {
    case "GET /materials":
      return get("/materials");
    case "GET /orders/{id}":
      return get(`/orders/${studio.orderId}`);
    case "POST /quotes, sliced before":
      return quoteRequest(base, studio, studio.quote);
    case "POST /orders, keyed, by modelId":
      return orderRequest(base, studio);
    default:
      return operation satisfies never;
  }
}

function quoteRequest(base: URL, studio: BenchStudio, { contentType, body }: Form): LoadRequest {
  return {
    url: new URL(`${BASE_PATH}/quotes`, base),
    method: "POST",
    headers: { ...authorization(studio), "Content-Type": contentType, Prefer: "wait=30" },
    body,
  };
}

const BOUNDARY = "boundary-of-an-order";
let customers = 0;

/** Each order names a new customer: totals of one would grow with every request. */
function orderRequest(base: URL, studio: BenchStudio & { readonly modelId: string }): LoadRequest {
  const { materialId, printingQualityId, modelId } = studio;
  const customer = String(++customers).padStart(7, "0");
  const fields = {
    items: JSON.stringify([{ materialId, printingQualityId, modelId, quantity: 2 }]),
    customerFirstName: "Олена",
    customerLastName: "Шевченко",
    customerPhoneNumber: `+38067${customer}`,
    customerEmail: `customer-${customer}@example.com`,
  };
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return {
    url: new URL(`${BASE_PATH}/orders`, base),
    method: "POST",
    headers: {
      ...authorization(studio),
      "Content-Type": `multipart/form-data; boundary=${BOUNDARY}`,
      "Idempotency-Key": crypto.randomUUID(),
    },
    body: Buffer.from(`${parts.join("")}--${BOUNDARY}--\r\n`),
  };
}

function authorization({ key }: BenchStudio) {
  return { Authorization: `Bearer ${key}` };
}

interface JsonAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly data: Readonly<Record<string, unknown>>;
}

async function answerTo({ url, method, headers, body }: LoadRequest): Promise<JsonAnswer> {
  const sent = body === undefined ? null : new Uint8Array(body);
  const answer = await fetch(url, { method, headers, body: sent });
  const text = await answer.text();
  if (!answer.ok || answer.status === 202)
    throw new Error(`${method} ${url.pathname} answered ${answer.status}: ${text}`);
  const { data } = JSON.parse(text) as { data: JsonAnswer["data"] };
  return { status: answer.status, headers: Object.fromEntries(answer.headers), data };
}

/**
 * Compares the two Workers' answers to a request of each operation, but for ids, times, and the customer of each order. An order
 * that the hand-written Worker placed is also read from the API.
 *
 * @throws Error with both answers if they differ
 */
export async function requireEqualAnswers(next: NextRequest, api: URL, handwritten: URL): Promise<void> {
  for (const operation of OPERATIONS) {
    const request = next(operation, api);
    const [expected, found] = [await answerTo(request), await answerTo(likewise(operation, request, handwritten))];
    requireEqual(operation, expected, found);
    if (operation !== "POST /orders, keyed, by modelId") continue;
    const read = { url: new URL(`${BASE_PATH}/orders/${found.data.id}`, api), method: "GET", headers: request.headers };
    const kept = await answerTo(read);
    requireEqual(`${operation}, as it is kept`, found.data, kept.data);
  }
}

/** The same request to the other Worker; a key is used once. */
function likewise(operation: Operation, request: LoadRequest, base: URL): LoadRequest {
  const url = new URL(request.url.pathname, base);
  if (operation !== "POST /orders, keyed, by modelId") return { ...request, url };
  const customer = String(++customers).padStart(7, "0");
  const body = Buffer.from(
    String(request.body)
      .replace(/\+38067\d{7}/, `+38067${customer}`)
      .replace(/-\d{7}@/, `-${customer}@`),
  );
  return { ...request, url, body, headers: { ...request.headers, "Idempotency-Key": crypto.randomUUID() } };
}

function requireEqual(name: string, expected: unknown, found: unknown): void {
  const [one, other] = [masked(expected), masked(found)];
  if (isDeepStrictEqual(one, other)) return;
  throw new Error(`${name} is answered differently:\n${JSON.stringify(one)}\n${JSON.stringify(other)}`);
}

/** Fields that differ between two answers to one request: ids of rows, links, the customer, counts of time or requests. */
const MASKED =
  /^(id|number|downloadUrl|phoneNumber|email|createdAt|updatedAt|x-request-id|ratelimit|date|location|content-length|set-cookie)$/;

function masked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(masked);
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).map(([name, field]) => [name, MASKED.test(name) ? "masked" : masked(field)]);
  return Object.fromEntries(fields);
}
