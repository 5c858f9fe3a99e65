// Messages by Telegram: text without markup, buttons that confirm, and the refusals of the service.

import { createScheduledController } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { StandInBotApi } from "../../../harness/telegram-bot-api.ts";
import { messages, orderChanges, orders, studioMembers, telegramBots } from "../../../src/db/schema.ts";
import worker from "../../../src/index.ts";
import { sendDueMessages } from "../../../src/mail/send-messages.ts";
import { addNote } from "../../../src/orders/change-order.ts";
import { placingMessages } from "../../../src/outbox/outbox.store.ts";
import { sendAgain } from "../../../src/outbox/sending.store.ts";
import { dayFromNow } from "../../../src/platform/calendar.ts";
import { atOnce, outboxOf, ScriptedProvider, sendingBy, statesOf, tellsCustomers } from "../support/messages.ts";
import { orderOfBox, placed } from "../support/orders.ts";
import { panelOf, panelStudio, posted, signedIn } from "../support/panel.ts";
import { addItem, addOrder } from "../support/panel-orders.ts";
import { printingStudio } from "../support/requests.ts";
import { database } from "../support/studio.ts";
import {
  connectTelegram,
  type StudioWithBot,
  standInForTelegram,
  studioWithBot,
  toWorker,
} from "../support/telegram.ts";

let telegram: StandInBotApi;

