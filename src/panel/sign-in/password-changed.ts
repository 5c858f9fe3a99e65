// Tells a person by e-mail that their password was changed, after the answer.

import { type MailReader, sendAccountMail } from "../../mail/account-mail.ts";
import type { PanelContext } from "../kit/panel-context.ts";

/** The change is made already: the answer does not wait, and no fault of the mail's shows. */
export function tellPasswordChanged({ env, var: { view }, executionCtx }: PanelContext, reader: MailReader): void {
  if (view.sendsMail) executionCtx.waitUntil(sendAccountMail(env, reader, { about: "password_changed" }));
}
