// Forgotten password: has a link for a new one sent to the person's address.
//
// The answer must not tell which e-mails have accounts. So it is given before the account is looked for, and says the same of each.

import { Hono } from "hono";
import { z } from "zod";
import { sendAccountMail } from "../../mail/account-mail.ts";
import { readForm, refused } from "../../pages/form-values.ts";
import { admitAttempt, countersOf, FORGOTTEN_PASSWORD } from "../../people/attempts.store.ts";
import { FORGOTTEN_LINK_DAYS } from "../../people/new-link.ts";
import { createPasswordLink } from "../../people/one-time-link.store.ts";
import { personEmailField } from "../../people/person.request.ts";
import { normalizedEmail } from "../../people/person.ts";
import { logError } from "../../platform/error-log.ts";
import type { PanelContext, PanelEnv } from "../kit/panel-context.ts";
import { notFoundPage, render } from "../kit/render.tsx";
import { ForgottenPasswordPage, LinkSentPage } from "./forgotten-password.page.tsx";
import { requestClient, tooManyAttempts } from "./password-attempt.ts";

const forgottenForm = z.object({ email: personEmailField });

export const forgottenPasswordRoutes = new Hono<PanelEnv>()
  .get("/forgotten-password", (context) => {
    const { sendsMail, person } = context.var.view;
    if (!sendsMail) return notFoundPage(context);
    return render(context, <ForgottenPasswordPage form={{ values: { email: person?.email }, faults: {} }} />);
  })
  .post("/forgotten-password", async (context) => {
    const { view, people } = context.var;
    if (!view.sendsMail) return notFoundPage(context);
    const form = await readForm(context, forgottenForm);
    if (!form.ok) return render(context, <ForgottenPasswordPage form={form.state} />, 400);
    const { email } = form.fields;
    const { address } = requestClient(context);
    const counters = await countersOf(FORGOTTEN_PASSWORD, normalizedEmail(email), address);
    const refusal = await admitAttempt(people, counters);
    if (refusal !== undefined) {
      const state = refused(form.typed, { form: [tooManyAttempts(view.language, refusal)] });
      return render(context, <ForgottenPasswordPage form={state} />, 429);
    }
    const { requestId } = context.var;
    context.executionCtx.waitUntil(sendLink(context, email).catch((error) => logError({ requestId }, error)));
    return render(context, <LinkSentPage email={email} />);
  });

/** Nothing is sent to an address without an account. */
async function sendLink({ env, var: { people } }: PanelContext, typed: string): Promise<void> {
  const link = await createPasswordLink(people, typed, FORGOTTEN_LINK_DAYS);
  if (link === undefined) return;
  const { token, ...reader } = link;
  await sendAccountMail(env, reader, { about: "forgotten_password", token });
}
