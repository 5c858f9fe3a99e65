// Pages of printing qualities: list, and the choice of a new one's technology.

import { TECHNOLOGIES } from "../../../../slicer-service/src/contract/technologies.ts";
import type { Quality } from "../../../catalog/catalog-rows.ts";
import { QUALITY_FIELDS } from "../../../catalog/quality/quality-fields.request.ts";
import { technologyOf } from "../../../domain/technology.ts";
import { wholeNumber } from "../../../pages/format.ts";
import type { View } from "../../kit/panel-context.ts";
import { useStudio, useView } from "../../kit/view-context.ts";
import { catalogWords } from "../catalog.words.ts";
import {
  CatalogLayout,
  CatalogListPage,
  EntryTable,
  entryPath,
  groupByTechnology,
  TechnologySection,
} from "../catalog-frame.tsx";
import { fieldLabel, shownValue } from "../entry-fields.tsx";
import { qualityWords } from "./qualities.words.ts";

function wordsOf({ language }: View) {
  return { ...catalogWords(language), ...qualityWords(language) };
}

export function QualitiesPage({ qualities }: { readonly qualities: readonly Quality[] }) {
  return (
    <CatalogListPage
      kind="quality"
      words={wordsOf(useView())}
      entries={qualities}
      archivedLabel={({ name, technologyId }) => `${technologyOf(technologyId).name}: ${name}`}
    >
      {(onOffer) =>
        groupByTechnology(onOffer).map(({ technology, entries }) => (
          <TechnologySection technology={technology}>
            <QualityTable qualities={entries} />
          </TechnologySection>
        ))
      }
    </CatalogListPage>
  );
}

function QualityTable({ qualities }: { readonly qualities: readonly Quality[] }) {
  const view = useView();
  const studio = useStudio();
  const words = wordsOf(view);
  const { layerHeight } = QUALITY_FIELDS;
  const columns = [
    {
      title: fieldLabel(view.language, layerHeight),
      isNumber: true,
      cell: (quality: Quality) => shownValue(view.language, studio, layerHeight, quality),
    },
    { title: words.values, cell: (quality: Quality) => otherValues(view, quality).join(" · ") },
  ];
  const heading = ({ id, name, isDefault, isOnStorefront }: Quality) => (
    <>
      <a href={entryPath(studio, "quality", id)}>{name}</a>{" "}
      {isDefault ? <span class="badge accent">{words.default}</span> : null}{" "}
      {isOnStorefront ? null : <span class="badge">{words.notOnStorefront}</span>}
    </>
  );
  return <EntryTable kind="quality" entries={qualities} heading={heading} columns={columns} />;
}

/** A quality's values beside layer height, in a few words each. */
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
    ...(infill === null
      ? []
      : [`${fieldLabel(language, QUALITY_FIELDS.infillPercent)} ${wholeNumber(language, infill)} %`]),
    words.speedModes[quality.speedMode],
    supports,
  ];
}

export function ChooseTechnologyPage() {
  const view = useView();
  const studio = useStudio();
  const words = wordsOf(view);
  return (
    <CatalogLayout title={words.add}>
      <p>
        {words.chooseTechnology} <span class="muted">{words.technologyStays}</span>
      </p>
      <ul class="cards">
        {TECHNOLOGIES.map(({ slug, name }) => (
          <li>
            <a class="card" href={`${entryPath(studio, "quality")}/new/${slug}`}>
              <strong>{name}</strong>
            </a>
          </li>
        ))}
      </ul>
    </CatalogLayout>
  );
}
