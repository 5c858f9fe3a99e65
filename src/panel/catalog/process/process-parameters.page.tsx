// Pages of process parameters: the list of technologies, and one technology's table.

import {
  LAYERED_TECHNOLOGIES,
  type LayeredTechnology,
} from "../../../../slicer-service/src/contract/process-parameters.ts";
import { findTechnologyBySlug } from "../../../../slicer-service/src/contract/technologies.ts";
import type { FormState } from "../../../pages/form-values.ts";
import { wholeNumber } from "../../../pages/format.ts";
import { FaultSummary, PostForm, SeenValues } from "../../kit/form.tsx";
import { shownForm } from "../../kit/seen-form/seen-form.ts";
import { useStudio, useView } from "../../kit/view-context.ts";
import { catalogWords } from "../catalog.words.ts";
import { CatalogLayout, partPath, SavePrices } from "../catalog-frame.tsx";
import { ParameterTable, parameterFormValues, processRows } from "../parameter-table.tsx";
import { defaultMachineName, parameterWords } from "./process-parameters.words.ts";

function layeredTechnologyName(slug: LayeredTechnology): string {
  return findTechnologyBySlug(slug)?.name ?? slug;
}

export function ProcessesPage() {
  const studio = useStudio();
  const { language } = useView();
  const words = { ...catalogWords(language), ...parameterWords(language) };
  return (
    <CatalogLayout title={words.processes}>
      <p class="muted">{words.text}</p>
      <ul class="cards">
        {LAYERED_TECHNOLOGIES.map((slug) => {
          const count = Object.keys(studio.record.processParameters?.[slug] ?? {}).length;
          return (
            <li>
              <a class="card" href={`${partPath(studio, "processes")}/${slug}`}>
                <strong>{layeredTechnologyName(slug)}</strong>
                <span class="muted">{words.defaultsOf(defaultMachineName(language, slug))}</span>
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
  technology,
  form = shownForm(parameterFormValues(useView().language, useStudio().record.processParameters?.[technology])),
}: {
  readonly technology: LayeredTechnology;
  readonly form?: FormState;
}) {
  const studio = useStudio();
  const { language } = useView();
  const words = { ...catalogWords(language), ...parameterWords(language) };
  const path = `${partPath(studio, "processes")}/${technology}`;
  const own = studio.record.processParameters?.[technology];
  const rows = processRows(language, technology, { hasSources: true });
  return (
    <CatalogLayout title={words.title(layeredTechnologyName(technology))}>
      <p class="muted">
        {words.defaultsOf(defaultMachineName(language, technology))} {words.emptyMeansDefault}
      </p>
      {studio.role === "owner" ? (
        <>
          <PostForm action={path} class="stack">
            <FaultSummary form={form} />
            <SeenValues form={form} />
            <ParameterTable rows={rows} form={form} title={words.own} />
            <SavePrices />
          </PostForm>
          {Object.keys(own ?? {}).length === 0 ? null : (
            <PostForm action={path} class="row">
              <button type="submit">{words.reset}</button>
            </PostForm>
          )}
        </>
      ) : (
        <>
          <ParameterTable rows={rows} own={own} title={words.own} />
          <p class="hint">{words.pricesAreOwners}</p>
        </>
      )}
    </CatalogLayout>
  );
}
