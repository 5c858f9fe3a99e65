// Address fields of a form in which the panel's script finds places while a person types.

import type { Child } from "hono/jsx";
import { wording } from "../../pages/words.ts";
import { useStudio, useView } from "./view-context.ts";

const searchWords = wording({ en: { found: "Found:" }, uk: { found: "Знайдено:" } });

/** The script finds the fields by their names: cityName, cityRef, warehouseName, warehouseRef. */
export function PlaceSearch({ children }: { readonly children: Child }) {
  const studio = useStudio();
  return (
    <div class="stack" data-places={`${studio.base}/places`} data-found={searchWords(useView().language).found}>
      {children}
    </div>
  );
}
