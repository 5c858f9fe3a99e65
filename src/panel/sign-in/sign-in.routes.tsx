// Signing in and out.

import { Hono } from "hono";
import { z } from "zod";
import { type FormState, readForm, refused } from "../../pages/form-values.ts";
import { endSession, findSession } from "../../people/session.store.ts";
import { signIn } from "../../people/sign-in.ts";
import { PANEL } from "../kit/addresses.ts";
import { enterSession, formTokenOf } from "../kit/browser-token.ts";
import type { PanelContext, PanelEnv } from "../kit/panel-context.ts";
import { render } from "../kit/render.tsx";
import { panelPath } from "../kit/session.middleware.tsx";
import { requestClient, tooManyAttempts } from "./password-attempt.ts";
import { SendAgainPage } from "./resume.middleware.tsx";
import { RESUMED_FIELD, type ResumedForm, readResumedForm } from "./resumed-form.ts";
import { SignInPage } from "./sign-in.page.tsx";
import { signInWords } from "./sign-in.words.ts";

/** The resumed form is read apart: its faults must not refuse the sign-in. */
const signInForm = z.object({
  email: z.string().max(254),
  password: z.string().max(1000),
});

export const signInRoutes = new Hono<PanelEnv>()
  .get("/sign-in", (context) => {
    const next = panelPath(context.req.query("next"));
    if (context.var.session !== undefined) return context.redirect(next, 303);
    return render(context, <SignInPage next={next} />);
  })
  .post("/sign-in", async (context) => {
    const { view, people } = context.var;
    const form = await readForm(context, signInForm);
    const typed = form.ok ? form.typed : form.state.values;
    const next = typed.next === undefined ? undefined : panelPath(String(typed.next));
    const resumed = readResumedForm(typed[RESUMED_FIELD]);
    const again = (state: FormState, status: 400 | 401 | 429) =>
      render(context, <SignInPage form={state} next={next} resumed={resumed} />, status);
    if (!form.ok) return again(form.state, 400);

    const outcome = await signIn(people, { ...form.fields, ...requestClient(context) });
    switch (outcome.outcome) {
      case "wrong":
        return again(refused(typed, { form: [signInWords(view.language).wrong] }), 401);
      case "too_many_attempts":
        return again(refused(typed, { form: [tooManyAttempts(view.language, outcome)] }), 429);
      case "signed_in":
    }
    await enterSession(context, outcome.token);
    return resumed === undefined ? context.redirect(next ?? PANEL, 303) : resume(context, outcome.token, resumed);
  })
  .post("/sign-out", async (context) => {
    const { session, people } = context.var;
    if (session !== undefined) await endSession(people, session.person.id, session.id);
    return context.redirect(`${PANEL}/sign-in`, 303);
  });

/** Shows the form typed before signing in, with the new session's token. */
async function resume(context: PanelContext, token: string, form: ResumedForm): Promise<Response> {
  const session = await findSession(context.var.people, token);
  if (session === undefined) throw new Error("a session that was just begun cannot be found");
  context.set("view", {
    ...context.var.view,
    person: session.person,
    language: session.person.language,
    theme: session.person.theme,
    memberships: session.memberships,
    formToken: await formTokenOf(context.env.LINK_SECRET, token),
  });
  return render(context, <SendAgainPage form={{ ...form, action: panelPath(form.action) }} />);
}
