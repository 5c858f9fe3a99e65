// Forms of a product's colour and of a print, each on a page of its own.

import type { Material, Product, ProductColor } from "../../../catalog/catalog-rows.ts";
import type { ShelfOfProduct } from "../../../catalog/product/product-stock.store.ts";
import { fileNameOf } from "../../../models/chosen-models.ts";
import type { StoredModel } from "../../../models/store-models.ts";
import { EMPTY_FORM, type FormState, textOf } from "../../../pages/form-values.ts";
import { FaultSummary, Input, PostForm, RequiredNote, Select } from "../../kit/form.tsx";
import { materialName } from "../../kit/item/material.tsx";
import { useStudio, useView } from "../../kit/view-context.ts";
import { CatalogLayout, entryPath } from "../catalog-frame.tsx";
import { productShelfWords } from "./product-shelf.words.ts";

interface ColorPageProps {
  readonly shelf: ShelfOfProduct;
  /** Undefined: a new one. */
  readonly color: ProductColor | undefined;
  readonly form?: FormState | undefined;
}

export function ColorPage({ shelf, color, form }: ColorPageProps) {
  const words = productShelfWords(useView().language);
  const shown = form ?? (color === undefined ? EMPTY_FORM : colorForm(color));
  return (
    <CatalogLayout title={color === undefined ? words.addColor : color.name}>
      <BackToProduct product={shelf.product} />
      <PostForm class="card to-read">
        <ColorFields form={shown} materials={shelf.materials} />
        <button type="submit" class="primary">
          {color === undefined ? words.addColor : words.saveColor}
        </button>
      </PostForm>
      {color === undefined ? null : (
        <PostForm action={`${entryPath(useStudio(), "product", shelf.product.id)}/colors/${color.id}/remove`}>
          <button type="submit">{words.removeColor}</button>
        </PostForm>
      )}
    </CatalogLayout>
  );
}

function BackToProduct({ product }: { readonly product: Product }) {
  return (
    <p>
      <a href={entryPath(useStudio(), "product", product.id)}>{product.title}</a>
    </p>
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

interface NewPrintProps {
  readonly shelf: ShelfOfProduct;
  readonly foundModels: readonly StoredModel[];
  /** The words by which models were looked for. */
  readonly soughtModel: string;
  readonly form?: FormState;
}

export function NewPrintPage({ shelf, foundModels, soughtModel, form = EMPTY_FORM }: NewPrintProps) {
  const words = productShelfWords(useView().language);
  const qualities = shelf.qualities.filter(({ isActive }) => isActive);
  const finishings = shelf.finishings.filter(({ isArchived }) => !isArchived);
  const chosen = [form.values.finishingIds ?? []].flat();
  return (
    <CatalogLayout title={words.addPrint}>
      <BackToProduct product={shelf.product} />
      <form method="get" class="row finder">
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
        <PostForm class="card to-read">
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
              choices={qualities.map(({ id, name }) => ({ value: String(id), label: name }))}
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
    </CatalogLayout>
  );
}
