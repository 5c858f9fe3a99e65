// Messages by Telegram: an event's letter to staff as the text of a chat, with buttons.

import type { StudioDb } from "../db/studio-db.ts";
import type { OutboxMessage } from "../outbox/sending.store.ts";
import type { SendOutcome } from "../platform/ports.ts";
import { MAX_MESSAGE_CHARACTERS, sendToChat, type TelegramMessage } from "../platform/telegram/bot-api.ts";
import { markRefused, openToken, pauseBot } from "../telegram/bot.store.ts";
import { telegramWords } from "../telegram/telegram.words.ts";
import { confirmation } from "../telegram/update.ts";
import { letterText } from "./letter.tsx";
import { staffLetterOf } from "./letters.ts";
import type { ReadyMessage, SendingStudio } from "./ready-message.ts";
import { readTold, type Told } from "./told.store.ts";

/** The message to its person's chat, written from the rows as they are now. */
export async function readyTelegram({ db, secrets }: SendingStudio, message: OutboxMessage): Promise<ReadyMessage> {
  const told = await readTold(db, message);
  const { bot, chatId, reader } = told;
  if (bot === undefined) return { state: "failed", fault: "not_set_up" };
  const written = reader && writeForChat(told, bot.origin);
  if (written === undefined) return { state: "withdrawn" };
  if (chatId === undefined) return { state: "failed", fault: "no_address" };
  if (bot.pausedUntil !== null && bot.pausedUntil > Date.now()) return { pausedUntil: bot.pausedUntil };
  const token = await openToken(db, secrets, bot);
  if (token === undefined) {
    await markRefused(db, bot);
    return { state: "failed", fault: "sender" };
  }
  return {
    async send() {
      const outcome = await sendToChat(token, chatId, written);
      await noteOutcome(db, bot, outcome);
      return outcome;
    },
  };
}

/** Later messages of this bot obey its pause too; its owner is told of a refused token on the page. */
async function noteOutcome(db: StudioDb, bot: NonNullable<Told["bot"]>, outcome: SendOutcome): Promise<void> {
  const { afterSeconds } = outcome.outcome === "later" ? outcome : {};
  if (afterSeconds !== undefined) await pauseBot(db, Date.now() + afterSeconds * 1000);
  if (outcome.outcome === "refused" && outcome.fault === "sender") await markRefused(db, bot);
}

/** @returns undefined if it is true no longer */
export function writeForChat(told: Told, origin: string): TelegramMessage | undefined {
  const letter = staffLetterOf(told, origin);
  if (letter === undefined) return undefined;
  const { heading, link, language } = letter;
  const { event, order } = told;
  const canConfirm = event === "new_order" && order?.status === "pending";
  return {
    text: shortened(letterText({ ...letter, link: null, requisites: null, footer: [] }).trim()),
    boldUnits: heading.length,
    buttons: [
      ...(link === null ? [] : [{ text: link.label, url: link.address }]),
      ...(canConfirm
        ? [{ text: telegramWords(language).confirm, callback_data: confirmation(order.id, order.version) }]
        : []),
    ],
  };
}

/** Telegram refuses a longer text. Cut between characters. */
function shortened(text: string): string {
  if (text.length <= MAX_MESSAGE_CHARACTERS) return text;
  return `${text.slice(0, MAX_MESSAGE_CHARACTERS - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}
