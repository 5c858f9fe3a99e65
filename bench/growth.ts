// Rows read by pages and operations of a studio whose history grows: 100, 1,000, 10,000 and more orders.
//
// One studio of ten has a tenth of all orders. Rows are the same on every machine; times are not.
//
//   npm run bench -- growth [orders of all studios, by default 1000 10000 100000] [--statements]

import { parseArgs } from "node:util";
import { eq } from "drizzle-orm";
import { answerTo } from "../harness/api-operations.ts";
import { fillHistory, type StudioWithHistory } from "../harness/filled-history.ts";
import { uniqueBox } from "../harness/models.ts";
import { addOwner, addStudio, type BenchStudio, SMALL_CATALOG } from "../harness/studios.ts";
import { type MiniflareSystem, startMiniflareSystem } from "../harness/systems/miniflare-system.ts";
import { figure, printTable } from "../harness/table.ts";
import { form } from "../harness/upload-requests.ts";
import { COUNTS_HEADER, type CountedStatement, type Counts, STATEMENTS_PATH } from "../harness/workers/counts.ts";
import { PanelClient, type PanelPage } from "../scripts/browser/panel-client.ts";
import { type EngineProcess, startEngine } from "../scripts/local/engine-process.ts";
import { customers, orders, printers, studios } from "../src/db/schema.ts";
import { BASE_PATH } from "../src/http/base-path.ts";

const OTHER_STUDIOS = 9;
const { positionals, values: options } = parseArgs({
  allowPositionals: true,
  options: { statements: { type: "boolean", default: false } },
});
const sizes = positionals.length === 0 ? [1_000, 10_000, 100_000] : positionals.map(Number);

interface Measured {
  readonly rowsRead: number;
  readonly rowsWritten: number;
  readonly milliseconds: number;
  readonly statements: readonly CountedStatement[];
}

const engine = await startEngine({});
try {
  const measured = new Map<string, Measured[]>();
  for (const size of sizes) {
    for (const [name, figures] of await measureAt(size, engine)) {
      measured.set(name, [...(measured.get(name) ?? []), figures]);
    }
  }
  const ofStudio = sizes.map((size) => String(size / (OTHER_STUDIOS + 1)));
  printTable(
    ["rows read with so many orders of the studio", ...ofStudio, "last : first", "written", "D1 ms, last"],
    [...measured].map(([name, all]) => [
      name,
      ...all.map(({ rowsRead }) => String(rowsRead)),
      figure((all.at(-1)?.rowsRead ?? Number.NaN) / (all[0]?.rowsRead ?? Number.NaN)),
      String(all.at(-1)?.rowsWritten),
      figure(all.at(-1)?.milliseconds),
    ]),
  );
  if (options.statements) for (const [name, all] of measured) printStatements(name, all.at(-1)?.statements ?? []);
} finally {
  await engine.stop();
}

async function measureAt(size: number, engine: EngineProcess): Promise<Map<string, Measured>> {
  const system = await startMiniflareSystem({ engine, apiEntry: "harness/workers/counting.worker.ts" });
  try {
    return await measureAll(system, size);
  } finally {
    await system.stop();
  }
}

