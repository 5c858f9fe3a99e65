// The page of one printing quality, new or kept: its form, and beside it the try on a sample.

import {
  isLayeredTechnology,
  type LayeredTechnology,
  PROCESS_PARAMETERS,
} from "../../../slicer-service/src/contract/process-parameters.ts";
import { INFILL_PATTERNS, SPEED_MODES } from "../../../slicer-service/src/contract/profile.ts";
import { processOf, type Technology } from "../../../slicer-service/src/contract/technologies.ts";
import type { MachineProfile, Material, Quality } from "../../catalog/catalog-changes.store.ts";
import type { ProfileRefusal } from "../../catalog/trial/combinations.ts";
import type { QualityTrial } from "../../catalog/trial/try-quality.ts";
import { currencyOf } from "../../domain/currency.ts";
import { technologyOf } from "../../domain/technology.ts";
import { unitOf } from "../../domain/units.ts";
import { shortDecimal } from "../../http/request/decimal-fields.ts";
import { FILAMENT_DEFAULTS } from "../../items/slice-profile.ts";
import { type FormState, shownDecimal, type TypedValues, textOf } from "../../pages/form-values.ts";
import { decimal, duration, money, weight, wholeNumber } from "../../pages/format.ts";
import { Checkbox, FaultSummary, Input, PostForm, Select, TextArea } from "../kit/form.tsx";
import { materialName } from "../kit/material.tsx";
import type { StudioView, View } from "../kit/panel-context.ts";
import { catalogWords } from "./catalog.words.ts";
import { ArchiveForm, CatalogLayout, OwnersValues, partPath } from "./catalog-frame.tsx";
import { boundsOf, ParameterTable, processRows, typedParameters } from "./parameter-table.tsx";
import { parameterWords } from "./process-parameters.words.ts";
import { qualityWords } from "./qualities.words.ts";
import { RefusedProfile } from "./tried-save.tsx";

/** The field in which the form names the material of the sample. It is not the quality's. */
export const TRIAL_MATERIAL_FIELD = "trialMaterialId";

interface QualityPageProps {
  readonly view: View;
  readonly studio: StudioView;
  readonly technology: Technology;
  /** Undefined for a new one. */
  readonly quality?: Quality | undefined;
  /** Active ones of the technology: what the sample can be made of. */
  readonly materials: readonly Material[];
  /** All of the studio's. */
  readonly machines: readonly MachineProfile[];
  readonly form: FormState;
  readonly trial?: QualityTrial | undefined;
  /** The slicer's known refusals of a kept quality. */
  readonly refusals?: readonly ProfileRefusal[];
}

export function QualityPage(props: QualityPageProps) {
  const { view, studio, technology, quality, machines, form, refusals = [] } = props;
  const words = { ...catalogWords(view.language), ...qualityWords(view.language) };
  const isOwner = studio.role === "owner";
  const path = qualityPath(studio, technology, quality);
  return (
    <CatalogLayout
      view={view}
      studio={studio}
      title={quality?.name ?? words.addOf(technology.name)}
      actions={quality === undefined ? null : <span class="badge">{technology.name}</span>}
    >
      {quality?.isActive === false ? <p class="warning">{words.isArchived}</p> : null}
      <RefusedProfile view={view} refusals={refusals} />
      <PostForm view={view} action={path}>
        <div class="columns with-side">
          <div class="card">
            <FaultSummary view={view} form={form} />
            <Details view={view} form={form} quality={quality} />
            {isOwner ? (
              <SlicedValues
                view={view}
                form={form}
                studio={studio}
                technology={technology}
                machines={machinesToChoose(machines, quality)}
              />
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
          {isOwner ? null : <ReadValues view={view} studio={studio} quality={quality} machines={machines} />}
          <ArchiveForm view={view} studio={studio} part="qualities" entry={quality} isArchived={!quality.isActive} />
        </div>
      )}
    </CatalogLayout>
  );
}

function qualityPath(studio: StudioView, { slug }: Technology, quality: Quality | undefined): string {
  return quality === undefined
    ? `${partPath(studio, "qualities")}/new/${slug}`
    : partPath(studio, "qualities", quality.id);
}

interface FieldsProps {
  readonly view: View;
  readonly form: FormState;
}

