// Pages of finishings: the list, a new one, and one to change.

import type { Finishing } from "../../catalog/catalog-changes.store.ts";
import { currencyOf } from "../../domain/currency.ts";
import { minorUnits } from "../../domain/money.ts";
import { technologyOf } from "../../domain/technology.ts";
import { shortDecimal } from "../../http/request/decimal-fields.ts";
import { EMPTY_FORM, type FormState, shownDecimal, textOf } from "../../pages/form-values.ts";
import { decimal, money } from "../../pages/format.ts";
import { FaultSummary, Input, PostForm, Select, TextArea } from "../kit/form.tsx";
import type { StudioView, View } from "../kit/panel-context.ts";
import { catalogWords } from "./catalog.words.ts";
import {
  ArchiveForm,
  CatalogLayout,
  CatalogListPage,
  MoveButtons,
  OwnersValues,
  partPath,
  TECHNOLOGY_CHOICES,
} from "./catalog-frame.tsx";
import { finishingWords } from "./finishings.words.ts";

interface PageProps {
  readonly view: View;
  readonly studio: StudioView;
}

function wordsOf({ language }: View) {
  return { ...catalogWords(language), ...finishingWords(language) };
}

export function FinishingsPage({
  view,
  studio,
  finishings,
}: PageProps & { readonly finishings: readonly Finishing[] }) {
  const offered = finishings.filter(({ isArchived }) => !isArchived);
  const archived = finishings.filter(({ isArchived }) => isArchived);
  return (
    <CatalogListPage
      view={view}
      studio={studio}
      part="finishings"
      words={wordsOf(view)}
      hasEntries={offered.length > 0}
      archived={archived.map(({ id, name }) => ({ id, name, label: name }))}
    >
      <FinishingTable view={view} studio={studio} finishings={offered} />
    </CatalogListPage>
  );
}

function FinishingTable({ view, studio, finishings }: PageProps & { readonly finishings: readonly Finishing[] }) {
  const words = wordsOf(view);
  return (
    <div class="table as-cards alike">
      <table>
        <thead>
          <tr>
            <th scope="col">{words.name}</th>
            <th scope="col">{words.technology}</th>
            <th scope="col" class="number">
              {words.charge}
            </th>
            <th scope="col">
              <span class="visually-hidden">{words.order}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {finishings.map((finishing, place) => (
            <tr>
              <th scope="row">
                <a href={partPath(studio, "finishings", finishing.id)}>{finishing.name}</a>
              </th>
              <td data-label={words.technology}>{technologyOfFinishing(view, finishing)}</td>
              <td class="number" data-label={words.charge}>
                {chargeOf(view, studio, finishing)}
              </td>
              <td>
                <MoveButtons
                  view={view}
                  studio={studio}
                  part="finishings"
                  entry={finishing}
                  place={place}
                  count={finishings.length}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function technologyOfFinishing({ language }: View, { technologyId }: Finishing): string {
  return technologyId === null ? catalogWords(language).anyTechnology : technologyOf(technologyId).name;
}

function chargeOf({ language }: View, studio: StudioView, finishing: Finishing): string {
  const words = finishingWords(language);
  const { priceMinor, percentageBasisPoints } = finishing;
  if (priceMinor !== null) return money(language, minorUnits(priceMinor), currencyOf(studio.record.currencyId));
  if (percentageBasisPoints !== null) return words.percentageOf(decimal(language, percentageBasisPoints, 2));
  return words.free;
}

export function NewFinishingPage({ view, studio, form = EMPTY_FORM }: PageProps & { readonly form?: FormState }) {
  const words = wordsOf(view);
  return (
    <CatalogLayout view={view} studio={studio} title={words.add}>
      <PostForm view={view} class="card to-read">
        <FaultSummary view={view} form={form} />
        <EveryonesFields view={view} form={form} />
        <OwnersFields view={view} studio={studio} form={form} />
        <button type="submit" class="primary">
          {words.create}
        </button>
      </PostForm>
    </CatalogLayout>
  );
}

export function FinishingPage({
  view,
  studio,
  finishing,
  form = formOf(view, finishing),
}: PageProps & { readonly finishing: Finishing; readonly form?: FormState }) {
  const words = wordsOf(view);
  const isOwner = studio.role === "owner";
  const { isArchived } = finishing;
  return (
    <CatalogLayout view={view} studio={studio} title={finishing.name}>
      {isArchived ? <p class="warning">{words.isArchived}</p> : null}
      <div class="columns">
        <PostForm view={view} action={partPath(studio, "finishings", finishing.id)} class="card">
          <FaultSummary view={view} form={form} />
          <EveryonesFields view={view} form={form} />
          {isOwner ? <OwnersFields view={view} studio={studio} form={form} /> : null}
          <button type="submit" class="primary">
            {words.save}
          </button>
        </PostForm>
        <div class="stack">
          {isOwner ? null : (
            <OwnersValues
              view={view}
              values={[
                [words.technology, technologyOfFinishing(view, finishing)],
                [words.charge, chargeOf(view, studio, finishing)],
              ]}
            />
          )}
          <ArchiveForm view={view} studio={studio} part="finishings" entry={finishing} isArchived={isArchived} />
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
  const words = catalogWords(view.language);
  return (
    <>
      <Input view={view} form={form} name="name" label={words.name} />
      <TextArea
        view={view}
        form={form}
        name="description"
        label={words.description}
        hint={words.descriptionHint}
        optional
      />
    </>
  );
}

function OwnersFields({ view, studio, form }: FieldsProps & { readonly studio: StudioView }) {
  const words = wordsOf(view);
  return (
    <>
      <Select
        view={view}
        form={form}
        name="technologyId"
        label={words.technology}
        choices={TECHNOLOGY_CHOICES}
        empty={words.anyTechnology}
      />
      <div class="fields">
        <Input
          view={view}
          form={form}
          name="price"
          label={words.price}
          hint={words.priceHint}
          unit={currencyOf(studio.record.currencyId).symbol}
          inputmode="decimal"
          optional
        />
        <Input
          view={view}
          form={form}
          name="pricePercentage"
          label={words.pricePercentage}
          hint={words.percentageHint}
          unit="%"
          inputmode="decimal"
          optional
        />
      </div>
    </>
  );
}

function formOf({ language }: View, finishing: Finishing): FormState {
  const typed = (scaled: number | null) => (scaled === null ? "" : shownDecimal(language, shortDecimal(scaled, 2)));
  return {
    values: {
      name: finishing.name,
      description: textOf(finishing.description),
      technologyId: textOf(finishing.technologyId),
      price: typed(finishing.priceMinor),
      pricePercentage: typed(finishing.percentageBasisPoints),
    },
    faults: {},
  };
}
