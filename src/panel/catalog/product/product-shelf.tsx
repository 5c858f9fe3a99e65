// A product's stock, colours, prints and price of its prints, beside its fields.

import type { Material, ProductColor, ProductPrint } from "../../../catalog/catalog-rows.ts";
import { MAX_PRODUCT_PRINTS } from "../../../catalog/product/product-prints.store.ts";
import type { ShelfOfProduct } from "../../../catalog/product/product-stock.store.ts";
import { currencyOf } from "../../../domain/currency.ts";
import { type MinorUnits, minorUnits } from "../../../domain/money.ts";
import { fileNameOf } from "../../../models/chosen-models.ts";
import type { StoredModel } from "../../../models/store-models.ts";
import { EMPTY_FORM, type FormState, textOf } from "../../../pages/form-values.ts";
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
  readonly foundModels: readonly StoredModel[];
  /** The words by which models were looked for. */
  readonly soughtModel: string;
  readonly priceOfPrints: PriceOfPrints;
  readonly forms?: ShelfForms;
}

export interface ShelfForms {
  readonly stock?: FormState;
  /** Of the new colour, or of a colour by its id. */
  readonly color?: { readonly id: number | null; readonly form: FormState };
  readonly print?: FormState;
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
              empty={words.choose}
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

function Colors({ shelf, forms }: ProductShelfProps) {
  const { role } = useStudio();
  const words = productShelfWords(useView().language);
  const path = `${usePath(shelf)}/colors`;
  const { colors, materials } = shelf;
  const formOf = (id: number | null) => (forms?.color?.id === id ? forms.color.form : undefined);
  if (role !== "owner") return null;
  const newForm = formOf(null);
  return (
    <section class="card stack" aria-labelledby="colors">
      <h2 id="colors">{words.colors}</h2>
      <p class="hint">{colors.length === 0 ? words.noColors : words.colorsText}</p>
      {colors.map((color) => {
        const form = formOf(color.id);
        return (
          <details open={form !== undefined}>
            <summary>
              <Swatch colorHex={color.hex} /> {color.name}
            </summary>
            <PostForm action={`${path}/${color.id}`} class="stack">
              <ColorFields form={form ?? colorForm(color)} materials={materials} />
              <div class="row">
                <button type="submit">{words.saveColor}</button>
              </div>
            </PostForm>
            <PostForm action={`${path}/${color.id}/remove`}>
              <button type="submit" class="small quiet">
                {words.removeColor}
                <span class="visually-hidden"> {color.name}</span>
              </button>
            </PostForm>
          </details>
        );
      })}
      <details open={newForm !== undefined}>
        <summary>{words.addColor}</summary>
        <PostForm action={path} class="stack">
          <ColorFields form={newForm ?? EMPTY_FORM} materials={materials} />
          <button type="submit">{words.addColor}</button>
        </PostForm>
      </details>
    </section>
  );
}

function colorForm({ name, nameInSecondLanguage, hex, materialId }: ProductColor): FormState {
  const values = {
    name,
    nameInSecondLanguage: textOf(nameInSecondLanguage),
    hex: textOf(hex),
    materialId: textOf(materialId),
  };
  return { values, faults: {} };
}

function ColorFields({ form, materials }: { readonly form: FormState; readonly materials: readonly Material[] }) {
  const words = productShelfWords(useView().language);
  return (
    <>
      <FaultSummary form={form} />
      <RequiredNote />
      <div class="fields compact">
        <Input form={form} name="name" label={words.colorName} hint={words.colorNameHint} autocomplete="off" />
        <Input form={form} name="nameInSecondLanguage" label={words.secondName} autocomplete="off" optional />
        <Input form={form} name="hex" label={words.hex} hint={words.hexHint} placeholder="#1a73e8" optional />
        <Select
          form={form}
          name="materialId"
          label={words.printedIn}
          hint={words.printedInHint}
          choices={materialChoices(materials)}
          empty="—"
          optional
        />
      </div>
    </>
  );
}

function materialChoices(materials: readonly Material[]) {
  return materials
    .filter(({ status }) => status === "active")
    .map(({ id, name, color }) => ({ value: String(id), label: materialName(name, color) }));
}

function Prints({ shelf, foundModels, soughtModel, forms }: ProductShelfProps) {
  const { role } = useStudio();
  const words = productShelfWords(useView().language);
  const path = usePath(shelf);
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
              <PostForm action={`${path}/prints/${print.id}/remove`}>
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
        <details open={prints.length === 0 || soughtModel !== "" || forms?.print !== undefined}>
          <summary>{words.addPrint}</summary>
          <NewPrint {...{ shelf, foundModels, soughtModel }} form={forms?.print ?? EMPTY_FORM} />
        </details>
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

interface NewPrintProps extends Pick<ProductShelfProps, "shelf" | "foundModels" | "soughtModel"> {
  readonly form: FormState;
}

function NewPrint({ shelf, foundModels, soughtModel, form }: NewPrintProps) {
  const words = productShelfWords(useView().language);
  const path = usePath(shelf);
  const offered = { qualities: shelf.qualities.filter(({ isActive }) => isActive) };
  const finishings = shelf.finishings.filter(({ isArchived }) => !isArchived);
  const chosen = [form.values.finishingIds ?? []].flat();
  return (
    <div class="stack">
      <form method="get" action={`${path}#prints`} class="row finder">
        <Input
          form={{ values: { model: soughtModel }, faults: {} }}
          name="model"
          label={words.findModel}
          type="search"
          autocomplete="off"
          optional
        />
        <button type="submit">{words.find}</button>
      </form>
      {foundModels.length === 0 ? (
        <p class="hint">{words.noModel}</p>
      ) : (
        <PostForm action={`${path}/prints`} class="stack">
          <FaultSummary form={form} />
          <RequiredNote />
          <div class="fields compact">
            <Select
              form={form}
              name="modelId"
              label={words.model}
              choices={foundModels.map((model) => ({ value: String(model.id), label: fileNameOf(model) }))}
              empty={words.choose}
            />
            <Select
              form={form}
              name="materialId"
              label={words.material}
              choices={materialChoices(shelf.materials)}
              empty={words.choose}
            />
            <Select
              form={form}
              name="printingQualityId"
              label={words.quality}
              choices={offered.qualities.map(({ id, name }) => ({ value: String(id), label: name }))}
              empty={words.choose}
            />
            <Input
              form={form.values.copies === undefined ? { ...form, values: { ...form.values, copies: "1" } } : form}
              name="copies"
              label={words.copies}
              inputmode="numeric"
              autocomplete="off"
            />
          </div>
          {finishings.length === 0 ? null : (
            <fieldset>
              <legend>{words.finishings}</legend>
              <div class="choice-list">
                {finishings.map(({ id, name }) => (
                  <label>
                    <input
                      type="checkbox"
                      name="finishingIds[]"
                      value={String(id)}
                      checked={chosen.includes(String(id))}
                    />
                    <span>{name}</span>
                  </label>
                ))}
              </div>
            </fieldset>
          )}
          <button type="submit">{words.addPrint}</button>
        </PostForm>
      )}
    </div>
  );
}

function PrintsPrice({ shelf, priceOfPrints, forms }: ProductShelfProps) {
  const { language } = useView();
  const { record, role } = useStudio();
  const words = productShelfWords(language);
  const path = `${usePath(shelf)}/price`;
  const { isPriceComputed, priceMinor } = shelf.product;
  if (shelf.prints.length === 0) return null;
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
