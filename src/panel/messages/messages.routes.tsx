// Messages of a studio: each person's own, and for its owners the customers' and the address for answers.

import { Hono } from "hono";
import { requireStudio } from "../../db/studio-record.ts";
import { NotFound } from "../../domain/errors.ts";
import { CUSTOMER_EVENTS, STAFF_EVENTS } from "../../domain/message/events.ts";
import { LANGUAGES } from "../../domain/person.ts";
import { previewOf } from "../../mail/preview.ts";
import {
  chosenEventsSchema,
  customerMessagesSchema,
  fieldsOf,
  replyToSchema,
} from "../../outbox/message-settings.request.ts";
import { changeCustomerMessages, changeReplyTo, chooseEvents } from "../../outbox/message-settings.store.ts";
import { readForm, textOf } from "../../pages/form-values.ts";
import { readStorefrontSettings } from "../../studios/storefront-settings.store.ts";
import type { PanelEnv } from "../kit/panel-context.ts";
import { overNewest, readSeenForm, undoFields } from "../kit/seen-form/seen-form.ts";
import { customerFormValues, staffFormValues } from "./messages.page.tsx";
import { messagesWords } from "./messages.words.ts";
import { messagesSaved, settingsOf, showMessages } from "./show-messages.tsx";
import { telegramRoutes } from "./telegram.routes.tsx";

export const messageRoutes = new Hono<PanelEnv>()
  .get("/", (context) => showMessages(context))

  .route("/", telegramRoutes)

  .post("/mine", async (context) => {
    const { view, tenant, session } = context.var;
    const { person } = session;
    const stored = staffFormValues((await settingsOf(context)).chosen.email);
    const form = await readSeenForm(context, chosenEventsSchema, { stored, boxes: STAFF_EVENTS });
    if (!form.ok) return showMessages(context, { staff: form.state }, form.status);
    await chooseEvents(tenant.db, person.id, "email", form.fields);
    const fields = undoFields(stored, staffFormValues(new Set(form.fields)));
    return messagesSaved(context, messagesWords(view.language).staffSaved, { form: "mine", fields });
  })

  .post(
    "/sender",
    overNewest(async (context) => {
      const { view, tenant } = context.var;
      const record = requireStudio(await tenant.db.studio());
      const stored = { replyTo: textOf(record.replyTo) };
      const form = await readSeenForm(context, replyToSchema, { stored });
      if (!form.ok) return showMessages(context, { sender: form.state }, form.status);
      await changeReplyTo(tenant.db, form.fields.replyTo, record);
      const fields = undoFields(stored, { replyTo: textOf(form.fields.replyTo) });
      return messagesSaved(context, messagesWords(view.language).senderSaved, { form: "sender", fields });
    }),
  )

  .post(
    "/customers",
    overNewest(async (context) => {
      const { view, tenant } = context.var;
      const { customers } = await settingsOf(context);
      const stored = customerFormValues(customers);
      const boxes = CUSTOMER_EVENTS.map((event) => fieldsOf(event).isOn);
      const form = await readSeenForm(context, customerMessagesSchema, { stored, boxes });
      if (!form.ok) return showMessages(context, { customers: form.state }, form.status);
      await changeCustomerMessages(tenant.db, form.fields, customers);
      const fields = undoFields(stored, customerFormValues(form.fields));
      return messagesSaved(context, messagesWords(view.language).customersSaved, { form: "customers", fields });
    }),
  )

  // Shows the typed sentences. Nothing is saved.
  .post("/customers/preview/:event/:language", async (context) => {
    const { studio, tenant } = context.var;
    const event = CUSTOMER_EVENTS.find((one) => one === context.req.param("event"));
    const language = LANGUAGES.find((one) => one === context.req.param("language"));
    if (event === undefined || language === undefined) throw new NotFound();
    const form = await readForm(context, customerMessagesSchema);
    if (!form.ok) return showMessages(context, { customers: form.state }, 400);
    const { requisites, advancePercent, ...payee } = await readStorefrontSettings(tenant.db);
    const asked = { requisites, advancePercent, payee };
    const previewed = { event, language, ...asked, studio: studio.record, sentences: form.fields[event] };
    const { html } = await previewOf(previewed, new URL(context.req.url).origin);
    return context.html(html, 200, { "Content-Security-Policy": MAIL_POLICY });
  });

/** A mail has its styles in its elements, and nothing else. */
const MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
