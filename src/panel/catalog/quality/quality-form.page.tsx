// The page of one printing quality, new or stored: its form, and a try on a sample.

import {
  isLayeredTechnology,
  type LayeredTechnology,
  PROCESS_PARAMETERS,
} from "../../../../slicer-service/src/contract/process-parameters.ts";
import { INFILL_PATTERNS, SPEED_MODES } from "../../../../slicer-service/src/contract/profile.ts";
import type { Technology } from "../../../../slicer-service/src/contract/technologies.ts";
import { processOf } from "../../../../slicer-service/src/contract/technologies.ts";
import type { Material, Quality } from "../../../catalog/catalog-rows.ts";
import { isOfProcess, QUALITY_FIELDS, type QualityField } from "../../../catalog/quality/quality-fields.request.ts";
import type { ProfileRefusal } from "../../../catalog/trial/combinations.ts";
import type { QualityTrial } from "../../../catalog/trial/try-quality.ts";
import type { MachineProfile } from "../../../db/machine-profile-record.ts";
import { currencyOf } from "../../../domain/currency.ts";
import { technologyOf } from "../../../domain/technology.ts";
import { unitOf } from "../../../domain/units.ts";
import { FILAMENT_DEFAULTS } from "../../../items/slice-profile.ts";
import { type FormState, shownDecimal, type TypedValues } from "../../../pages/form-values.ts";
import { decimal, duration, money, weight, wholeNumber } from "../../../pages/format.ts";
import { Checkbox, FaultSummary, Input, PostForm, RequiredNote, SeenValues, Select } from "../../kit/form.tsx";
import { materialName } from "../../kit/item/material.tsx";
import type { StudioView, View } from "../../kit/panel-context.ts";
import { useStudio, useView } from "../../kit/view-context.ts";
import { catalogWords } from "../catalog.words.ts";
import { ArchiveForm, CatalogLayout, entryPath, OwnersValues, partPath } from "../catalog-frame.tsx";
import { entryFormValues, FieldControls, fieldLabel, fieldUnit, labelAndHint, shownValue } from "../entry-fields.tsx";
import { boundsWithUnit, ParameterTable, parameterFormValues, processRows } from "../parameter-table.tsx";
import { parameterWords } from "../process/process-parameters.words.ts";
import { RefusedProfile } from "../tried-save.tsx";
import { qualityWords } from "./qualities.words.ts";

/** The sample's material: a field of the form, not of the quality. */
export const TRIAL_MATERIAL_FIELD = "trialMaterialId";

interface QualityPageProps {
  readonly technology: Technology;
  /** Undefined for a new quality. */
  readonly quality?: Quality | undefined;
  /** Active materials of the technology, for the sample. */
  readonly materials: readonly Material[];
  /** All machine profiles of the studio, archived ones too. */
  readonly machines: readonly MachineProfile[];
  readonly form: FormState;
  readonly trial?: QualityTrial | undefined;
  /** The slicer's known refusals of a stored quality. */
  readonly refusals?: readonly ProfileRefusal[];
}

export function QualityPage(props: QualityPageProps) {
  const view = useView();
  const studio = useStudio();
  const { technology, quality, machines, form, refusals = [] } = props;
  const words = { ...catalogWords(view.language), ...qualityWords(view.language) };
  const isOwner = studio.role === "owner";
  const path = qualityPath(studio, technology, quality);
  return (
    <CatalogLayout
      title={quality?.name ?? words.addOf(technology.name)}
      actions={quality === undefined ? null : <span class="badge">{technology.name}</span>}
    >
      {quality?.isActive === false ? <p class="warning">{words.isArchived}</p> : null}
      <RefusedProfile refusals={refusals} />
      <PostForm action={path}>
        <div class="columns with-side">
          <div class="card">
            <FaultSummary form={form} />
            <RequiredNote />
            <SeenValues form={form} />
            <Details form={form} quality={quality} />
            {isOwner ? (
              <SlicedValues form={form} technology={technology} machines={machinesToChoose(machines, quality)} />
            ) : null}
            <div class="row">
              <button type="submit" class="primary">
                {quality === undefined ? words.create : words.save}
              </button>
            </div>
            {quality === undefined || !isOwner ? null : <p class="hint">{words.ordersKeep}</p>}
          </div>
          {isOwner ? <Trial {...props} /> : null}
        </div>
      </PostForm>
      {quality === undefined ? null : (
        <div class="columns">
          {isOwner ? null : <ReadValues quality={quality} machines={machines} />}
          <ArchiveForm kind="quality" entry={quality} />
        </div>
      )}
    </CatalogLayout>
  );
}

