// The studio's Telegram bot: set by its token, removed, paused and refused by Telegram.

import { and, eq, ne, type SQL, sql } from "drizzle-orm";
import { staffMessages, telegramBots, telegramChats } from "../db/schema.ts";
import type { Statement, StudioDb } from "../db/studio-db.ts";
import { seal, unseal } from "../platform/sealed-text.ts";
import type { TelegramBot } from "../platform/telegram/bot-api.ts";

export type StudioBot = typeof telegramBots.$inferSelect;

/** The Worker's secrets that seal tokens: the current one, and the previous one while it is being replaced. */
export interface SealingSecrets {
  readonly LINK_SECRET: string;
  readonly LINK_SECRET_PREVIOUS?: string | undefined;
}

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
  const { LINK_SECRET: current, LINK_SECRET_PREVIOUS: previous } = secrets;
  const { sealedToken } = bot;
  const token = await unseal(current, "telegram-token", sealedToken);
  if (token !== undefined || !previous) return token;
  const old = await unseal(previous, "telegram-token", sealedToken);
  if (old === undefined) return undefined;
  const renewed = await seal(current, "telegram-token", old);
  await db.update(telegramBots, { sealedToken: renewed }, eq(telegramBots.sealedToken, sealedToken));
  return old;
}
