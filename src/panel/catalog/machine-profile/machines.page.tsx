// Pages of machine profiles: list, start of a new one, form, one profile.

import type { MachineProfileUses } from "../../../catalog/catalog-lists.store.ts";
import type { Quality } from "../../../catalog/catalog-rows.ts";
import { MACHINE_PROFILE_FIELDS } from "../../../catalog/machine-profile/machine-profile-fields.request.ts";
import type { ProfileRefusal } from "../../../catalog/trial/combinations.ts";
import type { MachineProfile } from "../../../db/machine-profile-record.ts";
import { presetNamedBy, presetTitle } from "../../../machine-profiles/preset-source.ts";
import { PRESETS } from "../../../machine-profiles/presets/presets.ts";
import type { FormState, TypedValues } from "../../../pages/form-values.ts";
import { wholeNumber } from "../../../pages/format.ts";
import { FaultSummary, PostForm, RequiredNote, SeenValues } from "../../kit/form.tsx";
import type { View } from "../../kit/panel-context.ts";
import { shownForm } from "../../kit/seen-form/seen-form.ts";
import { useStudio, useView } from "../../kit/view-context.ts";
import { CorrectionText } from "../../printing/correction-text.tsx";
import { estimatesPath } from "../../printing/estimates.page.tsx";
import { estimateWords } from "../../printing/estimates.words.ts";
import { catalogWords } from "../catalog.words.ts";
import { ArchiveForm, CatalogLayout, CatalogListPage, EntryTable, entryPath, SavePrices } from "../catalog-frame.tsx";
import { entryFormValues, fieldLabel, OwnersFieldValues, shownValue } from "../entry-fields.tsx";
import { parameterFormValues } from "../parameter-table.tsx";
import { RefusedProfile } from "../tried-save.tsx";
import { MachineFields, MachineValues } from "./machine-form.tsx";
import { machineWords } from "./machines.words.ts";

interface PageOfValuesProps {
  readonly engineName: string;
}

function wordsOf({ language }: View) {
  return { ...catalogWords(language), ...machineWords(language) };
}

export function MachinesPage({ machines, qualities }: MachineProfileUses) {
  const words = wordsOf(useView());
  return (
    <CatalogListPage kind="machineProfile" words={words} entries={machines}>
      {(onOffer) => (
        <>
          <p class="muted">{words.text}</p>
          <MachineTable machines={onOffer} qualities={qualities} />
        </>
      )}
    </CatalogListPage>
  );
}

function MachineTable({ machines, qualities }: MachineProfileUses) {
  const view = useView();
  const studio = useStudio();
  const words = wordsOf(view);
  const { hourlyRate } = MACHINE_PROFILE_FIELDS;
  const columns = [
    {
      title: words.usedBy,
      cell: ({ id }: MachineProfile) =>
        namesIn(qualities.filter(({ machineProfileId }) => machineProfileId === id)) || words.usedByNone,
    },
    {
      title: fieldLabel(view.language, hourlyRate),
      isNumber: true,
      cell: (machine: MachineProfile) =>
        shownValue(view.language, studio, hourlyRate, machine) ?? <span class="muted">{words.studiosRate}</span>,
    },
    { title: words.from, cell: ({ source }: MachineProfile) => <SourceText source={source} /> },
    {
      title: words.ownValues,
      isNumber: true,
      cell: ({ parameters }: MachineProfile) => wholeNumber(view.language, countOf(parameters)),
    },
  ];
  return <EntryTable kind="machineProfile" entries={machines} columns={columns} isAlike={false} />;
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

/** The choice of a new profile's start: import, defaults or preset. */
export function NewMachinePage() {
  const view = useView();
  const studio = useStudio();
  const words = wordsOf(view);
  const base = entryPath(studio, "machineProfile");
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
      <PostForm action={`${entryPath(studio, "machineProfile")}/new`} class="stack">
        <FaultSummary form={form} />
        <RequiredNote />
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
  form = shownForm(machineFormValues(useView(), machine)),
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
  const path = entryPath(studio, "machineProfile", machine.id);
  const base = entryPath(studio, "machineProfile");
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
          <RequiredNote />
          <SeenValues form={form} />
          <MachineFields form={form} source={machine.source} own={machine.parameters} engineName={engineName} />
          <SavePrices />
        </PostForm>
      ) : (
        <>
          <MachineValues own={machine.parameters} source={machine.source} engineName={engineName} />
          <OwnersFieldValues fields={MACHINE_PROFILE_FIELDS} row={machine} />
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
                  <a href={entryPath(studio, "quality", id)}>{name}</a>
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
        <ArchiveForm kind="machineProfile" entry={machine} archiveText={words.archiveText} />
      </div>
    </CatalogLayout>
  );
}

/** The stored profile as form values. */
export function machineFormValues({ language }: View, machine: MachineProfile): TypedValues {
  const fields = entryFormValues(language, MACHINE_PROFILE_FIELDS, machine);
  return { ...fields, ...parameterFormValues(language, machine.parameters) };
}
