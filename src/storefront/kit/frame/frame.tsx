// The frame around every page: head, header with the language switch, content, footer.

import type { Child } from "hono/jsx";
import { LANGUAGES, type Language } from "../../../domain/person.ts";
import { OWN_LANGUAGE_NAMES } from "../../../pages/words.ts";
import type { StorefrontSettings } from "../../../studios/storefront-settings.store.ts";
import type { PageConfiguration } from "../../wire.ts";
import type { StorefrontView } from "../page-context.ts";
import { inOtherLanguage } from "../view.middleware.ts";
import { frameWords } from "./frame.words.ts";
import { JsonScript } from "./json-script.tsx";

const STOREFRONT_ASSETS = "/order-page/assets";

/** Open Graph's language codes, which have a country. */
const OPEN_GRAPH_LOCALES = { en: "en_GB", uk: "uk_UA" } as const satisfies Record<Language, string>;

/** The studio's texts in the frame. */
export type FramedStudio = { readonly title: string } & Pick<
  StorefrontSettings,
  "terms" | "requisites" | "allowedSites"
>;

/** A product in messengers' previews. */
export interface SharedProduct {
  /** A whole address; null without a photo. */
  readonly image: string | null;
  readonly title: string;
  /** A decimal, such as "125.50"; null while the price is not known. */
  readonly price: string | null;
  /** ISO 4217. */
  readonly currency: string;
}

export interface FrameProps {
  readonly view: StorefrontView;
  /** undefined if no studio has the address. */
  readonly studio: FramedStudio | undefined;
  /** The page's title; the window's adds the studio. */
  readonly title: string;
  /** For search engines and messengers. Only public pages have one. */
  readonly description?: string;
  /** The product that a public page sells. */
  readonly product?: SharedProduct;
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
  product,
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
          <Shared {...{ view, description, product }} siteName={studio?.title ?? title} title={fullTitle} />
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
        {configuration === undefined ? null : (
          <JsonScript type="application/json" id="configuration" value={configuration} />
        )}
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
  product,
}: {
  readonly view: StorefrontView;
  readonly siteName: string;
  readonly title: string;
  readonly description: string;
  readonly product: SharedProduct | undefined;
}) {
  const address = `${view.origin}${view.path}`;
  return (
    <>
      <meta name="description" content={description} />
      <link rel="canonical" href={address} />
      {LANGUAGES.map((language) => (
        <link rel="alternate" hreflang={language} href={`${address}?lang=${language}`} />
      ))}
      <meta property="og:type" content={product === undefined ? "website" : "product"} />
      <meta property="og:site_name" content={siteName} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={address} />
      <meta property="og:locale" content={OPEN_GRAPH_LOCALES[view.language]} />
      {product === undefined ? null : <SharedOffer product={product} />}
    </>
  );
}

function SharedOffer({ product: { image, title, price, currency } }: { readonly product: SharedProduct }) {
  return (
    <>
      {image === null ? null : (
        <>
          <meta property="og:image" content={image} />
          <meta property="og:image:alt" content={title} />
          <meta name="twitter:card" content="summary_large_image" />
        </>
      )}
      {price === null ? null : (
        <>
          <meta property="product:price:amount" content={price} />
          <meta property="product:price:currency" content={currency} />
        </>
      )}
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
