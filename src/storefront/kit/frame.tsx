// The frame around every page: head, header with the language switch, content, footer.

import type { Child } from "hono/jsx";
import { raw } from "hono/utils/html";
import { LANGUAGES, type Language } from "../../domain/person.ts";
import { OWN_LANGUAGE_NAMES } from "../../pages/words.ts";
import type { StorefrontSettings } from "../../studios/storefront-settings.store.ts";
import type { PageConfiguration } from "../wire.ts";
import { frameWords } from "./frame.words.ts";
import type { StorefrontView } from "./page-context.ts";
import { inOtherLanguage } from "./view.middleware.ts";

const STOREFRONT_ASSETS = "/order-page/assets";

/** Open Graph's language codes, which have a country. */
const OPEN_GRAPH_LOCALES = { en: "en_GB", uk: "uk_UA" } as const satisfies Record<Language, string>;

/** The studio's texts in the frame. */
export type FramedStudio = { readonly title: string } & Pick<
  StorefrontSettings,
  "terms" | "requisites" | "allowedSites"
>;

export interface FrameProps {
  readonly view: StorefrontView;
  /** undefined if no studio has the address. */
  readonly studio: FramedStudio | undefined;
  /** The page's title; the window's adds the studio. */
  readonly title: string;
  /** For search engines and messengers. Only public pages have one. */
  readonly description?: string;
  /** The script's configuration. A page without it has no script. */
  readonly configuration?: PageConfiguration;
  /** Further stylesheets of this page, by file name. */
  readonly styles?: readonly string[];
  /** Further client scripts of this page, by file name. */
  readonly scripts?: readonly string[];
  readonly children?: Child;
}

export function Frame({
  view,
  studio,
  title,
  description,
  configuration,
  styles = [],
  scripts = [],
  children,
}: FrameProps) {
  const words = frameWords(view.language);
  const fullTitle = [title, ...(studio === undefined ? [] : [studio.title])].join(" · ");
  return (
    <html lang={view.language} data-theme={view.theme} data-widget={view.isInWidget ? sitesOf(studio) : undefined}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{fullTitle}</title>
        {description === undefined ? (
          <meta name="robots" content="noindex" />
        ) : (
          <Shared view={view} siteName={studio?.title ?? title} title={fullTitle} description={description} />
        )}
        <link rel="icon" href={`${STOREFRONT_ASSETS}/icon.svg`} type="image/svg+xml" />
        <link rel="stylesheet" href={`${STOREFRONT_ASSETS}/storefront.css`} />
        {styles.map((style) => (
          <link rel="stylesheet" href={`${STOREFRONT_ASSETS}/${style}`} />
        ))}
        {configuration === undefined ? null : <script type="module" src={`${STOREFRONT_ASSETS}/storefront.js`} />}
        {view.isInWidget ? <script type="module" src={`${STOREFRONT_ASSETS}/framed.js`} /> : null}
        {scripts.map((script) => (
          <script type="module" src={`${STOREFRONT_ASSETS}/${script}`} />
        ))}
      </head>
      <body>
        <a class="skip" href="#content">
          {words.skip}
        </a>
        {view.isInWidget ? null : <Header view={view} studio={studio} />}
        <main id="content" tabindex={-1}>
          {children}
        </main>
        {studio === undefined ? null : <Footer view={view} studio={studio} />}
        {configuration === undefined ? null : <Configuration configuration={configuration} />}
      </body>
    </html>
  );
}

/** The sites that a page in the widget may talk to. */
function sitesOf(studio: FramedStudio | undefined): string {
  return studio?.allowedSites.join(" ") ?? "";
}

/** Metadata for search engines and messengers. */
function Shared({
  view,
  siteName,
  title,
  description,
}: {
  readonly view: StorefrontView;
  readonly siteName: string;
  readonly title: string;
  readonly description: string;
}) {
  const address = `${view.origin}${view.base}`;
  return (
    <>
      <meta name="description" content={description} />
      <link rel="canonical" href={address} />
      {LANGUAGES.map((language) => (
        <link rel="alternate" hreflang={language} href={`${address}?lang=${language}`} />
      ))}
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={siteName} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={address} />
      <meta property="og:locale" content={OPEN_GRAPH_LOCALES[view.language]} />
    </>
  );
}

function Header({ view, studio }: { readonly view: StorefrontView; readonly studio: FramedStudio | undefined }) {
  return (
    <header class="site-header">
      {studio === undefined ? (
        <span />
      ) : (
        <a class="brand" href={`${view.base}${view.query}`}>
          {studio.title}
        </a>
      )}
      <nav aria-label={frameWords(view.language).language}>
        <ul class="languages">
          {LANGUAGES.map((language) => (
            <li>
              <a
                href={inOtherLanguage(view, language)}
                hreflang={language}
                lang={language}
                aria-current={language === view.language ? "true" : undefined}
              >
                {OWN_LANGUAGE_NAMES[language]}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </header>
  );
}

function Footer({ view, studio }: { readonly view: StorefrontView; readonly studio: FramedStudio }) {
  const words = frameWords(view.language);
  return (
    <footer class="site-footer">
      <p>{studio.title}</p>
      <Disclosed id="terms" summary={words.terms} text={studio.terms} />
      <Disclosed id="requisites" summary={words.requisites} text={studio.requisites} />
    </footer>
  );
}

function Disclosed({
  id,
  summary,
  text,
}: {
  readonly id: string;
  readonly summary: string;
  readonly text: string | null;
}) {
  if (text === null) return null;
  return (
    <details id={id}>
      <summary>{summary}</summary>
      <p class="plain-text">{text}</p>
    </details>
  );
}

function Configuration({ configuration }: { readonly configuration: PageConfiguration }) {
  return (
    <script type="application/json" id="configuration">
      {raw(scriptSafe(JSON.stringify(configuration)))}
    </script>
  );
}

/** Escapes `<`, which could end the element, and U+2028 and U+2029, which are line ends in a script. */
function scriptSafe(json: string): string {
  return json.replace(/[<\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
