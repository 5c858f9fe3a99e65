// The API's operations as benches and tests send them, each with the counts of its platform calls.

import { eq } from "drizzle-orm";
import { customers, orderItems, orders, slicingJobs, studios } from "../src/db/schema.ts";
import { idOf } from "./catalog-rows.ts";
import { uniqueBox } from "./models.ts";
import { type BenchStudio, inBatch } from "./studios.ts";
import { type MiniflareSystem, OPERATOR_TOKEN, type SystemDatabase } from "./systems/miniflare-system.ts";
import { form } from "./upload-requests.ts";
import { COUNTS_HEADER, type Counts } from "./workers/counts.ts";
import { DISTANCES_HEADER, type Distances, WAITED_HEADER, type Waited } from "./workers/distances.ts";

const WAIT = { Prefer: "wait=30" };

type Model = Uint8Array<ArrayBuffer>;

/** Sizes that take time to prepare, and do not change an operation's calls in sequence. */
export interface Workload {
  /** Each is sliced beforehand. */
  readonly itemsOfLargeOrder: number;
  readonly newModelsOfOrder: number;
  /** Orders of each customer before the request. */
  readonly ordersOfCustomer: number;
  /** A model that the studio has never sent. */
  readonly newModel: () => Model;
}

/** The largest order, by a faithful customer. */
export const LARGE_WORKLOAD: Workload = {
  itemsOfLargeOrder: 20,
  newModelsOfOrder: 3,
  ordersOfCustomer: 30,
  newModel: uniqueBox,
};

/** Cold: nothing has met the request before. Warm: the same was asked a moment ago. */
export type Caches = "cold" | "warm";

/** An operation of a door. `prepare` makes a new request for it each time; its preparation is not counted. */
export interface CountedOperation {
  readonly name: string;
  readonly status: number;
  readonly prepare: (caches: Caches) => Promise<Request>;
}

let customersMade = 0;

/** Sends a request whose answer must have this status. */
export async function answerTo(
  request: Request,
  status: number,
  key: string,
): Promise<{ counts: Counts; answer: Response; text: string }> {
  request.headers.set("Authorization", `Bearer ${key}`);
  return answered(request, status);
}

/** Sends a request at these distances. Its answer must have this status. */
export async function waitedFor(
  request: Request,
  status: number,
  distances: Distances,
): Promise<{ counts: Counts; waited: Waited }> {
  request.headers.set(DISTANCES_HEADER, JSON.stringify(distances));
  const { counts, answer } = await answered(request, status);
  // The counting Worker writes it.
  return { counts, waited: JSON.parse(answer.headers.get(WAITED_HEADER) ?? "") as Waited };
}

/** @throws Error if the answer has another status */
async function answered(request: Request, status: number): Promise<{ counts: Counts; answer: Response; text: string }> {
  const { method, url } = request;
  const answer = await fetch(request);
  const text = await answer.text();
  const counts = answer.headers.get(COUNTS_HEADER);
  if (answer.status !== status || counts === null)
    throw new Error(`${method} ${url} answered ${answer.status}: ${text}`);
  // The counting Worker writes it.
  return { counts: JSON.parse(counts) as Counts, answer, text };
}

/** Tells a studio's gate of its keys, as after every change of keys. */
export async function tellGate(
  { url, database }: Pick<MiniflareSystem, "url" | "database">,
  studioId: number,
): Promise<void> {
  const [studio] = await database.select({ slug: studios.slug }).from(studios).where(eq(studios.id, studioId));
  const told = await fetch(new URL(`/operator/studios/${studio?.slug}/access-changed`, url), {
    method: "POST",
    headers: { Authorization: `Bearer ${OPERATOR_TOKEN}` },
  });
  if (told.status !== 200) throw new Error(`The service answered ${told.status} to the notification`);
}

