// Rendering: a page as a response, and the error pages.

import type { Child } from "hono/jsx";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { isDomainError } from "../../domain/errors.ts";
import { OVERLOADED_RETRY_AFTER_SECONDS } from "../../http/errors.ts";
import { CLIENT_CLOSED } from "../../http/middleware/request-log.middleware.ts";
import { logCause, unexpectedError } from "../../http/unexpected-error.ts";
import { Layout } from "./layout.tsx";
import { layoutWords } from "./layout.words.ts";
import { forgetNotice } from "./notice.ts";
import type { PanelContext } from "./panel-context.ts";
import { ViewContext } from "./view-context.ts";

/** Renders a page as the response, and deletes the notice that it shows. */
export function render(
  context: PanelContext,
  page: Child,
  status: ContentfulStatusCode = 200,
): Response | Promise<Response> {
  if (context.var.view.notice !== undefined) forgetNotice(context);
  const { view } = context.var;
  const html = String(<ViewContext.Provider value={view}>{page}</ViewContext.Provider>);
  return context.html(`<!doctype html>${html}`, status);
}

/** A page with a title and a short text. */
export function MessagePage({ title, children }: { readonly title: string; readonly children?: Child }) {
  return (
    <Layout title={title} width="narrow">
      <div class="message">{children}</div>
    </Layout>
  );
}

export function notFoundPage(context: PanelContext): Response | Promise<Response> {
  const { view } = context.var;
  const words = layoutWords(view.language);
  return render(
    context,
    <MessagePage title={words.notFound}>
      <p>{words.notFoundText}</p>
    </MessagePage>,
    404,
  );
}

export function ownersOnlyPage(context: PanelContext): Response | Promise<Response> {
  const { view } = context.var;
  const words = layoutWords(view.language);
  return render(
    context,
    <MessagePage title={words.ownersOnly}>
      <p>{words.ownersOnlyText}</p>
    </MessagePage>,
    403,
  );
}

/** @param page the path of the form's page */
export function foreignFormPage(context: PanelContext, page?: string): Response | Promise<Response> {
  const { view } = context.var;
  const words = layoutWords(view.language);
  return render(
    context,
    <MessagePage title={words.refused}>
      <p>{words.foreignForm}</p>
      {page === undefined ? null : <a href={page}>{words.openAgain}</a>}
    </MessagePage>,
    403,
  );
}

export function tooLargePage(context: PanelContext, maxKilobytes: number): Response | Promise<Response> {
  const { view } = context.var;
  const words = layoutWords(view.language);
  return render(
    context,
    <MessagePage title={words.tooLarge}>
      <p>{words.tooLargeText(maxKilobytes)}</p>
    </MessagePage>,
    413,
  );
}

/** For values that no form of the panel can send: their faults name fields of the API, so they are left out. */
function refusedPage(context: PanelContext, title: string, status: 400 | 413): Response | Promise<Response> {
  const { view } = context.var;
  return render(
    context,
    <MessagePage title={title}>
      <p>{layoutWords(view.language).refusedText}</p>
    </MessagePage>,
    status,
  );
}

/** The page of a thrown error. For an unknown error it states only the request id of the log line. */
export function errorPage(thrown: Error, context: PanelContext): Response | Promise<Response> {
  const { view, requestId } = context.var;
  const words = layoutWords(view.language);
  if (isDomainError(thrown)) logCause(thrown, context.var);
  const error = isDomainError(thrown) ? thrown : unexpectedError(thrown, context.var);
  if (error === "client has gone") return new Response(null, { status: CLIENT_CLOSED });
  if (error === "unknown") {
    return render(
      context,
      <MessagePage title={words.failed}>
        <p>
          {words.failedText} <code>{requestId}</code>
        </p>
      </MessagePage>,
      500,
    );
  }
  switch (error.kind) {
    case "not_found":
      return notFoundPage(context);
    case "slicer_unavailable":
      return render(
        context,
        <MessagePage title={words.unavailable}>
          <p>{words.unavailableText}</p>
        </MessagePage>,
        503,
      );
    case "overloaded":
      context.header("Retry-After", OVERLOADED_RETRY_AFTER_SECONDS);
      return render(
        context,
        <MessagePage title={words.overloaded}>
          <p>{words.overloadedText}</p>
        </MessagePage>,
        503,
      );
    case "too_large":
      return refusedPage(context, words.tooLarge, 413);
    case "changed_meanwhile":
      return render(
        context,
        <MessagePage title={words.changedMeanwhile}>
          <p>{words.changedMeanwhileText}</p>
        </MessagePage>,
        409,
      );
    case "invalid":
    case "sold_out":
    case "request_in_progress":
    case "request_key_reused":
      return refusedPage(context, words.refused, 400);
    default:
      return error satisfies never;
  }
}
