// Notice: the result of a form, shown once on the next page, with a way to undo it.
//
// It travels in a signed cookie, so that a foreign cookie puts no words or forms on the page.

import { deleteCookie, getSignedCookie, setSignedCookie } from "hono/cookie";
import { PANEL } from "./addresses.ts";
import { type Notice, noticeSchema } from "./notice.schema.ts";
import type { PanelContext } from "./panel-context.ts";

const COOKIE = "panel-notice";

/** Browsers drop a cookie of more than 4096 characters, with its name and signature. */
const MAX_COOKIE_CHARACTERS = 3900;

/** Keeps the text in any case, and drops a way to undo that is too long for a cookie. */
function fitting({ undo, ...notice }: Notice): Notice {
  const whole = { ...notice, undo };
  return encodeURIComponent(JSON.stringify(whole)).length <= MAX_COOKIE_CHARACTERS ? whole : notice;
}

/** Answers a form that has done its work: the browser is sent on to a page, which shows the notice. */
export async function redirectWithNotice(context: PanelContext, path: string, notice: Notice): Promise<Response> {
  await setSignedCookie(context, COOKIE, JSON.stringify(fitting(notice)), context.env.LINK_SECRET, {
    path: PANEL,
    httpOnly: true,
    sameSite: "Lax",
    secure: new URL(context.req.url).protocol === "https:",
    maxAge: 60,
  });
  return context.redirect(path, 303);
}

/** The notice that a page is to show. `render` forgets it once it is shown: a redirect on the way does not swallow it. */
export async function readNotice(context: PanelContext): Promise<Notice | undefined> {
  if (!isPageLoad(context)) return undefined;
  const value = await getSignedCookie(context, context.env.LINK_SECRET, COOKIE);
  if (value === undefined || value === false) return undefined;
  try {
    return noticeSchema.parse(JSON.parse(value));
  } catch {
    return undefined;
  }
}

export function forgetNotice(context: PanelContext): void {
  deleteCookie(context, COOKIE, { path: PANEL });
}

/** HEAD, and a script that refreshes a part of a page, show no notice. */
function isPageLoad(context: PanelContext): boolean {
  return context.req.method === "GET" && (context.req.header("Sec-Fetch-Dest") ?? "document") === "document";
}
