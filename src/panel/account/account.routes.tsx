// Account: name, language, theme, password, sessions.

import { Hono } from "hono";
import { z } from "zod";
import { LANGUAGES, THEMES } from "../../domain/person.ts";
import { pathId } from "../../http/request/path-id.ts";
import { type FormState, readForm } from "../../pages/form-values.ts";
import { changeAccount, changePassword } from "../../people/account.store.ts";
import { newPasswordField, personNameField, typedPasswordField } from "../../people/person.request.ts";
import { endOtherSessions, endSession, listSessions } from "../../people/session.store.ts";
import { redirectWithNotice } from "../kit/notice.ts";
import type { PanelContext, PanelEnv } from "../kit/panel-context.ts";
import { render } from "../kit/render.tsx";
import { requestClient, tooManyAttempts } from "../sign-in/password-attempt.ts";
import { tellPasswordChanged } from "../sign-in/password-changed.ts";
import { ACCOUNT, AccountPage } from "./account.page.tsx";
import { accountWords } from "./account.words.ts";

const profileForm = z.object({
  name: personNameField,
  language: z.enum(LANGUAGES).optional(),
  theme: z.enum(THEMES).optional(),
});

const passwordForm = z.object({ oldPassword: typedPasswordField, newPassword: newPasswordField });

export const accountRoutes = new Hono<PanelEnv>()
  .get("/account", (context) => show(context))
  .post("/account", async (context) => {
    const { session, people } = context.var;
    const form = await readForm(context, profileForm);
    if (!form.ok) return show(context, { profile: form.state }, 400);
    await changeAccount(people, session.person.id, form.fields);
    const { language = session.person.language } = form.fields;
    return redirectWithNotice(context, ACCOUNT, { text: accountWords(language).saved });
  })
  .post("/account/password", async (context) => {
    const { view, session, people } = context.var;
    const words = accountWords(view.language);
    const form = await readForm(context, passwordForm);
    if (!form.ok) return show(context, { password: form.state }, 400);
    const { address } = requestClient(context);
    const change = await changePassword(people, session, { ...form.fields, address });
    switch (change.outcome) {
      case "right":
        tellPasswordChanged(context, session.person);
        return redirectWithNotice(context, ACCOUNT, { text: words.passwordChanged });
      case "wrong":
        return show(context, { password: { values: {}, faults: { oldPassword: [words.wrongPassword] } } }, 400);
      case "too_many_attempts": {
        const fault = tooManyAttempts(view.language, change);
        return show(context, { password: { values: {}, faults: { form: [fault] } } }, 429);
      }
    }
  })
  .post("/account/sessions/end-others", async (context) => {
    const { view, session, people } = context.var;
    await endOtherSessions(people, session.person.id, session.id);
    return redirectWithNotice(context, ACCOUNT, { text: accountWords(view.language).othersEnded });
  })
  .post("/account/sessions/:id/end", async (context) => {
    const { view, session, people } = context.var;
    await endSession(people, session.person.id, pathId(context.req.param("id")));
    return redirectWithNotice(context, ACCOUNT, { text: accountWords(view.language).ended });
  });

async function show(
  context: PanelContext,
  forms: { readonly profile?: FormState; readonly password?: FormState } = {},
  status: 200 | 400 | 429 = 200,
): Promise<Response> {
  const { session, people } = context.var;
  const { name, language, theme } = session.person;
  const sessions = await listSessions(people, session.person.id);
  return render(
    context,
    <AccountPage
      sessions={sessions}
      thisSessionId={session.id}
      profile={{ values: { name, language, theme }, faults: {} }}
      {...forms}
    />,
    status,
  );
}
