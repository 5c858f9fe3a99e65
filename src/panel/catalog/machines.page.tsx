// Pages of machine profiles: the list, what a new one begins with, and one profile.

import type { MachineProfile, Quality } from "../../catalog/catalog-changes.store.ts";
import type { MachineProfileUses } from "../../catalog/catalog-lists.store.ts";
import type { ProfileRefusal } from "../../catalog/trial/combinations.ts";
import { presetNamedBy, presetTitle } from "../../machine-profiles/preset-source.ts";
import { PRESETS } from "../../machine-profiles/presets/presets.ts";
import type { FormState } from "../../pages/form-values.ts";
import { wholeNumber } from "../../pages/format.ts";
import { FaultSummary, PostForm } from "../kit/form.tsx";
import type { View } from "../kit/panel-context.ts";
import { useStudio, useView } from "../kit/view-context.ts";
import { CorrectionText } from "../printing/correction-text.tsx";
import { estimatesPath } from "../printing/estimates.page.tsx";
import { estimateWords } from "../printing/estimates.words.ts";
import { catalogWords } from "./catalog.words.ts";
import { ArchiveForm, CatalogLayout, CatalogListPage, MoveButtons, partPath, SavePrices } from "./catalog-frame.tsx";
import { MachineFields, MachineValues } from "./machine-form.tsx";
import { machineWords } from "./machines.words.ts";
import { typedParameters } from "./parameter-table.tsx";
import { RefusedProfile } from "./tried-save.tsx";

interface PageOfValuesProps {
  /** The engine that slices for the studio now. */
  readonly engineName: string;
}

function wordsOf({ language }: View) {
  return { ...catalogWords(language), ...machineWords(language) };
}

