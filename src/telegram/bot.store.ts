// The studio's Telegram bot: set by its token, removed, paused and refused by Telegram.

import { and, eq, ne, type SQL, sql } from "drizzle-orm";
import { staffMessages, telegramBots, telegramChats } from "../db/schema.ts";
import type { Statement, StudioDb } from "../db/studio-db.ts";
import { type SealingSecrets, seal, unsealKept } from "../platform/sealed-text.ts";
import type { TelegramBot } from "../platform/telegram/bot-api.ts";

export type StudioBot = typeof telegramBots.$inferSelect;

/** No row: the studio has no bot. */
export function botRead(db: StudioDb): Statement<StudioBot[]> {
  return db.select(telegramBots);
}

export interface NewBot extends TelegramBot {
  readonly token: string;
  readonly origin: string;
  readonly webhookHash: string;
  readonly secretHash: string;
}

/** Chats of another bot are forgotten: this one may not write to them before their people have called it. */
export async function saveBot(db: StudioDb, secrets: SealingSecrets, bot: NewBot): Promise<void> {
  const { id: botId, username, token, origin, webhookHash, secretHash } = bot;
  const sealedToken = await seal(secrets.LINK_SECRET, "telegram-token", token);
  const set = { botId, username, sealedToken, origin, webhookHash, secretHash, pausedUntil: null, refusedAt: null };
  const another = db.valuesOf(telegramBots.botId, telegramBots, ne(telegramBots.botId, botId));
  await db.batch([
    ...disconnectAll(db, sql`EXISTS ${another}`),
    db.insert(telegramBots, set, { target: [telegramBots.studioId], set }),
  ]);
}

/** Forgets the bot, and the chats of the studio's people with it. */
export async function removeBot(db: StudioDb): Promise<void> {
  await db.batch([...disconnectAll(db), db.delete(telegramBots, undefined)]);
}

function disconnectAll(db: StudioDb, condition?: SQL) {
  return [
    db.delete(staffMessages, and(eq(staffMessages.channel, "telegram"), condition)),
    db.delete(telegramChats, condition),
  ] as const;
}

/** Telegram has asked for patience. @param until milliseconds since 1970 */
export async function pauseBot(db: StudioDb, until: number): Promise<void> {
  await db.update(telegramBots, { pausedUntil: until }, undefined);
}

/** Telegram has refused the token, or it can be opened no more. */
export async function markRefused(db: StudioDb, { sealedToken }: StudioBot): Promise<void> {
  await db.update(telegramBots, { refusedAt: Date.now() }, eq(telegramBots.sealedToken, sealedToken));
}

/**
 * The bot's token; undefined if no secret of the Worker opens it. One that the previous secret has sealed is sealed anew, since that
 * secret is kept for a while only.
 */
export async function openToken(db: StudioDb, secrets: SealingSecrets, bot: StudioBot): Promise<string | undefined> {
  const { sealedToken } = bot;
  const opened = await unsealKept(secrets, "telegram-token", sealedToken);
  if (opened?.renewed !== undefined) {
    await db.update(telegramBots, { sealedToken: opened.renewed }, eq(telegramBots.sealedToken, sealedToken));
  }
  return opened?.text;
}
