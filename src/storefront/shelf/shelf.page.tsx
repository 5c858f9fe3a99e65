// The shelf: all products of the studio that visitors may order. It needs no script.

import type { Studio } from "../../db/studio-record.ts";
import { currencyOf } from "../../domain/currency.ts";
import type { StorefrontSettings } from "../../studios/storefront-settings.store.ts";
import { Frame } from "../kit/frame/frame.tsx";
import type { StorefrontView } from "../kit/page-context.ts";
import { ProductCards } from "./product-card.tsx";
import { SHELF_STYLE, type Shelf } from "./shelf.ts";
import { shelfWords } from "./shelf.words.ts";

interface ShelfPageProps {
  readonly view: StorefrontView;
  readonly studio: Studio;
  readonly settings: StorefrontSettings;
  readonly shelf: Shelf;
  /** From 1. */
  readonly page: number;
}

export function ShelfPage({ view, studio, settings, shelf, page }: ShelfPageProps) {
  const words = shelfWords(view.language);
  const isEmpty = shelf.products.length === 0;
  // A crawler reaches the other products by the links of the first page.
  const isForSearch = !isEmpty && page === 1;
  return (
    <Frame
      view={view}
      studio={{ ...settings, title: studio.title }}
      title={words.title}
      styles={[SHELF_STYLE]}
      {...(isForSearch && { description: words.description(studio.title) })}
    >
      <header class="opening">
        <h1>{words.title}</h1>
        {isEmpty ? null : <p>{words.lead}</p>}
      </header>
      {isEmpty ? (
        <section class="message">
          <h2>{words.empty}</h2>
          <p>{words.emptyText}</p>
        </section>
      ) : (
        <ProductCards
          view={view}
          products={shelf.products}
          currency={currencyOf(studio.currencyId).code}
          headings={2}
        />
      )}
      <Turning view={view} page={page} hasMore={shelf.hasMore} />
      <OwnModel view={view} />
    </Frame>
  );
}

function Turning({ view, page, hasMore }: Pick<ShelfPageProps, "view" | "page"> & Pick<Shelf, "hasMore">) {
  if (page === 1 && !hasMore) return null;
  const words = shelfWords(view.language);
  const pathOf = (turned: number) => {
    const asked = new URLSearchParams(view.query);
    if (turned > 1) asked.set("page", String(turned));
    return `${view.path}${asked.size === 0 ? "" : `?${asked}`}`;
  };
  return (
    <nav class="shelf-pages" aria-label={words.pages}>
      {page === 1 ? null : (
        <a class="button" rel="prev" href={pathOf(page - 1)}>
          ← {words.previous}
        </a>
      )}
      {hasMore ? (
        <a class="button" rel="next" href={pathOf(page + 1)}>
          {words.next} →
        </a>
      ) : null}
    </nav>
  );
}

/** The way to the order page, which the page of a product has too. */
export function OwnModel({ view }: Pick<ShelfPageProps, "view">) {
  const words = shelfWords(view.language);
  return (
    <aside class="card own-model">
      <p>{words.ownModelText}</p>
      <a class="button" href={`${view.base}${view.query}`}>
        {words.ownModel}
      </a>
    </aside>
  );
}
