// Telegram's Bot API: the calls that a studio's bot makes.
//
// https://core.telegram.org/bots/api, "Making requests", "setWebhook", "sendMessage" and "ResponseParameters". It knows no keys: after a
// lost answer, the message may have been sent.

import { z } from "zod";
import type { SendOutcome } from "../ports.ts";

const ADDRESS = "https://api.telegram.org";
const TIMEOUT_MILLISECONDS = 10_000;

/** The longest text of a message, counted by UTF-16 at most. */
export const MAX_MESSAGE_CHARACTERS = 4096;

const answerSchema = z.discriminatedUnion("ok", [
  z.object({ ok: z.literal(true), result: z.unknown() }),
  z.object({
    ok: z.literal(false),
    error_code: z.int(),
    description: z.string().default(""),
    parameters: z.object({ retry_after: z.int().optional() }).optional(),
  }),
]);
type BotAnswer = z.output<typeof answerSchema>;
type BotRefusal = Extract<BotAnswer, { ok: false }>;

const botSchema = z.object({ id: z.int(), username: z.string() });
export type TelegramBot = z.output<typeof botSchema>;

/** `token`: Telegram does not know it. `webhook`: it takes the token, and not the service's address. */
export type BotFault = "token" | "webhook" | "unreachable";

/** The bot of a token. */
export async function askForBot(token: string): Promise<TelegramBot | BotFault> {
  const answer = await askOrNothing(token, "getMe", {});
  if (answer?.ok !== true) return answer !== undefined && refusesToken(answer) ? "token" : "unreachable";
  return botSchema.safeParse(answer.result).data ?? "unreachable";
}

/** Has Telegram send the bot's updates to an address, each with the secret in a header. Undefined: it does. */
export async function setWebhook(token: string, url: string, secret: string): Promise<BotFault | undefined> {
  const parameters = { url, secret_token: secret, allowed_updates: ["message", "callback_query"] };
  const answer = await askOrNothing(token, "setWebhook", { ...parameters, drop_pending_updates: true });
  if (answer?.ok === true) return undefined;
  return answer?.error_code === 400 ? "webhook" : "unreachable";
}

/** Ends the bot's updates. Without an answer they go on, to an address that is refused. */
export async function deleteWebhook(token: string): Promise<void> {
  await askOrNothing(token, "deleteWebhook", {});
}

/** A button below a message: it opens an address, or sends its data back. */
export type TelegramButton = { readonly text: string } & (
  | { readonly url: string }
  | { readonly callback_data: string }
);

export interface TelegramMessage {
  readonly text: string;
  /** UTF-16 units at the text's beginning that are bold. The text itself has no markup: Telegram reads none in it. */
  readonly boldUnits: number;
  /** Each in a row of its own. */
  readonly buttons: readonly TelegramButton[];
}

/** @throws Error if it is unknown whether the message was accepted */
export async function sendToChat(token: string, chatId: number, message: TelegramMessage): Promise<SendOutcome> {
  const { text, boldUnits, buttons } = message;
  const answer = await ask(token, "sendMessage", {
    chat_id: chatId,
    text,
    entities: [{ type: "bold", offset: 0, length: boldUnits }],
    link_preview_options: { is_disabled: true },
    reply_markup: { inline_keyboard: buttons.map((button) => [button]) },
  });
  if (answer.ok) return { outcome: "sent", id: null };
  const { error_code: code, description, parameters } = answer;
  if (code === 429) return { outcome: "later", afterSeconds: parameters?.retry_after ?? 0 };
  if (code >= 500) throw new Error(`Telegram answered ${code}`);
  if (refusesToken(answer)) return { outcome: "refused", fault: "sender" };
  // 403: the reader has blocked the bot, or closed the account.
  const isOfReader = code === 403 || /chat not found/i.test(description);
  return { outcome: "refused", fault: isOfReader ? "recipient" : "content" };
}

/** 404 is the answer to a token of a bot that was deleted, or never was. */
function refusesToken({ error_code: code }: BotRefusal): boolean {
  return code === 401 || code === 404;
}

async function askOrNothing(token: string, method: string, parameters: object): Promise<BotAnswer | undefined> {
  return ask(token, method, parameters).catch(() => undefined);
}

/** @throws Error if there is no answer; it does not quote the address, which has the token */
async function ask(token: string, method: string, parameters: object): Promise<BotAnswer> {
  const answer = await fetch(`${ADDRESS}/bot${token}/${method}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(parameters),
    signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
    // The platform knows no "error".
    redirect: "manual",
  }).catch((error: unknown) => {
    throw new Error(`Telegram could not be reached: ${error instanceof Error ? error.name : typeof error}`);
  });
  const parsed = answerSchema.safeParse(await answer.json().catch(() => undefined));
  if (!parsed.success) throw new Error(`Telegram answered ${answer.status} without a result`);
  return parsed.data;
}
