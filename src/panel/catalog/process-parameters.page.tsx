// Pages of process parameters: the technologies that have some, and one technology's table.

import {
  LAYERED_TECHNOLOGIES,
  type LayeredTechnology,
} from "../../../slicer-service/src/contract/process-parameters.ts";
import { findTechnologyBySlug } from "../../../slicer-service/src/contract/technologies.ts";
import type { FormState } from "../../pages/form-values.ts";
import { wholeNumber } from "../../pages/format.ts";
import { FaultSummary, PostForm } from "../kit/form.tsx";
import type { StudioView, View } from "../kit/panel-context.ts";
import { catalogWords } from "./catalog.words.ts";
import { CatalogLayout, partPath, SavePrices } from "./catalog-frame.tsx";
import { ParameterTable, processRows, typedParameters } from "./parameter-table.tsx";
import { machineOf, parameterWords } from "./process-parameters.words.ts";

interface PageProps {
  readonly view: View;
  readonly studio: StudioView;
}

function layeredTechnologyName(slug: LayeredTechnology): string {
  return findTechnologyBySlug(slug)?.name ?? slug;
}

export function ProcessesPage({ view, studio }: PageProps) {
  const { language } = view;
  const words = { ...catalogWords(language), ...parameterWords(language) };
  return (
    <CatalogLayout view={view} studio={studio} title={words.processes}>
      <p class="muted">{words.text}</p>
      <ul class="cards">
        {LAYERED_TECHNOLOGIES.map((slug) => {
          const count = Object.keys(studio.record.processParameters?.[slug] ?? {}).length;
          return (
            <li>
              <a class="card" href={`${partPath(studio, "processes")}/${slug}`}>
                <strong>{layeredTechnologyName(slug)}</strong>
                <span class="muted">{words.defaultsOf(machineOf(language, slug))}</span>
                <span>{count === 0 ? words.noneOwn : words.ownCount(wholeNumber(language, count))}</span>
              </a>
            </li>
          );
        })}
      </ul>
    </CatalogLayout>
  );
}

export function ProcessPage({
  view,
  studio,
  technology,
  form = { values: typedParameters(view.language, studio.record.processParameters?.[technology]), faults: {} },
}: PageProps & { readonly technology: LayeredTechnology; readonly form?: FormState }) {
  const { language } = view;
  const words = { ...catalogWords(language), ...parameterWords(language) };
  const path = `${partPath(studio, "processes")}/${technology}`;
  const own = studio.record.processParameters?.[technology];
  const rows = processRows(language, technology, { hasSources: true });
  return (
    <CatalogLayout view={view} studio={studio} title={words.title(layeredTechnologyName(technology))}>
      <p class="muted">
        {words.defaultsOf(machineOf(language, technology))} {words.emptyMeansDefault}
      </p>
      {studio.role === "owner" ? (
        <>
          <PostForm view={view} action={path} class="stack">
            <FaultSummary view={view} form={form} />
            <ParameterTable view={view} rows={rows} form={form} title={words.own} />
            <SavePrices view={view} />
          </PostForm>
          {Object.keys(own ?? {}).length === 0 ? null : (
            <PostForm view={view} action={path} class="row">
              <button type="submit">{words.reset}</button>
            </PostForm>
          )}
        </>
      ) : (
        <>
          <ParameterTable view={view} rows={rows} own={own} title={words.own} />
          <p class="hint">{words.pricesAreOwners}</p>
        </>
      )}
    </CatalogLayout>
  );
}
