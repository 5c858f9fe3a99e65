// The local system with the demo's studios, and the records that the contract's scenarios find or make in it.

import { setTimeout as delay } from "node:timers/promises";
import { and, desc, eq, isNull } from "drizzle-orm";
import type { DemoAccess } from "../../scripts/local/demo/demo-file.ts";
import { seedDemoStudios } from "../../scripts/local/demo/demo-studios.ts";
import { startEngine } from "../../scripts/local/engine-process.ts";
import type { TechnologySlug } from "../../slicer-service/src/contract/technologies.ts";
import {
  apiKeys,
  machineProfiles,
  orderItems,
  orders,
  printingQualities,
  products,
  queuedPrints,
  studios as studioRows,
  testOrders,
} from "../../src/db/schema.ts";
import { BASE_PATH } from "../../src/http/base-path.ts";
import { idempotencyKeys } from "../../src/idempotency/idempotency.schema.ts";
import { newApiKey } from "../catalog-rows.ts";
import { binaryStl, box } from "../models.ts";
import { LINK_SECRET, type MiniflareSystem, startMiniflareSystem } from "../systems/miniflare-system.ts";
import { type ContractFault, FAULT_HEADER } from "./contract-faults.ts";

/** The studio whose answers are the contract's examples: the demo's first, so that they name ids that the demo has. */
const STUDIO = "kobza-druk";
/** A studio that has used up its hour on purpose. */
const LIMITED_STUDIO = "dnipro-prototyp";
/** A studio without API access in its plan. */
const STUDIO_WITHOUT_ACCESS = "maisternia";
const REQUESTS_AT_ONCE = 20;
const POLL_MILLISECONDS = 20;

export interface FilePart {
  readonly name: string;
  readonly content: Uint8Array<ArrayBuffer>;
}

/** A request to an operation. Parts left out are not sent, but for the studio's key. */
export interface OperationRequest {
  /** The whole Authorization header; null for none. */
  readonly authorization?: string | null;
  /** Path, query and header parameters, by their names in the contract. */
  readonly parameters?: Readonly<Record<string, string | number>>;
  readonly json?: unknown;
  readonly form?: readonly (readonly [name: string, value: string | number | FilePart])[];
  /** A body of any other kind. */
  readonly text?: { readonly contentType: string; readonly body: string | Uint8Array<ArrayBuffer> };
  readonly headers?: Readonly<Record<string, string>>;
  readonly fault?: ContractFault;
}

/** An operation as the contract describes it. */
export interface ContractOperation {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly { readonly name: string; readonly in: string }[];
}

export interface ReceivedAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** Null if there is no body. */
  readonly body: unknown;
}

/**
 * Gives the studio two machine profiles: one that its filament qualities name but the default one, and one with a rate and a power,
 * which the last of them on offer names.
 */
async function addMachines(database: MiniflareSystem["database"]): Promise<void> {
  const [studio] = await database.select().from(studioRows).where(eq(studioRows.slug, STUDIO));
  const studioId = idOf(studio);
  const parameters = { heatUpMinutes: 5, levellingMinutes: 2, primeGrams: 1.5, bedXMm: 46, bedYMm: 46 };
  const corrections = { timeCorrectionBasisPoints: 11_250, materialCorrectionBasisPoints: 9_800 };
  const [machine] = await database
    .insert(machineProfiles)
    .values({ studioId, name: "Prusa MK4S", parameters, ...corrections })
    .returning();
  const others = and(
    eq(printingQualities.studioId, studioId),
    eq(printingQualities.technologyId, 1),
    eq(printingQualities.isDefault, false),
  );
  await database
    .update(printingQualities)
    .set({ machineProfileId: idOf(machine) })
    .where(others);
  const [dear] = await database
    .insert(machineProfiles)
    .values({ studioId, name: "Prusa XL", parameters: {}, hourlyRateMinor: 6500, powerWatts: 210 })
    .returning();
  await database.update(studioRows).set({ electricityPriceMinor: 950 }).where(eq(studioRows.id, studioId));
  const [last] = await database
    .select()
    .from(printingQualities)
    .where(and(others, eq(printingQualities.isActive, true)))
    .orderBy(desc(printingQualities.id))
    .limit(1);
  await database
    .update(printingQualities)
    .set({ machineProfileId: idOf(dear) })
    .where(eq(printingQualities.id, idOf(last)));
}