function Details({ view, form, quality }: FieldsProps & { readonly quality: Quality | undefined }) {
  const words = { ...catalogWords(view.language), ...qualityWords(view.language) };
  return (
    <>
      <Input view={view} form={form} name="name" label={words.name} />
      <TextArea
        view={view}
        form={form}
        name="description"
        label={words.description}
        hint={words.descriptionHint}
        rows={2}
        optional
      />
      {quality?.isDefault === true ? (
        <p class="hint">
          <span class="badge accent">{words.default}</span> {words.isDefaultText}
        </p>
      ) : (
        <Checkbox view={view} form={form} name="isDefault" label={words.makeDefault} hint={words.makeDefaultHint} />
      )}
    </>
  );
}

/** Every value that reaches the slicer, with its bounds and what it does. Only those that the technology has. */
function SlicedValues({
  view,
  form,
  studio,
  technology,
  machines,
}: FieldsProps & {
  readonly studio: StudioView;
  readonly technology: Technology;
  readonly machines: readonly MachineProfile[];
}) {
  const words = qualityWords(view.language);
  const { slug, process } = technology;
  return (
    <>
      <fieldset class="stack">
        <legend>{words.values}</legend>
        {process === "filament" ? <MachineField view={view} form={form} studio={studio} machines={machines} /> : null}
        <div class="fields">
          <Input
            view={view}
            form={form}
            name="layerHeight"
            label={words.layerHeight}
            hint={`${boundsOf(view.language, PROCESS_PARAMETERS[process].layerHeightMm)}. ${process === "filament" ? words.layerHeightOfFilament : words.layerHeightHint}`}
            unit={unitOf(view.language, "mm")}
            inputmode="decimal"
          />
          {process === "filament" ? <FilamentValues view={view} form={form} /> : null}
        </div>
        {process === "powder" ? null : (
          <Checkbox view={view} form={form} name="supports" label={words.supports} hint={words.supportsHint} />
        )}
      </fieldset>
      {isLayeredTechnology(slug) ? (
        <OwnParameterFields view={view} form={form} studio={studio} technology={slug} />
      ) : null}
    </>
  );
}

/** The machine profiles that a quality may name: those on offer, and the one that it has, whatever became of it. */
export function machinesToChoose(
  machines: readonly MachineProfile[],
  quality: Quality | undefined,
): readonly MachineProfile[] {
  return machines.filter(({ id, isArchived }) => !isArchived || id === quality?.machineProfileId);
}