export function countedOperations(
  system: MiniflareSystem,
  studio: BenchStudio,
  { itemsOfLargeOrder, newModelsOfOrder, ordersOfCustomer, newModel } = LARGE_WORKLOAD,
): CountedOperation[] {
  const { database } = system;
  const { materialId, printingQualityId } = studio;
  const address = (path: string) => new URL(`/api/v1${path}`, system.url);
  const get = (path: string) => async () => new Request(address(path));

  const post = async (
    path: string,
    fields: Readonly<Record<string, string | number>>,
    files: readonly (readonly [string, Model])[],
    headers: Record<string, string> = WAIT,
  ) => {
    const { contentType, body } = await form(fields, files);
    return new Request(address(path), {
      method: "POST",
      headers: { ...headers, "Content-Type": contentType },
      body: new Uint8Array(body),
    });
  };

  const quote = (model: Model) => post("/quotes", { materialId, printingQualityId }, [["model", model]]);

  // Sliced models are reused, since slicing takes seconds and every request may share a finished slice.
  const sliced: Model[] = [];
  const slicedModels = async (count: number) => {
    const added = Array.from({ length: Math.max(0, count - sliced.length) }, newModel);
    await Promise.all(added.map(async (model) => answerTo(await quote(model), 200, studio.key)));
    sliced.push(...added);
    return sliced.slice(0, count);
  };
  const slicedModel = async () => {
    const [model] = await slicedModels(1);
    if (model === undefined) throw new Error("No model was sliced");
    return model;
  };

  /** The ids of sliced models. */
  const slicedIds = async (count: number) => {
    const models = await slicedModels(count);
    return Promise.all(models.map(idOfModel));
  };
  const idOfModel = async (model: Model) => {
    const { text } = await answerTo(await post("/models", {}, [["model", model]]), 200, studio.key);
    // The envelope around a model (wire: Models sent once).
    const { data } = JSON.parse(text) as { data: { modelId: string } };
    return data.modelId;
  };
  const pricesOf = (modelId: string) =>
    get(`/models/${modelId}/prices?printingQualityIds=${printingQualityId}&quantity=1,2,5,10,50`);
  const doneJob = async () => {
    const sent = await post("/slicing-jobs", { printingQualityId }, [["model", await slicedModel()]]);
    const { text } = await answerTo(sent, 200, studio.key);
    // The envelope around an accepted job (wire: Jobs).
    const { data } = JSON.parse(text) as { data: { jobId: string } };
    return data.jobId;
  };
  const slicedId = async () => (await slicedIds(1))[0] ?? "";

  const order = (models: readonly Model[], headers: Record<string, string> = {}) =>
    orderOf(
      models.map(() => ({})),
      models,
      headers,
    );
  const orderById = async (count: number) =>
    orderOf(
      (await slicedIds(count)).map((modelId) => ({ modelId })),
      [],
      { "Idempotency-Key": crypto.randomUUID() },
    );
  const orderOf = async (
    items: readonly { readonly modelId?: string }[],
    models: readonly Model[],
    headers: Record<string, string>,
  ) => {
    const customer = await addCustomer(database, studio, ordersOfCustomer, 0);
    const fields = {
      items: JSON.stringify(items.map((item) => ({ materialId, printingQualityId, quantity: 2, ...item }))),
      customerFirstName: "Олена",
      customerLastName: "Коваль",
      customerPhoneNumber: customer.phoneNumber,
      customerEmail: customer.email,
      source: "site",
    };
    return post(
      "/orders",
      fields,
      models.map((model) => ["models[]", model] as const),
      { ...WAIT, ...headers },
    );
  };
  const lists = [
    "/technologies",
    "/materials",
    "/printing-qualities",
    "/finishings",
    "/products",
    "/delivery/settings",
  ];
  const reads = [...lists, "/printers", "/me"];
  const orderWith = (models: () => Promise<readonly Model[]>, keyed: boolean) => async () =>
    order(await models(), keyed ? { "Idempotency-Key": crypto.randomUUID() } : {});
  const newModels = (count: number) => async () => Array.from({ length: count }, newModel);
  const knownModels = (count: number) => () => slicedModels(count);

  return [
    ...reads.map((path) => ({ name: `GET ${path}`, status: 200, prepare: get(path) })),
    { name: "GET /materials/{id}", status: 200, prepare: get(`/materials/${materialId}`) },
    { name: "GET /printing-qualities/{id}", status: 200, prepare: get(`/printing-qualities/${printingQualityId}`) },
    {
      name: "GET /materials/{id}, unknown",
      status: 404,
      prepare: get(`/materials/${Number.MAX_SAFE_INTEGER}`),
    },
    {
      name: "GET /orders/{id}",
      status: 200,
      async prepare() {
        const { someOrder } = await addCustomer(database, studio, ordersOfCustomer, 1);
        return get(`/orders/${someOrder}`)();
      },
    },
    {
      // The link carries its own grant.
      name: "GET /files/{token}",
      status: 206,
      async prepare() {
        const { text } = await answerTo(await orderWith(knownModels(1), false)(), 201, studio.key);
        // The envelope around an order (wire: Orders).
        const { data } = JSON.parse(text) as { data: { items: { downloadUrl: string }[] } };
        return new Request(data.items[0]?.downloadUrl ?? "", { headers: { Range: "bytes=0-99" } });
      },
    },
    {
      name: "GET /slicing-jobs/{jobId}, done",
      status: 200,
      async prepare(caches) {
        const jobId = await doneJob();
        if (caches === "warm") return get(`/slicing-jobs/${jobId}`)();
        // The isolate that answered with a job remembers its slices; it has not met this one.
        const unmet = crypto.randomUUID();
        await database.update(slicingJobs).set({ id: unmet }).where(eq(slicingJobs.id, jobId));
        return get(`/slicing-jobs/${unmet}`)();
      },
    },
    { name: "POST /quotes, sliced before", status: 200, prepare: async () => quote(await slicedModel()) },
    {
      name: "POST /quotes, sliced before, by modelId",
      status: 200,
      prepare: async () => post("/quotes", { materialId, printingQualityId, modelId: await slicedId() }, []),
    },
    {
      name: "GET /models/{modelId}/prices, sliced before",
      status: 200,
      async prepare(caches) {
        const prices = pricesOf(await slicedId());
        // The first question of a studio is new to the isolate.
        if (caches === "warm") await answerTo(await prices(), 200, studio.key);
        return prices();
      },
    },
    {
      name: "GET /models/{modelId}/prices, unknown",
      status: 404,
      prepare: pricesOf(`mdl_${studio.id}_${"0".repeat(64)}`),
    },
    {
      name: "POST /models, known model",
      status: 200,
      prepare: async () => post("/models", {}, [["model", await slicedModel()]]),
    },
    {
      name: "POST /models, new model",
      status: 201,
      prepare: () => post("/models", {}, [["model", newModel()]]),
    },
    { name: "POST /quotes, new model", status: 200, prepare: () => quote(newModel()) },
    {
      name: "POST /slicing-jobs, new model",
      status: 202,
      // At once: a small model would be sliced within the wait.
      prepare: () => post("/slicing-jobs", { printingQualityId }, [["model", newModel()]], {}),
    },
    {
      name: "POST /printers, keyed",
      status: 201,
      prepare: async () =>
        new Request(address("/printers"), {
          method: "POST",
          headers: { "Content-Type": "application/json", "Idempotency-Key": crypto.randomUUID() },
          body: JSON.stringify({ name: "Printer", technologyId: 1 }),
        }),
    },
    { name: "POST /orders, 1 known model", status: 201, prepare: orderWith(knownModels(1), false) },
    { name: "POST /orders, 1 known model, keyed", status: 201, prepare: orderWith(knownModels(1), true) },
    {
      name: "POST /orders, 1 known model, keyed, again",
      status: 201,
      async prepare() {
        const first = await orderWith(knownModels(1), true)();
        const again = first.clone();
        await answerTo(first, 201, studio.key);
        return again;
      },
    },
    {
      name: `POST /orders, ${itemsOfLargeOrder} known models, keyed`,
      status: 201,
      prepare: orderWith(knownModels(itemsOfLargeOrder), true),
    },
    { name: "POST /orders, 1 model by modelId, keyed", status: 201, prepare: () => orderById(1) },
    {
      name: `POST /orders, ${itemsOfLargeOrder} models by modelId, keyed`,
      status: 201,
      prepare: () => orderById(itemsOfLargeOrder),
    },
    {
      name: `POST /orders, ${newModelsOfOrder} new models, keyed`,
      status: 201,
      prepare: orderWith(newModels(newModelsOfOrder), true),
    },
  ];
}