function qualityPath(studio: StudioView, { slug }: Technology, quality: Quality | undefined): string {
  return quality === undefined
    ? `${entryPath(studio, "quality")}/new/${slug}`
    : entryPath(studio, "quality", quality.id);
}

interface FieldsProps {
  readonly form: FormState;
}

function Details({ form, quality }: FieldsProps & { readonly quality: Quality | undefined }) {
  const { language } = useView();
  const words = qualityWords(language);
  return (
    <>
      <FieldControls fields={QUALITY_FIELDS} form={form} isNew={quality === undefined} />
      {quality?.isDefault === true ? (
        <p class="hint">
          <span class="badge accent">{words.default}</span> {words.isDefaultText}
        </p>
      ) : (
        <Checkbox form={form} name="isDefault" {...labelAndHint(language, QUALITY_FIELDS.isDefault)} />
      )}
    </>
  );
}

/** The technology's values for the slicer, each with bounds and effect. */
function SlicedValues({
  form,
  technology,
  machines,
}: FieldsProps & {
  readonly technology: Technology;
  readonly machines: readonly MachineProfile[];
}) {
  const { language } = useView();
  const words = qualityWords(language);
  const { slug, process } = technology;
  const { layerHeight, supports } = QUALITY_FIELDS;
  const bounds = boundsWithUnit(language, PROCESS_PARAMETERS[process].layerHeightMm);
  const hint = process === "filament" ? words.layerHeightOfFilament : layerHeight.words.hint[language];
  return (
    <>
      <fieldset class="stack">
        <legend>{words.values}</legend>
        {process === "filament" ? <MachineField form={form} machines={machines} /> : null}
        <div class="fields">
          <Input
            form={form}
            name="layerHeight"
            label={fieldLabel(language, layerHeight)}
            hint={`${bounds}. ${hint}`}
            unit={unitOf(language, layerHeight.unit)}
            inputmode="decimal"
          />
          {process === "filament" ? <FilamentValues form={form} /> : null}
        </div>
        {isOfProcess(supports, process) ? (
          <Checkbox form={form} name="supports" {...labelAndHint(language, supports)} />
        ) : null}
      </fieldset>
      {isLayeredTechnology(slug) ? <OwnParameterFields form={form} technology={slug} /> : null}
    </>
  );
}

/** Machine profiles that a quality may name: those on offer, and its own even if archived. */
export function machinesToChoose(
  machines: readonly MachineProfile[],
  quality: Quality | undefined,
): readonly MachineProfile[] {
  return machines.filter(({ id, isArchived }) => !isArchived || id === quality?.machineProfileId);
}

function MachineField({ form, machines }: FieldsProps & { readonly machines: readonly MachineProfile[] }) {
  const view = useView();
  const studio = useStudio();
  const words = { ...catalogWords(view.language), ...qualityWords(view.language) };
  const { machineProfileId } = QUALITY_FIELDS;
  return (
    <Select
      form={form}
      name="machineProfileId"
      label={fieldLabel(view.language, machineProfileId)}
      hint={
        <>
          {machineProfileId.words.hint[view.language]} <a href={partPath(studio, "machines")}>{words.machines}</a>
        </>
      }
      choices={machines.map(({ id, name, isArchived }) => ({
        value: String(id),
        label: isArchived ? words.archivedMachine(name) : name,
      }))}
      empty={words.noMachine}
      optional
    />
  );
}

