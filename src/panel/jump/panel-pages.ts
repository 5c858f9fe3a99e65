// Pages of a studio's panel by their names in every language.

import { LANGUAGES, type Language } from "../../domain/person.ts";
import { catalogWords } from "../catalog/catalog.words.ts";
import { CATALOG_PARTS, partPath } from "../catalog/catalog-frame.tsx";
import { PANEL } from "../kit/addresses.ts";
import { layoutWords } from "../kit/layout.words.ts";
import type { StudioView } from "../kit/panel-context.ts";
import { newOrderWords } from "../new-order/new-order.words.ts";
import { estimateWords } from "../printing/estimates.words.ts";
import { printerWords } from "../printing/printers.words.ts";
import { testOrderWords } from "../sandbox/test-orders.words.ts";
import { jumpWords } from "./jump.words.ts";

interface PageLink {
  readonly href: string;
  readonly name: string;
}

/** The pages whose names hold every word of the text, in any language; of an empty text, all. */
export function panelPages(studio: StudioView, language: Language, text: string): readonly PageLink[] {
  const words = text.toLowerCase().split(/\s+/);
  return pagesOf(studio).flatMap(({ href, nameIn }) => {
    const names = LANGUAGES.map((each) => nameIn(each).toLowerCase());
    const isNamed = names.some((name) => words.every((word) => name.includes(word)));
    return isNamed ? [{ href, name: nameIn(language) }] : [];
  });
}

interface NamedPage {
  readonly href: string;
  readonly nameIn: (language: Language) => string;
}

function pagesOf(studio: StudioView): readonly NamedPage[] {
  const { base, role } = studio;
  return [
    { href: base, nameIn: (language) => layoutWords(language).start },
    { href: `${base}/orders`, nameIn: (language) => layoutWords(language).orders },
    { href: `${base}/orders?view=list`, nameIn: (language) => jumpWords(language).list },
    { href: `${base}/new-order`, nameIn: (language) => newOrderWords(language).title },
    { href: `${base}/test-orders`, nameIn: (language) => testOrderWords(language).title },
    { href: `${base}/requests`, nameIn: (language) => layoutWords(language).requests },
    { href: `${base}/customers`, nameIn: (language) => layoutWords(language).customers },
    { href: `${base}/printing`, nameIn: (language) => layoutWords(language).printing },
    { href: `${base}/printers`, nameIn: (language) => printerWords(language).title },
    { href: `${base}/printing/estimates`, nameIn: (language) => estimateWords(language).title },
    { href: `${base}/catalog`, nameIn: (language) => layoutWords(language).catalog },
    ...CATALOG_PARTS.map((part) => ({
      href: partPath(studio, part),
      nameIn: (language: Language) => catalogWords(language)[part],
    })),
    ...(role === "owner" ? OWNERS_PAGES : []).map(({ path, name }) => ({
      href: `${base}${path}`,
      nameIn: (language: Language) => layoutWords(language)[name],
    })),
    { href: `${base}/messages`, nameIn: (language) => layoutWords(language).messages },
    { href: `${PANEL}/account`, nameIn: (language) => layoutWords(language).account },
  ];
}

const OWNERS_PAGES = [
  { path: "/month", name: "month" },
  { path: "/order-page", name: "storefront" },
  { path: "/prices", name: "prices" },
  { path: "/keys", name: "keys" },
  { path: "/people", name: "people" },
] as const;
