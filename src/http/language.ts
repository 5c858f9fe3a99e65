// The client's language for sentences about faults.

import type { Context } from "hono";
import { accepts } from "hono/accepts";
import { LANGUAGES, type Language } from "../domain/person.ts";

/** The answer to an Accept-Language without a language of the service. */
const NONE = "";

/**
 * The service's language that a request's Accept-Language prefers, in any region: uk-UA is uk.
 *
 * @param otherwise the language of a request without one of the service's
 */
export function languageAsked<Otherwise extends Language | undefined>(
  context: Context,
  otherwise: Otherwise,
): Language | Otherwise {
  const asked = accepts(context, {
    header: "Accept-Language",
    supports: [...LANGUAGES],
    default: NONE,
    match: (accepted) =>
      accepted
        .filter(({ q }) => q > 0)
        .toSorted((a, b) => b.q - a.q)
        .map(({ type }) => languageOf(type))
        .find((language) => language !== undefined) ?? NONE,
  });
  return languageOf(asked) ?? otherwise;
}

/** The service's language of a tag, such as uk-UA; undefined for one that it does not speak. */
export function languageOf(tag: string): Language | undefined {
  const [language = ""] = tag.toLowerCase().split("-", 1);
  return LANGUAGES.find((known) => known === language);
}
