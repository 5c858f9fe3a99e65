// View of a request: its language, its theme, and whether the widget frames the page.

import { createMiddleware } from "hono/factory";
import { DEFAULT_LANGUAGE, type Language, THEMES } from "../../domain/person.ts";
import { languageAsked, languageOf } from "../../http/language.ts";
import type { StorefrontContext, StorefrontEnv, StorefrontView } from "./page-context.ts";

/** Sets `view` from the request alone. Once the studio is known, `inLanguageOfStudio` settles the language. */
export const readView = createMiddleware<StorefrontEnv>(async (context, next) => {
  context.set("view", viewOf(context, languageOfVisitor(context) ?? DEFAULT_LANGUAGE));
  await next();
});

/** The visitor's language: by the address, else by the browser. undefined if the service speaks neither. */
export function languageOfVisitor(context: StorefrontContext): Language | undefined {
  return languageOf(context.req.query("lang") ?? "") ?? languageAsked(context, undefined);
}

/** The view in the visitor's language, else in the studio's. @param locale the studio's, such as en-GB */
export function inLanguageOfStudio(context: StorefrontContext, locale: string): StorefrontView {
  const ofStudio = languageOf(locale) ?? DEFAULT_LANGUAGE;
  const language = languageOfVisitor(context) ?? ofStudio;
  return { ...context.var.view, language, isSecondLanguage: language !== ofStudio };
}

function viewOf(context: StorefrontContext, language: Language): StorefrontView {
  const { pathname, origin } = new URL(context.req.url);
  const lang = languageOf(context.req.query("lang") ?? "");
  const theme = oneOf(THEMES, context.req.query("theme"));
  const isInWidget = context.req.query("widget") === "1";
  const asked = { ...(lang && { lang }), ...(theme && { theme }), ...(isInWidget && askedByWidget(context)) };
  return {
    language,
    isSecondLanguage: false,
    theme: theme ?? "system",
    isInWidget,
    base: `/${context.req.param("studioSlug") ?? ""}`,
    path: pathname,
    origin,
    query: queryOf(asked),
  };
}

/** Links inside the widget keep these parameters: each page sends messages to the site, and has its accent. */
function askedByWidget(context: StorefrontContext): Readonly<Record<string, string>> {
  const { host = "", accent = "" } = context.req.query();
  return {
    widget: "1",
    ...(URL.parse(host)?.origin === host && { host }),
    ...(/^#[0-9a-f]{3,6}$/i.test(accent) && { accent }),
  };
}

/** The page's own address in another language. */
export function inOtherLanguage({ path, theme }: StorefrontView, lang: Language): string {
  return `${path}${queryOf({ lang, ...(theme !== "system" && { theme }) })}`;
}

function queryOf(asked: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(asked).toString();
  return query === "" ? "" : `?${query}`;
}

function oneOf<Value extends string>(values: readonly Value[], text: string | undefined): Value | undefined {
  return values.find((value) => value === text);
}
