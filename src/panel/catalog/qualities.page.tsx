// Pages of printing qualities: the list, and the technology that a new one is for.

import { TECHNOLOGIES } from "../../../slicer-service/src/contract/technologies.ts";
import type { Quality } from "../../catalog/catalog-changes.store.ts";
import { technologyOf } from "../../domain/technology.ts";
import { unitOf } from "../../domain/units.ts";
import { decimal, wholeNumber } from "../../pages/format.ts";
import type { StudioView, View } from "../kit/panel-context.ts";
import { catalogWords } from "./catalog.words.ts";
import {
  byTechnology,
  CatalogLayout,
  CatalogListPage,
  MoveButtons,
  partPath,
  TechnologySection,
} from "./catalog-frame.tsx";
import { qualityWords } from "./qualities.words.ts";

interface PageProps {
  readonly view: View;
  readonly studio: StudioView;
}

function wordsOf({ language }: View) {
  return { ...catalogWords(language), ...qualityWords(language) };
}

export function QualitiesPage({ view, studio, qualities }: PageProps & { readonly qualities: readonly Quality[] }) {
  const active = qualities.filter(({ isActive }) => isActive);
  const archived = qualities.filter(({ isActive }) => !isActive);
  return (
    <CatalogListPage
      view={view}
      studio={studio}
      part="qualities"
      words={wordsOf(view)}
      hasEntries={active.length > 0}
      archived={archived.map(({ id, name, technologyId }) => ({
        id,
        name,
        label: `${technologyOf(technologyId).name}: ${name}`,
      }))}
    >
      {byTechnology(active).map(({ technology, entries }) => (
        <TechnologySection technology={technology}>
          <QualityTable view={view} studio={studio} qualities={entries} />
        </TechnologySection>
      ))}
    </CatalogListPage>
  );
}

function QualityTable({ view, studio, qualities }: PageProps & { readonly qualities: readonly Quality[] }) {
  const words = wordsOf(view);
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
                {quality.isDefault ? <span class="badge accent">{words.default}</span> : null}{" "}
                {quality.isOnStorefront ? null : <span class="badge">{words.notOnStorefront}</span>}
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
  const { process } = technologyOf(quality.technologyId);
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
  const words = wordsOf(view);
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
