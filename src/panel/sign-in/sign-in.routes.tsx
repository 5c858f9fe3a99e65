// Signing in and out.

import { Hono } from "hono";
import { z } from "zod";
import { endSession, findSession } from "../../people/session.store.ts";
import { signIn } from "../../people/sign-in.ts";
import { PANEL } from "../kit/addresses.ts";
import { formTokenOf, setBrowserToken } from "../kit/browser-token.ts";
import { type FormState, readForm } from "../kit/form-values.ts";
import type { PanelContext, PanelEnv } from "../kit/panel-context.ts";
import { render } from "../kit/render.tsx";
import { type ResumedForm, SendAgainPage } from "../kit/resume.tsx";
import { ownPath } from "../kit/session.middleware.tsx";
import { SignInPage } from "./sign-in.page.tsx";
import { signInWords } from "./sign-in.words.ts";

const resumedSchema = z
  .string()
  .transform((text) => JSON.parse(text))
  .pipe(
    z.object({
      action: z.string(),
      values: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
    }),
  );

const signInForm = z.object({
  email: z.string().max(254),
  password: z.string().max(1000),
  next: z.string().optional(),
  resumed: z.string().optional(),
});

export const signInRoutes = new Hono<PanelEnv>()
  .get("/sign-in", (context) => {
    const next = ownPath(context.req.query("next"));
    if (context.var.session !== undefined) return context.redirect(next, 303);
    return render(context, <SignInPage view={context.var.view} next={next} />);
  })
  .post("/sign-in", async (context) => {
    const { view, people } = context.var;
    const words = signInWords(view.language);
    const form = await readForm(context, signInForm);
    if (!form.ok) return render(context, <SignInPage view={view} form={form.state} />, 400);
    const { email, password, next } = form.fields;
    const resumed = readResumed(form.fields.resumed);

    const outcome = await signIn(people, {
      email,
      password,
      address: context.req.header("CF-Connecting-IP"),
      userAgent: context.req.header("User-Agent") ?? "",
    });
    if (outcome.outcome !== "signed_in") {
      const isThrottled = outcome.outcome === "too_many_attempts";
      const fault = isThrottled ? words.tooMany(Math.ceil(outcome.secondsLeft / 60)) : words.wrong;
      const state: FormState = { values: { email }, faults: { form: [fault] } };
      const page = <SignInPage view={view} form={state} next={next} resumed={resumed} />;
      return render(context, page, isThrottled ? 429 : 401);
    }
    setBrowserToken(context, outcome.token);
    return resumed === undefined ? context.redirect(ownPath(next), 303) : resume(context, outcome.token, resumed);
  })
  .post("/sign-out", async (context) => {
    const { session, people } = context.var;
    if (session !== undefined) await endSession(people, session.person.id, session.id);
    return context.redirect(`${PANEL}/sign-in`, 303);
  });

/** Shows the form that was typed before signing in, with the new session's token. */
async function resume(context: PanelContext, token: string, form: ResumedForm): Promise<Response> {
  const session = await findSession(context.var.people, token);
  if (session === undefined) throw new Error("a session that was just begun cannot be found");
  const view = {
    ...context.var.view,
    person: session.person,
    language: session.person.language,
    theme: session.person.theme,
    memberships: session.memberships,
    formToken: await formTokenOf(context.env.LINK_SECRET, token),
  };
  return render(context, <SendAgainPage view={view} form={{ ...form, action: ownPath(form.action) }} />);
}

function readResumed(text: string | undefined): ResumedForm | undefined {
  if (text === undefined) return undefined;
  try {
    return resumedSchema.parse(text);
  } catch {
    return undefined;
  }
}
