// The products in the basket: each with its photo, colour, quantity and price.

import { useEffect, useId, useState } from "preact/hooks";
import type { QuotedProduct, ShelfProduct, SignedQuote } from "../../wire.ts";
import type { BasketProduct } from "../basket/basket.ts";
import type { PageTools } from "../basket/page-tools.ts";
import { productOffers } from "../service/product-offers.ts";
import { productsWords } from "../words/products.words.ts";
import { mostPieces } from "./product-choice.ts";

interface ProductListProps {
  readonly products: readonly BasketProduct[];
  /** Those that the quote was asked for, in its order. */
  readonly ordered: readonly BasketProduct[];
  readonly quote: SignedQuote | null;
  readonly tools: PageTools;
  /** A path of the studio's page in the visitor's view. */
  readonly inSameView: (path: string) => string;
}

interface Answer {
  /** A product that was added since is not among them: nothing is known about it yet. */
  readonly ids: readonly number[];
  /** undefined: the server did not answer. */
  readonly offers: readonly ShelfProduct[] | undefined;
}

export function ProductList({ products, ordered, quote, tools, inSameView }: ProductListProps) {
  const words = productsWords(tools.language);
  const [answer, setAnswer] = useState<Answer>({ ids: [], offers: [] });
  const ids = [...new Set(products.map(({ productId }) => productId))].join();
  const [round, setRound] = useState(0);
  // A refused product is looked at again: its stock is another now.
  const refusals = products.filter(({ refused }) => refused !== null).length;
  useEffect(() => {
    if (ids === "") return;
    let isLeft = false;
    const asked = ids.split(",").map(Number);
    productOffers(tools.configuration, asked).then((offers) => {
      if (!isLeft) setAnswer({ ids: asked, offers });
    });
    return () => {
      isLeft = true;
    };
  }, [ids, refusals, round]);
  const { offers } = answer;
  if (offers === undefined) {
    return products.length === 0 ? null : (
      <div class="note note-warning" role="alert">
        <p>{words.offline}</p>
        <button type="button" onClick={() => setRound(round + 1)}>
          {words.again}
        </button>
      </div>
    );
  }
  return (
    <>
      {products.map((product) => (
        <BasketProductCard
          key={product.key}
          product={product}
          offer={answer.ids.includes(product.productId) ? offers.find(({ id }) => id === product.productId) : "asked"}
          quoted={quote?.products[ordered.indexOf(product)]}
          tools={tools}
          address={inSameView(`${tools.configuration.base}/products/${product.productId}`)}
        />
      ))}
    </>
  );
}

interface BasketProductCardProps {
  readonly product: BasketProduct;
  /** undefined: it is not on the shelf any more. */
  readonly offer: ShelfProduct | "asked" | undefined;
  readonly quoted: QuotedProduct | undefined;
  readonly tools: PageTools;
  /** The path of the product's own page. */
  readonly address: string;
}

function BasketProductCard({ product, offer: answer, quoted, tools, address }: BasketProductCardProps) {
  const { language, parts, format, dispatch } = tools;
  const words = productsWords(language);
  const id = useId();
  const { key, colorId, refused } = product;
  const offer = answer === "asked" ? undefined : answer;
  const isGone = answer === undefined;
  const change = (changed: Partial<BasketProduct>) =>
    dispatch({
      type: "productsChanged",
      change: (all) => all.map((one) => (one.key === key ? { ...one, refused: null, ...changed } : one)),
    });
  useEffect(() => {
    if (isGone && refused === null) change({ refused: words.gone });
  }, [isGone, refused]);
  const title = offer?.title ?? quoted?.title ?? "…";
  const [photo] = offer?.photos ?? [];
  return (
    <article class="card basket-product" aria-labelledby={id} data-card={key}>
      <header class="card-head">
        <span class="product-photo">{photo === undefined ? null : <img src={photo} alt="" />}</span>
        <div class="card-title">
          <h3 id={id} tabIndex={-1}>
            <a href={address}>{title}</a>
          </h3>
          <p class="small muted">
            {answer === "asked"
              ? words.loading
              : quoted === undefined || quoted.quantity === 1
                ? ""
                : words.perPiece(format.perPiece(quoted.total, quoted.quantity))}
          </p>
        </div>
        <strong class="card-sum">
          {refused !== null ? "—" : quoted === undefined ? "…" : format.money(quoted.total)}
        </strong>
        <button
          type="button"
          class="card-toggle"
          aria-label={words.remove(title)}
          onClick={() => dispatch({ type: "removed", keys: [key] })}
        >
          {parts.choices.remove}
        </button>
      </header>
      {offer === undefined ? null : (
        <div class="basket-product-choices">
          {offer.colors.length === 0 ? null : (
            <Colors
              offer={offer}
              colorId={colorId}
              name={id}
              words={words}
              tools={tools}
              onChosen={(chosen) =>
                change({ colorId: chosen, quantity: Math.min(product.quantity, mostPieces(offer, chosen)) })
              }
            />
          )}
          <Quantity
            quantity={product.quantity}
            most={mostPieces(offer, colorId)}
            words={words}
            tools={tools}
            onChosen={(quantity) => change({ quantity })}
          />
        </div>
      )}
      {refused === null ? null : (
        <p class="note note-warning" role="alert">
          {refused}
        </p>
      )}
      {refused === null && quoted !== undefined ? <p class="small muted">{sourceOf(quoted, words, tools)}</p> : null}
    </article>
  );
}