beforeEach(() => {
  telegram = standInForTelegram();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A studio with a bot, and its owner's chat. */
async function connectedStudio() {
  const shop = await studioWithBot(telegram, await panelStudio({ title: "Кобза-Друк" }));
  const chatId = await connectTelegram(telegram, shop, shop.owner);
  return { ...shop, chatId };
}

/** An order with its message to staff in the outbox. */
async function queuedOrder({ studio }: StudioWithBot, row: Parameters<typeof addOrder>[1] = {}): Promise<number> {
  const id = await addOrder(studio, row);
  await studio.db.batch(placingMessages(studio.db, eq(orders.id, id), "received", atOnce()));
  return id;
}

/** An order with its message sent to staff. */
async function toldOrder(shop: StudioWithBot, row?: Parameters<typeof addOrder>[1]) {
  const { studio } = shop;
  const id = await queuedOrder(shop, row);
  const due = () => sendDueMessages(sendingBy(studio, new ScriptedProvider()));
  const next = await due();
  const [order] = await studio.db.select(orders, eq(orders.id, id));
  return { id, next, due, number: order?.number ?? 0 };
}

const confirmDataOf = (message: StandInBotApi["sent"][number] | undefined) =>
  message?.buttons.find(({ callback_data: data }) => data !== undefined)?.callback_data;

describe("a message by Telegram", () => {
  it("is the event's text with the customer's words as they are, the order's page, and a button that confirms", async () => {
    const shop = await connectedStudio();
    const contact = { firstName: "<b>Леся</b> *_`[x](https://evil.example)", lastName: "&amp; /start ||x||" };
    const { id, number } = await toldOrder(shop, { contact });
    expect(await statesOf(shop.studio)).toEqual(["new_order sent"]);
    const [message] = telegram.sent;
    expect(message).toMatchObject({ chatId: shop.chatId, bold: `New order ${number}` });
    expect(message?.text).toContain(`Customer: ${contact.firstName} ${contact.lastName}`);
    expect(message?.text).toMatch(/Total: .*123\.45/);
    expect(message?.buttons).toMatchObject([
      { text: "Open in the panel", url: `https://panel.example${shop.base}/orders/${id}` },
      { text: "Confirm the order" },
    ]);
  });

  it("is cut to the length that Telegram takes", async () => {
    const shop = await connectedStudio();
    const id = await addOrder(shop.studio);
    for (let position = 0; position < 40; position++) {
      await addItem(shop.studio, id, { position, originalFileName: `${"🦊".repeat(60)}.stl` });
    }
    await shop.studio.db.batch(placingMessages(shop.studio.db, eq(orders.id, id), "received", atOnce()));
    await sendDueMessages(sendingBy(shop.studio, new ScriptedProvider()));
    expect(telegram.sent[0]?.text.length).toBeGreaterThan(4000);
    expect(telegram.sent[0]?.text.isWellFormed()).toBe(true);
    expect(telegram.sent[0]?.text).toMatch(/…$/);
  });

  it("is sent where the deployment has no e-mail, and counts in the studio's day", async () => {
    const shop = await connectedStudio();
    await queuedOrder(shop);
    await sendDueMessages({ ...sendingBy(shop.studio, new ScriptedProvider(), 0), sender: undefined });
    expect(await outboxOf(shop.studio)).toMatchObject([{ state: "waiting", fault: "daily_limit" }]);
    await shop.studio.db.update(messages, { nextAt: Date.now() }, undefined);
    await sendDueMessages({ ...sendingBy(shop.studio, new ScriptedProvider()), sender: undefined });
    expect(await statesOf(shop.studio)).toEqual(["new_order sent"]);
  });

  it("is not sent to a person who has left", async () => {
    const shop = await connectedStudio();
    await queuedOrder(shop);
    await database.delete(studioMembers).where(eq(studioMembers.studioId, shop.studio.id));
    await sendDueMessages(sendingBy(shop.studio, new ScriptedProvider()));
    expect(await statesOf(shop.studio)).toEqual(["new_order withdrawn"]);
    expect(telegram.sent).toEqual([]);
  });

  it("is sent by the studio's object once an order is placed", async () => {
    const { studio, ...choice } = await printingStudio();
    const panel = await panelOf(studio);
    const shop = await studioWithBot(telegram, panel);
    await connectTelegram(telegram, shop, shop.owner);
    await placed(studio, orderOfBox(choice));
    await vi.waitFor(async () => expect(await statesOf(studio)).toEqual(["new_order sent"]), { timeout: 10_000 });
    expect(telegram.sent).toHaveLength(1);
  });

  it("is unknown if its sender died during the call, whatever the provider of e-mail can do", async () => {
    const shop = await connectedStudio();
    await queuedOrder(shop);
    await shop.studio.db.update(messages, { state: "sending", attempts: 1 }, undefined);
    await sendDueMessages(sendingBy(shop.studio, new ScriptedProvider([], true)));
    expect(await statesOf(shop.studio)).toEqual(["new_order unknown"]);
    expect(telegram.sent).toEqual([]);
  });

  it("is sent after the Worker's secret was replaced, whose token is sealed anew", async () => {
    const shop = await connectedStudio();
    const [before] = await shop.studio.db.select(telegramBots);
    const replaced = {
      LINK_SECRET: "another secret for links, as long as the first",
      LINK_SECRET_PREVIOUS: env.LINK_SECRET,
    };
    await queuedOrder(shop);
    await sendDueMessages({ ...sendingBy(shop.studio, new ScriptedProvider()), secrets: replaced });
    expect(await statesOf(shop.studio)).toEqual(["new_order sent"]);
    const [after] = await shop.studio.db.select(telegramBots);
    expect(after?.sealedToken).not.toBe(before?.sealedToken);
    // The schedule does the same for a bot that sends nothing meanwhile.
    const back = { LINK_SECRET: env.LINK_SECRET, LINK_SECRET_PREVIOUS: replaced.LINK_SECRET };
    vi.spyOn(console, "log").mockImplementation(() => {});
    await worker.scheduled(createScheduledController(), { ...env, ...back });
    await toldOrder(shop);
    expect(await statesOf(shop.studio)).toEqual(["new_order sent", "new_order sent"]);
    await worker.scheduled(createScheduledController(), { ...env, ...replaced });
    // Without the secret that sealed it, an owner enters the token again.
    const { id: other } = await toldOrder(shop);
    expect((await outboxOf(shop.studio)).find(({ orderId }) => orderId === other)).toMatchObject({ fault: "sender" });
  });
});

describe("a message that Telegram refuses", () => {
  it("because its reader has stopped the bot has failed, and is sent again on demand", async () => {
    const shop = await connectedStudio();
    telegram.blockedBy.add(shop.chatId);
    const { id, due } = await toldOrder(shop);
    const [failed] = await outboxOf(shop.studio);
    expect(failed).toMatchObject({ state: "failed", fault: "recipient" });
    const page = await shop.owner.get(`${shop.base}/orders/${id}`);
    expect(page.text).toContain("The person has stopped the bot, or closed their Telegram account.");
    telegram.blockedBy.clear();
    await sendAgain(shop.studio.db, failed?.id ?? 0);
    await due();
    expect(await statesOf(shop.studio)).toEqual(["new_order sent"]);
  });

  it("because the token was revoked has failed, and the owner's page says so until another is set", async () => {
    const shop = await connectedStudio();
    const { owner, page } = shop;
    const renewed = telegram.renewToken(shop.token);
    await toldOrder(shop);
    expect(await outboxOf(shop.studio)).toMatchObject([{ state: "failed", fault: "sender" }]);
    expect((await owner.get(page)).text).toContain("Telegram refuses this token");
    await owner.post(`${page}/bot`, { botToken: renewed });
    expect((await owner.get(page)).text).not.toContain("Telegram refuses this token");
  });

  it("as badly written has failed", async () => {
    const shop = await connectedStudio();
    telegram.faults.push({ status: 400, description: "Bad Request: can't parse entities" });
    await toldOrder(shop);
    expect(await outboxOf(shop.studio)).toMatchObject([{ state: "failed", fault: "content" }]);
  });

  it("for a while waits as long as Telegram says, and so do the bot's other messages", async () => {
    const shop = await connectedStudio();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    const now = Date.now();
    telegram.faults.push({ status: 429, description: "Too Many Requests: retry after 600", retryAfter: 600 });
    const first = await toldOrder(shop);
    expect(first.next).toBe(now + 600_000);
    vi.setSystemTime(now + 60_000);
    const second = await toldOrder(shop);
    expect(second.next).toBe(now + 600_000);
    expect(telegram.calls.filter((method) => method === "sendMessage")).toHaveLength(1);
    expect((await outboxOf(shop.studio)).map(({ attempts }) => attempts)).toEqual([1, 0]);
    vi.setSystemTime(now + 600_000);
    await second.due();
    expect(await statesOf(shop.studio)).toEqual(["new_order sent", "new_order sent"]);
  });

  it.each([
    ["was lost", new TypeError("Network connection lost. https://api.telegram.org/bot…")],
    ["was 502", { status: 502, description: "Bad Gateway" }],
  ])("is unknown if the answer %s, and only a person sends it again", async (_, fault) => {
    const shop = await connectedStudio();
    const logged = vi.spyOn(console, "error").mockImplementation(() => {});
    telegram.faults.push(fault);
    const { id, due } = await toldOrder(shop);
    await due();
    expect(await statesOf(shop.studio)).toEqual(["new_order unknown"]);
    expect(telegram.calls.filter((method) => method === "sendMessage")).toHaveLength(1);
    expect(JSON.stringify(logged.mock.calls.map(([line]) => line))).not.toContain(shop.token);
    expect((await shop.owner.get(`${shop.base}/orders/${id}`)).text).toContain("Telegram’s answer was lost");
  });
});

describe("the button that confirms", () => {
  it("moves a pending order in the person's name, once, and tells the customer", async () => {
    const shop = await connectedStudio();
    const { studio, token, chatId, ownerPerson } = shop;
    await tellsCustomers(studio, ["confirmed"]);
    const { id, number } = await toldOrder(shop);
    const data = confirmDataOf(telegram.sent[0]);
    const press = async () => (await telegram.press(token, chatId, data, toWorker)).said;
    expect(await press()).toBe(`Order ${number} is confirmed.`);
    expect(await press()).toBe(`Order ${number} is confirmed already.`);
    const changes = await studio.db.select(orderChanges, eq(orderChanges.orderId, id), orderChanges.version);
    expect(changes).toMatchObject([{ version: 1 }, { version: 2, status: "confirmed", personId: ownerPerson.id }]);
    expect((await outboxOf(studio)).map(({ event }) => event)).toContain("confirmed");
    // It would be sent half a minute later, during another test.
    await studio.db.delete(messages, undefined);
  });

  it("says so if the order was cancelled, printed or changed meanwhile, and a note changes nothing", async () => {
    const shop = await connectedStudio();
    const { studio, token, chatId, owner, base, ownerPerson } = shop;
    const told = async () => {
      const order = await toldOrder(shop);
      const data = confirmDataOf(telegram.sent.at(-1));
      return { ...order, press: async () => (await telegram.press(token, chatId, data, toWorker)).said };
    };
    const move = (id: number, status: string, version: number) =>
      owner.post(`${base}/orders/${id}/move`, { status, version: String(version), comment: "—" });
    const [cancelled, printed, changed, noted] = [await told(), await told(), await told(), await told()];
    await move(cancelled.id, "cancelled", 1);
    expect(await cancelled.press()).toBe(`Order ${cancelled.number} is cancelled.`);
    await move(printed.id, "confirmed", 1);
    await move(printed.id, "printing", 2);
    expect(await printed.press()).toBe(`Order ${printed.number} is confirmed already.`);
    // Printing may go back to confirmed in the panel, and by no button's data.
    const forged = `confirm ${printed.id} 3`;
    expect((await telegram.press(token, chatId, forged, toWorker)).said).toContain("is confirmed already");
    await posted(owner, `${base}/orders/${changed.id}/due-day`, { version: "1", dueOn: dayFromNow(3) });
    expect(await changed.press()).toContain(`Order ${changed.number} has changed since this message.`);
    await addNote(studio.db, { orderId: noted.id, personId: ownerPerson.id, note: "calls at six" });
    expect(await noted.press()).toBe(`Order ${noted.number} is confirmed.`);
    const statuses = await studio.db.select(orders, undefined, orders.id);
    expect(statuses.map(({ status }) => status)).toEqual(["cancelled", "printing", "pending", "confirmed"]);
  });

  it("does nothing for a chat that is not connected, a person who has left, or another studio's bot", async () => {
    const shop = await connectedStudio();
    const other = await connectedStudio();
    const { id } = await toldOrder(shop);
    const data = confirmDataOf(telegram.sent[0]);
    const notConnected = "This chat is not connected to the studio.";
    expect((await telegram.press(shop.token, 5, data, toWorker)).said).toContain(notConnected);
    expect((await telegram.press(shop.token, other.chatId, data, toWorker)).said).toContain(notConnected);
    expect((await telegram.press(other.token, shop.chatId, data, toWorker)).said).toContain(notConnected);
    // A studio's order is found by no other.
    expect((await telegram.press(other.token, other.chatId, data, toWorker)).said).toBe("There is no such order.");
    expect((await telegram.press(shop.token, shop.chatId, "confirm 1e3 0x1", toWorker)).said).toContain(
      "no such order",
    );
    await database.delete(studioMembers).where(eq(studioMembers.studioId, shop.studio.id));
    expect((await telegram.press(shop.token, shop.chatId, data, toWorker)).said).toContain(notConnected);
    expect(await shop.studio.db.select(orders, eq(orders.id, id))).toMatchObject([{ status: "pending", version: 1 }]);
  });
});

describe("an update", () => {
  it("is taken at its bot's address with its bot's secret only", async () => {
    const [shop, other] = [await connectedStudio(), await connectedStudio()];
    const [own, foreign] = [telegram.webhooks.get(shop.token), telegram.webhooks.get(other.token)];
    const sent = async (url = "", secret: string | undefined, body = "{}") => {
      const headers = secret === undefined ? {} : { "X-Telegram-Bot-Api-Secret-Token": secret };
      return (await toWorker(url, { method: "POST", headers, body })).status;
    };
    expect(await sent(own?.url, own?.secret)).toBe(204);
    expect(await sent(own?.url, undefined)).toBe(403);
    expect(await sent(own?.url, foreign?.secret)).toBe(403);
    expect(await sent(own?.url, "secret")).toBe(403);
    expect(await sent("https://panel.example/telegram.updates/short", own?.secret)).toBe(404);
    expect(await sent(`https://panel.example/telegram.updates/${"x".repeat(43)}`, own?.secret)).toBe(404);
    expect(await sent(own?.url, own?.secret, "no JSON")).toBe(204);
    expect(await sent(own?.url, own?.secret, "x".repeat(70_000))).toBe(413);
  });

  it("from a group, or of an unknown kind, is answered with nothing said", async () => {
    const { token, chatId } = await connectedStudio();
    const from = { id: chatId };
    const chat = { id: -100, type: "group" };
    const ownChat = { id: chatId, type: "private" };
    for (const update of [
      { message: { chat, from, text: "/start x" } },
      { message: { chat: ownChat, from, text: "hello" } },
      { message: { chat: ownChat, from, photo: [] } },
      { callback_query: { id: "1", from, game_short_name: "x" } },
      { my_chat_member: { chat: ownChat, from } },
    ]) {
      expect(await telegram.deliver(token, update, toWorker)).toEqual({ status: 204, said: undefined });
    }
  });
});

it("the page of messages holds Telegram beside a deployment without e-mail", async () => {
  const shop = await connectedStudio();
  const page = await (await signedIn(shop.ownerPerson, { MAIL_FROM: "" })).get(shop.page);
  expect(page.text).toContain("E-mail is not set up here yet");
  expect(page.text).toContain("To me in Telegram");
});