async function measureAll(system: MiniflareSystem, size: number): Promise<Map<string, Measured>> {
  const { database, url } = system;
  const studio = await addStudio(database);
  const [printer] = await database
    .insert(printers)
    .values([1, 2].map((number) => printerRow(studio, `Ender ${number}`)))
    .returning();
  const others: StudioWithHistory[] = [];
  for (let number = 0; number < OTHER_STUDIOS; number++) {
    const { id: studioId } = await addStudio(database, SMALL_CATALOG);
    others.push({ studioId, materialId: null, printingQualityId: null, printerId: null });
  }
  const { id: studioId, materialId, printingQualityId, key } = studio;
  const own = { studioId, materialId, printingQualityId, printerId: printer?.id ?? 0 };
  const { orderOfFaithful, newestRequest } = await fillHistory(database, [own, ...others], size, Date.now() - 60_000);

  const client = new PanelClient(url.href);
  await client.signIn(await addOwner(database, studioId));
  const [{ slug } = { slug: "" }] = await database.select().from(studios).where(eq(studios.id, studioId));
  const [faithful] = await database
    .select({ phoneNumber: customers.phoneNumber, email: customers.email })
    .from(customers)
    .innerJoin(orders, eq(orders.customerId, customers.id))
    .where(eq(orders.id, orderOfFaithful));
  const base = `/panel/studios/${slug}`;

  const found = new Map<string, Measured>();
  const noteAnswer = async (name: string, counts: string | null): Promise<void> => {
    if (counts === null) throw new Error(`${name}: the answer has no counts`);
    // The counting Worker writes both.
    const { rowsRead, rowsWritten } = JSON.parse(counts) as Counts;
    const answer = await fetch(new URL(STATEMENTS_PATH, url));
    const statements = (await answer.json()) as CountedStatement[];
    const milliseconds = statements.reduce((sum, one) => sum + one.milliseconds, 0);
    found.set(name, { rowsRead, rowsWritten, milliseconds, statements });
  };
  const page = async (name: string, status: number, answer: Promise<PanelPage>): Promise<void> => {
    const { headers, status: answered, html } = await answer;
    if (answered !== status) throw new Error(`${name} answered ${answered}: ${html}`);
    await noteAnswer(name, headers.get(COUNTS_HEADER));
  };
  const call = async (name: string, status: number, request: Request): Promise<void> => {
    const { counts } = await answerTo(request, status, key);
    await noteAnswer(name, JSON.stringify(counts));
  };

  await answerTo(new Request(new URL(`${BASE_PATH}/me`, url)), 200, key);
  const searchFor = (text = "") => `/orders?view=list&search=${encodeURIComponent(text)}`;
  const pages = {
    "start page": "",
    "board, also every 15 s": "/orders",
    "list of orders": "/orders?view=list",
    "search for a name that all have": searchFor("Коваль"),
    "search for a name that no order has": searchFor("Франко"),
    "search for a customer's phone number": searchFor(faithful?.phoneNumber),
    "search for a customer's e-mail": searchFor(faithful?.email),
    "order page": `/orders/${orderOfFaithful}`,
    "work sheet": `/orders/${orderOfFaithful}/work-sheet`,
    "/printing": "/printing",
    "/printing/estimates": "/printing/estimates",
    "/printers": "/printers",
    "/requests": "/requests",
    "/requests, closed": "/requests?status=closed",
    "a price request": `/requests/${newestRequest}`,
  };
  for (const [name, path] of Object.entries(pages)) await page(name, 200, client.get(`${base}${path}`));
  const get = (path: string) => new Request(new URL(`${BASE_PATH}${path}`, url));
  await call("GET /orders/{id}", 200, get(`/orders/${orderOfFaithful}`));
  await call("GET /printers", 200, get("/printers"));
  const [model, fields] = [
    uniqueBox(),
    {
      items: JSON.stringify([{ materialId, printingQualityId }]),
      customerFirstName: "Олена",
      customerLastName: "Коваль",
      customerPhoneNumber: faithful?.phoneNumber ?? "",
      customerEmail: faithful?.email ?? "",
    },
  ];
  const ordered = async () => {
    const { contentType, body } = await form(fields, [["models[]", model]]);
    const headers = { Prefer: "wait=30", "Content-Type": contentType, "Idempotency-Key": crypto.randomUUID() };
    const address = new URL(`${BASE_PATH}/orders`, url);
    return new Request(address, { method: "POST", headers, body: new Uint8Array(body) });
  };
  await answerTo(await ordered(), 201, key);
  await call("POST /orders of a customer of 5 % of all", 201, await ordered());
  const twin = { technologyId: "1", name: "PLA 1", color: "white", costPerKg: "600", density: "1.24" };
  await page("a material of a taken name", 400, client.post(`${base}/catalog/materials/new`, twin));
  const quality = { name: "Quality 1", layerHeight: "0.12" };
  await page("a quality of a taken name", 400, client.post(`${base}/catalog/qualities/new/fdm`, quality));
  const printerPath = `${base}/printers/${printer?.id}`;
  const changes = { name: "Ender 3", technologyId: "1", status: "active" };
  await page("change of a printer, with the items on it", 303, client.post(printerPath, changes));
  await page("removal of a printer", 303, client.post(`${printerPath}/remove`, {}));
  return found;
}

function printerRow({ id: studioId }: BenchStudio, name: string): typeof printers.$inferInsert {
  const now = Date.now();
  return { studioId, name, requestKey: name, technologyId: 1, status: "active", createdAt: now, updatedAt: now };
}

function printStatements(name: string, statements: readonly CountedStatement[]): void {
  console.log(`\n=== ${name}`);
  for (const { sql, rowsRead, rowsWritten, milliseconds, plan } of statements) {
    console.log(`\n${rowsRead} read, ${rowsWritten} written, ${figure(milliseconds)} ms: ${sql}`);
    for (const line of plan) console.log(`    ${line}`);
  }
}
