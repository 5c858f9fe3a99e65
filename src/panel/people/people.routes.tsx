// People of a studio: invite, change roles, remove.

import { Hono } from "hono";
import { asPersonId, asStudioId, type PersonId, type StudioId } from "../../domain/ids.ts";
import type { Language } from "../../domain/person.ts";
import { pathId } from "../../http/request/path-id.ts";
import { type AccountMail, sendAccountMail } from "../../mail/account-mail.ts";
import { readForm, refused } from "../../pages/form-values.ts";
import { languageOfPerson } from "../../people/account.store.ts";
import { admitAttempt, counterOfMails } from "../../people/attempts.store.ts";
import { changeRole, readPeopleOf, removeMember, restoreMember } from "../../people/member.store.ts";
import { linkPath } from "../../people/new-link.ts";
import { createPasswordLinkOfMember, inviteIntoStudio, revokeInvitation } from "../../people/one-time-link.store.ts";
import { normalizedEmail } from "../../people/person.ts";
import { redirectWithNotice } from "../kit/notice.ts";
import type { PanelContext, PanelEnv } from "../kit/panel-context.ts";
import { notFoundPage, render } from "../kit/render.tsx";
import { type CreatedLink, type LinkMail, PeoplePage } from "./people.page.tsx";
import { invitationForm, restoreForm, roleForm } from "./people.request.ts";
import { peopleWords } from "./people.words.ts";
import { readRemoval, signRemoval } from "./signed-removal.ts";

export const peopleRoutes = new Hono<PanelEnv>()
  .get("/", (context) => show(context))
  .post("/invitations", async (context) => {
    const { view, session, studio, people } = context.var;
    const form = await readForm(context, invitationForm);
    const found = await readPeopleOf(people, studioIdOf(context));
    if (!form.ok) return render(context, <PeoplePage people={found} form={form.state} />, 400);
    const { role, email = null } = form.fields;
    if (email !== null && found.members.some((member) => member.email === normalizedEmail(email))) {
      const state = refused(form.typed, { email: [peopleWords(view.language).isMember] });
      return render(context, <PeoplePage people={found} form={state} />, 400);
    }
    const token = await inviteIntoStudio(people, studioIdOf(context), { role, email });
    const invitation = {
      about: "invitation",
      studio: studio.record,
      role,
      inviter: session.person.name,
      token,
    } as const;
    const mail = email === null ? undefined : await mailLink(context, { email }, invitation);
    return show(context, { made: { purpose: "invitation", address: addressOf(context, token), mail } });
  })
  .post("/invitations/:id/revoke", async (context) => {
    const { view, studio, people } = context.var;
    await revokeInvitation(people, studioIdOf(context), pathId(context.req.param("id")));
    const text = peopleWords(view.language).invitationRevoked;
    return redirectWithNotice(context, `${studio.base}/people`, { text });
  })
  .post("/restore", async (context) => {
    const { view, studio, people } = context.var;
    const words = peopleWords(view.language);
    const form = await readForm(context, restoreForm);
    const signed = form.ok ? form.fields.removal : "";
    const removal = await readRemoval(context.env.LINK_SECRET, studioIdOf(context), signed);
    const isRestored = removal !== undefined && (await restoreMember(people, removal));
    if (!isRestored) return show(context, { problem: words.undoTooLate }, 400);
    return redirectWithNotice(context, `${studio.base}/people`, { text: words.restored(removal.name) });
  })
  .post("/:personId/role", async (context) => {
    const { view, session, studio, people } = context.var;
    const words = peopleWords(view.language);
    const form = await readForm(context, roleForm);
    if (!form.ok) return show(context, { problem: form.state.faults.role?.join(" ") ?? "" }, 400);
    const personId = personIdOf(context);
    const change = await changeRole(people, studioIdOf(context), personId, form.fields.role);
    if (change.outcome === "last_owner") return show(context, { problem: words.lastOwner }, 400);
    // An owner who became staff may no longer see this page.
    const isOwnerStill = personId !== session.person.id || form.fields.role === "owner";
    const text = words.roleChanged(change.name, words[form.fields.role]);
    if (!isOwnerStill) return redirectWithNotice(context, studio.base, { text });
    const undo = { action: `${studio.base}/people/${personId}/role`, fields: { role: change.roleBefore } };
    return redirectWithNotice(context, `${studio.base}/people`, {
      text,
      ...(change.roleBefore === form.fields.role ? {} : { undo }),
    });
  })
  .post("/:personId/remove", async (context) => {
    const { view, session, studio, people } = context.var;
    const words = peopleWords(view.language);
    const personId = personIdOf(context);
    // A removed owner could not undo it.
    if (personId === session.person.id) return show(context, { problem: words.notOneself }, 400);
    const change = await removeMember(people, studioIdOf(context), personId);
    if (change.outcome === "last_owner") return show(context, { problem: words.lastOwner }, 400);
    const { name, row } = change;
    const removal = await signRemoval(context.env.LINK_SECRET, { ...row, name, removedAt: Date.now() });
    return redirectWithNotice(context, `${studio.base}/people`, {
      text: words.removed(name),
      undo: { action: `${studio.base}/people/restore`, fields: { removal } },
    });
  })
  .post("/:personId/password-link", async (context) => {
    const { view, studio, people } = context.var;
    const personId = personIdOf(context);
    const studioId = studioIdOf(context);
    const token = await createPasswordLinkOfMember(people, studioId, personId);
    const found = await readPeopleOf(people, studioId);
    const member = found.members.find((candidate) => candidate.personId === personId);
    if (member === undefined) return notFoundPage(context);
    if (token === undefined) {
      const { notOnlyHere, notOnlyHereWithoutMail } = peopleWords(view.language);
      return show(context, { problem: view.sendsMail ? notOnlyHere : notOnlyHereWithoutMail }, 400);
    }
    const mail = await mailLink(context, member, { about: "password_link", studio: studio.record, token });
    const { name } = member;
    return show(context, { made: { purpose: "password", address: addressOf(context, token), name, mail } });
  });

async function show(
  context: PanelContext,
  also: { readonly made?: CreatedLink; readonly problem?: string } = {},
  status: 200 | 400 = 200,
): Promise<Response> {
  const { people } = context.var;
  const found = await readPeopleOf(people, studioIdOf(context));
  return render(context, <PeoplePage people={found} {...also} />, status);
}

function studioIdOf(context: PanelContext): StudioId {
  return asStudioId(context.var.studio.record.id);
}

function personIdOf(context: PanelContext): PersonId {
  return asPersonId(pathId(context.req.param("personId") ?? ""));
}

/**
 * Sends a link to its person, even if the owner closes the page meanwhile. Undefined if this deployment sends no e-mail.
 *
 * @param person the language of an invited person is their account's, or the owner's
 */
async function mailLink(
  context: PanelContext,
  { email, language }: { readonly email: string; readonly language?: Language },
  mail: AccountMail,
): Promise<LinkMail | undefined> {
  const { view, people } = context.var;
  if (!view.sendsMail) return undefined;
  const refusal = await admitAttempt(people, [counterOfMails(studioIdOf(context))]);
  if (refusal !== undefined) return { to: email, end: { outcome: "too_many" } };
  const reader = { email, language: language ?? (await languageOfPerson(people, email)) ?? view.language };
  const sending = sendAccountMail(context.env, reader, mail);
  context.executionCtx.waitUntil(sending);
  return { to: email, end: await sending };
}

/** Absolute: the owner passes it on. */
function addressOf(context: PanelContext, token: string): string {
  return new URL(linkPath(token), context.req.url).href;
}
