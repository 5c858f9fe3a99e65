// Pages of materials: the list, a new one, and one to change.

import type { Material } from "../../catalog/catalog-changes.store.ts";
import { currencyOf } from "../../domain/currency.ts";
import { minorUnits } from "../../domain/money.ts";
import { isOfFilament, technologyOf } from "../../domain/technology.ts";
import { isLowStock } from "../../domain/workshop.ts";
import { shortDecimal } from "../../http/request/decimal-fields.ts";
import { MATERIAL_PARAMETERS } from "../../machine-profiles/machine-parameters.ts";
import { MATERIAL_PRESETS } from "../../machine-profiles/presets/materials.ts";
import { EMPTY_FORM, type FormState, shownDecimal, textOf } from "../../pages/form-values.ts";
import { decimal, money, weight } from "../../pages/format.ts";
import { FaultSummary, Input, PostForm, Select } from "../kit/form.tsx";
import { materialName, Swatch } from "../kit/material.tsx";
import type { StudioView, View } from "../kit/panel-context.ts";
import { catalogWords } from "./catalog.words.ts";
import {
  ArchiveForm,
  byTechnology,
  CatalogLayout,
  CatalogListPage,
  MoveButtons,
  OwnersValues,
  partPath,
  TECHNOLOGY_CHOICES,
  TechnologySection,
} from "./catalog-frame.tsx";
import { machineMeaningOf } from "./machine-parameters.words.ts";
import { materialWords } from "./materials.words.ts";
import { type ParameterRow, ParameterTable, typedParameters } from "./parameter-table.tsx";

interface PageProps {
  readonly view: View;
  readonly studio: StudioView;
}

function wordsOf({ language }: View) {
  return { ...catalogWords(language), ...materialWords(language) };
}

export function MaterialsPage({ view, studio, materials }: PageProps & { readonly materials: readonly Material[] }) {
  const active = materials.filter(({ status }) => status === "active");
  const archived = materials.filter(({ status }) => status !== "active");
  return (
    <CatalogListPage
      view={view}
      studio={studio}
      part="materials"
      words={wordsOf(view)}
      hasEntries={active.length > 0}
      archived={archived.map(({ id, name, color, colorHex }) => ({
        id,
        name,
        label: materialName(name, color),
        mark: <Swatch colorHex={colorHex} />,
      }))}
    >
      {byTechnology(active).map(({ technology, entries }) => (
        <TechnologySection technology={technology}>
          <MaterialTable view={view} studio={studio} materials={entries} />
        </TechnologySection>
      ))}
    </CatalogListPage>
  );
}