type Words = ReturnType<typeof productsWords>;

/** The pieces that are ready, and those that are printed. */
function sourceOf({ quantity, fromShelf }: QuotedProduct, words: Words, { format }: PageTools): string {
  if (fromShelf >= quantity) return words.allReady;
  if (fromShelf === 0) return words.allPrinted;
  return words.someReady(format.count(fromShelf), format.count(quantity - fromShelf));
}

interface ColorsProps {
  readonly offer: ShelfProduct;
  readonly colorId: number | null;
  /** The group's name. */
  readonly name: string;
  readonly words: Words;
  readonly tools: PageTools;
  readonly onChosen: (colorId: number) => void;
}

function Colors({ offer, colorId, name, words, tools, onChosen }: ColorsProps) {
  return (
    <fieldset>
      <legend>{words.color}</legend>
      <div class="color-choices">
        {offer.colors.map((color) => (
          <label key={color.id} class="color-choice">
            <input
              type="radio"
              name={name}
              checked={color.id === colorId}
              disabled={mostPieces(offer, color.id) === 0}
              onChange={() => onChosen(color.id)}
            />
            <span class="swatch" style={color.hex === null ? {} : { backgroundColor: color.hex }} />
            <span>
              {color.name}
              <span class="small muted">
                {color.readyToShip > 0
                  ? words.ready(tools.format.count(color.readyToShip))
                  : offer.isPrinted
                    ? words.printed
                    : words.soldOut}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface QuantityProps {
  readonly quantity: number;
  readonly most: number;
  readonly words: Words;
  readonly tools: PageTools;
  readonly onChosen: (quantity: number) => void;
}

/** A number beyond the most becomes the most: the stepper says it. */
function Quantity({ quantity, most, words, tools, onChosen }: QuantityProps) {
  const { parts, format } = tools;
  const id = useId();
  const [typed, setTyped] = useState(String(quantity));
  useEffect(() => setTyped(String(quantity)), [quantity]);
  const isMost = quantity >= most;
  return (
    <div class="field">
      <label for={id}>{parts.choices.quantity}</label>
      <div class="stepper">
        <button
          type="button"
          aria-label={parts.choices.fewer}
          disabled={quantity <= 1}
          onClick={() => onChosen(quantity - 1)}
        >
          −
        </button>
        <input
          id={id}
          inputMode="numeric"
          autocomplete="off"
          value={typed}
          aria-describedby={`${id}-most`}
          onInput={({ currentTarget: { value } }) => {
            setTyped(value);
            const pieces = /^\s*\d{1,4}\s*$/.test(value) ? Number(value) : 0;
            if (pieces >= 1) onChosen(Math.min(pieces, Math.max(1, most)));
          }}
          onBlur={() => setTyped(String(quantity))}
        />
        <button type="button" aria-label={parts.choices.more} disabled={isMost} onClick={() => onChosen(quantity + 1)}>
          +
        </button>
      </div>
      <p id={`${id}-most`} class="small muted" role="status">
        {isMost && most > 0 ? words.atMost(format.count(most)) : ""}
      </p>
    </div>
  );
}
