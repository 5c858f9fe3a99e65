// Writing an order: one batch, its messages sent at once, and open pages told.

import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Env } from "../../src/env.ts";
import { countedReads } from "./support/counted-reads.ts";
import { beforeCallOf, losingAnswerOf } from "./support/faulty-database.ts";
import { standInForMail } from "./support/mail-provider.ts";
import { tellsCustomers } from "./support/messages.ts";
import { orderOfBox, placed } from "./support/orders.ts";
import { printingStudio } from "./support/requests.ts";
import { scriptedSlicer, sliced } from "./support/scripted-slicer.ts";

// The outbox of a studio sends meanwhile.
beforeEach(() => void standInForMail());
afterEach(() => void vi.restoreAllMocks());

const SLICER = scriptedSlicer({ start: async (requests) => requests.map(() => sliced()) });
/** The statement that asks whether a message waits. */
const ASKS = 'select 1 as "one" from "messages"';

/** A namespace of objects that notes each use. */
function noted<Namespace extends Env["STUDIO_NEWS"] | Env["STUDIO_OUTBOX"]>(namespace: Namespace) {
  const uses: unknown[] = [];
  const noting = new Proxy(namespace, {
    get(real, name) {
      uses.push(name);
      const value: unknown = Reflect.get(real, name);
      return typeof value === "function" ? value.bind(real) : value;
    },
  });
  return { noting, uses };
}

describe("an order of the API", () => {
  it("is written and read back in one batch, after the one that reads the choices", async () => {
    const { studio, ...ids } = await printingStudio();
    await placed(studio.meeting({ SLICER }), orderOfBox(ids));
    const counted = countedReads();
    await placed(studio.meeting({ SLICER, DB: counted.database }), orderOfBox(ids));
    expect(counted.batches).toBe(2);
  });

  it("is told to the studio's open pages", async () => {
    const { studio, ...ids } = await printingStudio();
    const { noting, uses } = noted(env.STUDIO_NEWS);
    await placed(studio.meeting({ SLICER, STUDIO_NEWS: noting }), orderOfBox(ids));
    expect(uses).not.toEqual([]);
  });

  it("wakes the outbox if it has written a message, and asks for none otherwise", async () => {
    const { studio, ...ids } = await printingStudio();
    const asked = vi.fn(async () => {});
    await placed(studio.meeting({ SLICER, DB: beforeCallOf(ASKS, asked) }), orderOfBox(ids));
    expect(asked).not.toHaveBeenCalled();
    await tellsCustomers(studio, ["received"]);
    const { noting, uses } = noted(env.STUDIO_OUTBOX);
    const bindings = { SLICER, DB: beforeCallOf(ASKS, asked), STUDIO_OUTBOX: noting };
    await placed(studio.meeting(bindings), orderOfBox(ids));
    await vi.waitFor(() => expect(uses).not.toEqual([]));
    expect(asked).toHaveBeenCalledTimes(1);
  });

  it("wakes the outbox too if the answer of its writing was lost", async () => {
    const { studio, ...ids } = await printingStudio();
    await tellsCustomers(studio, ["received"]);
    const { noting, uses } = noted(env.STUDIO_OUTBOX);
    const DB = losingAnswerOf('insert into "orders"', 0);
    await placed(studio.meeting({ SLICER, DB, STUDIO_OUTBOX: noting }), orderOfBox(ids));
    await vi.waitFor(() => expect(uses).not.toEqual([]));
  });

  it("that does not exist, or is another studio's, is not found", async () => {
    const { studio, ...ids } = await printingStudio();
    const other = await printingStudio();
    const { id } = await placed(studio.meeting({ SLICER }), orderOfBox(ids));
    for (const path of [`/orders/${id}`, `/orders/${id + 1_000_000}`]) {
      const { status, body } = await other.studio.answer(path);
      expect([status, body.errorCode], path).toEqual([404, "errors.notFound"]);
    }
    expect((await studio.answer(`/orders/${id}`)).status).toBe(200);
  });
});
