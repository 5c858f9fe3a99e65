// Shows the page of messages: as stored, or with a form as typed.

import type { MessageChannel } from "../../domain/message/events.ts";
import { mailSenderOf } from "../../mail/mail-sender.ts";
import { messageSettingReads, toChosenEvents, toCustomerMessages } from "../../outbox/message-settings.store.ts";
import { textOf } from "../../pages/form-values.ts";
import { botRead } from "../../telegram/bot.store.ts";
import { connectedRead } from "../../telegram/chat.store.ts";
import { isForTelegram } from "../../telegram/connect-bot.ts";
import { redirectWithNotice } from "../kit/notice.ts";
import type { PanelContext } from "../kit/panel-context.ts";
import { render } from "../kit/render.tsx";
import { shownForm } from "../kit/seen-form/seen-form.ts";
import { customerFormValues, type MessageForms, MessagesPage, staffFormValues } from "./messages.page.tsx";

/** The studio's messages to customers, a person's own choices, and the studio's bot with the person's chat. */
export async function settingsOf({ var: { tenant, session } }: PanelContext) {
  const { db } = tenant;
  const rows = await db.batchNamed({
    ...messageSettingReads(db, session.person.id),
    bots: botRead(db),
    chats: connectedRead(db, session.person.id),
  });
  const chosen = (channel: MessageChannel) => toChosenEvents(rows.choices, channel);
  return {
    customers: toCustomerMessages(rows.customerMessages),
    chosen: { email: chosen("email"), telegram: chosen("telegram") } satisfies Record<MessageChannel, unknown>,
    bot: rows.bots[0],
    isConnected: rows.chats.length > 0,
  };
}

export async function showMessages(
  context: PanelContext,
  forms: Partial<MessageForms> = {},
  status: 200 | 400 | 409 = 200,
): Promise<Response> {
  const { studio } = context.var;
  const { customers, chosen, bot, isConnected } = await settingsOf(context);
  const stored: MessageForms = {
    sender: shownForm({ replyTo: textOf(studio.record.replyTo) }),
    customers: shownForm(customerFormValues(customers)),
    staff: shownForm(staffFormValues(chosen.email)),
    telegram: shownForm(staffFormValues(chosen.telegram)),
    bot: shownForm({}),
  };
  const isReachable = isForTelegram(new URL(context.req.url).origin);
  const page = (
    <MessagesPage
      from={mailSenderOf(context.env)?.from}
      telegram={{ bot, isConnected, isReachable }}
      forms={{ ...stored, ...forms }}
    />
  );
  return render(context, page, status);
}

export function messagesSaved(
  context: PanelContext,
  text: string,
  undo?: { readonly form: string; readonly fields: Record<string, string> },
): Promise<Response> {
  const page = `${context.var.studio.base}/messages`;
  const undone = undo && { undo: { action: `${page}/${undo.form}`, fields: undo.fields } };
  return redirectWithNotice(context, page, { text, ...undone });
}
