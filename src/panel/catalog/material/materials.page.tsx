// Pages of materials: list, new, edit.

import type { CatalogField } from "../../../catalog/catalog-field.ts";
import type { Material } from "../../../catalog/catalog-rows.ts";
import { MATERIAL_FIELDS } from "../../../catalog/material/material-fields.request.ts";
import { isOfFilament, technologyOf } from "../../../domain/technology.ts";
import { isLowStock } from "../../../domain/workshop.ts";
import { MATERIAL_PARAMETERS } from "../../../machine-profiles/machine-parameters.ts";
import { MATERIAL_PRESETS } from "../../../machine-profiles/presets/materials.ts";
import { EMPTY_FORM, type FormState, type TypedValues } from "../../../pages/form-values.ts";
import { weight } from "../../../pages/format.ts";
import { FaultSummary, PostForm, RequiredNote, SeenValues } from "../../kit/form.tsx";
import { materialName, Swatch } from "../../kit/item/material.tsx";
import type { View } from "../../kit/panel-context.ts";
import { shownForm } from "../../kit/seen-form/seen-form.ts";
import type { TableColumn } from "../../kit/table.tsx";
import { useStudio, useView } from "../../kit/view-context.ts";
import { catalogWords } from "../catalog.words.ts";
import {
  ArchiveForm,
  CatalogLayout,
  CatalogListPage,
  EntryTable,
  entryPath,
  groupByTechnology,
  TechnologySection,
} from "../catalog-frame.tsx";
import {
  entryFormValues,
  FieldControl,
  FieldControls,
  fieldLabel,
  OwnersFieldValues,
  shownValue,
} from "../entry-fields.tsx";
import { machineParameterMeaning } from "../machine-profile/machine-parameters.words.ts";
import { type ParameterRow, ParameterTable, parameterFormValues } from "../parameter-table.tsx";
import { materialWords } from "./materials.words.ts";

/** The technology comes first: the other fields depend on it. */
const { technologyId, ...OTHER_FIELDS } = MATERIAL_FIELDS;
const FORM_FIELDS = { technologyId, ...OTHER_FIELDS };

function wordsOf({ language }: View) {
  return { ...catalogWords(language), ...materialWords(language) };
}

export function MaterialsPage({ materials }: { readonly materials: readonly Material[] }) {
  return (
    <CatalogListPage
      kind="material"
      words={wordsOf(useView())}
      entries={materials}
      archivedLabel={({ name, color }) => materialName(name, color)}
      archivedMark={({ colorHex }) => <Swatch colorHex={colorHex} />}
    >
      {(onOffer) =>
        groupByTechnology(onOffer).map(({ technology, entries }) => (
          <TechnologySection technology={technology}>
            <MaterialTable materials={entries} />
          </TechnologySection>
        ))
      }
    </CatalogListPage>
  );
}

function MaterialTable({ materials }: { readonly materials: readonly Material[] }) {
  const view = useView();
  const studio = useStudio();
  const words = wordsOf(view);
  const columns = Object.values(MATERIAL_FIELDS).flatMap((field: CatalogField): TableColumn<Material>[] => {
    if (field.inList !== true) return [];
    const cell = (material: Material) =>
      field === MATERIAL_FIELDS.stockQuantity ? (
        <Stock material={material} />
      ) : (
        shownValue(view.language, studio, field, material)
      );
    return [{ title: fieldLabel(view.language, field), isNumber: true, cell }];
  });
  const heading = ({ id, name, color, colorHex, isOnStorefront }: Material) => (
    <>
      <Swatch colorHex={colorHex} /> <a href={entryPath(studio, "material", id)}>{materialName(name, color)}</a>{" "}
      {isOnStorefront ? null : <span class="badge">{words.notOnStorefront}</span>}
    </>
  );
  return <EntryTable kind="material" entries={materials} heading={heading} columns={columns} />;
}

