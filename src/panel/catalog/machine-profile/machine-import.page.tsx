// Pages of importing a slicer's settings: file upload, choice of presets, review.

import type { CatalogField } from "../../../catalog/catalog-field.ts";
import type { Material, Quality } from "../../../catalog/catalog-rows.ts";
import { MATERIAL_FIELDS } from "../../../catalog/material/material-fields.request.ts";
import { QUALITY_FIELDS } from "../../../catalog/quality/quality-fields.request.ts";
import type { MachineProfile } from "../../../db/machine-profile-record.ts";
import { unitOf } from "../../../domain/units.ts";
import { MAX_IMPORT_FILES } from "../../../machine-profiles/import/read-slicer-settings.ts";
import type { ImportReport, OfferedPresets, TakenSetting } from "../../../machine-profiles/import/slicer-settings.ts";
import { MACHINE_PARAMETERS, MATERIAL_PARAMETERS } from "../../../machine-profiles/machine-parameters.ts";
import { EMPTY_FORM, type FormState } from "../../../pages/form-values.ts";
import { wholeNumber } from "../../../pages/format.ts";
import { FaultSummary, Input, PostForm, RequiredNote, Select, typedText } from "../../kit/form.tsx";
import { materialName } from "../../kit/item/material.tsx";
import type { StudioView, View } from "../../kit/panel-context.ts";
import { MAX_FORM_MEGABYTES } from "../../kit/read-forms.middleware.tsx";
import { useStudio, useView } from "../../kit/view-context.ts";
import { catalogWords } from "../catalog.words.ts";
import { CatalogLayout, partPath, SavePrices } from "../catalog-frame.tsx";
import { fieldLabel, fieldUnit } from "../entry-fields.tsx";
import { valueWithUnit } from "../parameter-table.tsx";
import { qualityWords } from "../quality/qualities.words.ts";
import { MachineFields } from "./machine-form.tsx";
import { machineParameterMeaning } from "./machine-parameters.words.ts";
import { machineWords } from "./machines.words.ts";

/** Values of a quality that an import may set, by their form names. */
export const IMPORTED_QUALITY_FIELDS = [
  "layerHeight",
  "infillPercent",
  "infillPattern",
  "wallCount",
  "topLayers",
  "bottomLayers",
  "supports",
] as const;

/** Prefixes in the import's form: names of quality and material must not meet the machine's. */
export const qualityFieldName = (name: string): string => `quality.${name}`;
export const plasticFieldName = (name: string): string => `plastic.${name}`;

function wordsOf({ language }: View) {
  return { ...catalogWords(language), ...machineWords(language) };
}

function importPath(studio: StudioView): string {
  return `${partPath(studio, "machines")}/import`;
}

/** The upload form; or, for files with several presets, the choice among them. */
export function MachineImportPage({
  form = EMPTY_FORM,
  choice,
}: {
  readonly form?: FormState;
  readonly choice?: CarriedChoice | undefined;
}) {
  const view = useView();
  const studio = useStudio();
  const words = wordsOf(view);
  return (
    <CatalogLayout title={words.importTitle}>
      {choice === undefined ? (
        <PostForm action={importPath(studio)} class="card to-read" multipart>
          <FaultSummary form={form} />
          <RequiredNote />
          <p class="muted">{words.importText}</p>
          <Input
            form={form}
            name="files"
            type="file"
            label={words.files}
            hint={words.filesHint(MAX_FORM_MEGABYTES, MAX_IMPORT_FILES)}
            multiple
          />
          <input type="hidden" name="machineId" value={typedText(form, "machineId")} />
          <button type="submit" class="primary">
            {words.read}
          </button>
        </PostForm>
      ) : (
        <section class="card to-read" aria-labelledby="choose">
          <h2 id="choose">{words.chooseTitle}</h2>
          <p class="muted">{words.chooseText}</p>
          <ChoiceForm form={form} choice={choice} />
        </section>
      )}
    </CatalogLayout>
  );
}

export interface CarriedChoice {
  readonly offered: OfferedPresets;
  readonly carried: string;
}

function ChoiceForm({
  form,
  choice: { offered, carried },
}: {
  readonly form: FormState;
  readonly choice: CarriedChoice;
}) {
  const view = useView();
  const studio = useStudio();
  const words = wordsOf(view);
  const kinds = [
    { name: "printer", label: words.printer, names: offered.printers },
    { name: "print", label: words.print, names: offered.prints },
    { name: "filament", label: words.filament, names: offered.filaments },
  ];
  return (
    <PostForm action={importPath(studio)} class="stack" multipart>
      <FaultSummary form={form} />
      <input type="hidden" name="carried" value={carried} />
      <input type="hidden" name="machineId" value={typedText(form, "machineId")} />
      {kinds.map(({ name, label, names }) =>
        names.length < 2 ? null : (
          <Select
            form={form}
            name={name}
            label={label}
            // The files may have a usual print of a printer, but no usual printer.
            {...(name === "printer" ? {} : { empty: words.fileOwn })}
            choices={names.map((preset) => ({ value: preset, label: preset }))}
            optional
          />
        ),
      )}
      <button type="submit" class="primary">
        {words.read}
      </button>
    </PostForm>
  );
}

