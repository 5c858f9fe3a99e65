// A product's stock, colours, prints and price of its prints, beside its fields.

import type { ProductPrint } from "../../../catalog/catalog-rows.ts";
import { MAX_PRODUCT_PRINTS } from "../../../catalog/product/product-prints.store.ts";
import type { ShelfOfProduct } from "../../../catalog/product/product-stock.store.ts";
import { currencyOf } from "../../../domain/currency.ts";
import { type MinorUnits, minorUnits } from "../../../domain/money.ts";
import { EMPTY_FORM, type FormState } from "../../../pages/form-values.ts";
import { dateAndTime, money } from "../../../pages/format.ts";
import { FaultSummary, Input, PostForm, RequiredNote, Select } from "../../kit/form.tsx";
import { materialName, Swatch } from "../../kit/item/material.tsx";
import { useStudio, useView } from "../../kit/view-context.ts";
import { entryPath } from "../catalog-frame.tsx";
import { productShelfWords } from "./product-shelf.words.ts";

/** The price of the prints by today's settings, or the reason why there is none. */
export type PriceOfPrints =
  | { readonly state: "none" | "slicing" }
  | { readonly state: "known"; readonly price: MinorUnits }
  | { readonly state: "refused"; readonly reasons: readonly string[] };

export interface ProductShelfProps {
  readonly shelf: ShelfOfProduct;
  readonly priceOfPrints: PriceOfPrints;
  readonly forms?: ShelfForms;
}

export interface ShelfForms {
  readonly stock?: FormState;
  readonly price?: FormState;
}

export function ProductShelf(props: ProductShelfProps) {
  return (
    <>
      <Stock {...props} />
      <Colors {...props} />
      <Prints {...props} />
      <PrintsPrice {...props} />
    </>
  );
}

function usePath({ product }: ShelfOfProduct): string {
  return entryPath(useStudio(), "product", product.id);
}

function Stock({ shelf, forms }: ProductShelfProps) {
  const { language } = useView();
  const words = productShelfWords(language);
  const { product, colors } = shelf;
  const form = forms?.stock ?? EMPTY_FORM;
  return (
    <section class="card stack" aria-labelledby="stock">
      <h2 id="stock">{words.stock}</h2>
      <p class="hint">{words.stockText}</p>
      {colors.length === 0 ? (
        <p>
          <strong>{words.ready(product.stock)}</strong>
        </p>
      ) : (
        <ul class="lines">
          {colors.map(({ name, hex, stock }) => (
            <li class="row between">
              <span>
                <Swatch colorHex={hex} /> {name}
              </span>
              <strong>{words.ready(stock)}</strong>
            </li>
          ))}
        </ul>
      )}
      {colors.length > 0 && product.stock > 0 ? <p class="warning">{words.stockWithoutColor(product.stock)}</p> : null}
      <PostForm action={`${usePath(shelf)}/stock`} class="stack">
        <FaultSummary form={form} />
        <RequiredNote />
        <div class="fields compact">
          {colors.length === 0 ? null : (
            <Select
              form={form}
              name="colorId"
              label={words.color}
              choices={colors.map(({ id, name }) => ({ value: String(id), label: name }))}
              empty={product.stock > 0 ? words.withoutColor : words.choose}
            />
          )}
          <Input form={form} name="pieces" label={words.pieces} inputmode="numeric" autocomplete="off" />
        </div>
        <Input form={form} name="note" label={words.note} hint={words.noteHint} autocomplete="off" optional />
        <div class="row">
          <button type="submit" name="direction" value="add" class="primary">
            {words.put}
          </button>
          <button type="submit" name="direction" value="take">
            {words.take}
          </button>
        </div>
      </PostForm>
      <Moves shelf={shelf} />
    </section>
  );
}

function Moves({ shelf: { moves } }: Pick<ProductShelfProps, "shelf">) {
  const { language } = useView();
  const { base } = useStudio();
  const words = productShelfWords(language);
  return (
    <details>
      <summary>{words.history}</summary>
      {moves.length === 0 ? (
        <p class="hint">{words.noMoves}</p>
      ) : (
        <ol class="lines">
          {moves.map(({ movedAt, pieces, note, orderId, orderNumber, color, person }) => (
            <li class="row between">
              <span>
                <strong>{pieces > 0 ? `+${pieces}` : `−${-pieces}`}</strong> {color}{" "}
                {orderId === null || orderNumber === null ? null : (
                  <a href={`${base}/orders/${orderId}`}>{words.byOrder(orderNumber)}</a>
                )}{" "}
                <span class="hint">{[person, note].filter((part) => part !== null).join(" · ")}</span>
              </span>
              <time class="hint" datetime={new Date(movedAt).toISOString()}>
                {dateAndTime(language, movedAt)}
              </time>
            </li>
          ))}
        </ol>
      )}
    </details>
  );
}

