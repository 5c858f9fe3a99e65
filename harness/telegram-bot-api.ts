// Stand-in for Telegram's Bot API, by its documentation (https://core.telegram.org/bots/api): the methods that a studio's bot calls, with
// their checks, refusals and updates. The texts of refusals are those that the service answers with.

import { z } from "zod";

interface Bot {
  readonly id: number;
  readonly username: string;
}

interface Webhook {
  readonly url: string;
  readonly secret: string;
}

type Button = { readonly text: string; readonly url?: string | undefined; readonly callback_data?: string | undefined };

/** A message in a person's private chat. */
export interface ChatMessage {
  readonly chatId: number;
  readonly text: string;
  readonly bold: string;
  readonly buttons: readonly Button[];
}

/** The Worker's answer to an update, and the text that the person sees by it. */
export interface Delivered {
  readonly status: number;
  readonly said: string | undefined;
}

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** An answer in place of the method's own, or an error: the answer is lost after the method took place. */
type Fault = { readonly status: number; readonly description: string; readonly retryAfter?: number } | Error;

const webhookSchema = z.object({
  url: z.string(),
  secret_token: z.string().regex(/^[\w-]{1,256}$/),
  allowed_updates: z.array(z.string()),
  drop_pending_updates: z.boolean().optional(),
});

const buttonSchema = z.object({
  text: z.string().min(1),
  url: z.string().optional(),
  callback_data: z.string().optional(),
});
const messageSchema = z.object({
  chat_id: z.int(),
  text: z.string(),
  entities: z.array(z.object({ type: z.literal("bold"), offset: z.int().min(0), length: z.int().min(1) })).default([]),
  link_preview_options: z.object({ is_disabled: z.boolean() }).optional(),
  reply_markup: z.object({ inline_keyboard: z.array(z.array(buttonSchema)) }).optional(),
});
const pressAnswerSchema = z.object({
  method: z.literal("answerCallbackQuery"),
  callback_query_id: z.string(),
  text: z.string().max(200),
  show_alert: z.boolean(),
});

export class StandInBotApi {
  readonly webhooks = new Map<string, Webhook>();
  readonly sent: ChatMessage[] = [];
  /** The called methods, in order. */
  readonly calls: string[] = [];
  /** The next answers to `sendMessage`. */
  readonly faults: Fault[] = [];
  readonly blockedBy = new Set<number>();
  /** Telegram finds no host of the webhook's address. */
  findsNoHost = false;
  readonly #bots = new Map<string, Bot>();
  /** Bot and person: a bot may write to a person who has started it. */
  readonly #started = new Set<string>();
  #numbers = 0;

