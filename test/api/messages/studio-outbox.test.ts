// A studio's outbox object: an order's placing wakes it, and it sends by the deployment's provider.

import {
  createExecutionContext,
  createMessageBatch,
  createScheduledController,
  getQueueResult,
  runInDurableObject,
} from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { messages } from "../../../src/db/schema.ts";
import worker from "../../../src/index.ts";
import { httpMail } from "../../../src/platform/mail/http-mail.ts";
import { type MailStandIn, standInForMail } from "../support/mail-provider.ts";
import { orderOutboxRow, outboxOf, statesOf, tellsCustomers, tellsPerson } from "../support/messages.ts";
import { orderOfBox, placed } from "../support/orders.ts";
import { panelStudio } from "../support/panel.ts";
import { addOrder, panelWithOrder } from "../support/panel-orders.ts";
import { printingStudio } from "../support/requests.ts";

let asked: MailStandIn["asked"];

beforeEach(() => {
  ({ asked } = standInForMail());
});
afterEach(() => void vi.restoreAllMocks());

describe("a studio's outbox", () => {
  it("sends the customer's mail after the order is placed", async () => {
    const { studio, ...choice } = await printingStudio({ title: "Друк <1>" });
    await tellsCustomers(studio, ["received"]);
    await placed(studio, orderOfBox(choice, { customerEmail: "lesia@example.com" }));
    await vi.waitFor(async () => expect(await statesOf(studio)).toEqual(["received sent"]), { timeout: 10_000 });
    const [one, ...others] = asked;
    expect(others).toEqual([]);
    expect(one?.url).toBe(`${env.MAIL_API_URL}/emails`);
    expect(one?.headers.get("Authorization")).toBe(`Bearer ${env.MAIL_API_KEY}`);
    expect(one?.headers.get("Idempotency-Key")).toMatch(new RegExp(`^${studio.id}/\\d+/received/\\d+/1/customer/1/`));
    expect(one?.body).toMatchObject({ from: '"Друк 1" <orders@print.example>', to: ["lesia@example.com"] });
    expect((await outboxOf(studio))[0]?.providerId).toBe("mail-1");
  });

  it("is woken by the schedule for messages that a crash has left", async () => {
    const { studio } = await panelStudio();
    const orderId = await addOrder(studio);
    const long = Date.now() - 3_600_000;
    await studio.db.insert(messages, { ...orderOutboxRow("received", orderId), queuedAt: long, nextAt: long });
    vi.spyOn(console, "log").mockImplementation(() => {});
    await worker.scheduled(createScheduledController(), env);
    await vi.waitFor(async () => expect(await statesOf(studio)).toEqual(["received sent"]), { timeout: 10_000 });
  });

  it("tells of late orders by the schedule, though another studio's outbox is out of order", async () => {
    const broken = await panelStudio();
    const { studio, ownerPerson } = await panelStudio();
    for (const [{ studio: told }, person] of [
      [broken, broken.ownerPerson],
      [{ studio }, ownerPerson],
    ] as const) {
      await tellsPerson(told, person, ["late"]);
      await addOrder(told, { dueOn: "2026-03-01", status: "printing" });
    }
    const outboxOfStudio = env.STUDIO_OUTBOX.get.bind(env.STUDIO_OUTBOX);
    const idOfBroken = env.STUDIO_OUTBOX.idFromName(String(broken.studio.id));
    vi.spyOn(env.STUDIO_OUTBOX, "get").mockImplementation((id, options) => {
      if (id.equals(idOfBroken)) throw new Error("the object is out of order");
      return outboxOfStudio(id, options);
    });
    vi.spyOn(console, "log").mockImplementation(() => {});
    const logged = vi.spyOn(console, "error").mockImplementation(() => {});
    await worker.scheduled(createScheduledController(), env);
    await vi.waitFor(async () => expect(await statesOf(studio)).toEqual(["late sent"]), { timeout: 10_000 });
    expect(logged).toHaveBeenCalled();
  });

  it("sends no more than its day has places", async () => {
    const { studio } = await panelStudio();
    const object = env.STUDIO_OUTBOX.get(env.STUDIO_OUTBOX.idFromName(String(studio.id)));
    const day = Math.floor(Date.now() / 86_400_000);
    await runInDurableObject(object, (_, { storage }) => storage.kv.put("day", { day, taken: 499 }));
    for (let count = 0; count < 2; count++) {
      await studio.db.insert(messages, orderOutboxRow("received", await addOrder(studio)));
    }
    await object.wake(studio.id);
    const states = async () => (await outboxOf(studio)).map(({ state, fault }) => fault ?? state).toSorted();
    await vi.waitFor(async () => expect(await states()).toEqual(["daily_limit", "sent"]), { timeout: 10_000 });
  });
});

