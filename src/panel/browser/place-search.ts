// Address fields of the panel's forms: places while typing, and the carriage's estimate beside a new order.
//
// data-places: the path above the places. data-found: the word before their number. data-estimate: the id of the element that shows the
// estimate. data-methods: the ids of the delivery methods that the carrier carries.

import type { EstimateAnswer } from "../../domain/carrier/suggestions.ts";
import { askServer } from "../../pages/browser/places/ask-places.ts";
import { type AddressNames, searchPlacesIf } from "../../pages/browser/places/search-places.ts";

const NAMES: AddressNames = {
  city: "cityName",
  cityRef: "cityRef",
  branch: "warehouseName",
  branchRef: "warehouseRef",
};

for (const root of document.querySelectorAll<HTMLElement>("[data-places]")) offerPlaces(root);

function offerPlaces(root: HTMLElement): void {
  const { places: address = "", found = "", methods, estimate } = root.dataset;
  const form = root.closest("form");
  const method = form?.elements.namedItem("deliveryMethodId");
  const carried: readonly string[] = methods === undefined ? [] : methods.split(",");
  const isCarried = () =>
    methods === undefined ||
    !(method instanceof HTMLSelectElement) ||
    method.value === "" ||
    carried.includes(method.value);
  const follow = searchPlacesIf(isCarried, root, { address, names: NAMES, found });
  follow();
  if (method instanceof HTMLSelectElement) method.addEventListener("change", follow);
  const shown = estimate === undefined ? null : document.getElementById(estimate);
  if (form !== null && shown !== null) keepEstimated(form, root, shown, `${address}/estimate`, isCarried);
}

/** Asks anew when the city, the branch or the parcel of the prices changes. */
function keepEstimated(
  form: HTMLFormElement,
  root: HTMLElement,
  shown: HTMLElement,
  address: string,
  isCarried: () => boolean,
): void {
  let asked = "";
  let asking: AbortController | undefined;
  const ask = async () => {
    const question = questionOf(form, root);
    const wanted = question === undefined || !isCarried() ? "" : JSON.stringify(question);
    if (wanted === asked) return;
    asked = wanted;
    asking?.abort();
    shown.textContent = "";
    if (question === undefined || wanted === "") return;
    asking = new AbortController();
    const answer = await askServer<EstimateAnswer>(address, question, asking.signal);
    if (wanted === asked && answer?.status === "estimated") shown.textContent = answer.sentence;
  };
  form.addEventListener("input", ask);
  form.addEventListener("change", ask);
  // The prices come with the parcel, and are replaced as a whole.
  new MutationObserver(ask).observe(form, { childList: true, subtree: true });
  void ask();
}

function questionOf(form: HTMLFormElement, root: HTMLElement): Readonly<Record<string, string>> | undefined {
  const typedIn = (name: string) => root.querySelector<HTMLInputElement>(`input[name="${name}"]`)?.value ?? "";
  const city = typedIn(NAMES.cityRef);
  const parcel = form.querySelector<HTMLElement>("[data-parcel]")?.dataset.parcel;
  if (city === "" || parcel === undefined) return undefined;
  const isToDoor = typedIn(NAMES.branch) === "" && typedIn("streetName") !== "";
  return { ...Object.fromEntries(new URLSearchParams(parcel)), city, destination: isToDoor ? "door" : "branch" };
}