/** Entries that an import can update. */
export interface ImportTargets {
  readonly machines: readonly MachineProfile[];
  /** Filament only. */
  readonly qualities: readonly Quality[];
  /** Filament only. */
  readonly materials: readonly Material[];
}

/** The values found, and the form that saves them. */
export function MachineImportReviewPage({
  form,
  targets,
  report,
  choice,
  engineName,
}: {
  readonly form: FormState;
  readonly engineName: string;
  readonly targets: ImportTargets;
  /** Undefined for a refused form, which is shown as typed. */
  readonly report?: ImportReport | undefined;
  readonly choice?: CarriedChoice | undefined;
}) {
  const view = useView();
  const studio = useStudio();
  const words = wordsOf(view);
  const source = typedText(form, "source");
  return (
    <CatalogLayout title={words.importTitle}>
      <p class="muted" lang="en">
        {source}
      </p>
      <p>{words.notSaved}</p>
      {report === undefined ? null : <Report report={report} />}
      {choice === undefined ? null : (
        <details class="card group">
          <summary>
            <strong>{words.otherPresets}</strong>
          </summary>
          <ChoiceForm form={form} choice={choice} />
        </details>
      )}
      <PostForm action={`${importPath(studio)}/save`} class="stack">
        <FaultSummary form={form} />
        <RequiredNote />
        <input type="hidden" name="source" value={source} />
        <Select
          form={form}
          name="machineId"
          label={words.profileTarget}
          empty={words.newProfile}
          choices={targets.machines.map(({ id, name }) => ({ value: String(id), label: words.changeProfile(name) }))}
          optional
        />
        <MachineFields form={form} source={source} own={ownIn(form)} engineName={engineName} />
        <AlsoQuality form={form} qualities={targets.qualities} />
        <AlsoMaterials form={form} materials={targets.materials} />
        <SavePrices />
      </PostForm>
    </CatalogLayout>
  );
}

/** The machine's values in the form: the import's source applies to these. */
function ownIn(form: FormState): Record<string, number> {
  return Object.fromEntries(
    [...MACHINE_PARAMETERS.keys()].flatMap((name): [string, number][] => {
      const typed = typedText(form, name);
      return typed === "" ? [] : [[name, Number(typed.replace(",", "."))]];
    }),
  );
}

function AlsoQuality({ form, qualities }: { readonly form: FormState; readonly qualities: readonly Quality[] }) {
  const view = useView();
  const studio = useStudio();
  const words = wordsOf(view);
  const values = IMPORTED_QUALITY_FIELDS.flatMap((name) => {
    const value = typedText(form, qualityFieldName(name));
    return value === "" ? [] : [{ name, value }];
  });
  return (
    <section class="card" aria-labelledby="also-quality">
      <h2 id="also-quality">{words.alsoQuality}</h2>
      <p class="hint">{words.alsoQualityHint}</p>
      <dl>
        {values.map(({ name, value }) => (
          <>
            <dt>{fieldLabel(view.language, QUALITY_FIELDS[name])}</dt>
            <dd>
              {qualityValue(view, name, value)} {fieldUnit(view.language, studio, QUALITY_FIELDS[name])}
            </dd>
          </>
        ))}
      </dl>
      {values.map(({ name, value }) => (
        <input type="hidden" name={qualityFieldName(name)} value={value} />
      ))}
      <div class="fields">
        <Select
          form={form}
          name="qualityId"
          label={words.profileTarget}
          empty={words.noQuality}
          choices={[
            { value: NEW_QUALITY, label: words.newQuality },
            ...qualities.map(({ id, name }) => ({ value: String(id), label: words.changeQuality(name) })),
          ]}
          optional
        />
        <Input
          form={form}
          name="qualityName"
          label={words.qualityName}
          hint={words.qualityNameHint(typedText(form, "qualityPreset"))}
          optional
        />
        <input type="hidden" name="qualityPreset" value={typedText(form, "qualityPreset")} />
      </div>
    </section>
  );
}

/** Value of the quality select for a new quality. */
export const NEW_QUALITY = "new";

function qualityValue({ language }: View, name: string, value: string): string {
  const words = qualityWords(language);
  if (name === "supports") return value === "true" ? words.withSupports : words.withoutSupports;
  if (name !== "infillPattern") return value;
  const patterns: Readonly<Record<string, string>> = words.infillPatterns;
  return patterns[value] ?? value;
}

