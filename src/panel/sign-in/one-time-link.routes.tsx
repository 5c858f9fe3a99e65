// One-time links: invitations and new passwords.

import { Hono } from "hono";
import { z } from "zod";
import { type FormState, readForm, refused } from "../../pages/form-values.ts";
import { checkPassword } from "../../people/check-password.ts";
import {
  findLink,
  type Invitation,
  type InvitedPerson,
  joinStudio,
  type PasswordLink,
  setPasswordByLink,
} from "../../people/one-time-link.store.ts";
import {
  newPasswordField,
  personEmailField,
  personNameField,
  typedPasswordField,
} from "../../people/person.request.ts";
import { PANEL, studioBase } from "../kit/addresses.ts";
import { enterSession } from "../kit/browser-token.ts";
import { redirectWithNotice } from "../kit/notice.ts";
import type { PanelContext, PanelEnv } from "../kit/panel-context.ts";
import { render } from "../kit/render.tsx";
import { ClosedLinkPage, InvitationPage, PasswordLinkPage } from "./one-time-link.page.tsx";
import { requestClient, tooManyAttempts } from "./password-attempt.ts";
import { tellPasswordChanged } from "./password-changed.ts";
import { signInWords } from "./sign-in.words.ts";

/** Checks the fields of both cases; `newPersonForm` adds the rules for a new person. */
function invitationFormOf({ email }: Invitation) {
  return z.object({
    email:
      email === null
        ? personEmailField
        : z
            .string()
            .optional()
            .transform(() => email),
    name: personNameField.optional(),
    password: typedPasswordField,
  });
}

const newPersonForm = z.object({ name: personNameField, password: newPasswordField });

const passwordForm = z.object({ password: newPasswordField });

export const oneTimeLinkRoutes = new Hono<PanelEnv>()
  .get("/links/:token", async (context) => {
    const { view, people } = context.var;
    const link = await findLink(people, context.req.param("token"));
    if (link === undefined) return closed(context);
    return render(
      context,
      link.purpose === "invitation" ? (
        <InvitationPage link={link} form={{ values: { email: view.person?.email }, faults: {} }} />
      ) : (
        <PasswordLinkPage link={link} />
      ),
    );
  })
  .post("/links/:token", async (context) => {
    const link = await findLink(context.var.people, context.req.param("token"));
    if (link === undefined) return closed(context);
    return link.purpose === "invitation" ? join(context, link) : setPassword(context, link);
  });

async function join(context: PanelContext, link: Invitation): Promise<Response> {
  const { view, people } = context.var;
  const words = signInWords(view.language);
  const again = (form: FormState, status: 400 | 401 | 429) =>
    render(context, <InvitationPage link={link} form={form} />, status);
  const form = await readForm(context, invitationFormOf(link));
  if (!form.ok) return again(form.state, 400);
  const { email, password } = form.fields;

  // An invitation to an unknown e-mail creates a person, who has no password to check.
  if (link.email === null || link.isKnown) {
    const { address } = requestClient(context);
    const check = await checkPassword(people, { email, password, address });
    switch (check.outcome) {
      case "too_many_attempts":
        return again(refused(form.typed, { form: [tooManyAttempts(view.language, check)] }), 429);
      case "right":
        return finish(context, link, { person: check.person });
      case "wrong":
        if (check.isKnown) return again(refused(form.typed, { password: [words.wrongKnown] }), 401);
    }
  }
  const newPerson = await readForm(context, newPersonForm);
  if (!newPerson.ok) return again(newPerson.state, 400);
  return finish(context, link, { email, ...newPerson.fields, language: view.language });
}

async function finish(context: PanelContext, link: Invitation, joining: InvitedPerson): Promise<Response> {
  const { view, people } = context.var;
  const token = await joinStudio(people, link, joining, requestClient(context).userAgent);
  if (token === undefined) return closed(context);
  await enterSession(context, token);
  return redirectWithNotice(context, studioBase(link.studioSlug), { text: signInWords(view.language).joined });
}

async function setPassword(context: PanelContext, link: PasswordLink): Promise<Response> {
  const { view, people } = context.var;
  const form = await readForm(context, passwordForm);
  if (!form.ok) return render(context, <PasswordLinkPage link={link} form={form.state} />, 400);
  const token = await setPasswordByLink(people, link, form.fields.password, requestClient(context).userAgent);
  if (token === undefined) return closed(context);
  const { email, language = view.language } = link;
  tellPasswordChanged(context, { email, language });
  await enterSession(context, token);
  return redirectWithNotice(context, PANEL, { text: signInWords(view.language).passwordIsSet });
}

function closed(context: PanelContext): Response | Promise<Response> {
  return render(context, <ClosedLinkPage />, 410);
}
