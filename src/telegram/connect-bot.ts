// Connects a studio's bot by its token, tried at once, and lets go of it.

import type { StudioDb } from "../db/studio-db.ts";
import { servesAnotherStudio } from "../db/telegram-webhooks.ts";
import type { Env } from "../env.ts";
import { primaryOf } from "../platform/d1.ts";
import { createHashedToken } from "../platform/secret-token.ts";
import { askForBot, type BotFault, deleteWebhook, setWebhook } from "../platform/telegram/bot-api.ts";
import { botRead, openToken, removeBot, type StudioBot, saveBot } from "./bot.store.ts";

/** `address`: Telegram calls public HTTPS addresses only. `taken`: the bot is another studio's. */
export type BotRefusal = BotFault | "address" | "taken";

/** As BotFather writes it. It stands in the path of requests to Telegram. */
const TOKEN = /^\d{1,20}:[\w-]{20,100}$/;

/** Whether Telegram can call this service. */
export function isForTelegram(origin: string): boolean {
  return origin.startsWith("https://");
}

/**
 * Tries the token, has Telegram send the bot's updates to an address of its own, and keeps it in place of the one before.
 *
 * @param origin the service's own, as the owner's browser reaches it
 * @returns the bot's user name, or the refusal: nothing is kept
 */
export async function connectBot(
  db: StudioDb,
  env: Env,
  token: string,
  origin: string,
): Promise<{ readonly username: string } | BotRefusal> {
  if (!isForTelegram(origin)) return "address";
  const bot = TOKEN.test(token) ? await askForBot(token) : "token";
  if (typeof bot === "string") return bot;
  if (await servesAnotherStudio(primaryOf(env.DB), bot.id, db.studioId)) return "taken";
  const [address, secret, [before]] = await Promise.all([createHashedToken(), createHashedToken(), botRead(db)]);
  const fault = await setWebhook(token, `${origin}/telegram.updates/${address.token}`, secret.token);
  if (fault !== undefined) return fault;
  await saveBot(db, env, { ...bot, token, origin, webhookHash: address.tokenHash, secretHash: secret.tokenHash });
  if (before !== undefined && before.botId !== bot.id) await endUpdates(db, env, before);
  return { username: bot.username };
}

/** Forgets the studio's bot, and the chats of its people. */
export async function disconnectBot(db: StudioDb, env: Env): Promise<void> {
  const [bot] = await botRead(db);
  if (bot === undefined) return;
  await removeBot(db);
  await endUpdates(db, env, bot);
}

async function endUpdates(db: StudioDb, env: Env, bot: StudioBot): Promise<void> {
  const token = await openToken(db, env, bot);
  if (token !== undefined) await deleteWebhook(token);
}
