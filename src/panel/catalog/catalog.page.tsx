// The catalog's first page: its parts, with the count of each.

import { CATALOG_KINDS } from "../../catalog/catalog-kinds.ts";
import type { CatalogCounts } from "../../catalog/catalog-lists.store.ts";
import type { CatalogKind } from "../../catalog/catalog-rows.ts";
import { wholeNumber } from "../../pages/format.ts";
import { counted } from "../../pages/words.ts";
import { useStudio, useView } from "../kit/view-context.ts";
import { catalogWords, entryCounts } from "./catalog.words.ts";
import { CATALOG_PARTS, CatalogLayout, type CatalogPart, PART_OF_KIND, partPath } from "./catalog-frame.tsx";

/** The kind whose entries a part counts. Processes have no count: each studio has the same. */
const COUNTED = Object.fromEntries(CATALOG_KINDS.map((kind) => [PART_OF_KIND[kind], kind])) as Partial<
  Record<CatalogPart, CatalogKind>
>;

interface CatalogPageProps {
  readonly counts: CatalogCounts;
}

export function CatalogPage({ counts }: CatalogPageProps) {
  const view = useView();
  const studio = useStudio();
  const words = catalogWords(view.language);
  return (
    <CatalogLayout title={words.catalog}>
      <ul class="cards">
        {CATALOG_PARTS.map((part) => (
          <li>
            <a class="card" href={partPath(studio, part)}>
              <strong>{words[part]}</strong>
              <span class="muted">{words[`${part}Text`]}</span>
              <PartCount part={part} counts={counts} />
            </a>
          </li>
        ))}
      </ul>
    </CatalogLayout>
  );
}

function PartCount({ part, counts }: { readonly part: CatalogPart; readonly counts: CatalogCounts }) {
  const view = useView();
  const words = catalogWords(view.language);
  const kind = COUNTED[part];
  if (kind === undefined) return null;
  const { onOffer, archived } = counts.entries[kind];
  return (
    <span class="row">
      {onOffer === 0 ? (
        <span class="badge">{words.nothingYet}</span>
      ) : (
        <span>{counted(view.language, onOffer, entryCounts[view.language])}</span>
      )}
      {archived === 0 ? null : <span class="muted">{words.archivedCount(wholeNumber(view.language, archived))}</span>}
      {kind === "material" && counts.lowStock > 0 ? (
        <span class="badge warn">{words.lowStock(wholeNumber(view.language, counts.lowStock))}</span>
      ) : null}
    </span>
  );
}
