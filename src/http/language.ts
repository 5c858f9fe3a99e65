// The language in which a client wants to be told what is wrong.

import type { Context } from "hono";
import { accepts } from "hono/accepts";
import { LANGUAGES, type Language } from "../domain/person.ts";

/**
 * The service's language that a request's Accept-Language prefers, whatever the region: uk-UA is uk.
 *
 * @param otherwise the language where the request asks for none that the service speaks
 */
export function languageAsked(context: Context, otherwise: Language): Language {
  const asked = accepts(context, {
    header: "Accept-Language",
    supports: [...LANGUAGES],
    default: otherwise,
    match: (accepted) =>
      accepted
        .filter(({ q }) => q > 0)
        .toSorted((a, b) => b.q - a.q)
        .map(({ type }) => languageOf(type))
        .find((language) => language !== undefined) ?? otherwise,
  });
  return languageOf(asked) ?? otherwise;
}

function languageOf(tag: string): Language | undefined {
  const [language = ""] = tag.toLowerCase().split("-", 1);
  return LANGUAGES.find((known) => known === language);
}
