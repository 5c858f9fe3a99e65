// Notice: the result of a form, shown once on the next page, with a way to undo it.
//
// The cookie is signed: another site's cookie must not put words or forms on the page.

import { deleteCookie, getSignedCookie, setSignedCookie } from "hono/cookie";
import { PANEL } from "./addresses.ts";
import { type Notice, noticeSchema } from "./notice.schema.ts";
import type { PanelContext } from "./panel-context.ts";

const COOKIE = "panel-notice";

/** Browsers drop a cookie of more than 4096 characters, name and signature included. */
const MAX_COOKIE_CHARACTERS = 3900;

/** Drops an undo that is too long for a cookie; the text stays. */
function fitting({ undo, ...notice }: Notice): Notice {
  const whole = { ...notice, undo };
  return encodeURIComponent(JSON.stringify(whole)).length <= MAX_COOKIE_CHARACTERS ? whole : notice;
}

/** Answers a completed form: redirects to a page that shows the notice. */
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

/** The page's notice. `render` deletes it after showing it, so a redirect in between does not lose it. */
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

/** False for HEAD and for a script's refresh: neither shows the notice. */
function isPageLoad(context: PanelContext): boolean {
  return context.req.method === "GET" && (context.req.header("Sec-Fetch-Dest") ?? "document") === "document";
}