/** Fields of filament parameters, each with bounds and default. */
const FILAMENT_FIELDS = Object.entries(QUALITY_FIELDS).flatMap(([name, field]: [string, QualityField]) =>
  field.parameter === undefined ? [] : [{ name, field, parameter: field.parameter }],
);

function FilamentValues({ form }: FieldsProps) {
  const { language } = useView();
  const words = qualityWords(language);
  const { infillPattern, speedMode } = QUALITY_FIELDS;
  return (
    <>
      {FILAMENT_FIELDS.map(({ name, field, parameter }) => {
        const unit = fieldUnit(language, useStudio(), field);
        const bounds = boundsWithUnit(language, { ...PROCESS_PARAMETERS.filament[parameter], unit: unit ?? "" });
        const fallback =
          parameter === "nozzleDiameterMm"
            ? words.nozzleOfMachine
            : decimal(language, Math.round(1000 * FILAMENT_DEFAULTS[parameter]), 3);
        return (
          <Input
            form={form}
            name={name}
            label={fieldLabel(language, field)}
            hint={`${bounds}. ${field.words?.hint?.[language]} ${words.emptyMeans(fallback)}`}
            {...(unit === undefined ? {} : { unit })}
            inputmode="decimal"
            optional
          />
        );
      })}
      <Select
        form={form}
        name="infillPattern"
        {...labelAndHint(language, infillPattern)}
        choices={INFILL_PATTERNS.map((pattern) => ({ value: pattern, label: words.infillPatterns[pattern] }))}
      />
      <Select
        form={form}
        name="speedMode"
        {...labelAndHint(language, speedMode)}
        choices={SPEED_MODES.map((mode) => ({ value: mode, label: words.speedModes[mode] }))}
      />
    </>
  );
}

function OwnParameterFields({ form, technology }: FieldsProps & { readonly technology: LayeredTechnology }) {
  const view = useView();
  const studio = useStudio();
  const words = { ...qualityWords(view.language), ofQuality: parameterWords(view.language).ofQuality };
  const names = Object.keys(PROCESS_PARAMETERS[processOf(technology)]);
  // Values and faults must not be hidden.
  const isOpen = names.some((name) => form.faults[name] !== undefined || (form.values[name] ?? "") !== "");
  return (
    <details open={isOpen}>
      <summary>{words.ownParameters}</summary>
      <div class="stack">
        <p class="hint">
          {words.ownParametersText}{" "}
          <a href={`${partPath(studio, "processes")}/${technology}`}>{words.studioParameters}</a>
        </p>
        <ParameterTable
          rows={processRows(view.language, technology, { ofStudio: studio.record.processParameters?.[technology] })}
          form={form}
          title={words.ofQuality}
        />
      </div>
    </details>
  );
}

/** Tries a sample with the typed values: its button belongs to the quality's form. */
function Trial({ technology, quality, materials, form, trial }: QualityPageProps) {
  const view = useView();
  const studio = useStudio();
  const words = qualityWords(view.language);
  const path = qualityPath(studio, technology, quality);
  return (
    <section class="card trial" id="trial" aria-labelledby="trial-title">
      <h2 id="trial-title">{words.tryTitle}</h2>
      <p class="muted">{words.tryText}</p>
      {materials.length === 0 ? (
        <p>
          <a href={`${partPath(studio, "materials")}/new`}>{words.noMaterial(technology.name)}</a>
        </p>
      ) : (
        <>
          <Select
            form={form}
            name={TRIAL_MATERIAL_FIELD}
            label={words.tryMaterial}
            choices={materials.map(({ id, name, color }) => ({ value: String(id), label: materialName(name, color) }))}
          />
          <button type="submit" formaction={`${path}/try#trial`}>
            {trial?.outcome === "slicing" ? words.tryAgain : words.tryButton}
          </button>
        </>
      )}
      <div role="status">{trial === undefined ? null : <TrialResult trial={trial} />}</div>
    </section>
  );
}

