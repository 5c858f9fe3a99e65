// Address fields of a form in which the panel's script finds places while a person types.

import type { Child } from "hono/jsx";
import type { CarrierAccount } from "../../carrier/carrier-account.store.ts";
import { wording } from "../../pages/words.ts";
import { useStudio, useView } from "./view-context.ts";

const searchWords = wording({ en: { found: "Found:" }, uk: { found: "Знайдено:" } });

interface PlaceSearchProps {
  /** Undefined: the studio has none, and places are typed. */
  readonly carrier: CarrierAccount | undefined;
  /** The id of the element that shows the carriage's estimate. */
  readonly estimate?: string;
  readonly class: string;
  readonly children: Child;
}

/**
 * The page loads `place-search.js`, which finds the fields by their names: cityName, cityRef, warehouseName, warehouseRef. A select
 * `deliveryMethodId` in the same form has the method.
 */
export function PlaceSearch({ carrier, estimate, class: look, children }: PlaceSearchProps) {
  const studio = useStudio();
  const { language } = useView();
  if (carrier === undefined || carrier.fault === "key") return <div class={look}>{children}</div>;
  return (
    <div
      class={look}
      data-places={`${studio.base}/places`}
      data-found={searchWords(language).found}
      data-methods={carrier.methodIds.join(",")}
      data-estimate={carrier.sender === null ? undefined : estimate}
    >
      {children}
    </div>
  );
}
