// Address fields of the form that accepts a named price: city and branch are found while a customer types.

import { type AddressNames, searchPlaces } from "../../pages/browser/places/search-places.ts";

const NAMES: AddressNames = {
  city: "deliveryCityName",
  cityRef: "deliveryCityRef",
  branch: "deliveryWarehouseName",
  branchRef: "deliveryWarehouseRef",
};

for (const root of document.querySelectorAll<HTMLElement>("[data-places]")) {
  const { places: address = "", found = "" } = root.dataset;
  let searching: AbortController | undefined;
  const follow = () => {
    // The carrier's own methods have the mark; without methods, it carries every address.
    const chosen = root.querySelector<HTMLInputElement>("input[name=method]:checked");
    const isCarried = chosen === null || chosen.dataset.carried !== undefined;
    if (isCarried === (searching !== undefined)) return;
    searching?.abort();
    searching = isCarried ? new AbortController() : undefined;
    if (searching !== undefined) searchPlaces(root, { address, names: NAMES, found }, searching.signal);
  };
  follow();
  root.addEventListener("change", follow);
}