function MaterialTable({ view, studio, materials }: PageProps & { readonly materials: readonly Material[] }) {
  const { language } = view;
  const words = wordsOf(view);
  const currency = currencyOf(studio.record.currencyId);
  return (
    <div class="table as-cards alike">
      <table>
        <thead>
          <tr>
            <th scope="col">{words.name}</th>
            <th scope="col" class="number">
              {words.costPerKg}
            </th>
            <th scope="col" class="number">
              {words.density}
            </th>
            <th scope="col" class="number">
              {words.stock}
            </th>
            <th scope="col">
              <span class="visually-hidden">{words.order}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {materials.map((material, place) => (
            <tr>
              <th scope="row">
                <Swatch colorHex={material.colorHex} />{" "}
                <a href={partPath(studio, "materials", material.id)}>{materialName(material.name, material.color)}</a>{" "}
                {material.isOnStorefront ? null : <span class="badge">{words.notOnStorefront}</span>}
              </th>
              <td class="number" data-label={words.costPerKg}>
                {money(language, minorUnits(material.costPerKgMinor), currency)}
              </td>
              <td class="number" data-label={words.density}>
                {decimal(language, material.densityMilligramsPerCubicCm, 3)} {words.densityUnit}
              </td>
              <td class="number" data-label={words.stock}>
                <Stock view={view} material={material} />
              </td>
              <td>
                <MoveButtons
                  view={view}
                  studio={studio}
                  part="materials"
                  entry={material}
                  place={place}
                  count={materials.length}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Stock({ view, material }: { readonly view: View; readonly material: Material }) {
  const words = materialWords(view.language);
  const { stockHundredthsOfGram: stock } = material;
  if (stock === null) return <span class="muted">{words.notCounted}</span>;
  return (
    <>
      {isLowStock(material) ? <span class="badge warn">{words.low}</span> : null} {weight(view.language, stock)}
    </>
  );
}

export function NewMaterialPage({
  view,
  studio,
  form = EMPTY_FORM,
  filled,
}: PageProps & { readonly form?: FormState; readonly filled?: string | undefined }) {
  const words = wordsOf(view);
  return (
    <CatalogLayout view={view} studio={studio} title={words.add}>
      <PostForm view={view} class="card to-read">
        <FaultSummary view={view} form={form} />
        <div class="fields">
          <Select
            view={view}
            form={form}
            name="technologyId"
            label={words.technology}
            choices={TECHNOLOGY_CHOICES}
            hint={words.technologyStays}
          />
          <EveryonesFields view={view} form={form} />
          <OwnersFields view={view} studio={studio} form={form} />
          <StockField view={view} form={form} />
          <LowStockField view={view} form={form} />
        </div>
        <PlasticFields view={view} form={form} path={`${partPath(studio, "materials")}/new`} filled={filled} />
        <button type="submit" class="primary">
          {words.create}
        </button>
      </PostForm>
    </CatalogLayout>
  );
}

export function MaterialPage({
  view,
  studio,
  material,
  form = formOf(view, material),
  stockForm = formOf(view, material),
  filled,
}: PageProps & {
  readonly material: Material;
  readonly form?: FormState;
  readonly stockForm?: FormState;
  /** The plastic whose usual values were just filled in. */
  readonly filled?: string | undefined;
}) {
  const { language } = view;
  const words = wordsOf(view);
  const isOwner = studio.role === "owner";
  const path = partPath(studio, "materials", material.id);
  const isArchived = material.status !== "active";
  const technology = technologyOf(material.technologyId);
  const isFilament = isOfFilament(technology.id);
  return (
    <CatalogLayout
      view={view}
      studio={studio}
      title={material.name}
      actions={<span class="badge">{technology.name}</span>}
    >
      {isArchived ? <p class="warning">{words.isArchived}</p> : null}
      <div class="columns">
        <PostForm view={view} action={path} class="card">
          <FaultSummary view={view} form={form} />
          <div class="fields">
            <EveryonesFields view={view} form={form} />
            {isOwner ? <OwnersFields view={view} studio={studio} form={form} /> : null}
            <LowStockField view={view} form={form} />
          </div>
          {isOwner && isFilament ? <PlasticFields view={view} form={form} path={path} filled={filled} /> : null}
          <button type="submit" class="primary">
            {words.save}
          </button>
          {isOwner ? <p class="hint">{words.ordersKeep}</p> : null}
        </PostForm>
        <div class="stack">
          <section class="card" aria-labelledby="stock">
            <h2 id="stock">
              {words.stock}: <Stock view={view} material={material} />
            </h2>
            <p class="muted">{words.correctStockText}</p>
            <PostForm view={view} action={`${path}/stock`} class="stack">
              <FaultSummary view={view} form={stockForm} />
              <StockField view={view} form={stockForm} />
              <button type="submit">{words.setStock}</button>
            </PostForm>
          </section>
          {isOwner ? null : (
            <OwnersValues
              view={view}
              values={[
                [
                  words.costPerKg,
                  money(language, minorUnits(material.costPerKgMinor), currencyOf(studio.record.currencyId)),
                ],
                [words.density, `${decimal(language, material.densityMilligramsPerCubicCm, 3)} ${words.densityUnit}`],
              ]}
            />
          )}
          {isOwner || !isFilament ? null : (
            <details>
              <summary>{words.limits}</summary>
              <ParameterTable
                view={view}
                rows={plasticRows(view)}
                own={material.processParameters}
                title={words.ofMaterial}
                fallbackTitle={words.ofMachine}
              />
            </details>
          )}
          <ArchiveForm view={view} studio={studio} part="materials" entry={material} isArchived={isArchived} />
        </div>
      </div>
    </CatalogLayout>
  );
}

interface FieldsProps {
  readonly view: View;
  readonly form: FormState;
}

function EveryonesFields({ view, form }: FieldsProps) {
  const words = wordsOf(view);
  const picked = form.values.colorHex;
  return (
    <>
      <Input view={view} form={form} name="name" label={words.name} />
      <Input view={view} form={form} name="color" label={words.color} hint={words.colorHint} optional />
      <div class="with-picker">
        <Input
          view={view}
          form={form}
          name="colorHex"
          label={words.colorHex}
          hint={words.colorHexHint}
          placeholder="#1a73e8"
          optional
        />
        <input
          type="color"
          aria-label={words.pickColor}
          data-fills="field-colorHex"
          value={typeof picked === "string" && picked !== "" ? picked : "#808080"}
          hidden
        />
      </div>
    </>
  );
}

function OwnersFields({ view, studio, form }: FieldsProps & { readonly studio: StudioView }) {
  const words = materialWords(view.language);
  return (
    <>
      <Input
        view={view}
        form={form}
        name="costPerKg"
        label={words.costPerKg}
        hint={words.costPerKgHint}
        unit={currencyOf(studio.record.currencyId).symbol}
        inputmode="decimal"
      />
      <Input
        view={view}
        form={form}
        name="density"
        label={words.density}
        hint={words.densityHint}
        unit={words.densityUnit}
        inputmode="decimal"
      />
    </>
  );
}

/**
 * What the plastic itself limits, with usual values to begin with. A new material's technology is not known before it is chosen:
 * of another than filament these are left out.
 */
function PlasticFields({
  view,
  form,
  path,
  filled,
}: FieldsProps & { readonly path: string; readonly filled: string | undefined }) {
  const words = materialWords(view.language);
  // What is filled in, or wrong, must not be hidden.
  const isOpen = [...MATERIAL_PARAMETERS.keys()].some(
    (name) => form.faults[name] !== undefined || (form.values[name] ?? "") !== "",
  );
  return (
    <details open={isOpen} id="limits">
      <summary>{words.limits}</summary>
      <div class="stack">
        <p class="hint">{words.limitsText}</p>
        <div class="row">
          <span>{words.limitsPresets}</span>
          {MATERIAL_PRESETS.map(({ slug, name }) => (
            <button type="submit" class="small" formaction={`${path}/presets/${slug}#limits`}>
              {name}
            </button>
          ))}
        </div>
        {filled === undefined ? null : <p role="status">{words.limitsFilled(filled)}</p>}
        <ParameterTable
          view={view}
          rows={plasticRows(view)}
          form={form}
          title={words.ofMaterial}
          fallbackTitle={words.ofMachine}
        />
      </div>
    </details>
  );
}

function plasticRows({ language }: View): ParameterRow[] {
  const fallback = materialWords(language).asMachine;
  return [...MATERIAL_PARAMETERS].map(([name, parameter]) => {
    const { min, max, unit } = parameter;
    return { name, meaning: machineMeaningOf(language, name, parameter), min, max, unit, fallback };
  });
}

function LowStockField({ view, form }: FieldsProps) {
  const words = materialWords(view.language);
  return (
    <Input
      view={view}
      form={form}
      name="lowStockThreshold"
      label={words.lowStockThreshold}
      hint={words.lowStockHint}
      unit={words.grams}
      inputmode="decimal"
      optional
    />
  );
}

function StockField({ view, form }: FieldsProps) {
  const words = materialWords(view.language);
  return (
    <Input
      view={view}
      form={form}
      name="stockQuantity"
      label={words.stock}
      hint={words.stockHint}
      unit={words.grams}
      inputmode="decimal"
      optional
    />
  );
}

function formOf({ language }: View, material: Material): FormState {
  const typed = (scaled: number | null, scale: number) =>
    scaled === null ? "" : shownDecimal(language, shortDecimal(scaled, scale));
  return {
    values: {
      name: material.name,
      color: textOf(material.color),
      colorHex: textOf(material.colorHex),
      costPerKg: typed(material.costPerKgMinor, 2),
      density: typed(material.densityMilligramsPerCubicCm, 3),
      stockQuantity: typed(material.stockHundredthsOfGram, 2),
      lowStockThreshold: typed(material.lowStockHundredthsOfGram, 2),
      ...typedParameters(language, material.processParameters),
    },
    faults: {},
  };
}
