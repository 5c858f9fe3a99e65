// Messages under kills: orders are placed and told while the Workers are killed, and each is told exactly once.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { expect, it, vi } from "vitest";
import { uniqueBox } from "../../../harness/models.ts";
import { addStudio, type BenchStudio } from "../../../harness/studios.ts";
import { type MiniflareSystem, startMiniflareSystem } from "../../../harness/systems/miniflare-system.ts";
import { form } from "../../../harness/upload-requests.ts";
import { startEngine } from "../../../scripts/local/engine-process.ts";
import { mailsIn, startMailbox } from "../../../scripts/local/mailbox.ts";
import { customerMessages, messages, orders } from "../../../src/db/schema.ts";

const KILLS = 30;
const ORDERS_OF_RUN = 3;
/** From the first orders' requests to their mails. */
const MAX_RUN_MILLISECONDS = 600;
/** Many kills come between a mail and its answer. */
const ANSWER_MILLISECONDS = 100;
/** Starting a system takes seconds on a busy machine, and an abandoned key or mail is tried again after a minute. */
const TIMEOUT_MILLISECONDS = 600_000;

it(`tells of each order once over ${KILLS} kills`, { timeout: TIMEOUT_MILLISECONDS }, async () => {
  const folder = await mkdtemp(join(tmpdir(), "messages-killed-"));
  const [engine, mailbox] = await Promise.all([
    startEngine({}),
    startMailbox(join(folder, "mails.jsonl"), ANSWER_MILLISECONDS),
  ]);
  const variables = { ...mailbox.variables, PUBLIC_ORIGIN: "https://print.example" };
  const start = () => startMiniflareSystem({ engine, stateFolder: join(folder, "state"), variables });
  let system = await start();
  try {
    const studio = await addStudio(system.database);
    await system.database.insert(customerMessages).values({ studioId: studio.id, event: "received", isOn: true });
    const model = uniqueBox();
    const open = new Set<string>();
    await place(system, studio, model, "the first slices the model", open);
    for (let kills = 0; kills < KILLS; kills++) {
      const again = [...open].map((key) => place(system, studio, model, key, open));
      const fresh = Array.from({ length: ORDERS_OF_RUN }, (_, index) =>
        place(system, studio, model, `${kills}-${index}`, open),
      );
      await Promise.race([Promise.allSettled([...again, ...fresh]), delay(Math.random() * MAX_RUN_MILLISECONDS)]);
      await system.stop();
      await Promise.allSettled([...again, ...fresh]);
      system = await start();
    }
    // The key of a killed request is free again after a while.
    await vi.waitFor(
      async () => {
        await Promise.all([...open].map((key) => place(system, studio, model, key, open)));
        expect([...open]).toEqual([]);
      },
      { timeout: 120_000, interval: 2_000 },
    );
    // The last order's batch wakes the outbox, although the kills may have left it no alarm.
    await place(system, studio, model, "the last", open);
    const { database } = system;
    const ofStudio = () => database.select().from(messages).where(eq(messages.studioId, studio.id));
    await vi.waitFor(async () => expect((await ofStudio()).filter(({ state }) => state !== "sent")).toEqual([]), {
      timeout: 90_000,
      interval: 500,
    });
    const placed = await database.select({ id: orders.id }).from(orders).where(eq(orders.studioId, studio.id));
    expect(placed).toHaveLength(KILLS * ORDERS_OF_RUN + 2);
    const told = (await mailsIn(mailbox.url)).map(({ key }) => Number(/\/received\/(\d+)\//.exec(key)?.[1]));
    expect(told.toSorted((a, b) => a - b)).toEqual(placed.map(({ id }) => id).toSorted((a, b) => a - b));
  } finally {
    await system.stop();
    await engine.stop();
    await mailbox.stop();
    await rm(folder, { recursive: true, force: true });
  }
});

/** Places the order with this key. It stays open until it is answered. */
async function place(
  { url }: MiniflareSystem,
  { key: apiKey, materialId, printingQualityId }: BenchStudio,
  model: Uint8Array<ArrayBuffer>,
  key: string,
  open: Set<string>,
): Promise<void> {
  open.add(key);
  const fields = {
    items: JSON.stringify([{ materialId, printingQualityId }]),
    customerFirstName: "Олена",
    customerLastName: "Коваль",
    customerPhoneNumber: "+380501234567",
    customerEmail: "olena@example.com",
  };
  const { contentType, body } = await form(fields, [["models[]", model]]);
  const answer = await fetch(new URL("/api/v1/orders", url), {
    method: "POST",
    headers: {
      Authorization: `Bearer ${apiKey}`,
      "Content-Type": contentType,
      Prefer: "wait=30",
      "Idempotency-Key": key,
    },
    body: new Uint8Array(body),
  }).catch(() => undefined);
  if (answer?.status === 201) open.delete(key);
  else if (answer !== undefined) await answer.body?.cancel();
}
