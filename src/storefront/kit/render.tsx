// Rendering: a page as a response with its headers, and the pages that say one thing.

import type { Child } from "hono/jsx";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { Refused } from "../wire.ts";
import { Frame } from "./frame.tsx";
import { frameWords } from "./frame.words.ts";
import type { StorefrontContext } from "./page-context.ts";
import { pageHeaders } from "./page-headers.ts";

/** Answers a page. */
export function renderPage(
  context: StorefrontContext,
  page: Child,
  status: ContentfulStatusCode = 200,
): Response | Promise<Response> {
  return context.html(`<!doctype html>${String(page)}`, status, pageHeaders(context.get("settings")));
}

/** Whether a person is to read the answer, in a browser's window, and not a script. */
export function wantsPage(context: StorefrontContext): boolean {
  return (context.req.header("Accept") ?? "").includes("text/html");
}

/** A refusal as a page. It leads to the order page, where there is one. */
export function messagePage(
  context: StorefrontContext,
  status: ContentfulStatusCode,
  { reason, message }: Pick<Refused, "reason" | "message">,
): Response | Promise<Response> {
  const { view } = context.var;
  const words = frameWords(view.language);
  // Where no studio was found there are neither, whatever the types say of pages that have one.
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
