// Places of a consignment note: the carrier's ids of those that a person has typed.

import { chosenPlace } from "../../../carrier/choose-place.ts";
import type { CarrierFault } from "../../../domain/carrier/carriers.ts";
import type { ShownFaults } from "../../../pages/form-values.ts";
import type { AskCarrier } from "../../../parcels/make-note.ts";
import type { FoundPlace, ParcelForm } from "../../../parcels/parcel.request.ts";
import type { ParcelOrder } from "../../../parcels/parcel.store.ts";
import type { CarrierAnswer, CarrierPlace } from "../../../platform/carrier/carrier.ts";
import type { PanelContext } from "../../kit/panel-context.ts";
import type { PlaceChoices } from "./parcel.page.tsx";
import { parcelWords } from "./parcel.words.ts";

type PlaceField = "city" | "branch";

type Places =
  | { readonly city: FoundPlace; readonly branch: FoundPlace | undefined }
  | { readonly unclear: { readonly field: PlaceField; readonly candidates: readonly FoundPlace[] } }
  | { readonly fault: CarrierFault };

/** The carrier's ids of the typed places. Those of the order itself are taken as they stand. */
export async function findNotePlaces(ask: AskCarrier, form: ParcelForm, { delivery }: ParcelOrder): Promise<Places> {
  const { cityName, cityRef, warehouseName = "", warehouseRef } = form;
  const isOrdersCity = cityRef !== undefined && delivery?.cityRef === cityRef && delivery.cityName === cityName;
  const city = isOrdersCity
    ? { ref: cityRef, name: cityName }
    : placeIn(await ask((carrier) => carrier.findCities(cityName)), "city", { ref: cityRef, name: cityName });
  if (!("ref" in city)) return city;
  if (form.destination === "door") return { city, branch: undefined };
  const isOrdersBranch =
    isOrdersCity &&
    warehouseRef !== undefined &&
    delivery.warehouseRef === warehouseRef &&
    delivery.warehouseName === warehouseName;
  const branch = isOrdersBranch
    ? { ref: warehouseRef, name: warehouseName }
    : placeIn(await ask((carrier) => carrier.findBranches(city.ref, warehouseName)), "branch", {
        ref: warehouseRef,
        name: warehouseName,
      });
  return "ref" in branch ? { city, branch } : branch;
}

/** The chosen place, or the reason for none. */
function placeIn(
  answer: CarrierAnswer<readonly CarrierPlace[]>,
  field: PlaceField,
  typed: Parameters<typeof chosenPlace>[1],
): FoundPlace | Exclude<Places, { readonly city: FoundPlace }> {
  if (!answer.answered) return { fault: answer.fault };
  const found = answer.value.map(({ ref, name }) => ({ ref, name }));
  const chosen = chosenPlace(answer.value, typed);
  return chosen === undefined ? { unclear: { field, candidates: found } } : { ref: chosen.ref, name: chosen.name };
}

export function placeFaults(
  { var: { view } }: PanelContext,
  field: PlaceField,
  candidates: readonly FoundPlace[],
): ShownFaults {
  const words = parcelWords(view.language);
  const isNone = candidates.length === 0;
  return field === "city"
    ? { cityName: [isNone ? words.cityNotFound : words.chooseCity] }
    : { warehouseName: [isNone ? words.branchNotFound : words.chooseBranch] };
}

export function choicesOf(field: PlaceField, candidates: readonly FoundPlace[]): PlaceChoices {
  if (candidates.length === 0) return {};
  return field === "city" ? { cities: candidates } : { branches: candidates };
}