type NarrowKeys = Readonly<Record<"read" | "quotes" | "expired" | "test", string>>;

/** Before the first request: a gate that has asked for one unknown key does not ask for the next at once. */
async function addNarrowKeys(database: MiniflareSystem["database"]): Promise<NarrowKeys> {
  const [studio] = await database.select().from(studioRows).where(eq(studioRows.slug, STUDIO));
  const add = async (row: Partial<typeof apiKeys.$inferInsert>) => {
    const key = await newApiKey(LINK_SECRET, idOf(studio), "narrow");
    await database.insert(apiKeys).values({ ...key.row, ...row });
    return key.secret;
  };
  return {
    read: await add({ permission: "read" }),
    quotes: await add({ permission: "quotes", expiresAt: Date.parse("2099-12-31T22:00:00Z") }),
    expired: await add({ expiresAt: Date.now() }),
    test: await add({ kind: "test" }),
  };
}

/** The path's parameters for scenarios that state none. */
const SOME_PARAMETERS = { id: 1, jobId: "00000000-0000-4000-8000-000000000000", modelId: "mdl_1" };

export class ContractWorld {
  readonly system: MiniflareSystem;
  readonly studios: readonly DemoAccess[];
  /** Keys of the demo studio that do not open everything. */
  readonly narrowKeys: NarrowKeys;
  readonly #stopEngine: () => Promise<void>;
  readonly #made = new Map<string, Promise<unknown>>();
  readonly #running: Promise<ReceivedAnswer>[] = [];
  readonly #tags = new Map<string, string>();
  #boxes = 0;

  private constructor(
    system: MiniflareSystem,
    studios: readonly DemoAccess[],
    narrowKeys: NarrowKeys,
    stopEngine: () => Promise<void>,
  ) {
    this.system = system;
    this.studios = studios;
    this.narrowKeys = narrowKeys;
    this.#stopEngine = stopEngine;
  }

  static async start(): Promise<ContractWorld> {
    // CuraEngine is installed everywhere: the examples are the same on every machine.
    const engine = await startEngine({ ENGINE_SLICER: "curaengine" });
    const system = await startMiniflareSystem({ engine, apiEntry: "harness/workers/contract.worker.ts" });
    const studios = await seedDemoStudios(system.database, LINK_SECRET);
    await system.database.update(products).set({ photos: ["https://kobza.example/cable-organiser.jpg"] });
    await addMachines(system.database);
    // All scenarios together are more requests than its own plan has in an hour. Discounts and priorities come with the last of them.
    await system.database
      .update(studioRows)
      .set({ plan: "enterprise", quantityTiers: null, priorities: null })
      .where(eq(studioRows.slug, STUDIO));
    const keys = await addNarrowKeys(system.database);
    return new ContractWorld(system, studios, keys, () => engine.stop());
  }

  async stop(): Promise<void> {
    await Promise.allSettled(this.#running);
    await this.system.stop();
    await this.#stopEngine();
  }

  get key(): string {
    return this.#studio(STUDIO).apiKey;
  }

  get revokedKey(): string {
    return this.#studio(STUDIO).revokedApiKey;
  }

  get keyWithoutAccess(): string {
    return this.#studio(STUDIO_WITHOUT_ACCESS).apiKey;
  }

  #studio(slug: string): DemoAccess {
    const studio = this.studios.find((candidate) => candidate.slug === slug);
    if (studio === undefined) throw new Error(`the demo has no studio ${slug}`);
    return studio;
  }

