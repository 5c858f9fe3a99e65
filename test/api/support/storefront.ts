// A visitor of a studio's order page: the requests of the page's script, through the Worker's fetch handler.

import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { anotherBox } from "../../../harness/models.ts";
import { storefronts } from "../../../src/db/schema.ts";
import { networksOf } from "../../../src/domain/visitor.ts";
import type { Env } from "../../../src/env.ts";
import worker from "../../../src/index.ts";
import type {
  ChosenItem,
  KeptAttachment,
  KeptModel,
  OrderAnswer,
  QuoteSent,
  Refused,
  SignedQuote,
} from "../../../src/storefront/wire.ts";
import { FILE_NAME_HEADER } from "../../../src/storefront/wire.ts";
import { form, modelFile, printingStudio } from "./requests.ts";
import type { TestStudio } from "./studio.ts";

export const SHOP_ORIGIN = "https://shop.example";

export interface VisitorAnswer<Data> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Data;
  /** The body as it was sent. */
  readonly text: string;
}

export class Visitor {
  readonly studio: TestStudio;
  readonly address: string;
  /** Names of the models that this visitor has sent, by their ids. */
  readonly fileNames = new Map<string, string>();
  readonly #bindings: Partial<Env>;
  readonly #headers: Readonly<Record<string, string>>;

  /**
   * @param bindings take the place of the real ones, to inject faults
   * @param address of the network; a new one by default, since requests are counted by it
   * @param headers of every request, such as a pass
   */
  constructor(
    studio: TestStudio,
    bindings: Partial<Env> = {},
    address: string = `visitor-${crypto.randomUUID()}`,
    headers: Readonly<Record<string, string>> = {},
  ) {
    this.studio = studio;
    this.#bindings = bindings;
    this.address = address;
    this.#headers = headers;
  }

