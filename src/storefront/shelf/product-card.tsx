// A product's card on the shelf: photo, title, price, colours, and the way into the basket.

import { decimalAmount } from "../../pages/format.ts";
import { ColorSwatch } from "../kit/material.tsx";
import type { StorefrontView } from "../kit/page-context.ts";
import type { ShelfProduct } from "../wire.ts";
import { isSoldOut, orderPath, productPath } from "./shelf.ts";
import { shelfWords } from "./shelf.words.ts";

interface ProductProps {
  readonly view: StorefrontView;
  readonly product: ShelfProduct;
  /** ISO 4217. */
  readonly currency: string;
}

/** @param headings the level of the titles: 2 below a page's title, 3 below a section's */
export function ProductCards({
  view,
  products,
  currency,
  headings,
}: Omit<ProductProps, "product"> & { readonly products: readonly ShelfProduct[]; readonly headings: 2 | 3 }) {
  return (
    <ul class="shelf">
      {products.map((product) => (
        <ProductCard {...{ view, product, currency, headings }} />
      ))}
    </ul>
  );
}

function ProductCard({ view, product, currency, headings }: ProductProps & { readonly headings: 2 | 3 }) {
  const words = shelfWords(view.language);
  const Heading = headings === 2 ? "h2" : "h3";
  return (
    <li class="card product-card">
      <PhotoOrSign photo={product.photos[0]} />
      <Heading class="product-title">
        <a href={`${productPath(view, product)}${view.query}`}>{product.title}</a>
      </Heading>
      <ProductPrice {...{ view, product, currency }} />
      <Availability view={view} product={product} />
      <ColorDots product={product} label={words.colors(product.colors.length)} />
      {isSoldOut(product) ? null : (
        <a
          class="button"
          href={orderPath(view, product)}
          aria-label={words.orderNamed(product.title)}
          data-product={product.id}
        >
          {words.order}
        </a>
      )}
    </li>
  );
}

/** The card's title stands beside the photo and names it. */
function PhotoOrSign({ photo }: { readonly photo: string | undefined }) {
  return (
    <span class="product-photo">
      {photo === undefined ? <PhotoSign /> : <img src={photo} alt="" loading="lazy" decoding="async" />}
    </span>
  );
}

/** Stands for the photo of a product without one. */
export function PhotoSign() {
  return (
    <svg class="photo-sign" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M12 3l8 4.5v9L12 21l-8-4.5v-9zM4 7.5l8 4.5 8-4.5M12 12v9" />
    </svg>
  );
}

/** "from" if a colour is printed of another material, which may cost more. */
export function ProductPrice({ view: { language }, product, currency }: ProductProps) {
  const price = decimalAmount(language, product.price, currency);
  const isLeast = product.isPriceComputed && product.colors.length > 1;
  return <p class="product-price">{isLeast ? shelfWords(language).from(price) : price}</p>;
}

/** Pieces ready to ship, and the time that the others take. */
export function Availability({ view: { language }, product }: Pick<ProductProps, "view" | "product">) {
  const words = shelfWords(language);
  const { readyToShip } = product;
  if (isSoldOut(product)) {
    return <p class="availability muted">{words.soldOut}</p>;
  }
  const time = timeOf(product, words);
  return (
    <p class="availability">
      {readyToShip > 0 ? <span class="badge good">{words.ready(readyToShip)}</span> : null}
      {time === null ? null : <span class="small muted">{time}</span>}
    </p>
  );
}

function timeOf(
  { readyToShip, isPrinted, leadTimeDays }: ShelfProduct,
  words: ReturnType<typeof shelfWords>,
): string | null {
  if (!isPrinted) return leadTimeDays === null ? null : words.shipsIn(leadTimeDays);
  if (readyToShip > 0) return leadTimeDays === null ? words.more : words.moreIn(leadTimeDays);
  return leadTimeDays === null ? words.printed : words.printedIn(leadTimeDays);
}

const MAX_DOTS = 6;

function ColorDots({ product: { colors }, label }: Pick<ProductProps, "product"> & { readonly label: string }) {
  if (colors.length === 0) return null;
  return (
    <p class="color-dots small muted">
      {colors.slice(0, MAX_DOTS).map(({ hex }) => (
        <ColorSwatch colorHex={hex} />
      ))}
      <span>{label}</span>
    </p>
  );
}