function MachineField({
  view,
  form,
  studio,
  machines,
}: FieldsProps & { readonly studio: StudioView; readonly machines: readonly MachineProfile[] }) {
  const words = { ...catalogWords(view.language), ...qualityWords(view.language) };
  return (
    <Select
      view={view}
      form={form}
      name="machineProfileId"
      label={words.machine}
      hint={
        <>
          {words.machineHint} <a href={partPath(studio, "machines")}>{words.machines}</a>
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

/** Fields of filament, in the order in which they are thought of. */
const FILAMENT_FIELDS = [
  { name: "nozzleDiameter", number: "nozzleDiameterMm", hint: "nozzleDiameterHint", unit: "mm" },
  { name: "infillPercent", number: "infillPercent", hint: "infillHint", unit: "%" },
  { name: "wallCount", number: "wallCount", hint: "wallCountHint", unit: "" },
  { name: "topLayers", number: "topLayers", hint: "topLayersHint", unit: "" },
  { name: "bottomLayers", number: "bottomLayers", hint: "bottomLayersHint", unit: "" },
] as const;

function FilamentValues({ view, form }: FieldsProps) {
  const { language } = view;
  const words = qualityWords(language);
  return (
    <>
      {FILAMENT_FIELDS.map(({ name, number, hint, unit }) => {
        const bounds = boundsOf(language, { ...PROCESS_PARAMETERS.filament[number], unit });
        const fallback =
          number === "nozzleDiameterMm"
            ? words.nozzleOfMachine
            : decimal(language, Math.round(1000 * FILAMENT_DEFAULTS[number]), 3);
        return (
          <Input
            view={view}
            form={form}
            name={name}
            label={words[name]}
            hint={`${bounds}. ${words[hint]} ${words.emptyMeans(fallback)}`}
            {...(unit === "" ? {} : { unit: unitOf(language, unit) })}
            inputmode="decimal"
            optional
          />
        );
      })}
      <Select
        view={view}
        form={form}
        name="infillPattern"
        label={words.infillPattern}
        hint={words.infillPatternHint}
        choices={INFILL_PATTERNS.map((pattern) => ({ value: pattern, label: words.infillPatterns[pattern] }))}
      />
      <Select
        view={view}
        form={form}
        name="speedMode"
        label={words.speedMode}
        hint={words.speedModeHint}
        choices={SPEED_MODES.map((mode) => ({ value: mode, label: words.speedModes[mode] }))}
      />
    </>
  );
}

function OwnParameterFields({
  view,
  form,
  studio,
  technology,
}: FieldsProps & { readonly studio: StudioView; readonly technology: LayeredTechnology }) {
  const words = { ...qualityWords(view.language), ofQuality: parameterWords(view.language).ofQuality };
  const names = Object.keys(PROCESS_PARAMETERS[processOf(technology)]);
  // What is filled in, or wrong, must not be hidden.
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
          view={view}
          rows={processRows(view.language, technology, { ofStudio: studio.record.processParameters?.[technology] })}
          form={form}
          title={words.ofQuality}
        />
      </div>
    </details>
  );
}

/** The try on a sample: a button of the quality's own form, so that it takes the values as typed. */
function Trial({ view, studio, technology, quality, materials, form, trial }: QualityPageProps) {
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
            view={view}
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
      <div role="status">{trial === undefined ? null : <TrialResult view={view} studio={studio} trial={trial} />}</div>
    </section>
  );
}

function TrialResult({
  view,
  studio,
  trial,
}: {
  readonly view: View;
  readonly studio: StudioView;
  readonly trial: QualityTrial;
}) {
  const { language } = view;
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

/** A quality's values, for who does not change them. */
function ReadValues({
  view,
  studio,
  quality,
  machines,
}: {
  readonly view: View;
  readonly studio: StudioView;
  readonly quality: Quality;
  readonly machines: readonly MachineProfile[];
}) {
  const { language } = view;
  const words = qualityWords(language);
  const { slug, process } = technologyOf(quality.technologyId);
  const typed = typedOf(view, quality);
  const millimetres = unitOf(language, "mm");
  const machineProfile = machines.find(({ id }) => id === quality.machineProfileId);
  const ofFilament = FILAMENT_FIELDS.map(({ name, unit }): [string, string] => {
    const value = typed[name];
    return [words[name], typeof value === "string" && value !== "" ? `${value} ${unitOf(language, unit)}` : "—"];
  });
  return (
    <>
      <OwnersValues
        view={view}
        values={[
          [words.layerHeight, `${decimal(language, quality.layerHeightMicrometres, 3)} ${millimetres}`],
          ...(process === "filament"
            ? [
                [words.machine, machineProfile?.name ?? words.noMachine] as const,
                ...ofFilament,
                [words.infillPattern, words.infillPatterns[quality.infillPattern]] as const,
                [words.speedMode, words.speedModes[quality.speedMode]] as const,
              ]
            : []),
          ...(process === "powder"
            ? []
            : [[words.supports, quality.supports ? words.withSupports : words.withoutSupports] as const]),
        ]}
      />
      {isLayeredTechnology(slug) ? (
        <details>
          <summary>{words.ownParameters}</summary>
          <ParameterTable
            view={view}
            rows={processRows(language, slug, { ofStudio: studio.record.processParameters?.[slug] })}
            own={quality.processParameters}
            title={parameterWords(language).ofQuality}
          />
        </details>
      ) : null}
    </>
  );
}

/** A kept quality's values, as its form shows them. */
export function typedOf({ language }: View, quality: Quality): TypedValues {
  const millimetres = (micrometres: number | null) =>
    micrometres === null ? "" : shownDecimal(language, shortDecimal(micrometres, 3));
  return {
    name: quality.name,
    description: textOf(quality.description),
    layerHeight: millimetres(quality.layerHeightMicrometres),
    nozzleDiameter: millimetres(quality.nozzleDiameterMicrometres),
    infillPercent: textOf(quality.infillPercent),
    wallCount: textOf(quality.wallCount),
    topLayers: textOf(quality.topLayers),
    bottomLayers: textOf(quality.bottomLayers),
    machineProfileId: textOf(quality.machineProfileId),
    infillPattern: quality.infillPattern,
    supports: String(quality.supports),
    speedMode: quality.speedMode,
    ...typedParameters(language, quality.processParameters),
  };
}

/** What a new quality begins with: usual values of its technology. */
export function usualValues({ language }: View, { process }: Technology): TypedValues {
  if (process === "filament") {
    // The nozzle is the machine profile's.
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
