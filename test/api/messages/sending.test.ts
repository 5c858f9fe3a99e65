// Sending messages: growing pauses for a day, at most once per key, and the reasons of failures.

import { eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { messages, orders } from "../../../src/db/schema.ts";
import type { CustomerEvent } from "../../../src/domain/message/events.ts";
import { sendDueMessages } from "../../../src/mail/send-messages.ts";
import { sendAgain } from "../../../src/outbox/sending.store.ts";
import { orderOutboxRow, outboxOf, ScriptedProvider, sendingBy, statesOf } from "../support/messages.ts";
import { panelStudio } from "../support/panel.ts";
import { addOrder } from "../support/panel-orders.ts";
import type { TestStudio } from "../support/studio.ts";
import { turnedClock } from "../support/turned-clock.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const clock = turnedClock();

/** A studio with a message about an order in its outbox. */
async function studioToTell(event: CustomerEvent = "received", row: Parameters<typeof addOrder>[1] = {}) {
  const { studio } = await panelStudio({ title: "Кобза-Друк", replyTo: "druk@example.com" });
  const orderId = await addOrder(studio, row);
  await studio.db.insert(messages, orderOutboxRow(event, orderId));
  return { studio, orderId };
}

/** Sends by the alarms that the object would have, until none is left. Answers the minutes after the start of each. */
async function untilEnded(studio: TestStudio, provider: ScriptedProvider): Promise<number[]> {
  const runs: number[] = [];
  for (let next: number | undefined = Date.now(); next !== undefined; ) {
    clock.turn(next - clock.start);
    runs.push(Math.round((next - clock.start) / MINUTE));
    next = await sendDueMessages(sendingBy(studio, provider));
  }
  return runs;
}

describe("a message", () => {
  it("is sent once, from the deployment's address in the studio's name, with the studio's address for answers", async () => {
    const { studio } = await studioToTell();
    const provider = new ScriptedProvider();
    expect(await untilEnded(studio, provider)).toEqual([0]);
    expect(provider.asked).toMatchObject([
      { from: { name: "Кобза-Друк", email: "orders@print.example" }, replyTo: "druk@example.com" },
    ]);
    expect(await outboxOf(studio)).toMatchObject([{ state: "sent", providerId: "mail-1", attempts: 1, nextAt: null }]);
    await untilEnded(studio, provider);
    expect(provider.asked).toHaveLength(1);
  });

  it("is tried again with growing pauses, under the same key, until it is sent", async () => {
    const { studio } = await studioToTell();
    const later = { outcome: "later" } as const;
    const provider = new ScriptedProvider([later, later, new Error("no connection"), later, later]);
    vi.spyOn(console, "error").mockImplementation(() => {});
    expect(await untilEnded(studio, provider)).toEqual([0, 1, 6, 21, 81, 261]);
    expect(new Set(provider.asked.map(({ key }) => key)).size).toBe(1);
    expect(await statesOf(studio)).toEqual(["received sent"]);
  });

  it("has failed after a day without an answer", async () => {
    const { studio } = await studioToTell();
    const provider = new ScriptedProvider(Array.from({ length: 50 }, () => ({ outcome: "later" })));
    const runs = await untilEnded(studio, provider);
    expect(runs.at(-1)).toBeGreaterThan(20 * 60);
    expect(runs.at(-1)).toBeLessThanOrEqual(24 * 60);
    expect(await outboxOf(studio)).toMatchObject([{ state: "failed", fault: "unreachable" }]);
  });

  it.each(["sender", "recipient", "content"] as const)(
    "that the provider refuses for its %s has failed at once",
    async (fault) => {
      const { studio } = await studioToTell();
      await untilEnded(studio, new ScriptedProvider([{ outcome: "refused", fault }]));
      expect(await outboxOf(studio)).toMatchObject([{ state: "failed", fault, attempts: 1 }]);
    },
  );

  it("without an address has failed, and no provider is asked", async () => {
    const { studio } = await studioToTell("received", { contact: { email: "" } });
    const provider = new ScriptedProvider();
    await untilEnded(studio, provider);
    expect(provider.asked).toEqual([]);
    expect(await outboxOf(studio)).toMatchObject([{ state: "failed", fault: "no_address" }]);
  });

  it("has failed where the deployment has no sender", async () => {
    const { studio } = await studioToTell();
    await sendDueMessages({ ...sendingBy(studio, new ScriptedProvider()), sender: undefined });
    expect(await outboxOf(studio)).toMatchObject([{ state: "failed", fault: "not_set_up" }]);
  });

  it.each([
    ["confirmed", "cancelled"],
    ["ready", "printing"],
    ["received", "cancelled"],
  ] as const)("of %s is withdrawn if the order is %s before it is sent", async (event, status) => {
    const { studio } = await studioToTell(event, { status });
    const provider = new ScriptedProvider();
    await untilEnded(studio, provider);
    expect(provider.asked).toEqual([]);
    expect(await statesOf(studio)).toEqual([`${event} withdrawn`]);
  });

  it("waits for the next day if the studio's day is full", async () => {
    const { studio } = await studioToTell();
    const provider = new ScriptedProvider();
    const next = await sendDueMessages(sendingBy(studio, provider, 0));
    expect(provider.asked).toEqual([]);
    expect(next).toBeGreaterThan(clock.start);
    expect(new Date(next ?? 0).toISOString()).toMatch(/T00:00:00/);
    expect(await outboxOf(studio)).toMatchObject([{ state: "waiting", fault: "daily_limit", attempts: 0 }]);
    clock.turn((next ?? 0) - clock.start);
    await sendDueMessages(sendingBy(studio, provider));
    expect(await statesOf(studio)).toEqual(["received sent"]);
  });

  it("waits for a full day no longer than its provider knows its key, once that was asked", async () => {
    const { studio } = await studioToTell();
    vi.spyOn(console, "error").mockImplementation(() => {});
    const provider = new ScriptedProvider([new Error("no connection")]);
    let next = await sendDueMessages(sendingBy(studio, provider));
    while (next !== undefined) {
      clock.turn(next - clock.start);
      next = await sendDueMessages(sendingBy(studio, provider, 0));
    }
    const [message] = await outboxOf(studio);
    expect(message, "its answer was lost").toMatchObject({ state: "unknown", fault: null, attempts: 1 });
    expect((message?.endedAt ?? 0) - (message?.queuedAt ?? 0)).toBeLessThanOrEqual(24 * HOUR);
  });

  it("is withdrawn if the customer's data are erased meanwhile", async () => {
    const { studio } = await studioToTell("received", { contact: { firstName: "", lastName: "", email: "" } });
    await untilEnded(studio, new ScriptedProvider());
    expect(await statesOf(studio)).toEqual(["received withdrawn"]);
  });

  it("that cannot be worded does not hold up the next, and is tried again", async () => {
    const { studio, orderId } = await studioToTell();
    // No address is a number.
    const contact = JSON.parse('{"email":5,"locale":"uk"}');
    await studio.db.update(orders, { contact }, eq(orders.id, orderId));
    await studio.db.insert(messages, orderOutboxRow("received", await addOrder(studio)));
    vi.spyOn(console, "error").mockImplementation(() => {});
    await sendDueMessages(sendingBy(studio, new ScriptedProvider()));
    const waiting = { state: "waiting", fault: "content", attempts: 1 };
    expect(await outboxOf(studio)).toMatchObject([waiting, { state: "sent" }]);
    await untilEnded(studio, new ScriptedProvider());
    const [failed] = await outboxOf(studio);
    expect(failed).toMatchObject({ state: "failed", fault: "content" });
    expect(failed?.attempts, "the pauses grow").toBeLessThan(20);
  });
});

describe("a message whose sender died during the call", () => {
  const killed = { state: "sending", attempts: 1 } as const;

  it("is asked for again, under its key, of a provider that sends a key once", async () => {
    const { studio } = await studioToTell();
    const first = new ScriptedProvider();
    await untilEnded(studio, first);
    await studio.db.update(messages, { ...killed, nextAt: Date.now(), endedAt: null, providerId: null }, undefined);
    const second = new ScriptedProvider();
    await untilEnded(studio, second);
    expect(second.asked.map(({ key }) => key)).toEqual(first.asked.map(({ key }) => key));
    expect(await statesOf(studio)).toEqual(["received sent"]);
  });

  it("is unknown at a provider that may send a key twice, and only a person sends it again", async () => {
    const { studio } = await studioToTell();
    await studio.db.update(messages, killed, undefined);
    const provider = new ScriptedProvider([], false);
    await untilEnded(studio, provider);
    expect(provider.asked).toEqual([]);
    const [unknown] = await outboxOf(studio);
    expect(unknown).toMatchObject({ state: "unknown" });
    expect(await sendAgain(studio.db, unknown?.id ?? 0)).toMatchObject({ state: "waiting", round: 2, attempts: 0 });
    await untilEnded(studio, provider);
    expect(await statesOf(studio)).toEqual(["received sent"]);
    expect(provider.asked).toHaveLength(1);
  });

  it("is unknown too if the provider's answer was lost, and is sent again under another key", async () => {
    const { studio } = await studioToTell();
    vi.spyOn(console, "error").mockImplementation(() => {});
    const provider = new ScriptedProvider([new Error("connection lost")], false);
    await untilEnded(studio, provider);
    expect(await statesOf(studio)).toEqual(["received unknown"]);
    await sendAgain(studio.db, (await outboxOf(studio))[0]?.id ?? 0);
    await untilEnded(studio, provider);
    expect(await statesOf(studio)).toEqual(["received sent"]);
    expect(new Set(provider.asked.map(({ key }) => key)).size).toBe(2);
  });

  it("is asked for again of a provider that sends a key once, unless it is true no longer: then it is unknown, not taken back", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const lost = new Error("connection lost");
    for (const [answers, expected] of [
      [[lost], "unknown"],
      [[lost, { outcome: "later" }], "unknown"],
      [[{ outcome: "later" }], "withdrawn"],
    ] as const) {
      const { studio, orderId } = await studioToTell();
      const provider = new ScriptedProvider(answers);
      for (const _ of answers) {
        const next = await sendDueMessages(sendingBy(studio, provider));
        clock.turn((next ?? 0) - clock.start);
      }
      await studio.db.update(orders, { status: "cancelled" }, eq(orders.id, orderId));
      await untilEnded(studio, provider);
      expect(provider.asked).toHaveLength(answers.length);
      expect(await statesOf(studio)).toEqual([`received ${expected}`]);
    }
  });

  it("is unknown after a day without an answer, not unsent", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const { studio } = await studioToTell();
    const lost = Array.from({ length: 50 }, () => new Error("connection lost"));
    await untilEnded(studio, new ScriptedProvider(lost));
    expect(await outboxOf(studio)).toMatchObject([{ state: "unknown", fault: null }]);
  });

  it("is unknown if its customer has no address any more, or the provider refuses the deployment's key", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const lost = new Error("connection lost");
    const cleared = await studioToTell();
    const provider = new ScriptedProvider([lost]);
    const next = await sendDueMessages(sendingBy(cleared.studio, provider));
    const contact = { email: "", firstName: "Олена", lastName: "Коваль", phoneNumber: "", locale: "uk" } as const;
    await cleared.studio.db.update(orders, { contact }, eq(orders.id, cleared.orderId));
    clock.turn((next ?? 0) - clock.start);
    await untilEnded(cleared.studio, provider);
    expect(await statesOf(cleared.studio)).toEqual(["received unknown"]);
    const { studio } = await studioToTell();
    await untilEnded(studio, new ScriptedProvider([lost, { outcome: "refused", fault: "sender" }]));
    expect(await statesOf(studio)).toEqual(["received unknown"]);
  });

  it.each(["recipient", "content"] as const)(
    "has failed if the provider, which knows its key, refuses its %s",
    async (fault) => {
      vi.spyOn(console, "error").mockImplementation(() => {});
      const { studio } = await studioToTell();
      const provider = new ScriptedProvider([new Error("connection lost"), { outcome: "refused", fault }]);
      await untilEnded(studio, provider);
      expect(await outboxOf(studio)).toMatchObject([{ state: "failed", fault, attempts: 2 }]);
    },
  );

  it("is not asked for again once its provider has forgotten its key", async () => {
    const { studio } = await studioToTell();
    await studio.db.update(messages, killed, undefined);
    for (const [hours, expected] of [
      [24, { state: "sent", attempts: 2 }],
      [25, { state: "unknown", attempts: 1 }],
    ] as const) {
      clock.turn(0);
      await studio.db.update(
        messages,
        { ...killed, queuedAt: clock.start, nextAt: clock.start, endedAt: null, providerId: null },
        undefined,
      );
      clock.turn(hours * HOUR);
      const provider = new ScriptedProvider();
      await sendDueMessages(sendingBy(studio, provider));
      expect(provider.asked).toHaveLength(expected.attempts - 1);
      expect(await outboxOf(studio)).toMatchObject([expected]);
    }
  });

  it("is sent once although two senders meet it", async () => {
    const { studio } = await studioToTell();
    const provider = new ScriptedProvider([], false);
    await Promise.all([sendDueMessages(sendingBy(studio, provider)), sendDueMessages(sendingBy(studio, provider))]);
    expect(provider.asked).toHaveLength(1);
  });
});

describe("send again", () => {
  it.each(["sent", "withdrawn"] as const)("does nothing for a message that is %s", async (state) => {
    const { studio } = await studioToTell();
    const [message] = await studio.db.update(messages, { state, nextAt: null, endedAt: 1 }, undefined);
    expect(await sendAgain(studio.db, message?.id ?? 0)).toBeUndefined();
  });

  it("does nothing for another studio's message", async () => {
    const { studio } = await studioToTell();
    const [message] = await studio.db.update(messages, { state: "failed", nextAt: null, endedAt: 1 }, undefined);
    const other = await panelStudio();
    expect(await sendAgain(other.studio.db, message?.id ?? 0)).toBeUndefined();
    expect(await statesOf(studio)).toEqual(["received failed"]);
  });
});

it("a pause is never longer than three hours", async () => {
  const { studio } = await studioToTell();
  const provider = new ScriptedProvider(Array.from({ length: 50 }, () => ({ outcome: "later" })));
  const runs = await untilEnded(studio, provider);
  const pauses = runs.slice(1).map((run, place) => run - (runs[place] ?? 0));
  expect(Math.max(...pauses) * MINUTE).toBe(3 * HOUR);
});