function Stock({ material }: { readonly material: Material }) {
  const view = useView();
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
  form = EMPTY_FORM,
  filled,
}: {
  readonly form?: FormState;
  readonly filled?: string | undefined;
}) {
  const view = useView();
  const studio = useStudio();
  const words = wordsOf(view);
  return (
    <CatalogLayout title={words.add}>
      <PostForm class="card to-read">
        <FaultSummary form={form} />
        <RequiredNote />
        <div class="fields">
          <FieldControls fields={FORM_FIELDS} form={form} isNew />
        </div>
        <PlasticFields form={form} path={`${entryPath(studio, "material")}/new`} filled={filled} />
        <button type="submit" class="primary">
          {words.create}
        </button>
      </PostForm>
    </CatalogLayout>
  );
}

export function MaterialPage({
  material,
  form = shownForm(materialFormValues(useView(), material)),
  stockForm = { values: materialFormValues(useView(), material), faults: {} },
  filled,
}: {
  readonly material: Material;
  readonly form?: FormState;
  readonly stockForm?: FormState;
  /** The name of the plastic whose preset was just filled in. */
  readonly filled?: string | undefined;
}) {
  const view = useView();
  const studio = useStudio();
  const { language } = view;
  const words = wordsOf(view);
  const isOwner = studio.role === "owner";
  const path = entryPath(studio, "material", material.id);
  const isArchived = material.status !== "active";
  const technology = technologyOf(material.technologyId);
  const isFilament = isOfFilament(technology.id);
  return (
    <CatalogLayout title={material.name} actions={<span class="badge">{technology.name}</span>}>
      {isArchived ? <p class="warning">{words.isArchived}</p> : null}
      <div class="columns">
        <PostForm action={path} class="card">
          <FaultSummary form={form} />
          <RequiredNote />
          <SeenValues form={form} />
          <div class="fields">
            <FieldControls fields={FORM_FIELDS} form={form} isNew={false} />
          </div>
          {isOwner && isFilament ? <PlasticFields form={form} path={path} filled={filled} /> : null}
          <button type="submit" class="primary">
            {words.save}
          </button>
          {isOwner ? <p class="hint">{words.ordersKeep}</p> : null}
        </PostForm>
        <div class="stack">
          <section class="card" aria-labelledby="stock">
            <h2 id="stock">
              {fieldLabel(language, MATERIAL_FIELDS.stockQuantity)}: <Stock material={material} />
            </h2>
            <p class="muted">{words.correctStockText}</p>
            <PostForm action={`${path}/stock`} class="stack">
              <FaultSummary form={stockForm} />
              <FieldControl name="stockQuantity" field={MATERIAL_FIELDS.stockQuantity} form={stockForm} />
              <button type="submit">{words.setStock}</button>
            </PostForm>
          </section>
          {isOwner ? null : <OwnersFieldValues fields={MATERIAL_FIELDS} row={material} />}
          {isOwner || !isFilament ? null : (
            <details>
              <summary>{words.limits}</summary>
              <ParameterTable
                rows={plasticRows(view)}
                own={material.processParameters}
                title={words.ofMaterial}
                fallbackTitle={words.ofMachine}
              />
            </details>
          )}
          <ArchiveForm kind="material" entry={material} />
        </div>
      </div>
    </CatalogLayout>
  );
}

interface FieldsProps {
  readonly form: FormState;
}

/**
 * The plastic's own limits, with presets to fill in. A new material's form has them for every technology, as none is chosen
 * yet; other technologies than filament drop them.
 */
function PlasticFields({
  form,
  path,
  filled,
}: FieldsProps & { readonly path: string; readonly filled: string | undefined }) {
  const view = useView();
  const words = materialWords(view.language);
  // Values and faults must not be hidden.
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
        <ParameterTable rows={plasticRows(view)} form={form} title={words.ofMaterial} fallbackTitle={words.ofMachine} />
      </div>
    </details>
  );
}

function plasticRows({ language }: View): ParameterRow[] {
  const fallback = materialWords(language).asMachine;
  return [...MATERIAL_PARAMETERS].map(([name, parameter]) => {
    const { min, max, unit } = parameter;
    return { name, meaning: machineParameterMeaning(language, name, parameter), min, max, unit, fallback };
  });
}

/** The stored material as form values. */
export function materialFormValues({ language }: View, material: Material): TypedValues {
  return {
    ...entryFormValues(language, MATERIAL_FIELDS, material),
    ...parameterFormValues(language, material.processParameters),
  };
}