  /** @param path below the studio's page, such as `/models`, or empty */
  async fetch(path: string, init: RequestInit = {}, context = createExecutionContext()): Promise<Response> {
    const headers = new Headers(this.#headers);
    headers.set("CF-Connecting-IP", this.address);
    if (init.method !== undefined && init.method !== "GET") headers.set("Origin", SHOP_ORIGIN);
    for (const [name, value] of new Headers(init.headers)) headers.set(name, value);
    const request = new Request(`${SHOP_ORIGIN}/${this.studio.slug}${path}`, { ...init, headers, redirect: "manual" });
    return worker.fetch(request, { ...env, ...this.#bindings }, context);
  }

  async answer<Data>(path: string, init: RequestInit = {}): Promise<VisitorAnswer<Data>> {
    const response = await this.fetch(path, init);
    const text = await response.text();
    // Every answer to the page's script is JSON (wire.ts).
    return { status: response.status, headers: response.headers, body: JSON.parse(text) as Data, text };
  }

  /** Sends JSON, as the page's script does. */
  post<Data>(path: string, body: unknown, headers: Record<string, string> = {}): Promise<VisitorAnswer<Data>> {
    return this.answer<Data>(path, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "Content-Type": "application/json", ...headers },
    });
  }

  /** Sends a file, and returns the answer. */
  upload<Data = KeptModel>(file: File, query = ""): Promise<VisitorAnswer<Data>> {
    return this.answer<Data>(`/models${query}`, { method: "POST", body: form({ model: file }) });
  }

  /** Sends a file that goes with a price request, and returns the answer. */
  attach<Data = KeptAttachment>(content: Uint8Array, name: string, query = ""): Promise<VisitorAnswer<Data>> {
    const headers = { [FILE_NAME_HEADER]: encodeURIComponent(name), "Content-Length": String(content.length) };
    return this.answer<Data>(`/attachments${query}`, { method: "POST", body: new Uint8Array(content), headers });
  }

  /** The id of a file that is kept for a price request. */
  async attached(content: Uint8Array, name: string): Promise<string> {
    const { status, body, text } = await this.attach(content, name);
    expect(status, text).toBe(201);
    return body.attachmentId;
  }

  /** A model that is accepted: a new box by default. */
  async model(content: Uint8Array<ArrayBuffer> | string = anotherBox(), name = "box.stl"): Promise<KeptModel> {
    const { status, body, text } = await this.upload(modelFile(content, name));
    expect(status, text).toBe(201);
    this.fileNames.set(body.modelId, body.fileName);
    return body;
  }
}

/** The object that counts the day of an address's networks at a studio. */
export function dayOf({ id }: TestStudio, address: string) {
  return env.VISITOR_DAY.get(env.VISITOR_DAY.idFromName(`${id} ${networksOf(address).block}`));
}

/** Asks again, as the page's script does, until nothing is being sliced any more. */
export async function untilSliced<Data>(ask: () => Promise<VisitorAnswer<Data>>): Promise<VisitorAnswer<Data>> {
  for (;;) {
    const answer = await ask();
    if (answer.status !== 202) return answer;
  }
}

/** A visitor's choices for one model, to be quoted. */
export type Choice = Partial<ChosenItem> & Pick<ChosenItem, "modelId" | "materialId" | "printingQualityId">;

/** A quote that must succeed, of a whole basket. */
export async function quoted(visitor: Visitor, choices: readonly Choice[]): Promise<SignedQuote> {
  const items: QuoteSent["items"] = choices.map((choice) => {
    const fileName = visitor.fileNames.get(choice.modelId);
    return { finishingIds: [], quantity: 1, ...choice, ...(fileName && { fileName }) };
  });
  return offered(visitor, { items });
}

/** Asks for a quote of a basket as it stands; returns any answer. */
export function asked(visitor: Visitor, basket: Record<string, unknown>): Promise<VisitorAnswer<SignedQuote>> {
  return untilSliced(() => visitor.post<SignedQuote>("/quotes", { items: [], ...basket }));
}

/** A quote that must succeed, of a basket of parts and products. */
export async function offered(
  visitor: Visitor,
  basket: Partial<Pick<QuoteSent, "items" | "products" | "priority">>,
): Promise<SignedQuote> {
  const answer = await asked(visitor, basket);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

/** A studio with one material and one quality, and a visitor who has sent it a box. */
export async function visitedStudio(row: Parameters<typeof printingStudio>[0] = {}) {
  const { studio, materialId, printingQualityId } = await printingStudio(row);
  const visitor = new Visitor(studio);
  const { modelId } = await visitor.model();
  return { studio, visitor, choice: { modelId, materialId, printingQualityId } };
}

/** The customer's fields of the page's form. */
export const ORDERING = {
  firstName: "Леся",
  lastName: "Косач-Квітка",
  phoneNumber: "+380 (50) 123-45-67",
  email: "lesia@example.com",
  consent: true,
  source: "order_page",
} as const;

export type Ordered = Extract<OrderAnswer, { status: "ordered" }>;
export type PriceChanged = Extract<OrderAnswer, { status: "price_changed" }>;

/** Orders by a quote, with changes to the form's fields; returns any answer. */
export function order<Data = Ordered>(
  visitor: Visitor,
  { token }: Pick<SignedQuote, "token">,
  changes: Record<string, unknown> = {},
  query = "",
): Promise<VisitorAnswer<Data>> {
  return untilSliced(() => visitor.post<Data>(`/orders${query}`, { ...ORDERING, quote: token, ...changes }));
}

/** An order that must be placed. */
export async function ordered(...sent: Parameters<typeof order>): Promise<Ordered> {
  const answer = await order(...sent);
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
}

/** Sets up the studio's page. */
export async function setPage(
  { db }: TestStudio,
  settings: Partial<Omit<typeof storefronts.$inferInsert, "studioId" | "updatedAt">>,
): Promise<void> {
  const row = { ...settings, updatedAt: Date.now() };
  await db.insert(storefronts, row, { target: [storefronts.studioId], set: row });
}

/** A refusal that must have this status. */
export function refused({ status, body, text }: VisitorAnswer<unknown>, expected: number): Refused {
  expect(status, text).toBe(expected);
  expect(body, text).toMatchObject({ status: "refused" });
  // The line above found it so.
  return body as Refused;
}