export function MachinesPage({ machines, qualities }: MachineProfileUses) {
  const view = useView();
  const studio = useStudio();
  const words = wordsOf(view);
  const active = machines.filter(({ isArchived }) => !isArchived);
  const archived = machines.filter(({ isArchived }) => isArchived);
  return (
    <CatalogListPage
      part="machines"
      words={words}
      hasEntries={active.length > 0}
      archived={archived.map(({ id, name }) => ({ id, name, label: name }))}
    >
      <p class="muted">{words.text}</p>
      <div class="table as-cards alike">
        <table>
          <thead>
            <tr>
              <th scope="col">{words.name}</th>
              <th scope="col">{words.usedBy}</th>
              <th scope="col">{words.from}</th>
              <th scope="col" class="number">
                {words.ownValues}
              </th>
              <th scope="col">
                <span class="visually-hidden">{words.order}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {active.map((machine, place) => (
              <tr>
                <th scope="row">
                  <a href={partPath(studio, "machines", machine.id)}>{machine.name}</a>
                </th>
                <td data-label={words.usedBy}>
                  {namesIn(qualities.filter(({ machineProfileId }) => machineProfileId === machine.id)) ||
                    words.usedByNone}
                </td>
                <td data-label={words.from}>
                  <SourceText source={machine.source} />
                </td>
                <td class="number" data-label={words.ownValues}>
                  {wholeNumber(view.language, countOf(machine.parameters))}
                </td>
                <td>
                  <MoveButtons part="machines" entry={machine} place={place} count={active.length} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </CatalogListPage>
  );
}

function namesIn(qualities: readonly Quality[]): string {
  return qualities.map(({ name }) => name).join(", ");
}

function SourceText({ source }: { readonly source: string | null }) {
  const view = useView();
  const words = machineWords(view.language);
  if (source === null) return <>{words.typed}</>;
  const preset = presetNamedBy(source);
  return preset === undefined ? <span lang="en">{source}</span> : <span>{words.presetNamed(presetTitle(preset))}</span>;
}

const countOf = (parameters: MachineProfile["parameters"]) => Object.keys(parameters).length;

/** What a new profile begins with. */
export function NewMachinePage() {
  const view = useView();
  const studio = useStudio();
  const words = wordsOf(view);
  const base = partPath(studio, "machines");
  return (
    <CatalogLayout title={words.add}>
      <p>{words.begin}</p>
      <ul class="cards">
        <li>
          <a class="card" href={`${base}/import`}>
            <strong>{words.fromSlicer}</strong>
            <span class="muted">{words.fromSlicerText}</span>
          </a>
        </li>
        <li>
          <a class="card" href={`${base}/new/defaults`}>
            <strong>{words.fromDefaults}</strong>
            <span class="muted">{words.fromDefaultsText}</span>
          </a>
        </li>
      </ul>
      <h2>{words.presets}</h2>
      <ul class="cards">
        {PRESETS.map((preset) => (
          <li>
            <a class="card" href={`${base}/new/presets/${preset.slug}`}>
              <strong>{presetTitle(preset)}</strong>
              <span class="muted">{words.publishedCount(wholeNumber(view.language, countOf(preset.parameters)))}</span>
            </a>
          </li>
        ))}
      </ul>
    </CatalogLayout>
  );
}

/** The form of a new profile, with the values that it begins with. */
export function NewMachineFormPage({ engineName, form }: PageOfValuesProps & { readonly form: FormState }) {
  const view = useView();
  const studio = useStudio();
  const words = wordsOf(view);
  const source = typeof form.values.source === "string" && form.values.source !== "" ? form.values.source : null;
  return (
    <CatalogLayout title={words.add}>
      {source === null ? null : (
        <p class="muted">
          <SourceText source={source} />
        </p>
      )}
      <PostForm action={`${partPath(studio, "machines")}/new`} class="stack">
        <FaultSummary form={form} />
        <input type="hidden" name="source" value={source ?? ""} />
        <MachineFields
          form={form}
          source={source}
          own={presetNamedBy(source)?.parameters ?? {}}
          engineName={engineName}
        />
        <div class="row">
          <button type="submit" class="primary">
            {words.create}
          </button>
        </div>
      </PostForm>
    </CatalogLayout>
  );
}

export function MachinePage({
  machine,
  qualities,
  engineName,
  form = formOf(useView(), machine),
  refusals = [],
}: PageOfValuesProps & {
  readonly machine: MachineProfile;
  readonly qualities: readonly Quality[];
  readonly form?: FormState;
  readonly refusals?: readonly ProfileRefusal[];
}) {
  const view = useView();
  const studio = useStudio();
  const words = wordsOf(view);
  const estimates = estimateWords(view.language);
  const isOwner = studio.role === "owner";
  const path = partPath(studio, "machines", machine.id);
  const base = partPath(studio, "machines");
  return (
    <CatalogLayout
      title={machine.name}
      actions={
        isOwner ? (
          <a class="button" href={`${base}/new/copies/${machine.id}`}>
            {words.copy}
          </a>
        ) : null
      }
    >
      {machine.isArchived ? <p class="warning">{words.isArchived}</p> : null}
      <RefusedProfile refusals={refusals} />
      <p class="muted">
        {words.from}: <SourceText source={machine.source} />
        {isOwner ? (
          <>
            {" · "}
            <a href={`${base}/import?machineId=${machine.id}`}>{words.importInto}</a>
          </>
        ) : null}
      </p>
      {isOwner ? (
        <PostForm action={path} class="stack">
          <FaultSummary form={form} />
          <MachineFields form={form} source={machine.source} own={machine.parameters} engineName={engineName} />
          <SavePrices />
        </PostForm>
      ) : (
        <>
          <MachineValues own={machine.parameters} source={machine.source} engineName={engineName} />
          <p class="hint">{words.pricesAreOwners}</p>
        </>
      )}
      <div class="columns">
        <section class="card" aria-labelledby="uses">
          <h2 id="uses">{words.uses}</h2>
          {qualities.length === 0 ? (
            <p class="muted">{words.usesText}</p>
          ) : (
            <ul>
              {qualities.map(({ id, name }) => (
                <li>
                  <a href={partPath(studio, "qualities", id)}>{name}</a>
                </li>
              ))}
            </ul>
          )}
        </section>
        <section class="card" aria-labelledby="accuracy">
          <h2 id="accuracy">{estimates.title}</h2>
          <CorrectionText machine={machine} />
          <p>
            <a href={estimatesPath(studio)}>{estimates.toEstimates}</a>
          </p>
        </section>
        <ArchiveForm part="machines" entry={machine} isArchived={machine.isArchived} archiveText={words.archiveText} />
      </div>
    </CatalogLayout>
  );
}

function formOf({ language }: View, { name, parameters }: MachineProfile): FormState {
  return { values: { name, ...typedParameters(language, parameters) }, faults: {} };
}