  /** Makes a bot, as BotFather does. Answers its token. */
  makeBot(): { readonly token: string; readonly bot: Bot } {
    const id = 7_000_000_000 + Math.floor(Math.random() * 1_000_000_000);
    const bot = { id, username: `studio_${id}_bot` };
    return { token: this.#tokenOf(bot), bot };
  }

  /** Gives the bot another token, as BotFather does on demand. The old one is refused from then on. */
  renewToken(token: string): string {
    const bot = this.#botOf(token);
    this.#bots.delete(token);
    return this.#tokenOf(bot);
  }

  /** Answers a request to `https://api.telegram.org`. @throws Error in place of an answer that is lost */
  async answer(url: string, init: RequestInit = {}): Promise<Response> {
    const [, token = "", method = ""] = /^https:\/\/api\.telegram\.org\/bot([^/]+)\/(\w+)$/.exec(url) ?? [];
    this.calls.push(method);
    if (!/^\d+:[\w-]+$/.test(token)) return refusal(404, "Not Found");
    if (!this.#bots.has(token)) return refusal(401, "Unauthorized");
    const parameters: unknown = JSON.parse(String(init.body));
    const fault = method === "sendMessage" ? this.faults.shift() : undefined;
    if (fault !== undefined && !(fault instanceof Error)) {
      return refusal(fault.status, fault.description, fault.retryAfter);
    }
    const answered = this.#call(token, method, parameters);
    if (fault !== undefined) throw fault;
    return answered;
  }

  /** A person opens the bot by a link, and presses Start. */
  async start(token: string, personId: number, code: string, fetch: Fetch): Promise<Delivered> {
    this.#started.add(`${this.#botOf(token).id} ${personId}`);
    const from = { id: personId, is_bot: false, first_name: "Person", language_code: "en" };
    const chat = { id: personId, type: "private", first_name: "Person" };
    return this.deliver(token, { message: { message_id: 1, date: 1, from, chat, text: `/start ${code}` } }, fetch);
  }

  /** A person presses a button of a message. */
  async press(token: string, personId: number, data: string | undefined, fetch: Fetch): Promise<Delivered> {
    const from = { id: personId, is_bot: false, first_name: "Person", language_code: "en" };
    return this.deliver(token, { callback_query: { id: crypto.randomUUID(), from, chat_instance: "1", data } }, fetch);
  }

  /** Sends an update to the bot's webhook, and makes the call of its answer. */
  async deliver(token: string, update: object, fetch: Fetch): Promise<Delivered> {
    const webhook = this.webhooks.get(token);
    if (webhook === undefined) throw new Error("the bot has no webhook");
    const response = await fetch(webhook.url, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Telegram-Bot-Api-Secret-Token": webhook.secret },
      body: JSON.stringify({ update_id: ++this.#numbers, ...update }),
    });
    const text = await response.text();
    return { status: response.status, said: text === "" ? undefined : said(JSON.parse(text)) };
  }

  #call(token: string, method: string, parameters: unknown): Response {
    switch (method) {
      case "getMe": {
        const { id, username } = this.#botOf(token);
        return result({ id, is_bot: true, first_name: "Studio", username, can_join_groups: true });
      }
      case "setWebhook": {
        const webhook = webhookSchema.safeParse(parameters);
        if (!webhook.success) return refusal(400, "Bad Request: secret token contains unallowed characters");
        const { url, secret_token: secret } = webhook.data;
        if (!url.startsWith("https://")) {
          return refusal(400, "Bad Request: bad webhook: An HTTPS URL must be provided for webhook");
        }
        if (this.findsNoHost) return refusal(400, "Bad Request: bad webhook: Failed to resolve host");
        this.webhooks.set(token, { url, secret });
        return result(true);
      }
      case "deleteWebhook":
        this.webhooks.delete(token);
        return result(true);
      case "sendMessage":
        return this.#send(token, messageSchema.parse(parameters));
      default:
        return refusal(404, "Not Found");
    }
  }

  #send(token: string, message: z.output<typeof messageSchema>): Response {
    const { chat_id: chatId, text, entities, reply_markup: markup } = message;
    if (text === "") return refusal(400, "Bad Request: message text is empty");
    if (text.length > 4096) return refusal(400, "Bad Request: message is too long");
    const buttons = markup?.inline_keyboard.flat() ?? [];
    const bytes = new TextEncoder();
    if (buttons.some(({ callback_data: data = "" }) => bytes.encode(data).length > 64)) {
      return refusal(400, "Bad Request: BUTTON_DATA_INVALID");
    }
    if (this.blockedBy.has(chatId)) return refusal(403, "Forbidden: bot was blocked by the user");
    if (!this.#started.has(`${this.#botOf(token).id} ${chatId}`)) return refusal(400, "Bad Request: chat not found");
    const bold = entities.map(({ offset, length }) => text.slice(offset, offset + length)).join();
    this.sent.push({ chatId, text, bold, buttons });
    return result({ message_id: ++this.#numbers, date: 1, chat: { id: chatId, type: "private" }, text });
  }

  #tokenOf(bot: Bot): string {
    const token = `${bot.id}:AA${crypto.randomUUID().replaceAll("-", "")}x`;
    this.#bots.set(token, bot);
    return token;
  }

  #botOf(token: string): Bot {
    const bot = this.#bots.get(token);
    if (bot === undefined) throw new Error("there is no such bot");
    return bot;
  }
}

/** The text of a call that answers an update. @throws if it is none of the Bot API */
function said(call: unknown): string {
  const answer = z.union([pressAnswerSchema, messageSchema.extend({ method: z.literal("sendMessage") })]).parse(call);
  return answer.text;
}

function result(value: unknown): Response {
  return Response.json({ ok: true, result: value });
}

function refusal(status: number, description: string, retryAfter?: number): Response {
  const parameters = retryAfter === undefined ? {} : { parameters: { retry_after: retryAfter } };
  return Response.json({ ok: false, error_code: status, description, ...parameters }, { status });
}
