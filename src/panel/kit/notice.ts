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

/** An undo that leaves less of its text is dropped: a person must read the result. */
const MIN_TEXT_CHARACTERS = 80;

/** Shortens a text that is too long for a cookie, and drops an undo that leaves no room for it. */
function fitting(notice: Notice): Notice {
  const { undo: _, ...told } = notice;
  return shortened(notice, MIN_TEXT_CHARACTERS) ?? shortened(told, 0) ?? { text: "" };
}

/** Undefined if fewer than `least` characters of the text fit. */
function shortened(notice: Notice, least: number): Notice | undefined {
  if (lengthInCookie(notice) <= MAX_COOKIE_CHARACTERS) return notice;
  let room = MAX_COOKIE_CHARACTERS - lengthInCookie({ ...notice, text: "…" });
  if (room < 0) return undefined;
  const kept: string[] = [];
  for (const character of notice.text) {
    room -= lengthInCookie(character) - lengthInCookie("");
    if (room < 0) break;
    kept.push(character);
  }
  return kept.length < least ? undefined : { ...notice, text: `${kept.join("")}…` };
}

function lengthInCookie(value: unknown): number {
  return encodeURIComponent(JSON.stringify(value)).length;
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
