// Updates of a studio's bot: a person connects their chat by a link, or confirms an order by a button.
//
// https://core.telegram.org/bots/api#update, and …/bots/features#deep-linking. An answer is the call that Telegram makes of the
// response to an update ("Making requests when getting updates").

import { z } from "zod";
import { DEFAULT_LANGUAGE } from "../domain/person.ts";
import { languageOf } from "../http/language.ts";
import type { Tenant } from "../tenant/tenant.ts";
import { connectChat, findChatMember } from "./chat.store.ts";
import { confirmOrder } from "./confirm-order.ts";
import { telegramWords } from "./telegram.words.ts";

/** In a private chat, the chat has the number of its person. */
const chatSchema = z.object({ id: z.int(), type: z.literal("private") });
const fromSchema = z.object({ id: z.int(), language_code: z.string().optional() });

export const updateSchema = z.union([
  z.object({ message: z.object({ chat: chatSchema, from: fromSchema, text: z.string() }) }),
  z.object({ callback_query: z.object({ id: z.string(), from: fromSchema, data: z.string() }) }),
]);
type Update = z.output<typeof updateSchema>;
type From = z.output<typeof fromSchema>;

/** A method of the Bot API with its parameters. */
type BotCall = { readonly method: string } & Readonly<Record<string, string | number | boolean>>;

/** The data of the button that confirms an order: its version is the one that the message tells of. 64 bytes at most. */
export function confirmation(orderId: number, version: number): string {
  return `confirm ${orderId} ${version}`;
}
const CONFIRMATION = /^confirm (\d{1,15}) (\d{1,15})$/;

const START = /^\/start (\S+)$/;

/** Undefined: there is nothing to say. Telegram may send an update twice: the second finds the code used, or the order confirmed. */
export async function answerUpdate(tenant: Tenant, update: Update): Promise<BotCall | undefined> {
  if ("message" in update) {
    const { chat, from, text } = update.message;
    const [, code] = START.exec(text) ?? [];
    if (code === undefined) return undefined;
    return { method: "sendMessage", chat_id: chat.id, text: await answerStart(tenant, code, chat.id, from) };
  }
  const { id, from, data } = update.callback_query;
  const text = await answerPress(tenant, data, from);
  return { method: "answerCallbackQuery", callback_query_id: id, text, show_alert: true };
}

async function answerStart({ db }: Tenant, code: string, chatId: number, from: From): Promise<string> {
  const connected = await connectChat(db, code, chatId);
  if (connected === undefined) return wordsOf(from).codeExpired;
  const { member, isNew } = connected;
  const words = telegramWords(member.language);
  return isNew ? words.connected(member.name) : words.connectedBefore(member.name);
}

async function answerPress(tenant: Tenant, data: string, from: From): Promise<string> {
  const member = await findChatMember(tenant.db, from.id);
  if (member === undefined) return wordsOf(from).notConnected;
  const words = telegramWords(member.language);
  const [, orderId, version] = CONFIRMATION.exec(data) ?? [];
  const seen = { orderId: Number(orderId), version: Number(version), personId: member.personId };
  const end = orderId === undefined ? undefined : await confirmOrder(tenant.db, seen);
  if (end === undefined) return words.gone;
  if (end.outcome === "confirmed") {
    tenant.tell("orders");
    tenant.sendMessages();
  }
  return words[end.outcome](end.number);
}

/** Before the person is known. */
function wordsOf({ language_code: tag = "" }: From) {
  return telegramWords(languageOf(tag) ?? DEFAULT_LANGUAGE);
}
