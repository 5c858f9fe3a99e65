// Telegram in the panel: an owner sets the studio's bot by its token, and each person connects their own chat.

import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { StandInBotApi } from "../../../harness/telegram-bot-api.ts";
import { staffMessages, telegramBots, telegramChats } from "../../../src/db/schema.ts";
import { STAFF_EVENTS } from "../../../src/domain/message/events.ts";
import { formOn, sendForm, undo } from "../support/page-forms.ts";
import { addMember, createPerson, panelStudio, posted, signedIn, staffOf } from "../support/panel.ts";
import { codeOn, connectTelegram, standInForTelegram, studioWithBot, toWorker } from "../support/telegram.ts";

let telegram: StandInBotApi;

beforeEach(() => {
  telegram = standInForTelegram();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("the studio's bot", () => {
  it("is set by a token that is tried at once, kept sealed, and shown never again", async () => {
    const { owner, base, studio } = await panelStudio();
    const { token, bot } = telegram.makeBot();
    const saved = await posted(owner, `${base}/messages/bot`, { botToken: token });
    expect(telegram.calls).toEqual(["getMe", "setWebhook"]);
    expect(saved.notice).toContain(`@${bot.username} is set up.`);
    const { url, secret } = telegram.webhooks.get(token) ?? {};
    expect(url).toMatch(/^https:\/\/panel\.example\/telegram\.updates\/[\w-]{43}$/);
    expect(secret).toMatch(/^[\w-]{43}$/);
    const row = JSON.stringify(await studio.db.select(telegramBots));
    for (const once of [token, secret ?? "", url?.split("/").at(-1) ?? ""]) {
      expect(row).not.toContain(once);
      expect(saved.html).not.toContain(once);
    }
  });

  it("has a token that a form which meets another session does not carry along", async () => {
    const { owner, base } = await panelStudio();
    const { token } = telegram.makeBot();
    const sent = { formToken: "old", botToken: token };
    const asked = await owner.postBare(`${base}/messages/bot`, sent, { Origin: "https://panel.example" });
    expect(asked.status, asked.text).toBe(403);
    expect(asked.html).not.toContain(token);
  });

  it("is refused with the reason beside its field, and nothing is kept", async () => {
    const other = await studioWithBot(telegram);
    const { owner, base, studio } = await panelStudio();
    const tried = async (botToken: string) => {
      const page = await owner.post(`${base}/messages/bot`, { botToken });
      expect(page.status).toBe(400);
      if (botToken !== "") expect(page.html).not.toContain(botToken);
      return page.faults.botToken;
    };
    const { token } = telegram.makeBot();
    telegram.renewToken(token);
    expect(await tried(token)).toContain("Telegram does not know this token.");
    expect(await tried("123/../getMe")).toContain("Telegram does not know this token.");
    expect(await tried("")).toBeDefined();
    expect(await tried(other.token)).toContain("This bot is another studio’s.");
    telegram.findsNoHost = true;
    expect(await tried(telegram.makeBot().token)).toContain("cannot reach this service at its address");
    vi.mocked(globalThis.fetch).mockRejectedValue(new TypeError("no connection"));
    expect(await tried(telegram.makeBot().token)).toContain("Telegram does not answer.");
    expect(await studio.db.select(telegramBots)).toEqual([]);
    expect((await other.owner.get(other.page)).text).not.toContain("not set up");
  });

  it("says where Telegram cannot reach the service, as on a computer of one's own", async () => {
    const { owner, base } = await panelStudio();
    // Without https the cookie has no prefix.
    owner.setCookie("panel", owner.cookie("__Host-panel") ?? "");
    const page = await owner.get(`http://127.0.0.1${base}/messages`);
    expect(page.status).toBe(200);
    expect(page.text).toContain("Telegram reaches a service at a public https:// address only.");
    expect(page.html).not.toContain("botToken");
  });

  it("is owners' alone", async () => {
    const shop = await studioWithBot(telegram);
    const staff = await staffOf(shop);
    expect((await staff.get(shop.page)).html).not.toContain("botToken");
    for (const path of ["bot", "bot/remove"]) expect((await staff.post(`${shop.page}/${path}`)).status).toBe(403);
    expect((await staff.get(`${shop.page}/bot/remove`)).status).toBe(403);
  });

  it("is removed after a question, with its chats and its address", async () => {
    const shop = await studioWithBot(telegram);
    const { owner, page, studio, token } = shop;
    await connectTelegram(telegram, shop, owner);
    const at = `${page}/bot/remove`;
    const asked = await owner.get(at);
    expect(await studio.db.select(telegramBots)).toHaveLength(1);
    const { url } = telegram.webhooks.get(token) ?? { url: "" };
    const removed = await owner.follow(await sendForm(owner, formOn(asked, at, at)));
    expect(removed.notice).toContain("The bot is removed.");
    for (const table of [telegramBots, telegramChats, staffMessages]) expect(await studio.db.select(table)).toEqual([]);
    expect(telegram.webhooks.has(token)).toBe(false);
    expect((await toWorker(url, { method: "POST", body: "{}" })).status).toBe(404);
  });

  it("keeps its chats with a new token, and forgets them with another bot", async () => {
    const shop = await studioWithBot(telegram);
    const { owner, page, studio, token } = shop;
    await connectTelegram(telegram, shop, owner);
    await posted(owner, `${page}/bot`, { botToken: telegram.renewToken(token) });
    expect(await studio.db.select(telegramChats)).toHaveLength(1);
    await posted(owner, `${page}/bot`, { botToken: telegram.makeBot().token });
    expect(await studio.db.select(telegramChats)).toEqual([]);
    expect((await owner.get(page)).text).toContain("Connect my Telegram");
  });
});

describe("a person's Telegram", () => {
  it("is connected by a link, told of everything first, and then of what the person chooses", async () => {
    const shop = await studioWithBot(telegram);
    const { owner, ownerPerson, page, studio } = shop;
    await posted(owner, `${page}/mine`, { late: "true" });
    await connectTelegram(telegram, shop, owner);
    const chosen = async (channel: "telegram" | "email") =>
      (await studio.db.select(staffMessages, eq(staffMessages.channel, channel))).map(({ event }) => event).toSorted();
    expect(await chosen("telegram")).toEqual([...STAFF_EVENTS].toSorted());
    const saved = await posted(owner, `${page}/telegram`, { new_order: "true" });
    expect(await chosen("telegram")).toEqual(["new_order"]);
    await undo(owner, saved);
    expect(await chosen("telegram")).toHaveLength(STAFF_EVENTS.length);
    const at = `${page}/telegram/disconnect`;
    await owner.follow(await sendForm(owner, formOn(await owner.get(at), at, at)));
    expect(await chosen("telegram")).toEqual([]);
    expect(await chosen("email")).toEqual(["late"]);
    expect(await studio.db.select(telegramChats, eq(telegramChats.personId, ownerPerson.id))).toEqual([]);
    // An undo from before.
    await posted(owner, `${page}/telegram`, { new_order: "true" });
    expect(await chosen("telegram")).toEqual([]);
  });

  it("is connected by each code once, for a quarter of an hour, and by the newest alone", async () => {
    const shop = await studioWithBot(telegram);
    const { owner, page, token, studio } = shop;
    const newCode = async () => codeOn(await owner.post(`${page}/telegram/connect`));
    const started = async (code: string, chatId: number) =>
      (await telegram.start(token, chatId, code, toWorker)).said ?? "";
    const [first, second] = [await newCode(), await newCode()];
    expect(first).toMatch(/^[\w-]{43}$/);
    expect(JSON.stringify(await studio.db.select(telegramChats))).not.toContain(second);
    expect(await started(first, 1)).toContain("is used or has expired");
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 16 * 60_000 });
    expect(await started(second, 1)).toContain("is used or has expired");
    vi.useRealTimers();
    const third = await newCode();
    expect(await started(third, 1)).toContain("Connected:");
    // Telegram may send an update twice.
    expect(await started(third, 1)).toContain("connected already");
    expect(await started(third, 2)).toContain("is used or has expired");
    expect(await started("-", 2)).toContain("is used or has expired");
  });

  it("is not connected by another studio's bot, nor to a second person of the studio", async () => {
    const shop = await studioWithBot(telegram);
    const other = await studioWithBot(telegram);
    const chatId = await connectTelegram(telegram, shop, shop.owner);
    const staff = await staffOf(shop);
    const code = codeOn(await staff.post(`${shop.page}/telegram/connect`));
    expect((await telegram.start(other.token, 5, code, toWorker)).said).toContain("is used or has expired");
    expect((await telegram.start(shop.token, chatId, code, toWorker)).said).toContain("connected already");
    expect((await telegram.start(shop.token, 5, code, toWorker)).said).toContain("Connected: Петро Друкар");
  });

  it("is forgotten when the person leaves", async () => {
    const shop = await studioWithBot(telegram);
    const person = await createPerson();
    await addMember(shop.studio, person, "staff");
    const browser = await signedIn(person);
    await connectTelegram(telegram, shop, browser);
    await posted(browser, `${shop.page}/mine`, { late: "true" });
    const removed = await posted(shop.owner, `${shop.base}/people/${person.id}/remove`);
    expect(await shop.studio.db.select(telegramChats)).toEqual([]);
    await undo(shop.owner, removed);
    expect((await shop.studio.db.select(staffMessages)).map(({ channel }) => channel)).toEqual(["email"]);
  });
});
