// The catalog's first page: its parts, and how much is in each.

import type { CatalogCounts } from "../../catalog/catalog-lists.store.ts";
import { wholeNumber } from "../../pages/format.ts";
import { counted } from "../../pages/words.ts";
import { useStudio, useView } from "../kit/view-context.ts";
import { catalogWords, entryCounts } from "./catalog.words.ts";
import { CATALOG_PARTS, CatalogLayout, type CatalogPart, partPath } from "./catalog-frame.tsx";

/** What is counted of each part. Processes are always the same. */
const COUNTED = {
  materials: "materials",
  qualities: "qualities",
  machines: "machineProfiles",
  finishings: "finishings",
  products: "products",
  delivery: "deliveryMethods",
} as const satisfies Partial<Record<CatalogPart, keyof CatalogCounts>>;

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
              {part === "processes" ? null : <PartCount part={part} counts={counts} />}
            </a>
          </li>
        ))}
      </ul>
    </CatalogLayout>
  );
}

function PartCount({ part, counts }: { readonly part: keyof typeof COUNTED; readonly counts: CatalogCounts }) {
  const view = useView();
  const words = catalogWords(view.language);
  const { onOffer, archived } = counts[COUNTED[part]];
  return (
    <span class="row">
      {onOffer === 0 ? (
        <span class="badge">{words.nothingYet}</span>
      ) : (
        <span>{counted(view.language, onOffer, entryCounts[view.language])}</span>
      )}
      {archived === 0 ? null : <span class="muted">{words.archivedCount(wholeNumber(view.language, archived))}</span>}
      {part === "materials" && counts.lowStock > 0 ? (
        <span class="badge warn">{words.lowStock(wholeNumber(view.language, counts.lowStock))}</span>
      ) : null}
    </span>
  );
}