function TrialResult({ trial }: { readonly trial: QualityTrial }) {
  const studio = useStudio();
  const { language } = useView();
  const words = qualityWords(language);
  switch (trial.outcome) {
    case "sliced":
      return (
        <dl>
          <dt>{words.minutes}</dt>
          <dd>{duration(language, trial.printMinutes)}</dd>
          <dt>{words.grams}</dt>
          <dd>{weight(language, trial.weightHundredthsOfGram)}</dd>
          <dt>{words.layers}</dt>
          <dd>{wholeNumber(language, trial.layers)}</dd>
          <dt>{words.price}</dt>
          <dd>
            <strong>{money(language, trial.price, currencyOf(studio.record.currencyId))}</strong>
          </dd>
        </dl>
      );
    case "busy":
      return <p class="warning">{words.trialIsBusy}</p>;
    case "slicing":
      return <p class="warning">{words.stillSlicing}</p>;
    case "cannot_be_sliced":
      return (
        <p class="warning">
          {words.cannotBeSliced} {trial.reasons.map((reason) => reason[language]).join(" ")}
        </p>
      );
    case "slicer_unavailable":
      return <p class="warning">{words.unavailable}</p>;
    default:
      return trial satisfies never;
  }
}

/** A quality's values, read-only for staff. */
function ReadValues({
  quality,
  machines,
}: {
  readonly quality: Quality;
  readonly machines: readonly MachineProfile[];
}) {
  const view = useView();
  const studio = useStudio();
  const { language } = view;
  const words = qualityWords(language);
  const { slug, process } = technologyOf(quality.technologyId);
  const typed = qualityFormValues(view, quality);
  const { layerHeight, machineProfileId, infillPattern, speedMode, supports } = QUALITY_FIELDS;
  const machineProfile = machines.find(({ id }) => id === quality.machineProfileId);
  const ofFilament = FILAMENT_FIELDS.map(({ name, field }): [string, string] => {
    const unit = fieldUnit(language, studio, field) ?? "";
    const value = typed[name];
    return [fieldLabel(language, field), typeof value === "string" && value !== "" ? `${value} ${unit}` : "—"];
  });
  return (
    <>
      <OwnersValues
        values={[
          [fieldLabel(language, layerHeight), shownValue(language, studio, layerHeight, quality)],
          ...(process === "filament"
            ? [
                [fieldLabel(language, machineProfileId), machineProfile?.name ?? words.noMachine] as const,
                ...ofFilament,
                [fieldLabel(language, infillPattern), words.infillPatterns[quality.infillPattern]] as const,
                [fieldLabel(language, speedMode), words.speedModes[quality.speedMode]] as const,
              ]
            : []),
          ...(isOfProcess(supports, process)
            ? [[fieldLabel(language, supports), quality.supports ? words.withSupports : words.withoutSupports] as const]
            : []),
        ]}
      />
      {isLayeredTechnology(slug) ? (
        <details>
          <summary>{words.ownParameters}</summary>
          <ParameterTable
            rows={processRows(language, slug, { ofStudio: studio.record.processParameters?.[slug] })}
            own={quality.processParameters}
            title={parameterWords(language).ofQuality}
          />
        </details>
      ) : null}
    </>
  );
}

/** A stored quality's values as its form shows them. */
export function qualityFormValues({ language }: View, quality: Quality): TypedValues {
  return {
    ...entryFormValues(language, QUALITY_FIELDS, quality),
    ...parameterFormValues(language, quality.processParameters),
  };
}

/** Usual values of the technology, for the form of a new quality. */
export function usualQualityValues({ language }: View, { process }: Technology): TypedValues {
  if (process === "filament") {
    // The machine profile states the nozzle.
    const { nozzleDiameterMm: _, ...counts } = FILAMENT_DEFAULTS;
    const typedCounts = Object.fromEntries(Object.entries(counts).map(([name, value]) => [name, String(value)]));
    return {
      layerHeight: shownDecimal(language, "0.2"),
      ...typedCounts,
      infillPattern: "grid",
      speedMode: "standard",
    };
  }
  if (process === "powder") return { layerHeight: shownDecimal(language, "0.1") };
  return { layerHeight: shownDecimal(language, "0.05"), supports: "true" };
}