  /** Sends the request as the contract describes the operation. */
  async send(
    { operationId, method, path, parameters }: ContractOperation,
    ask: OperationRequest,
  ): Promise<ReceivedAnswer> {
    const given: Readonly<Record<string, string | number>> = { ...SOME_PARAMETERS, ...ask.parameters };
    const url = new URL(
      BASE_PATH + path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(given[name])),
      this.system.url,
    );
    const headers = new Headers();
    for (const parameter of parameters) {
      const value = ask.parameters?.[parameter.name];
      if (value !== undefined && parameter.in === "query") url.searchParams.set(parameter.name, String(value));
      if (value !== undefined && parameter.in === "header") headers.set(parameter.name, String(value));
    }
    const answer = await this.#fetch(method, url, headers, ask);
    const tag = answer.headers.get("ETag");
    if (tag !== null) this.#tags.set(operationId, tag);
    return answer;
  }

  /** The tag of the operation's latest answer. */
  entityTag(operationId: string): string {
    const tag = this.#tags.get(operationId);
    if (tag === undefined) throw new Error(`no answer of ${operationId} carried an ETag`);
    return tag;
  }

  /** Sends a request to a path that need not exist. */
  sendTo(method: string, path: string, ask: OperationRequest = {}): Promise<ReceivedAnswer> {
    return this.#fetch(method, new URL(BASE_PATH + path, this.system.url), new Headers(), ask);
  }

  async #fetch(method: string, url: URL, headers: Headers, ask: OperationRequest): Promise<ReceivedAnswer> {
    const authorization = ask.authorization === undefined ? `Bearer ${this.key}` : ask.authorization;
    if (authorization !== null) headers.set("Authorization", authorization);
    if (ask.fault !== undefined) headers.set(FAULT_HEADER, ask.fault);
    for (const [name, value] of Object.entries(ask.headers ?? {})) headers.set(name, value);
    const body = bodyOf(ask, headers);
    const response = await fetch(url, { method, headers, body, redirect: "manual" });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === "" ? null : JSON.parse(text) };
  }

  /** The `data` of a request's answer, which must succeed. */
  async data<Data>(method: string, path: string, ask: OperationRequest = {}): Promise<Data> {
    const { status, body } = await this.sendTo(method, path, ask);
    if (status >= 300) throw new Error(`${method} ${path} answered ${status}: ${JSON.stringify(body)}`);
    // The envelope of every success (wire: Every response).
    return (body as { data: Data }).data;
  }

  /** Makes something once, at its first use. */
  once<Made>(name: string, make: () => Promise<Made>): Promise<Made> {
    const made = this.#made.get(name) ?? make();
    this.#made.set(name, made);
    // A name always stands for the same function's result.
    return made as Promise<Made>;
  }

  /** A box of unused dimensions. */
  newModel(name = "part.stl"): FilePart {
    this.#boxes++;
    return { name, content: boxOf(10 + this.#boxes / 10) };
  }

  /** The ids of the first material and the default profile of a technology. */
  choice(technology: TechnologySlug = "fdm"): Promise<{ materialId: number; printingQualityId: number }> {
    return this.once(`choice ${technology}`, async () => {
      const materials = await this.data<(OfTechnology & { status: string })[]>("GET", "/materials");
      const qualities = await this.data<(OfTechnology & { isDefault: boolean })[]>("GET", "/printing-qualities");
      return {
        materialId: idOf(materials.find((row) => row.technology?.slug === technology && row.status === "active")),
        printingQualityId: idOf(qualities.find((row) => row.technology?.slug === technology && row.isDefault)),
      };
    });
  }

  /** The id of a filament profile of a machine with starting times of prints and a correction of estimates. */
  async machineQualityId(): Promise<number> {
    return idOf((await this.#machineQualities()).at(0));
  }

  /** The id of a filament profile of a machine with a rate and a power of its own. */
  async ratedQualityId(): Promise<number> {
    return idOf((await this.#machineQualities()).at(-1));
  }

  #machineQualities() {
    return this.once("machine qualities", async () => {
      const qualities = await this.data<(OfTechnology & Record<"isDefault" | "isActive", boolean>)[]>(
        "GET",
        "/printing-qualities",
      );
      return qualities
        .filter((row) => row.technology?.slug === "fdm" && row.isActive && !row.isDefault)
        .sort((a, b) => a.id - b.id);
    });
  }

  /** The id of a finishing for any technology that has an amount. */
  finishingId(): Promise<number> {
    return this.once("finishing", async () => {
      const finishings = await this.data<(OfTechnology & { price: object | null })[]>("GET", "/finishings");
      return idOf(finishings.find(({ technology, price }) => technology === null && price !== null));
    });
  }

  /** The ids of all active materials of filament. */
  filamentIds(): Promise<number[]> {
    return this.once("filament", async () => {
      const materials = await this.data<(OfTechnology & { status: string })[]>("GET", "/materials");
      return materials.filter((row) => row.technology?.slug === "fdm" && row.status === "active").map(({ id }) => id);
    });
  }

  productId(): Promise<number> {
    return this.once("product", async () => idOf((await this.data<{ id: number }[]>("GET", "/products"))[0]));
  }

  deliveryMethodId(): Promise<number> {
    return this.once("delivery method", async () => {
      const settings = await this.data<{ deliveryMethods: { id: number }[] }>("GET", "/delivery/settings");
      return idOf(settings.deliveryMethods[0]);
    });
  }

  /** A model that is sliced with the choice's profile. */
  slicedModel(): Promise<FilePart> {
    return this.once("sliced model", async () => {
      const model = { name: "part.stl", content: boxOf(20) };
      await this.data("POST", "/quotes", {
        form: [...Object.entries(await this.choice()), ["model", model]],
        headers: { Prefer: "wait=30" },
      });
      return model;
    });
  }

  modelId(): Promise<string> {
    return this.once("model id", async () => {
      const form: OperationRequest["form"] = [["model", await this.slicedModel()]];
      return (await this.data<{ modelId: string }>("POST", "/models", { form })).modelId;
    });
  }

  /** Gives the studio a discount by quantity and a priority, and answers its slug. All requests after it are answered by them. */
  priority(): Promise<string> {
    return this.once("price rules", async () => {
      const rush = { slug: "rush", name: "Терміново", nameInSecondLanguage: "Rush", workingDays: 2 };
      const priceRules = {
        quantityTiers: [{ fromQuantity: 10, discountBasisPoints: 500 }],
        priorities: [{ ...rush, surchargeBasisPoints: 2500 }],
      };
      await this.system.database.update(studioRows).set(priceRules).where(eq(studioRows.slug, STUDIO));
      return rush.slug;
    });
  }

  /** The fields of an order of the sliced model. */
  async orderForm(): Promise<NonNullable<OperationRequest["form"]>> {
    const finishingId = await this.finishingId();
    const items = [{ ...(await this.choice()), finishingIds: [finishingId], quantity: 2 }];
    return [...CUSTOMER, ["items", JSON.stringify(items)], ["models[]", await this.slicedModel()]];
  }

  /** An order with an item that is printing, and its printer. */
  printingOrder(): Promise<{ orderId: number; printerId: number }> {
    return this.once("printing order", async () => {
      const { id: orderId } = await this.data<{ id: number }>("POST", "/orders", { form: await this.orderForm() });
      const printers = await this.data<OfTechnology[]>("GET", "/printers");
      const printerId = idOf(printers.find(({ technology }) => technology?.slug === "fdm"));
      const { database } = this.system;
      await database.update(orders).set({ status: "printing" }).where(eq(orders.id, orderId));
      const items = await database.select().from(orderItems).where(eq(orderItems.orderId, orderId));
      await database.insert(queuedPrints).values(
        items.map(({ id, studioId }) => ({
          studioId,
          orderItemId: id,
          printerId,
          copies: 1,
          place: id,
          queuedAt: Date.now(),
        })),
      );
      return { orderId, printerId };
    });
  }

  /** A test order with a parcel that has left: it was placed some minutes ago. */
  shippedTestOrder(): Promise<number> {
    return this.once("shipped test order", async () => {
      const form = [...(await this.orderForm()), ["deliveryMethodId", await this.deliveryMethodId()] as const];
      const { id } = await this.data<{ id: number }>("POST", "/orders", { form, authorization: this.asTest });
      const createdAt = Date.now() - 5.5 * 60_000;
      await this.system.database.update(testOrders).set({ createdAt }).where(eq(testOrders.id, id));
      return id;
    });
  }

  /** The whole Authorization header of a test key. */
  get asTest(): string {
    return `Bearer ${this.narrowKeys.test}`;
  }

  /** A slicing job of these models, whose items have all ended. */
  endedJob(name: string, ...models: readonly FilePart[]): Promise<string> {
    return this.once(`job ${name}`, async () => {
      const items = JSON.stringify(await Promise.all(models.map(() => this.choice())));
      const { jobId } = await this.data<{ jobId: string }>("POST", "/orders", {
        form: [...CUSTOMER, ["items", items], ...models.map((model) => ["models[]", model] as const)],
        headers: { Prefer: "wait=0" },
      });
      for (;;) {
        const { status } = await this.data<{ status: string }>("GET", `/slicing-jobs/${jobId}`);
        if (status === "done" || status === "failed") return jobId;
      }
    });
  }

  /** A slicing job that has just begun. */
  async startedJob(): Promise<string> {
    const { printingQualityId } = await this.choice();
    const form: OperationRequest["form"] = [
      ["printingQualityId", printingQualityId],
      ["model", this.newModel()],
    ];
    return (await this.data<{ jobId: string }>("POST", "/slicing-jobs", { form })).jobId;
  }

  /** Sends a request whose answer will be late, and waits until it has claimed its Idempotency-Key. */
  async beginSlowly(path: string, ask: OperationRequest): Promise<void> {
    const answering = this.sendTo("POST", path, { ...ask, fault: "the claim of its key is answered slowly" });
    this.#running.push(answering);
    for (;;) {
      const claims = await this.system.database.select().from(idempotencyKeys).where(isNull(idempotencyKeys.response));
      if (claims.length > 0) return;
      await delay(POLL_MILLISECONDS);
    }
  }

  /** A key of a studio that has used up its hour. */
  limitedKey(): Promise<string> {
    return this.once("limited key", async () => {
      const { apiKey } = this.#studio(LIMITED_STUDIO);
      const request = () => this.sendTo("GET", "/technologies", { authorization: `Bearer ${apiKey}` });
      for (;;) {
        const answers = await Promise.all(Array.from({ length: REQUESTS_AT_ONCE }, request));
        if (answers.some(({ status }) => status === 429)) return apiKey;
      }
    });
  }
}

interface OfTechnology {
  readonly id: number;
  readonly technology: { readonly slug: string } | null;
}

function idOf(row: { readonly id: number } | undefined): number {
  if (row === undefined) throw new Error("the demo's catalog has no such row");
  return row.id;
}

/** The customer of every order. */
export const CUSTOMER: NonNullable<OperationRequest["form"]> = [
  ["customerFirstName", "Леся"],
  ["customerLastName", "Українка"],
  ["customerPhoneNumber", "+380501234567"],
  ["customerEmail", "lesia@example.com"],
];

function boxOf(sideMm: number): Uint8Array<ArrayBuffer> {
  return binaryStl(box([0, 0, 0], [sideMm, sideMm, sideMm / 2]));
}

function bodyOf(
  { json, form, text }: OperationRequest,
  headers: Headers,
): string | Uint8Array<ArrayBuffer> | FormData | null {
  if (form !== undefined) {
    const data = new FormData();
    for (const [name, value] of form) {
      if (typeof value === "object") data.append(name, new File([value.content], value.name));
      else data.append(name, String(value));
    }
    return data;
  }
  if (json !== undefined) headers.set("Content-Type", "application/json");
  if (text !== undefined) headers.set("Content-Type", text.contentType);
  return text?.body ?? (json === undefined ? null : JSON.stringify(json));
}
