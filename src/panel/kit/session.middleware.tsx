// Session of a request: reads it, and opens the path's studio for members only.

import { createMiddleware } from "hono/factory";
import { asStudioId } from "../../domain/ids.ts";
import { DEFAULT_LANGUAGE } from "../../domain/person.ts";
import { languageAsked } from "../../http/language.ts";
import { mailSenderOf } from "../../mail/mail-sender.ts";
import { openPeopleDatabase } from "../../people/people-database.ts";
import { findSession, touchSession } from "../../people/session.store.ts";
import { logError } from "../../platform/error-log.ts";
import { openTenant } from "../../tenant/tenant.ts";
import { PANEL, studioBase } from "./addresses.ts";
import { browserTokenOf, ensureBrowserToken, formTokenOf } from "./browser-token.ts";
import { readNotice } from "./notice.ts";
import type { PanelEnv, View } from "./panel-context.ts";
import { notFoundPage, ownersOnlyPage } from "./render.tsx";

/** Sets `view`, and `session` if the browser has one. One round trip with a cookie, none without. */
export const loadSession = createMiddleware<PanelEnv>(async (context, next) => {
  const view: View = {
    language: languageAsked(context, DEFAULT_LANGUAGE),
    theme: "system",
    path: context.req.path,
    formToken: await formTokenOf(context.env.LINK_SECRET, ensureBrowserToken(context)),
    sendsMail: mailSenderOf(context.env) !== undefined,
    notice: await readNotice(context),
    person: undefined,
    memberships: [],
    studio: undefined,
  };
  // Set before the database is read: the error page needs it.
  context.set("view", view);
  const people = openPeopleDatabase(context.env);
  context.set("people", people);
  const session = await findSession(people, browserTokenOf(context));
  if (session !== undefined) {
    const { person, memberships } = session;
    context.set("session", session);
    context.set("view", { ...view, language: person.language, theme: person.theme, person, memberships });
    if (session.isTouchDue) {
      const { requestId } = context.var;
      context.executionCtx.waitUntil(touchSession(people, session.id).catch((error) => logError({ requestId }, error)));
    }
  }
  await next();
});

/** Opens the path's studio. Answers 404 to a person who is no member. */
export const openStudioOfMember = createMiddleware<PanelEnv>(async (context, next) => {
  const { session, view } = context.var;
  const slug = context.req.param("slug");
  const membership = session.memberships.find(({ studio }) => studio.slug === slug);
  if (membership === undefined) return notFoundPage(context);
  const { studio: record, ...own } = membership;
  const studio = { base: studioBase(record.slug), record, ...own };
  context.set("studio", studio);
  context.set("view", { ...view, studio });
  context.set("tenant", openTenant(context.env, asStudioId(membership.studio.id), context.executionCtx));
  await next();
});

/** Answers 403 to staff. */
export const ownersOnly = createMiddleware<PanelEnv>(async (context, next) => {
  if (context.var.studio.role !== "owner") return ownersOnlyPage(context);
  await next();
});

/** Any origin serves: only paths are resolved against it. */
const ORIGIN = "https://panel.invalid";
/** Paths of the panel have no encoded letters; a search's are in the query. */
const PANEL_PATH = new RegExp(`^${PANEL}(?:/[\\w.-]+)*/?$`);

/**
 * The path of the panel to continue at, resolved as a browser does: without dot segments, tabs and backslashes. Anything else,
 * such as another site, becomes the panel's start.
 */
export function panelPath(typed: string | undefined): string {
  if (typed === undefined || !URL.canParse(typed, ORIGIN)) return PANEL;
  const { origin, pathname, search } = new URL(typed, ORIGIN);
  return origin === ORIGIN && PANEL_PATH.test(pathname) ? pathname + search : PANEL;
}
