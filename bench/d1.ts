// Platform calls of each API operation: D1 statements and rows, KV, R2, RPC, and the longest chain of them.
//
// Nothing is timed, so the figures are the same on every machine.
//
//   node bench/d1.ts

import { idOf } from "../harness/catalog-rows.ts";
import {
  type LocalDatabase,
  type MiniflareSystem,
  OPERATOR_TOKEN,
  startMiniflareSystem,
} from "../harness/miniflare-system.ts";
import { uniqueBox } from "../harness/models.ts";
import { addKey, addStudio, type BenchStudio, CATALOG, inBatch } from "../harness/studios.ts";
import { printTable } from "../harness/table.ts";
import { form } from "../harness/upload-requests.ts";
import { startEngine } from "../scripts/local/engine-process.ts";
import { customers, orderItems, orders } from "../src/db/schema.ts";
import { COUNTS_HEADER, type Counts } from "./counts.ts";

const ORDERS_OF_CUSTOMER = 30;
const MAX_ITEMS = 20;
const WAIT = { Prefer: "wait=30" };

type Model = Uint8Array<ArrayBuffer>;

/** An operation of the API. `prepare` makes a new request for it each time; what it needs beforehand is not counted. */
interface Operation {
  readonly name: string;
  readonly status: number;
  readonly prepare: () => Promise<Request>;
}

let customersMade = 0;

const engine = await startEngine({});
try {
  const system = await startMiniflareSystem({ engine, apiEntry: "bench/counting.worker.ts" });
  try {
    await countAll(system);
  } finally {
    await system.stop();
  }
} finally {
  await engine.stop();
}

async function countAll(system: MiniflareSystem): Promise<void> {
  const { database } = system;
  const studio = await addStudio(database);
  const rows: string[][] = [];
  await send(new Request(new URL("/api/v1/me", system.url)), 200, studio.key);
  for (const { name, status, prepare } of operationsOf(system, studio)) {
    const cold = await prepare();
    const newKey = await addKey(database, studio.id);
    await tellGate(system, studio);
    rows.push(describe(name, "cold", await send(cold, status, newKey)));
    rows.push(describe("", "warm", await send(await prepare(), status, studio.key)));
  }
  printTable(
    ["", "gate", "D1 calls", "statements", "rows read", "written", "KV reads", "R2", "RPC", "in sequence"],
    rows,
  );
  console.log(
    [
      `A studio with ${CATALOG.materials} materials, ${CATALOG.printingQualities} qualities, ${CATALOG.finishings} finishings and ${CATALOG.products} products; customers with ${ORDERS_OF_CUSTOMER} orders before the request.`,
      "The API Worker with its bindings wrapped, one request at a time. A D1 call is a batch, or a statement by itself. Rows are",
      'D1\'s own count, with those read in indexes. "in sequence" is the longest chain of calls of which each waited for the one',
      "before. With a cold gate, the isolate has not seen the key before: the key itself names its studio. What the slicer",
      'Worker does for its one RPC is not counted. "keyed" means with an Idempotency-Key.',
    ].join("\n"),
  );
}

function describe(
  name: string,
  gate: string,
  { d1Calls, statements, rowsRead, rowsWritten, kvReads, r2, rpc, inSequence }: Counts,
) {
  const figures = [d1Calls, statements, rowsRead, rowsWritten, kvReads].map(String);
  return [name, gate, ...figures, namesAndCounts(r2), namesAndCounts(rpc), String(inSequence)];
}

function namesAndCounts(counts: Readonly<Record<string, number>>): string {
  const named = Object.entries(counts).map(([name, count]) => (count === 1 ? name : `${count} ${name}`));
  return named.length === 0 ? "0" : named.join(", ");
}

/** Tells the studio's object of a new key, as the operator's command does. */
async function tellGate({ url }: MiniflareSystem, { id }: BenchStudio): Promise<void> {
  const told = await fetch(new URL(`/operator/studios/${id}/access-changed`, url), {
    method: "POST",
    headers: { Authorization: `Bearer ${OPERATOR_TOKEN}` },
  });
  if (told.status !== 204) throw new Error(`The service answered ${told.status} to the notification`);
}

async function send(request: Request, status: number, key: string): Promise<Counts> {
  const { counts } = await answerTo(request, status, key);
  return counts;
}

async function answerTo(
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

function operationsOf(system: MiniflareSystem, studio: BenchStudio): Operation[] {
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

  // Sliced models are used again, since slicing takes seconds and a finished slice is the same to every request.
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

  const order = async (models: readonly Model[], headers: Record<string, string> = {}) => {
    const customer = await addCustomer(database, studio, 0);
    const fields = {
      items: JSON.stringify(models.map(() => ({ materialId, printingQualityId, quantity: 2 }))),
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
  const orderOf = (items: number, keyed: boolean) => async () =>
    order(await slicedModels(items), keyed ? { "Idempotency-Key": crypto.randomUUID() } : {});

  return [
    ...["/technologies", "/materials", "/printing-qualities", "/finishings", "/products", "/me"].map((path) => ({
      name: `GET ${path}`,
      status: 200,
      prepare: get(path),
    })),
    {
      name: "GET /orders/{id}",
      status: 200,
      async prepare() {
        const { someOrder } = await addCustomer(database, studio, 1);
        return get(`/orders/${someOrder}`)();
      },
    },
    {
      name: "GET /slicing-jobs/{jobId}, done",
      status: 200,
      async prepare() {
        const sent = await post("/slicing-jobs", { printingQualityId }, [["model", await slicedModel()]]);
        const { text } = await answerTo(sent, 200, studio.key);
        // The envelope around an accepted job (wire: Jobs).
        const { data } = JSON.parse(text) as { data: { jobId: string } };
        return get(`/slicing-jobs/${data.jobId}`)();
      },
    },
    { name: "POST /quotes, new model", status: 200, prepare: () => quote(uniqueBox()) },
    { name: "POST /quotes, sliced before", status: 200, prepare: async () => quote(await slicedModel()) },
    {
      name: "POST /slicing-jobs, new model",
      status: 202,
      prepare: () => post("/slicing-jobs", { printingQualityId }, [["model", uniqueBox()]]),
    },
    { name: "POST /orders, 1 item", status: 201, prepare: orderOf(1, false) },
    { name: "POST /orders, 1 item, keyed", status: 201, prepare: orderOf(1, true) },
    {
      name: "POST /orders, 1 item, keyed, again",
      status: 201,
      async prepare() {
        const first = await orderOf(1, true)();
        const again = first.clone();
        await answerTo(first, 201, studio.key);
        return again;
      },
    },
    { name: `POST /orders, ${MAX_ITEMS} items`, status: 201, prepare: orderOf(MAX_ITEMS, false) },
    { name: `POST /orders, ${MAX_ITEMS} items, keyed`, status: 201, prepare: orderOf(MAX_ITEMS, true) },
  ];
}

/**
 * Adds a customer with ORDERS_OF_CUSTOMER orders. The first has `items` items, and its id is returned as `someOrder`.
 */
async function addCustomer(
  database: LocalDatabase,
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
