// Telegram for tests: a stand-in for the Bot API in place of the service, and studios with a bot.

import { exports } from "cloudflare:workers";
import { expect, vi } from "vitest";
import { StandInBotApi } from "../../../harness/telegram-bot-api.ts";
import { type Browser, type Page, type PanelStudio, panelStudio, posted } from "./panel.ts";

export const toWorker = (url: string, init: RequestInit) => exports.default.fetch(url, init);

/** Answers requests to Telegram until mocks are restored. Nothing else is reached. */
export function standInForTelegram(): StandInBotApi {
  const telegram = new StandInBotApi();
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) =>
    String(input).startsWith("https://api.telegram.org/")
      ? telegram.answer(String(input), init)
      : Response.json({ id: "1" }),
  );
  return telegram;
}

export interface StudioWithBot extends PanelStudio {
  /** The page of messages. */
  readonly page: string;
  readonly token: string;
}

export async function studioWithBot(telegram: StandInBotApi, panel?: PanelStudio): Promise<StudioWithBot> {
  const shop = panel ?? (await panelStudio());
  const { token } = telegram.makeBot();
  const page = `${shop.base}/messages`;
  await posted(shop.owner, `${page}/bot`, { botToken: token });
  return { ...shop, page, token };
}

/** The code of the link that a page shows. */
export function codeOn({ html }: Page): string {
  const [, code = ""] = /https:\/\/t\.me\/\w+\?start=([\w-]+)/.exec(html) ?? [];
  return code;
}

/** A person of the studio connects their Telegram. Answers its number. */
export async function connectTelegram(
  telegram: StandInBotApi,
  { page, token }: StudioWithBot,
  browser: Browser,
): Promise<number> {
  const chatId = 100_000 + Math.floor(Math.random() * 1_000_000_000);
  const code = codeOn(await browser.post(`${page}/telegram/connect`));
  const { status, said } = await telegram.start(token, chatId, code, toWorker);
  expect(status, said).toBe(200);
  expect(said).toMatch(/^Connected: /);
  return chatId;
}
