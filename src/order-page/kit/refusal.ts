// Refusals of the order page: whatever was thrown becomes an answer here.

import { failure } from "../../http/envelope.ts";
import { languageAsked } from "../../http/language.ts";
import type { OrderPageContext } from "./page-context.ts";
import { notFoundPage, wantsPage } from "./render.tsx";

/** An address that no studio has is told as the API tells it: whoever calls it may have forgotten the API's base path. */
export function refusal(_thrown: Error, context: OrderPageContext): Response | Promise<Response> {
  if (wantsPage(context)) return notFoundPage(context);
  return context.json(failure({ errorCode: "errors.pathUnknown", errors: null }, languageAsked(context, "en")), 404);
}
