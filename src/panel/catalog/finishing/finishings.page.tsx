// Pages of finishings: list, new, edit.

import type { Finishing } from "../../../catalog/catalog-rows.ts";
import { FINISHING_FIELDS } from "../../../catalog/finishing/finishing-fields.request.ts";
import { technologyOf } from "../../../domain/technology.ts";
import { EMPTY_FORM, type FormState } from "../../../pages/form-values.ts";
import { decimal } from "../../../pages/format.ts";
import { Checkbox, FaultSummary, PostForm, RequiredNote, SeenValues } from "../../kit/form.tsx";
import type { StudioView, View } from "../../kit/panel-context.ts";
import { shownForm } from "../../kit/seen-form/seen-form.ts";
import { useStudio, useView } from "../../kit/view-context.ts";
import { catalogWords } from "../catalog.words.ts";
import { ArchiveForm, CatalogLayout, CatalogListPage, EntryTable, entryPath, OwnersValues } from "../catalog-frame.tsx";
import { EntryFields, entryFormValues, fieldLabel, labelAndHint, shownValue } from "../entry-fields.tsx";
import { finishingWords } from "./finishings.words.ts";

function wordsOf({ language }: View) {
  return { ...catalogWords(language), ...finishingWords(language) };
}

export function FinishingsPage({ finishings }: { readonly finishings: readonly Finishing[] }) {
  return (
    <CatalogListPage kind="finishing" words={wordsOf(useView())} entries={finishings}>
      {(onOffer) => <FinishingTable finishings={onOffer} />}
    </CatalogListPage>
  );
}

function FinishingTable({ finishings }: { readonly finishings: readonly Finishing[] }) {
  const view = useView();
  const studio = useStudio();
  const columns = [
    {
      title: fieldLabel(view.language, FINISHING_FIELDS.technologyId),
      cell: (finishing: Finishing) => technologyOfFinishing(view, finishing),
    },
    {
      title: wordsOf(view).charge,
      isNumber: true,
      cell: (finishing: Finishing) => chargeOf(view, studio, finishing),
    },
  ];
  return <EntryTable kind="finishing" entries={finishings} columns={columns} />;
}

function technologyOfFinishing({ language }: View, { technologyId }: Finishing): string {
  return technologyId === null ? FINISHING_FIELDS.technologyId.empty[language] : technologyOf(technologyId).name;
}

/** A charge is a price or a percentage, so both share one column. */
function chargeOf({ language }: View, studio: StudioView, finishing: Finishing): string {
  const words = finishingWords(language);
  const { percentageBasisPoints } = finishing;
  if (percentageBasisPoints !== null) return words.percentageOf(decimal(language, percentageBasisPoints, 2));
  return shownValue(language, studio, FINISHING_FIELDS.price, finishing) ?? words.free;
}

export function NewFinishingPage({ form = EMPTY_FORM }: { readonly form?: FormState }) {
  const words = wordsOf(useView());
  return (
    <CatalogLayout title={words.add}>
      <PostForm class="card to-read">
        <FaultSummary form={form} />
        <RequiredNote />
        <EntryFields fields={FINISHING_FIELDS} form={form} isNew />
        <SupportsBox form={form} />
        <button type="submit" class="primary">
          {words.create}
        </button>
      </PostForm>
    </CatalogLayout>
  );
}

function SupportsBox({ form }: { readonly form: FormState }) {
  const { language } = useView();
  return (
    <Checkbox form={form} name="onlyWithSupports" {...labelAndHint(language, FINISHING_FIELDS.onlyWithSupports)} />
  );
}

export function FinishingPage({
  finishing,
  form = shownForm(entryFormValues(useView().language, FINISHING_FIELDS, finishing)),
}: {
  readonly finishing: Finishing;
  readonly form?: FormState;
}) {
  const view = useView();
  const studio = useStudio();
  const words = wordsOf(view);
  return (
    <CatalogLayout title={finishing.name}>
      {finishing.isArchived ? <p class="warning">{words.isArchived}</p> : null}
      <div class="columns">
        <PostForm action={entryPath(studio, "finishing", finishing.id)} class="card">
          <FaultSummary form={form} />
          <RequiredNote />
          <SeenValues form={form} />
          <EntryFields fields={FINISHING_FIELDS} form={form} isNew={false} />
          {studio.role === "owner" ? <SupportsBox form={form} /> : null}
          <button type="submit" class="primary">
            {words.save}
          </button>
        </PostForm>
        <div class="stack">
          {studio.role === "owner" ? null : (
            <OwnersValues
              values={[
                [fieldLabel(view.language, FINISHING_FIELDS.technologyId), technologyOfFinishing(view, finishing)],
                [words.charge, chargeOf(view, studio, finishing)],
              ]}
            />
          )}
          <ArchiveForm kind="finishing" entry={finishing} />
        </div>
      </div>
    </CatalogLayout>
  );
}
