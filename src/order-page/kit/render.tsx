// Rendering: a page as a response with its headers, and the pages that say one thing.

import type { Child } from "hono/jsx";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { isRead } from "../../http/context.ts";
import { Frame } from "./frame.tsx";
import { frameWords } from "./frame.words.ts";
import type { OrderPageContext } from "./page-context.ts";
import { pageHeaders } from "./page-headers.ts";

/** Answers a page. */
export function render(
  context: OrderPageContext,
  page: Child,
  status: ContentfulStatusCode = 200,
): Response | Promise<Response> {
  return context.html(`<!doctype html>${String(page)}`, status, pageHeaders(context.get("settings")));
}

/** Whether a person is to read the answer, in a browser's window, and not a script. */
export function wantsPage(context: OrderPageContext): boolean {
  return (context.req.header("Accept") ?? "").includes("text/html");
}

/** A page that says one thing, and leads to the order page where the studio is known. */
export function messagePage(
  context: OrderPageContext,
  status: ContentfulStatusCode,
  title: string,
  text: Child,
): Response | Promise<Response> {
  const { view } = context.var;
  // Where no studio was found there are neither, whatever the types say of pages that have one.
  const studio = context.get("studio");
  const settings = context.get("settings");
  const framed = studio && settings && { ...settings, title: studio.title };
  return render(
    context,
    <Frame view={view} studio={framed} title={title}>
      <div class="message">
        <h1>{title}</h1>
        <p>{text}</p>
        {framed === undefined || (isRead(context.req.method) && view.path === view.base) ? null : (
          <p>
            <a href={`${view.base}${view.query}`}>{frameWords(view.language).toPage}</a>
          </p>
        )}
      </div>
    </Frame>,
    status,
  );
}

export function notFoundPage(context: OrderPageContext): Response | Promise<Response> {
  const { notFound, notFoundText } = frameWords(context.var.view.language);
  return messagePage(context, 404, notFound, notFoundText);
}

/** The studio has switched its page off. */
export function closedPage(context: OrderPageContext): Response | Promise<Response> {
  const { closed, closedText } = frameWords(context.var.view.language);
  return messagePage(context, 404, closed, closedText);
}
