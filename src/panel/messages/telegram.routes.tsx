// Telegram: the studio's bot, which owners set, and each person's own chat with it.

import { Hono } from "hono";
import { z } from "zod";
import { STAFF_EVENTS } from "../../domain/message/events.ts";
import { chosenEventsSchema } from "../../outbox/message-settings.request.ts";
import { chooseEvents } from "../../outbox/message-settings.store.ts";
import { readForm, refused } from "../../pages/form-values.ts";
import { botRead } from "../../telegram/bot.store.ts";
import { connectedRead, createChatCode, disconnectChat } from "../../telegram/chat.store.ts";
import { connectBot, disconnectBot } from "../../telegram/connect-bot.ts";
import type { PanelEnv } from "../kit/panel-context.ts";
import { render } from "../kit/render.tsx";
import { readSeenForm, undoFields } from "../kit/seen-form/seen-form.ts";
import { staffFormValues } from "./messages.page.tsx";
import { messagesSaved, settingsOf, showMessages } from "./show-messages.tsx";
import { AskPage, ConnectPage } from "./telegram.tsx";
import { telegramPageWords } from "./telegram.words.ts";

const botForm = z.object({ botToken: z.string() });

export const telegramRoutes = new Hono<PanelEnv>()
  .post("/bot", async (context) => {
    const { view, tenant } = context.var;
    const words = telegramPageWords(view.language);
    const form = await readForm(context, botForm);
    if (!form.ok) return showMessages(context, { bot: form.state }, 400);
    const { origin } = new URL(context.req.url);
    const bot = await connectBot(tenant.db, context.env, form.fields.botToken, origin);
    if (typeof bot !== "string") return messagesSaved(context, words.botSaved(bot.username));
    return showMessages(context, { bot: refused({}, { botToken: [words.refusals[bot]] }) }, 400);
  })
  .get("/bot/remove", async (context) => {
    const { view, studio, tenant } = context.var;
    const words = telegramPageWords(view.language);
    const page = `${studio.base}/messages`;
    const [bot] = await botRead(tenant.db);
    if (bot === undefined) return context.redirect(page, 303);
    const { removeTitle: title, removeText: text, removeNow: yes } = words;
    return render(context, <AskPage action={`${page}/bot/remove`} {...{ title: title(bot.username), text, yes }} />);
  })
  .post("/bot/remove", async (context) => {
    const { view, tenant } = context.var;
    await disconnectBot(tenant.db, context.env);
    return messagesSaved(context, telegramPageWords(view.language).botRemoved);
  })

  .post("/telegram/connect", async (context) => {
    const { studio, tenant, session } = context.var;
    const [bot] = await botRead(tenant.db);
    if (bot === undefined) return context.redirect(`${studio.base}/messages`, 303);
    const code = await createChatCode(tenant.db, session.person.id);
    return render(context, <ConnectPage address={`https://t.me/${bot.username}?start=${code}`} />);
  })
  .post("/telegram", async (context) => {
    const { view, studio, tenant, session } = context.var;
    const { chosen, isConnected } = await settingsOf(context);
    // An undo from before the chat was disconnected.
    if (!isConnected) return context.redirect(`${studio.base}/messages`, 303);
    const stored = staffFormValues(chosen.telegram);
    const form = await readSeenForm(context, chosenEventsSchema, { stored, boxes: STAFF_EVENTS });
    if (!form.ok) return showMessages(context, { telegram: form.state }, form.status);
    await chooseEvents(tenant.db, session.person.id, "telegram", form.fields);
    const fields = undoFields(stored, staffFormValues(new Set(form.fields)));
    return messagesSaved(context, telegramPageWords(view.language).saved, { form: "telegram", fields });
  })
  .get("/telegram/disconnect", async (context) => {
    const { view, studio, tenant, session } = context.var;
    const { disconnectTitle: title, disconnectText: text, disconnectNow: yes } = telegramPageWords(view.language);
    const page = `${studio.base}/messages`;
    const [chat] = await connectedRead(tenant.db, session.person.id);
    if (chat === undefined) return context.redirect(page, 303);
    return render(context, <AskPage action={`${page}/telegram/disconnect`} {...{ title, text, yes }} />);
  })
  .post("/telegram/disconnect", async (context) => {
    const { view, tenant, session } = context.var;
    await disconnectChat(tenant.db, session.person.id);
    return messagesSaved(context, telegramPageWords(view.language).disconnected);
  });
