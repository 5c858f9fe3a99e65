// The cookie that holds a browser's token, and the form token made from it.
//
// A visitor gets a token too, so that the sign-in form is protected like any other. Signing in replaces it.

import { getCookie, setCookie } from "hono/cookie";
import { endSession } from "../../people/session.store.ts";
import { createToken } from "../../platform/secret-token.ts";
import { sign } from "../../platform/signature.ts";
import type { PanelContext } from "./panel-context.ts";

const YEAR_SECONDS = 365 * 86_400;

/** With https, the prefix makes browsers refuse the cookie from any other host (RFC 6265bis, 4.1.3.2). */
function cookieNameOf(context: PanelContext): string {
  return isSecure(context) ? "__Host-panel" : "panel";
}

function isSecure(context: PanelContext): boolean {
  return new URL(context.req.url).protocol === "https:";
}

/** The browser's token, of a session or a visitor. */
export function browserTokenOf(context: PanelContext): string | undefined {
  return getCookie(context, cookieNameOf(context));
}

function setBrowserToken(context: PanelContext, token: string): void {
  setCookie(context, cookieNameOf(context), token, {
    path: "/",
    httpOnly: true,
    sameSite: "Lax",
    secure: isSecure(context),
    maxAge: YEAR_SECONDS,
  });
}

/**
 * Gives the browser a new session's token, and ends its earlier session: overwriting the cookie loses that token, and the
 * session must not stay open without its person.
 */
export async function enterSession(context: PanelContext, token: string): Promise<void> {
  const { session, people } = context.var;
  // Undefined on the sign-in pages; its type is that of pages behind `requireSession`.
  if (session !== undefined) await endSession(people, session.person.id, session.id);
  setBrowserToken(context, token);
}

/** The browser's token; a browser without one gets a new one. */
export function ensureBrowserToken(context: PanelContext): string {
  const known = browserTokenOf(context);
  if (known !== undefined) return known;
  const token = createToken();
  setBrowserToken(context, token);
  return token;
}

export function formTokenOf(secret: string, browserToken: string): Promise<string> {
  return sign(secret, "form-token", browserToken);
}
