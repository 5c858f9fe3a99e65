// Refusals of the order page: turns every thrown error into an answer in the visitor's language.

import { HTTPException } from "hono/http-exception";
import { type DomainError, type FieldFaults, isDomainError } from "../../domain/errors.ts";
import { DEFAULT_LANGUAGE, type Language } from "../../domain/person.ts";
import { failure } from "../../http/contract/envelope.ts";
import { HttpError, OVERLOADED_RETRY_AFTER_SECONDS, pathUnknown } from "../../http/errors.ts";
import { languageAsked } from "../../http/language.ts";
import { CLIENT_CLOSED } from "../../http/middleware/request-log.middleware.ts";
import { logCause, unexpectedError } from "../../http/unexpected-error.ts";
import type { Refused } from "../wire.ts";
import type { StorefrontContext } from "./page-context.ts";
import { refusalWords } from "./refusal.words.ts";
import { messagePage, wantsPage } from "./render.tsx";
import { type SentenceForVisitor, StorefrontError } from "./storefront-error.ts";

type Status = 400 | 403 | 404 | 409 | 413 | 429 | 500 | 503;

/** A refusal before it is written as JSON or as a page. */
interface Answer extends Pick<Refused, "reason" | "message"> {
  readonly status: Status;
  readonly faults?: Refused["faults"];
  readonly retryAfterSeconds?: number | undefined;
}

/** The answer to an address without a page, or without a studio. */
export function unknownAddress(context: StorefrontContext): Response | Promise<Response> {
  const { language } = context.var.view;
  return answered(context, { status: 404, reason: "not_found", message: refusalWords(language).notFound });
}

export function answerRefusal(thrown: Error, context: StorefrontContext): Response | Promise<Response> {
  if (thrown instanceof HttpError) return ofHttp(thrown, context);
  if (context.var.studio === undefined && isDomainError(thrown) && thrown.kind === "not_found") {
    // A program gets the API's own 404: its address may lack the API's base path.
    return wantsPage(context) ? unknownAddress(context) : ofHttp(pathUnknown(), context);
  }
  const language = context.var.view?.language ?? languageAsked(context, DEFAULT_LANGUAGE);
  if (thrown instanceof StorefrontError) {
    const { message, faults = {}, ...rest } = thrown.refusal;
    return answered(context, { ...rest, message: inWords(message, language), faults: saidFaults(faults, language) });
  }
  // hono's validator throws this for a body that is not JSON.
  if (thrown instanceof HTTPException && thrown.status === 400) {
    return answered(context, { status: 400, reason: "invalid", message: refusalWords(language).unreadable });
  }
  if (isDomainError(thrown)) logCause(thrown, context.var);
  const known = isDomainError(thrown) ? thrown : unexpectedError(thrown, context.var);
  if (known === "client has gone") return new Response(null, { status: CLIENT_CLOSED });
  if (known === "unknown") {
    const message = refusalWords(language).failed(context.var.requestId);
    return answered(context, { status: 500, reason: "failed", message });
  }
  return answered(context, ofDomain(known, language));
}

function answered(
  context: StorefrontContext,
  { status, retryAfterSeconds, faults = {}, ...said }: Answer,
): Response | Promise<Response> {
  if (retryAfterSeconds !== undefined) context.header("Retry-After", String(retryAfterSeconds));
  if (wantsPage(context)) return messagePage(context, status, said);
  const refused: Refused = { status: "refused", faults, ...said };
  return context.json(refused, status);
}

function ofHttp({ response }: HttpError, context: StorefrontContext): Response {
  const { status, headers, ...body } = response;
  return context.json(failure(body, languageAsked(context, "en")), status, headers);
}

function ofDomain(error: DomainError, language: Language): Answer {
  const words = refusalWords(language);
  const faults = visitorFaults(error.faults ?? {}, language);
  switch (error.kind) {
    case "invalid":
      return { status: 400, reason: "invalid", message: words.invalid, faults };
    case "not_found":
      return { status: 404, reason: "not_found", message: Object.values(faults)[0]?.[0] ?? words.notFound, faults };
    case "too_large":
      return { status: 413, reason: "too_large", message: words.tooLarge, faults };
    case "sold_out":
      return { status: 409, reason: "sold_out", message: words.soldOut(Object.values(faults).flat()), faults };
    case "slicer_unavailable":
      return { status: 503, reason: "unavailable", message: words.unavailable };
    case "overloaded":
      return {
        status: 503,
        reason: "unavailable",
        message: words.overloaded,
        retryAfterSeconds: Number(OVERLOADED_RETRY_AFTER_SECONDS),
      };
    case "changed_meanwhile":
    case "request_in_progress":
    case "request_key_reused":
      return { status: 409, reason: "invalid", message: words.changedMeanwhile, faults };
    default:
      return error satisfies never;
  }
}

/** Words faults of missing records for visitors: the domain's sentences name ids and operations of the API. */
function visitorFaults(faults: FieldFaults, language: Language): Refused["faults"] {
  const words = refusalWords(language);
  return Object.fromEntries(
    Object.entries(faults).map(([field, said]) => {
      const gone = /(modelId|attachmentId)$/.test(field) ? words.modelGone : words.gone;
      // Several missing ids of one field are one sentence.
      return [field, [...new Set(said.map((fault) => (fault.isMissing ? gone : fault[language])))]];
    }),
  );
}

function saidFaults(
  faults: Readonly<Record<string, readonly SentenceForVisitor[]>>,
  language: Language,
): Refused["faults"] {
  return Object.fromEntries(
    Object.entries(faults).map(([field, said]) => [field, said.map((one) => inWords(one, language))]),
  );
}

function inWords(said: SentenceForVisitor, language: Language): string {
  return typeof said === "string" ? said : said[language];
}
