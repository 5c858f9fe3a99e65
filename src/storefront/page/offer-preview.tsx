// The studio's offer at a glance: technologies, their materials by swatch, their qualities.

import type { Language } from "../../domain/person.ts";
import { MaterialName } from "../kit/material.tsx";
import type { PublicCatalog } from "../wire.ts";
import { pageWords } from "./page.words.ts";

export function OfferPreview({ language, catalog }: { readonly language: Language; readonly catalog: PublicCatalog }) {
  return (
    <section class="offer" aria-labelledby="offer-title">
      <h2 id="offer-title">{pageWords(language).offer}</h2>
      <ul class="offer-technologies">
        {catalog.technologies.map((technology) => (
          <li class="card">
            <h3>{technology.name}</h3>
            <ul class="offer-materials">
              {catalog.materials
                .filter(({ technologyId }) => technologyId === technology.id)
                .map(({ name, color, colorHex }) => (
                  <li>
                    <MaterialName name={name} color={color} colorHex={colorHex} />
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