function Colors({ shelf }: ProductShelfProps) {
  const { role } = useStudio();
  const words = productShelfWords(useView().language);
  const path = `${usePath(shelf)}/colors`;
  if (role !== "owner") return null;
  return (
    <section class="card stack" aria-labelledby="colors">
      <h2 id="colors">{words.colors}</h2>
      <p class="hint">{shelf.colors.length === 0 ? words.noColors : words.colorsText}</p>
      <ul class="lines">
        {shelf.colors.map(({ id, name, hex }) => (
          <li>
            <a href={`${path}/${id}`}>
              <Swatch colorHex={hex} /> {name}
            </a>
          </li>
        ))}
      </ul>
      <p>
        <a class="button" href={`${path}/new`}>
          {words.addColor}
        </a>
      </p>
    </section>
  );
}

function Prints({ shelf }: ProductShelfProps) {
  const { role } = useStudio();
  const words = productShelfWords(useView().language);
  const path = `${usePath(shelf)}/prints`;
  const { prints } = shelf;
  const isOwner = role === "owner";
  return (
    <section class="card stack" aria-labelledby="prints">
      <h2 id="prints">{words.prints}</h2>
      <p class="hint">{prints.length === 0 ? words.noPrints : words.printsText}</p>
      <ul class="lines">
        {prints.map((print) => (
          <li class="row between">
            <span>
              {print.originalFileName} × {print.copies} <span class="hint">{choiceOf(shelf, print)}</span>
            </span>
            {isOwner ? (
              <PostForm action={`${path}/${print.id}/remove`}>
                <button type="submit" class="small quiet">
                  {words.remove}
                  <span class="visually-hidden"> {print.originalFileName}</span>
                </button>
              </PostForm>
            ) : null}
          </li>
        ))}
      </ul>
      {isOwner && prints.length < MAX_PRODUCT_PRINTS ? (
        <p>
          <a class="button" href={`${path}/new`}>
            {words.addPrint}
          </a>
        </p>
      ) : null}
    </section>
  );
}

function choiceOf({ materials, qualities, finishings }: ShelfOfProduct, print: ProductPrint): string {
  const material = materials.find(({ id }) => id === print.materialId);
  const quality = qualities.find(({ id }) => id === print.printingQualityId);
  return [
    material && materialName(material.name, material.color),
    quality?.name,
    ...finishings.filter(({ id }) => print.finishingIds.includes(id)).map(({ name }) => name),
  ]
    .filter((part) => part !== undefined)
    .join(" · ");
}

function PrintsPrice({ shelf, priceOfPrints, forms }: ProductShelfProps) {
  const { language } = useView();
  const { record, role } = useStudio();
  const words = productShelfWords(language);
  const path = `${usePath(shelf)}/price`;
  const { isPriceComputed, priceMinor } = shelf.product;
  // The last print may be gone since the form was opened.
  if (shelf.prints.length === 0) return <FaultSummary form={forms?.price ?? EMPTY_FORM} />;
  const currency = currencyOf(record.currencyId);
  const amount = (minor: number) => money(language, minorUnits(minor), currency);
  const isOutdated = isPriceComputed && priceOfPrints.state === "known" && priceOfPrints.price !== priceMinor;
  return (
    <section class="card stack" aria-labelledby="price-of-prints">
      <h2 id="price-of-prints">{words.price}</h2>
      <FaultSummary form={forms?.price ?? EMPTY_FORM} />
      <p>{isPriceComputed ? words.computed(amount(priceMinor)) : words.own}</p>
      <Today priceOfPrints={priceOfPrints} amount={amount} />
      {isOutdated ? <p class="warning">{words.outdated}</p> : null}
      {role === "owner" ? (
        <PostForm action={path} class="row">
          {isPriceComputed ? (
            <>
              {isOutdated ? (
                <button type="submit" name="isPriceComputed" value="true" class="primary">
                  {words.takeToday}
                </button>
              ) : null}
              <button type="submit" name="isPriceComputed" value="false">
                {words.useOwn}
              </button>
            </>
          ) : (
            <button type="submit" name="isPriceComputed" value="true">
              {words.useComputed}
            </button>
          )}
        </PostForm>
      ) : null}
    </section>
  );
}

function Today({
  priceOfPrints,
  amount,
}: Pick<ProductShelfProps, "priceOfPrints"> & { readonly amount: (minor: number) => string }) {
  const words = productShelfWords(useView().language);
  switch (priceOfPrints.state) {
    case "known":
      return <p>{words.priceToday(amount(priceOfPrints.price))}</p>;
    case "slicing":
      return <p class="hint">{words.slicing}</p>;
    case "none":
      return <p class="hint">{words.notPriced}</p>;
    case "refused":
      return <p class="warning">{priceOfPrints.reasons.join(" ")}</p>;
    default:
      return priceOfPrints satisfies never;
  }
}
