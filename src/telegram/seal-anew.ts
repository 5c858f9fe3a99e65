// Seals the tokens of all bots anew, after the Worker's secret was replaced.
//
// The previous secret is kept for an hour or so only.

import { readAllTelegramBots } from "../db/telegram-webhooks.ts";
import { asStudioId } from "../domain/ids.ts";
import type { Env } from "../env.ts";
import { primaryOf } from "../platform/d1.ts";
import { openStudio } from "../tenant/tenant.ts";
import { openToken } from "./bot.store.ts";

/** Answers the number of bots that it has looked at: none while there is no previous secret. */
export async function sealTokensAnew(env: Env): Promise<number> {
  if (!env.LINK_SECRET_PREVIOUS) return 0;
  const bots = await readAllTelegramBots(primaryOf(env.DB));
  for (const bot of bots) await openToken(openStudio(env, asStudioId(bot.studioId)).db, env, bot);
  return bots.length;
}