describe("a provider reached by HTTP", () => {
  const mail = {
    ...{ key: "a key", from: { name: 'A "quoted"\r\nBcc: x', email: "orders@print.example" } },
    ...{ replyTo: "druk@example.com", to: "l@example.com", subject: "S", text: "T", html: "<p>H</p>" },
  };
  const answering = (status: number, body: unknown) =>
    vi.spyOn(globalThis, "fetch").mockImplementation(async (_, init) => {
      asked.push({ url: "", headers: new Headers(init?.headers), body: JSON.parse(String(init?.body)) });
      return Response.json(body, { status });
    });
  const sent = () => httpMail("https://mail.example", "key").send(mail);

  it("gets the studio's name as a quoted string that ends nowhere else", async () => {
    answering(200, { id: "1" });
    expect(await sent()).toEqual({ outcome: "sent", id: "1" });
    expect(asked[0]?.body).toMatchObject({
      from: '"A quoted Bcc: x" <orders@print.example>',
      reply_to: "druk@example.com",
    });
  });

  it.each([
    [409, "invalid_idempotent_request", { outcome: "sent", id: null }],
    [409, "concurrent_idempotent_requests", { outcome: "later" }],
    [429, "rate_limit_exceeded", { outcome: "later" }],
    [403, "validation_error", { outcome: "refused", fault: "sender" }],
    [401, "missing_api_key", { outcome: "refused", fault: "sender" }],
    [422, "validation_error", { outcome: "refused", fault: "recipient" }],
    [400, "validation_error", { outcome: "refused", fault: "content" }],
  ] as const)("that answers %i %s is understood", async (status, name, outcome) => {
    answering(status, { name, message: "said" });
    expect(await sent()).toEqual(outcome);
  });

  it("that answers 500 leaves it open", async () => {
    answering(500, { name: "application_error" });
    await expect(sent()).rejects.toThrow("500");
  });
});

describe("a bounce that the provider tells of", () => {
  const event = (type: string, id: string, at = Date.now()) =>
    JSON.stringify({ type, created_at: new Date(at).toISOString(), data: { email_id: id, to: ["l@example.com"] } });

  async function told(body: string, { at = Date.now() / 1000, signature }: { at?: number; signature?: string } = {}) {
    const [, secret = ""] = (env.MAIL_EVENTS_SECRET ?? "").split("_");
    const bytes = Uint8Array.from(atob(secret), (character) => character.charCodeAt(0));
    const key = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    const timestamp = String(Math.round(at));
    const signed = await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(`msg_1.${timestamp}.${body}`));
    const own = btoa(String.fromCharCode(...new Uint8Array(signed)));
    const headers = {
      "svix-id": "msg_1",
      "svix-timestamp": timestamp,
      "svix-signature": signature ?? `v1,old v1,${own}`,
    };
    return (await exports.default.fetch("https://studio.example/mail.events", { method: "POST", body, headers }))
      .status;
  }

  /** Takes an event from the queue, and answers the events to be asked again. */
  async function queued(body: unknown, attempts = 1) {
    const batch = createMessageBatch("mail-events", [{ id: "event", timestamp: new Date(), attempts, body }]);
    const context = createExecutionContext();
    await worker.queue(batch, env, context);
    return (await getQueueResult(batch, context)).retryMessages;
  }

  /** A sent message about an order, with its name at the provider. */
  async function sentMessage() {
    const panel = await panelWithOrder();
    const providerId = crypto.randomUUID();
    const ended = { state: "sent", nextAt: null, endedAt: 1, providerId } as const;
    await panel.studio.db.insert(messages, { ...orderOutboxRow("received", panel.id), ...ended });
    return { ...panel, providerId };
  }

  it.each(["email.bounced", "email.complained"])("as %s is shown beside its order", async (type) => {
    const { studio, providerId, owner, address } = await sentMessage();
    expect((await owner.get(address)).text).not.toContain("It came back");
    expect(await told(event(type, providerId))).toBe(204);
    expect(await statesOf(studio)).toEqual(["received bounced"]);
    expect((await owner.get(address)).text).toContain("It came back, or its reader has called it spam.");
  });

  it.each(["bounced", "complained", "failed", "rejected"])("as %s by Email Service's queue is noted", async (end) => {
    const { studio, providerId } = await sentMessage();
    expect(await queued({ type: `cf.email.sending.message.${end}`, payload: { messageId: providerId } })).toEqual([]);
    expect(await statesOf(studio)).toEqual(["received bounced"]);
  });

  it("by the queue is asked again until the message is known as sent, and an event of another type is let go", async () => {
    const payload = { messageId: crypto.randomUUID() };
    const bounced = { type: "cf.email.sending.message.bounced", payload };
    expect(await queued(bounced)).toEqual([{ msgId: "event" }]);
    expect(await queued(bounced, 3)).toEqual([]);
    for (const other of [{ type: "cf.email.sending.message.delivered", payload }, "no event"]) {
      expect(await queued(other)).toEqual([]);
    }
  });

  it("is asked for again until the message is known as sent, for some minutes", async () => {
    const { studio, providerId } = await sentMessage();
    const early = crypto.randomUUID();
    expect(await told(event("email.bounced", early))).toBe(404);
    await studio.db.update(messages, { providerId: early }, eq(messages.providerId, providerId));
    expect(await told(event("email.bounced", early))).toBe(204);
    expect(await statesOf(studio)).toEqual(["received bounced"]);
    // A mail of an account has no message.
    expect(await told(event("email.bounced", crypto.randomUUID(), Date.now() - 600_000))).toBe(204);
    expect(await told(event("email.delivered", crypto.randomUUID()))).toBe(204);
  });

  it("is known by its type: an event of another type, or a body without JSON, changes nothing", async () => {
    const { studio, providerId } = await sentMessage();
    expect(await told(event("email.delivered", providerId))).toBe(204);
    expect(await told("no JSON")).toBe(204);
    expect(await statesOf(studio)).toEqual(["received sent"]);
  });

  it.each([
    ["another's signature", { signature: "v1,AAAA" }],
    ["no signature", { signature: "" }],
    ["an old request", { at: Date.now() / 1000 - 600 }],
    ["no time", { at: Number.NaN }],
  ] as const)("with %s is refused", async (_, changes) => {
    const { studio, providerId } = await sentMessage();
    expect(await told(event("email.bounced", providerId), changes)).toBe(401);
    expect(await statesOf(studio)).toEqual(["received sent"]);
  });
});