function AlsoMaterials({ form, materials }: { readonly form: FormState; readonly materials: readonly Material[] }) {
  const view = useView();
  const words = wordsOf(view);
  const limits = [...MATERIAL_PARAMETERS].flatMap(([name, parameter]) => {
    const value = typedText(form, plasticFieldName(name));
    return value === "" ? [] : [{ name, parameter, value }];
  });
  if (limits.length === 0 || materials.length === 0) return null;
  const chosen = [form.values.materialIds ?? []].flat();
  return (
    <section class="card" aria-labelledby="also-material">
      <h2 id="also-material">{words.alsoMaterial}</h2>
      <p class="hint">{words.alsoMaterialHint(typedText(form, "plasticName"))}</p>
      <ul>
        {limits.map(({ name, parameter, value }) => (
          <li>
            {machineParameterMeaning(view.language, name, parameter)}:{" "}
            <strong>
              {value} {unitOf(view.language, parameter.unit)}
            </strong>
          </li>
        ))}
      </ul>
      <input type="hidden" name="plasticName" value={typedText(form, "plasticName")} />
      {limits.map(({ name, value }) => (
        <input type="hidden" name={plasticFieldName(name)} value={value} />
      ))}
      <fieldset class="stack">
        <legend>{words.materials}</legend>
        {materials.map(({ id, name, color }) => (
          <label class="row">
            <input type="checkbox" name="materialIds[]" value={String(id)} checked={chosen.includes(String(id))} />
            <span>{materialName(name, color)}</span>
          </label>
        ))}
      </fieldset>
    </section>
  );
}

function Report({ report }: { readonly report: ImportReport }) {
  const view = useView();
  const { language } = view;
  const words = wordsOf(view);
  const { taken, changed, left, lacking, irrelevant } = report;
  return (
    <section class="stack" aria-labelledby="report">
      <h2 id="report">{words.reportTitle}</h2>
      {lacking.length === 0 ? null : (
        <div class="warning">
          <strong>{words.lacking}</strong>
          <p>{words.lackingText}</p>
          <ul>
            {lacking.map((name) => (
              <li>{name}</li>
            ))}
          </ul>
        </div>
      )}
      <ReportPart
        title={words.left}
        isOpen
        titles={[words.option, words.value, words.effect]}
        rows={left.map(({ option, value, effect }) => [option, value, effect[language]])}
      />
      <ReportPart
        title={words.changed}
        isOpen={false}
        titles={[words.option, words.value, words.becomes, words.why]}
        rows={changed.map((setting) => [...settingCells(view, setting), setting.why[language]])}
      />
      <ReportPart
        title={words.taken}
        isOpen={false}
        titles={[words.option, words.value, words.becomes]}
        rows={taken.map((setting) => settingCells(view, setting))}
      />
      {irrelevant === 0 ? null : <p class="hint">{words.irrelevant(wholeNumber(language, irrelevant))}</p>}
    </section>
  );
}

/** Fields of the catalog by the report's names of their values. */
const REPORTED_FIELDS: Readonly<Record<string, CatalogField>> = {
  layerHeightMm: QUALITY_FIELDS.layerHeight,
  infillPercent: QUALITY_FIELDS.infillPercent,
  infillPattern: QUALITY_FIELDS.infillPattern,
  wallCount: QUALITY_FIELDS.wallCount,
  topLayers: QUALITY_FIELDS.topLayers,
  bottomLayers: QUALITY_FIELDS.bottomLayers,
  supports: QUALITY_FIELDS.supports,
  densityGramsPerCubicCm: MATERIAL_FIELDS.density,
};

function settingCells(view: View, setting: TakenSetting): string[] {
  const { option, value } = setting;
  return [option, value, takenValue(view, setting)];
}

/** The value's meaning, and the value with its unit. */
function takenValue(view: View, { becomes, as }: TakenSetting): string {
  const { language } = view;
  const parameter = MACHINE_PARAMETERS.get(becomes);
  const field = REPORTED_FIELDS[becomes];
  const meaning =
    parameter !== undefined
      ? machineParameterMeaning(language, becomes, parameter)
      : field === undefined
        ? becomes
        : fieldLabel(language, field);
  const unit = parameter?.unit ?? (typeof field?.unit === "string" ? field.unit : "");
  const shown = typeof as === "number" ? valueWithUnit(language, as, unit) : qualityValue(view, becomes, as);
  return `${meaning}: ${shown}`;
}

function ReportPart({
  title,
  isOpen,
  titles,
  rows,
}: {
  readonly title: string;
  readonly isOpen: boolean;
  readonly titles: readonly string[];
  readonly rows: readonly (readonly string[])[];
}) {
  if (rows.length === 0) return null;
  return (
    <details open={isOpen} class="card group">
      <summary>
        <strong>{title}</strong> <span class="badge">{rows.length}</span>
      </summary>
      <div class="table as-cards report">
        <table>
          <thead>
            <tr>
              {titles.map((column) => (
                <th scope="col">{column}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([option, ...cells]) => (
              <tr>
                <th scope="row">
                  <code>{option}</code>
                </th>
                {cells.map((cell, index) => (
                  <td data-label={titles[index + 1]}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
