// Session of a request: finds it, and opens the studio of the path for its members only.

import { createMiddleware } from "hono/factory";
import { asStudioId } from "../../domain/ids.ts";
import { DEFAULT_LANGUAGE } from "../../domain/person.ts";
import { languageAsked } from "../../http/language.ts";
import { openPeopleDatabase } from "../../people/people-database.ts";
import { findSession, touchSession } from "../../people/session.store.ts";
import { logError } from "../../platform/error-log.ts";
import { openTenant } from "../../tenant/tenant.ts";
import { PANEL, studioBase } from "./addresses.ts";
import { browserTokenOf, ensureBrowserToken, formTokenOf } from "./browser-token.ts";
import { readNotice } from "./notice.ts";
import type { PanelEnv, View } from "./panel-context.ts";
import { notFoundPage, ownersOnlyPage } from "./render.tsx";

/** Sets `view`, and `session` where there is one. One round trip for who has a session's cookie, none for others. */
export const identify = createMiddleware<PanelEnv>(async (context, next) => {
  const view: View = {
    language: languageAsked(context, DEFAULT_LANGUAGE),
    theme: "system",
    path: context.req.path,
    formToken: await formTokenOf(context.env.LINK_SECRET, ensureBrowserToken(context)),
    notice: await readNotice(context),
    person: undefined,
    memberships: [],
    studio: undefined,
  };
  // First of all, so that an error of the database has a page to be told on.
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

/** Opens the studio of the path. For who is no member it does not exist. */
export const openStudioOfMember = createMiddleware<PanelEnv>(async (context, next) => {
  const { session, view } = context.var;
  const slug = context.req.param("slug");
  const membership = session.memberships.find(({ studio }) => studio.slug === slug);
  if (membership === undefined) return notFoundPage(context);
  const { studio: record, role, newPriceRequests } = membership;
  const studio = { base: studioBase(record.slug), record, role, newPriceRequests };
  context.set("studio", studio);
  context.set("view", { ...view, studio });
  context.set("tenant", openTenant(context.env, asStudioId(membership.studio.id), context.executionCtx));
  await next();
});

/** For routes of the owner: the order page, keys, prices, people. */
export const ownersOnly = createMiddleware<PanelEnv>(async (context, next) => {
  if (context.var.studio.role !== "owner") return ownersOnlyPage(context);
  await next();
});

/** Any origin: only paths are asked of it. */
const ORIGIN = "https://panel.invalid";
/** The panel's own paths have no encoded letters; those of a search stand behind. */
const PANEL_PATH = new RegExp(`^${PANEL}(?:/[\\w.-]+)*/?$`);

/**
 * A path of the panel to go on to, as a browser reads it: without dots that lead upwards, tabs, backslashes. Anything else, such
 * as another site, becomes the panel's start.
 */
export function ownPath(typed: string | undefined): string {
  if (typed === undefined || !URL.canParse(typed, ORIGIN)) return PANEL;
  const { origin, pathname, search } = new URL(typed, ORIGIN);
  return origin === ORIGIN && PANEL_PATH.test(pathname) ? pathname + search : PANEL;
}
