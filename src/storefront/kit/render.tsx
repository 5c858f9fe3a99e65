// Rendering: a page as a response with its headers, and refusals as pages.

import type { Child } from "hono/jsx";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { Refused } from "../wire.ts";
import { Frame } from "./frame/frame.tsx";
import { frameWords } from "./frame/frame.words.ts";
import type { StorefrontContext } from "./page-context.ts";
import { type PageSources, pageHeaders } from "./page-headers.ts";

export function renderPage(
  context: StorefrontContext,
  page: Child,
  status: ContentfulStatusCode = 200,
  sources?: PageSources,
): Response | Promise<Response> {
  return context.html(`<!doctype html>${String(page)}`, status, pageHeaders(context.get("settings"), sources));
}

/** True for a browser's navigation, which is answered with a page; false for a script's request. */
export function wantsPage(context: StorefrontContext): boolean {
  return (context.req.header("Accept") ?? "").includes("text/html");
}

/** A refusal as a page, with a link to the order page if the studio has one. */
export function messagePage(
  context: StorefrontContext,
  status: ContentfulStatusCode,
  { reason, message }: Pick<Refused, "reason" | "message">,
): Response | Promise<Response> {
  const { view } = context.var;
  const words = frameWords(view.language);
  // Both are unset if no studio was found; the types describe pages of a studio.
  const studio = context.get("studio");
  const settings = context.get("settings");
  const framed = studio && settings && { ...settings, title: studio.title };
  const title = words.refused[reason];
  return renderPage(
    context,
    <Frame view={view} studio={framed} title={title}>
      <div class="message">
        <h1>{title}</h1>
        <p>{message}</p>
        {settings?.isOpen && view.path !== view.base ? (
          <p>
            <a href={`${view.base}${view.query}`}>{words.toPage}</a>
          </p>
        ) : null}
      </div>
    </Frame>,
    status,
  );
}
