// Pages of printing qualities: the list, and the technology that a new one is for.

import type { Quality } from "../../catalog/catalog-changes.store.ts";
import { TECHNOLOGIES } from "../../domain/technology.ts";
import { decimal, wholeNumber } from "../kit/format.ts";
import type { StudioView, View } from "../kit/panel-context.ts";
import { unitOf } from "../kit/units.words.ts";
import { catalogWords } from "./catalog.words.ts";
import {
  ArchivedEntries,
  byTechnology,
  CatalogLayout,
  MoveButtons,
  partPath,
  technologyName,
} from "./catalog-frame.tsx";
import { qualityWords } from "./qualities.words.ts";

interface PageProps {
  readonly view: View;
  readonly studio: StudioView;
}

export function QualitiesPage({ view, studio, qualities }: PageProps & { readonly qualities: readonly Quality[] }) {
  const words = { ...catalogWords(view.language), ...qualityWords(view.language) };
  const active = qualities.filter(({ isActive }) => isActive);
  const archived = qualities.filter(({ isActive }) => !isActive);
  const add = studio.role === "owner" ? `${partPath(studio, "qualities")}/new` : undefined;
  const actions =
    add === undefined ? null : (
      <a class="button primary" href={add}>
        {words.add}
      </a>
    );
  return (
    <CatalogLayout view={view} studio={studio} title={words.qualities} actions={actions}>
      {active.length > 0 ? null : (
        <div class="empty">
          <p>{archived.length > 0 ? words.emptyAfterArchiving : words.empty}</p>
          {add === undefined ? <p>{words.emptyForStaff}</p> : <a href={add}>{words.add}</a>}
        </div>
      )}
      {byTechnology(active).map(({ technologyId, entries }) => {
        const id = `technology-${technologyId}`;
        return (
          <section class="stack" aria-labelledby={id}>
            <h2 id={id}>{technologyId === null ? words.anyTechnology : technologyName(technologyId)}</h2>
            <QualityTable view={view} studio={studio} qualities={entries} />
          </section>
        );
      })}
      <ArchivedEntries
        view={view}
        studio={studio}
        part="qualities"
        entries={archived.map((quality) => ({
          ...quality,
          label: `${technologyName(quality.technologyId)}: ${quality.name}`,
        }))}
      />
    </CatalogLayout>
  );
}

function QualityTable({ view, studio, qualities }: PageProps & { readonly qualities: readonly Quality[] }) {
  const words = { ...catalogWords(view.language), ...qualityWords(view.language) };
  return (
    <div class="table as-cards alike">
      <table>
        <thead>
          <tr>
            <th scope="col">{words.name}</th>
            <th scope="col" class="number">
              {words.layerHeight}
            </th>
            <th scope="col">{words.values}</th>
            <th scope="col">
              <span class="visually-hidden">{words.order}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {qualities.map((quality, place) => (
            <tr>
              <th scope="row">
                <a href={partPath(studio, "qualities", quality.id)}>{quality.name}</a>{" "}
                {quality.isDefault ? <span class="badge accent">{words.default}</span> : null}
              </th>
              <td class="number" data-label={words.layerHeight}>
                {decimal(view.language, quality.layerHeightMicrometres, 3)} {unitOf(view.language, "mm")}
              </td>
              <td data-label={words.values}>{otherValues(view, quality).join(" · ")}</td>
              <td>
                <MoveButtons
                  view={view}
                  studio={studio}
                  part="qualities"
                  entry={quality}
                  place={place}
                  count={qualities.length}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** What sets a quality apart beside its layers, in a few words. */
function otherValues({ language }: View, quality: Quality): string[] {
  const words = qualityWords(language);
  const own = Object.keys(quality.processParameters ?? {}).length;
  const { process } = TECHNOLOGIES.find(({ id }) => id === quality.technologyId) ?? TECHNOLOGIES[0];
  const values = own === 0 ? [] : [words.ownParameterCount(wholeNumber(language, own))];
  if (process === "powder") return values.length === 0 ? ["—"] : values;
  const supports = quality.supports ? words.withSupports : words.withoutSupports;
  if (process !== "filament") return [supports, ...values];
  const infill = quality.infillPercent;
  return [
    ...(infill === null ? [] : [`${words.infillPercent} ${wholeNumber(language, infill)} %`]),
    words.speedModes[quality.speedMode],
    supports,
  ];
}

export function ChooseTechnologyPage({ view, studio }: PageProps) {
  const words = { ...catalogWords(view.language), ...qualityWords(view.language) };
  return (
    <CatalogLayout view={view} studio={studio} title={words.add}>
      <p>
        {words.chooseTechnology} <span class="muted">{words.technologyStays}</span>
      </p>
      <ul class="cards">
        {TECHNOLOGIES.map(({ slug, name }) => (
          <li>
            <a class="card" href={`${partPath(studio, "qualities")}/new/${slug}`}>
              <strong>{name}</strong>
            </a>
          </li>
        ))}
      </ul>
    </CatalogLayout>
  );
}