/**
 * Adds a customer with `ordersOfCustomer` orders. The first has `items` items, and its id is returned as `someOrder`.
 */
async function addCustomer(
  database: SystemDatabase,
  { id: studioId, materialId, printingQualityId }: BenchStudio,
  ordersOfCustomer: number,
  items: number,
) {
  const phoneNumber = `+38050${String(1_000_000 + ++customersMade)}`;
  const email = `customer-${customersMade}@studio.example`;
  const now = Date.now();
  const contact = { firstName: "Олена", lastName: "Коваль", phoneNumber, email, locale: "uk" };
  const [customer] = await database
    .insert(customers)
    .values({ studioId, ...contact, createdAt: now })
    .returning();
  const customerId = idOf(customer);
  const added = await inBatch(database, ordersOfCustomer, () =>
    database
      .insert(orders)
      .values({
        studioId,
        requestKey: crypto.randomUUID(),
        customerId,
        contact,
        status: "completed",
        totalPriceMinor: 25_000,
        currencyId: 1,
        source: "api",
        delivery: null,
        createdAt: now,
        updatedAt: now,
      })
      .returning({ id: orders.id }),
  );
  const someOrder = idOf(added[0]?.[0]);
  if (items > 0) {
    await inBatch(database, items, (position) =>
      database.insert(orderItems).values({
        studioId,
        orderId: someOrder,
        position,
        modelId: null,
        originalFileName: "part.stl",
        quantity: 1,
        priceMinor: 25_000,
        materialId,
        printingQualityId,
        finishingIds: [],
        printMinutes: 60,
        weightHundredthsOfGram: 1234,
        productId: null,
        productTitle: null,
        costBreakdown: null,
      }),
    );
  }
  return { phoneNumber, email, someOrder };
}
