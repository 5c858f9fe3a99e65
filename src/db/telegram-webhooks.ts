// Telegram bots across studios: the address of a bot's updates tells the studio, and a bot serves one studio.

import { and, eq, ne } from "drizzle-orm";
import { asStudioId, type StudioId } from "../domain/ids.ts";
import { openDatabase } from "./database.ts";
import { telegramBots } from "./schema.ts";

export interface TelegramWebhook {
  readonly studioId: StudioId;
  /** SHA-256 of the secret that Telegram sends with each update. */
  readonly secretHash: string;
}

/** @param hash SHA-256 of the address's token. Undefined: it is no bot's. */
export async function findTelegramWebhook(binding: D1Database, hash: string): Promise<TelegramWebhook | undefined> {
  const [bot] = await openDatabase(binding)
    .select({ studioId: telegramBots.studioId, secretHash: telegramBots.secretHash })
    .from(telegramBots)
    .where(eq(telegramBots.webhookHash, hash));
  return bot && { studioId: asStudioId(bot.studioId), secretHash: bot.secretHash };
}

/** The bots of all studios, of which there are fewer than studios. */
export async function readAllTelegramBots(binding: D1Database): Promise<(typeof telegramBots.$inferSelect)[]> {
  return openDatabase(binding).select().from(telegramBots);
}

/** Whether another studio has this bot. */
export async function servesAnotherStudio(binding: D1Database, botId: number, studioId: StudioId): Promise<boolean> {
  const others = await openDatabase(binding)
    .select({ studioId: telegramBots.studioId })
    .from(telegramBots)
    .where(and(eq(telegramBots.botId, botId), ne(telegramBots.studioId, studioId)));
  return others.length > 0;
}
