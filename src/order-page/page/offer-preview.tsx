// What the studio prints with, at a glance: technologies, their materials by swatch, their qualities.

import type { Language } from "../../domain/person.ts";
import type { PublicCatalog } from "../wire.ts";
import { pageWords } from "./page.words.ts";

export function OfferPreview({ language, catalog }: { readonly language: Language; readonly catalog: PublicCatalog }) {
  return (
    <section class="offer" aria-labelledby="offer-title">
      <h2 id="offer-title">{pageWords(language).offer}</h2>
      <ul class="offer-technologies">
        {catalog.technologies.map((technology) => (
          <li>
            <h3>{technology.name}</h3>
            <ul class="offer-materials">
              {catalog.materials
                .filter(({ technologyId }) => technologyId === technology.id)
                .map(({ name, color, colorHex }) => (
                  <li>
                    <Swatch colorHex={colorHex} />
                    {color === null || color === "" ? name : `${name}, ${color}`}
                  </li>
                ))}
            </ul>
            <p class="offer-qualities">
              {catalog.qualities
                .filter(({ technologyId }) => technologyId === technology.id)
                .map(({ name }) => name)
                .join(" · ")}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A colour, as a dot before the name that says it in words. An attribute of SVG: the policy allows no inline style. */
function Swatch({ colorHex }: { readonly colorHex: string | null }) {
  return (
    <svg class="swatch" viewBox="0 0 10 10" aria-hidden="true">
      <rect width="10" height="10" fill={colorHex ?? "none"} />
    </svg>
  );
}
