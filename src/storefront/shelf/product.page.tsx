// A product's own page, without scripts: photos, texts, price, stock, colours, and a form into the basket.

import { absolutePhotoAddress } from "../../catalog/product/photo-address.ts";
import type { Studio } from "../../db/studio-record.ts";
import { currencyOf } from "../../domain/currency.ts";
import { MAX_QUANTITY } from "../../domain/order.ts";
import type { StorefrontSettings } from "../../studios/storefront-settings.store.ts";
import { Frame } from "../kit/frame/frame.tsx";
import { JsonScript } from "../kit/frame/json-script.tsx";
import { ColorSwatch } from "../kit/material.tsx";
import type { StorefrontView } from "../kit/page-context.ts";
import type { ShelfProduct } from "../wire.ts";
import { Availability, PhotoSign, ProductPrice } from "./product-card.tsx";
import { productData } from "./product-data.ts";
import { OwnModel } from "./shelf.page.tsx";
import { isSoldOut, SHELF_STYLE } from "./shelf.ts";
import { shelfWords } from "./shelf.words.ts";

interface ProductPageProps {
  readonly view: StorefrontView;
  readonly studio: Studio;
  readonly settings: StorefrontSettings;
  readonly product: ShelfProduct;
  /** Plain text; null without one. */
  readonly description: string | null;
}

/** Longer ones are cut by search engines and messengers anyway. */
const MAX_PREVIEW_CHARACTERS = 200;

export function ShelfProductPage({ view, studio, settings, product, description }: ProductPageProps) {
  const words = shelfWords(view.language);
  const { code: currency } = currencyOf(studio.currencyId);
  const images = product.photos.map((photo) => absolutePhotoAddress(photo, view.origin));
  const about = inOneLine(description) ?? `${product.title}. ${words.description(studio.title)}`;
  return (
    <Frame
      view={view}
      studio={{ ...settings, title: studio.title }}
      title={product.title}
      description={about}
      product={{ image: images[0] ?? null, title: product.title, price: product.price, currency }}
      styles={[SHELF_STYLE]}
    >
      <nav>
        <a class="to-shelf" href={`${view.base}/products${view.query}`}>
          ← {words.all}
        </a>
      </nav>
      <article class="product" aria-labelledby="product-title">
        <Photos view={view} product={product} />
        <div class="product-facts">
          <h1 id="product-title">{product.title}</h1>
          <ProductPrice {...{ view, product, currency }} />
          <Availability view={view} product={product} />
          {isSoldOut(product) ? null : <OrderForm view={view} product={product} />}
          {description === null ? null : (
            <section class="product-text" aria-labelledby="about">
              <h2 id="about">{words.about}</h2>
              <p class="plain-text">{description}</p>
            </section>
          )}
        </div>
      </article>
      <OwnModel view={view} />
      <JsonScript
        type="application/ld+json"
        value={productData({
          product,
          description,
          images,
          currency,
          studio: studio.title,
          address: `${view.origin}${view.path}`,
        })}
      />
    </Frame>
  );
}

function inOneLine(text: string | null): string | null {
  if (text === null) return null;
  const line = text.replace(/\s+/g, " ").trim();
  if (line.length <= MAX_PREVIEW_CHARACTERS) return line === "" ? null : line;
  // Not within a word, nor within a pair of UTF-16 units.
  return `${line
    .slice(0, MAX_PREVIEW_CHARACTERS)
    .replace(/\s+\S*$/, "")
    .toWellFormed()}…`;
}

/** Each photo opens as it is. */
function Photos({ view, product: { title, photos } }: Pick<ProductPageProps, "view" | "product">) {
  const words = shelfWords(view.language);
  if (photos.length === 0) {
    return (
      <div class="product-photo">
        <PhotoSign />
      </div>
    );
  }
  return (
    <ul class="product-photos">
      {photos.map((photo, index) => (
        <li>
          <a class="product-photo" href={photo} target="_blank" rel="noopener">
            <img
              src={photo}
              alt={words.photo(title, index + 1)}
              {...(index === 0 ? {} : { loading: "lazy" as const })}
              decoding="async"
            />
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Leads to the order page, which puts the product into the basket there. */
function OrderForm({ view, product }: Pick<ProductPageProps, "view" | "product">) {
  const words = shelfWords(view.language);
  const { id, colors, readyToShip, isPrinted } = product;
  const canBeOrdered = (pieces: number) => isPrinted || pieces > 0;
  const first =
    colors.find((color) => color.readyToShip > 0) ?? colors.find((color) => canBeOrdered(color.readyToShip));
  return (
    <form class="product-form" method="get" action={view.base}>
      <input type="hidden" name="product" value={id} />
      {[...new URLSearchParams(view.query)].map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      {colors.length === 0 ? null : (
        <fieldset>
          <legend>{words.color}</legend>
          <div class="color-choices">
            {colors.map((color) => (
              <label class="color-choice">
                <input
                  type="radio"
                  name="color"
                  value={color.id}
                  checked={color === first}
                  disabled={!canBeOrdered(color.readyToShip)}
                />
                <ColorSwatch colorHex={color.hex} />
                <span>
                  {color.name}
                  <span class="small muted">
                    {color.readyToShip > 0 ? words.ready(color.readyToShip) : isPrinted ? words.printed : words.soldOut}
                  </span>
                </span>
              </label>
            ))}
          </div>
        </fieldset>
      )}
      <div class="product-order">
        <label class="field">
          {words.quantity}
          <input
            type="number"
            name="quantity"
            inputmode="numeric"
            min={1}
            max={isPrinted ? MAX_QUANTITY : readyToShip}
            value="1"
            required
          />
        </label>
        <button type="submit" class="primary">
          {words.order}
        </button>
      </div>
    </form>
  );
}
