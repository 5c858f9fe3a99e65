// The API's operations as benches and tests send them, each with the counts of its platform calls.

import { eq } from "drizzle-orm";
import { customers, orderItems, orders, studios } from "../src/db/schema.ts";
import { idOf } from "./catalog-rows.ts";
import { uniqueBox } from "./models.ts";
import { type BenchStudio, inBatch } from "./studios.ts";
import { type MiniflareSystem, OPERATOR_TOKEN, type SystemDatabase } from "./systems/miniflare-system.ts";
import { form } from "./upload-requests.ts";
import { COUNTS_HEADER, type Counts } from "./workers/counts.ts";

export const ORDERS_OF_CUSTOMER = 30;
const MAX_ITEMS = 20;
const WAIT = { Prefer: "wait=30" };

type Model = Uint8Array<ArrayBuffer>;

/** An operation of the API. `prepare` makes a new request for it each time; its preparation is not counted. */
export interface CountedOperation {
  readonly name: string;
  readonly status: number;
  /** The number of platform calls in sequence before the answer, in an isolate that knows the key. */
  readonly trips: number;
  readonly prepare: () => Promise<Request>;
}

let customersMade = 0;

/** Sends a request whose answer must have this status. */
export async function answerTo(
  request: Request,
  status: number,
  key: string,
): Promise<{ counts: Counts; answer: Response; text: string }> {
  request.headers.set("Authorization", `Bearer ${key}`);
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

export function countedOperations(system: MiniflareSystem, studio: BenchStudio): CountedOperation[] {
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
    const added = Array.from({ length: Math.max(0, count - sliced.length) }, uniqueBox);
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
    return Promise.all(
      models.map(async (model) => {
        const { text } = await answerTo(await post("/models", {}, [["model", model]]), 200, studio.key);
        // The envelope around a model (wire: Models sent once).
        const { data } = JSON.parse(text) as { data: { modelId: string } };
        return data.modelId;
      }),
    );
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
    const customer = await addCustomer(database, studio, 0);
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
  const records = [`/materials/${materialId}`, `/printing-qualities/${printingQualityId}`];
  const reads = [...lists, ...records, "/printers", "/me"];
  const orderWith = (models: () => Promise<readonly Model[]>, keyed: boolean) => async () =>
    order(await models(), keyed ? { "Idempotency-Key": crypto.randomUUID() } : {});
  const newModels = (count: number) => async () => Array.from({ length: count }, uniqueBox);
  const knownModels = (count: number) => () => slicedModels(count);

  return [
    ...reads.map((path) => ({ name: `GET ${path}`, status: 200, trips: 1, prepare: get(path) })),
    {
      name: "GET /materials/{id}, unknown",
      status: 404,
      trips: 2,
      prepare: get(`/materials/${Number.MAX_SAFE_INTEGER}`),
    },
    {
      name: "GET /orders/{id}",
      status: 200,
      trips: 1,
      async prepare() {
        const { someOrder } = await addCustomer(database, studio, 1);
        return get(`/orders/${someOrder}`)();
      },
    },
    {
      // The link carries its own grant.
      name: "GET /files/{token}",
      status: 206,
      trips: 1,
      async prepare() {
        const { text } = await answerTo(await orderWith(knownModels(1), false)(), 201, studio.key);
        // The envelope around an order (wire: Orders).
        const { data } = JSON.parse(text) as { data: { items: { downloadUrl: string }[] } };
        return new Request(data.items[0]?.downloadUrl ?? "", { headers: { Range: "bytes=0-99" } });
      },
    },
    {
      // The job's list of slices is read while the gate decides. Its isolate has read the slices before.
      name: "GET /slicing-jobs/{jobId}, done",
      status: 200,
      trips: 1,
      async prepare() {
        const sent = await post("/slicing-jobs", { printingQualityId }, [["model", await slicedModel()]]);
        const { text } = await answerTo(sent, 200, studio.key);
        // The envelope around an accepted job (wire: Jobs).
        const { data } = JSON.parse(text) as { data: { jobId: string } };
        return get(`/slicing-jobs/${data.jobId}`)();
      },
    },
    { name: "POST /quotes, sliced before", status: 200, trips: 3, prepare: async () => quote(await slicedModel()) },
    {
      name: "POST /quotes, sliced before, by modelId",
      status: 200,
      trips: 3,
      prepare: async () => post("/quotes", { materialId, printingQualityId, modelId: await slicedId() }, []),
    },
    {
      name: "GET /models/{modelId}/prices, sliced before",
      status: 200,
      trips: 2,
      prepare: async () =>
        get(`/models/${await slicedId()}/prices?printingQualityIds=${printingQualityId}&quantity=1,2,5,10,50`)(),
    },
    {
      name: "POST /models, known model",
      status: 200,
      trips: 3,
      prepare: async () => post("/models", {}, [["model", await slicedModel()]]),
    },
    {
      name: "POST /models, new model",
      status: 201,
      trips: 4,
      prepare: () => post("/models", {}, [["model", uniqueBox()]]),
    },
    { name: "POST /quotes, new model", status: 200, trips: 4, prepare: () => quote(uniqueBox()) },
    {
      name: "POST /slicing-jobs, new model",
      status: 202,
      trips: 5,
      // At once: a small model would be sliced within the wait.
      prepare: () => post("/slicing-jobs", { printingQualityId }, [["model", uniqueBox()]], {}),
    },
    {
      name: "POST /printers, keyed",
      status: 201,
      trips: 3,
      prepare: async () =>
        new Request(address("/printers"), {
          method: "POST",
          headers: { "Content-Type": "application/json", "Idempotency-Key": crypto.randomUUID() },
          body: JSON.stringify({ name: "Printer", technologyId: 1 }),
        }),
    },
    { name: "POST /orders, 1 known model", status: 201, trips: 4, prepare: orderWith(knownModels(1), false) },
    { name: "POST /orders, 1 known model, keyed", status: 201, trips: 4, prepare: orderWith(knownModels(1), true) },
    {
      name: "POST /orders, 1 known model, keyed, again",
      status: 201,
      trips: 3,
      async prepare() {
        const first = await orderWith(knownModels(1), true)();
        const again = first.clone();
        await answerTo(first, 201, studio.key);
        return again;
      },
    },
    {
      name: `POST /orders, ${MAX_ITEMS} known models, keyed`,
      status: 201,
      trips: 4,
      prepare: orderWith(knownModels(MAX_ITEMS), true),
    },
    { name: "POST /orders, 1 model by modelId, keyed", status: 201, trips: 4, prepare: () => orderById(1) },
    {
      name: `POST /orders, ${MAX_ITEMS} models by modelId, keyed`,
      status: 201,
      trips: 4,
      prepare: () => orderById(MAX_ITEMS),
    },
    { name: "POST /orders, 3 new models, keyed", status: 201, trips: 5, prepare: orderWith(newModels(3), true) },
  ];
}

/**
 * Adds a customer with ORDERS_OF_CUSTOMER orders. The first has `items` items, and its id is returned as `someOrder`.
 */
async function addCustomer(
  database: SystemDatabase,
  { id: studioId, materialId, printingQualityId }: BenchStudio,
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
  const added = await inBatch(database, ORDERS_OF_CUSTOMER, () =>
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
