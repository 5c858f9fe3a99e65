// Interrupted requests: nothing is lost, half written or there twice when a client or an isolate goes.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { uniqueBox } from "../../../harness/models.ts";
import { addStudio, type BenchStudio } from "../../../harness/studios.ts";
import { type MiniflareSystem, startMiniflareSystem } from "../../../harness/systems/miniflare-system.ts";
import { form } from "../../../harness/upload-requests.ts";
import { type EngineProcess, startEngine } from "../../../scripts/local/engine-process.ts";
import { models, orders } from "../../../src/db/schema.ts";
import { idempotencyKeys } from "../../../src/idempotency/idempotency.schema.ts";

/** The statement at which a request is interrupted, and the time. */
interface Interruption {
  readonly before: string;
  readonly milliseconds: number;
}

/** At the statement, which its request then passes a while after. */
const HANGING_UP = { hangUp: true, milliseconds: 1_000 };
const HUNG_UP = 499;
const FOR_EVER = 600_000;
const BEFORE_MODEL = 'insert into "models"';
const BEFORE_ORDER = 'insert into "orders"';
const BEFORE_KEEPING = 'update "idempotency_keys"';

let engine: EngineProcess;
let folder: string;
let system: MiniflareSystem;
let studio: BenchStudio;

beforeAll(async () => {
  engine = await startEngine({});
  folder = await mkdtemp(join(tmpdir(), "interrupted-"));
  system = await start();
  studio = await addStudio(system.database);
});

afterAll(async () => {
  await system?.stop();
  await engine?.stop();
  await rm(folder, { recursive: true, force: true });
});

const start = () =>
  startMiniflareSystem({ engine, apiEntry: "harness/workers/interrupted.worker.ts", stateFolder: folder });

async function send(
  path: "/quotes" | "/orders",
  model: Uint8Array<ArrayBuffer>,
  { key, interruption }: { key?: string; interruption?: Interruption & { readonly hangUp?: boolean } } = {},
): Promise<Response> {
  const { materialId, printingQualityId } = studio;
  const choice = { materialId, printingQualityId };
  const customer = {
    items: JSON.stringify([choice]),
    customerFirstName: "Олена",
    customerLastName: "Коваль",
    customerPhoneNumber: "+380501234567",
    customerEmail: "olena@example.com",
  };
  const isOrder = path === "/orders";
  const { contentType, body } = await form(isOrder ? customer : choice, [[isOrder ? "models[]" : "model", model]]);
  return fetch(new URL(`/api/v1${path}`, system.url), {
    method: "POST",
    headers: {
      Authorization: `Bearer ${studio.key}`,
      "Content-Type": contentType,
      Prefer: "wait=30",
      ...(key === undefined ? {} : { "Idempotency-Key": key }),
      ...(interruption === undefined
        ? {}
        : { "Interrupt-Before": interruption.before, "Interrupt-For": String(interruption.milliseconds) }),
      ...(interruption?.hangUp === true ? { "Hang-Up": "1" } : {}),
    },
    body: new Uint8Array(body),
  });
}

const sha256 = async (bytes: Uint8Array<ArrayBuffer>) =>
  Buffer.from(await crypto.subtle.digest("SHA-256", bytes)).toString("hex");

async function rowsOf(model: Uint8Array<ArrayBuffer>) {
  return system.database
    .select()
    .from(models)
    .where(and(eq(models.studioId, studio.id), eq(models.sha256, await sha256(model))));
}

const countOrders = async () => (await system.database.select().from(orders)).length;

async function objectKeys(): Promise<string[]> {
  const { objects } = await system.modelFiles.list({ prefix: `studios/${studio.id}/models/` });
  return objects.map(({ key }) => key);
}

const isClaimed = async (key: string) =>
  (await system.database.select().from(idempotencyKeys).where(eq(idempotencyKeys.key, key))).length === 1;

const WAITING = { timeout: 60_000, interval: 100 };

describe("a client that hangs up", () => {
  it("after its file was put still has the file's row written", async () => {
    const model = uniqueBox();
    const before = (await objectKeys()).length;
    const { status } = await send("/quotes", model, { interruption: { before: BEFORE_MODEL, ...HANGING_UP } });
    expect(status).toBe(HUNG_UP);
    expect(await rowsOf(model)).toEqual([]);
    expect(await objectKeys()).toHaveLength(before + 1);
    await vi.waitUntil(async () => (await rowsOf(model)).length === 1, WAITING);
  });

  it("while its keyed order is placed has it placed, and is given it when it asks again", async () => {
    const [model, key] = [uniqueBox(), crypto.randomUUID()];
    expect((await send("/quotes", model)).status).toBe(200);
    const before = await countOrders();
    const { status } = await send("/orders", model, { key, interruption: { before: BEFORE_ORDER, ...HANGING_UP } });
    expect(status).toBe(HUNG_UP);
    expect([await isClaimed(key), await countOrders()]).toEqual([true, before]);
    await vi.waitUntil(async () => (await countOrders()) === before + 1, WAITING);
    const again = await send("/orders", model, { key });
    expect([again.status, again.headers.get("Idempotency-Replayed")]).toEqual([201, "true"]);
    expect(await countOrders()).toBe(before + 1);
  });
});

describe("an isolate that is lost", () => {
  it("loses no order and writes none twice, wherever it was", async () => {
    const [put, claimed, written] = [uniqueBox(), uniqueBox(), uniqueBox()];
    for (const model of [claimed, written]) expect((await send("/quotes", model)).status).toBe(200);
    const ordersBefore = await countOrders();
    const objectsBefore = (await objectKeys()).length;

    const answered = await send("/orders", written, {
      key: "written",
      interruption: { before: BEFORE_KEEPING, milliseconds: FOR_EVER },
    });
    expect(answered.status).toBe(201);
    const lost = [
      send("/quotes", put, { interruption: { before: BEFORE_MODEL, milliseconds: FOR_EVER } }),
      send("/orders", claimed, { key: "claimed", interruption: { before: BEFORE_ORDER, milliseconds: FOR_EVER } }),
    ].map((request) => request.catch(() => undefined));
    await vi.waitUntil(
      async () => (await isClaimed("claimed")) && (await objectKeys()).length > objectsBefore,
      WAITING,
    );
    await system.stop();
    await Promise.all(lost);
    system = await start();

    expect(await rowsOf(put)).toEqual([]);
    const quoted = await send("/quotes", put);
    expect(quoted.status, await quoted.text()).toBe(200);
    const [row] = await rowsOf(put);
    expect(await objectKeys()).toContain(row?.objectKey);

    const replayed = await send("/orders", written, { key: "written" });
    expect([replayed.status, replayed.headers.get("Idempotency-Replayed")]).toEqual([201, "true"]);
    // Its claim ends soon after its last renewal; until then it counts as running.
    let status = 0;
    await vi.waitUntil(
      async () => {
        ({ status } = await send("/orders", claimed, { key: "claimed" }));
        return status !== 409;
      },
      { timeout: 60_000, interval: 1_000 },
    );
    expect(status).toBe(201);
    expect(await countOrders()).toBe(ordersBefore + 2);
  });
});
