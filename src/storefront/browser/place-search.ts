// Address fields of the form that accepts a named price: city and branch are found while a customer types.

import { type AddressNames, searchPlacesIf } from "../../pages/browser/places/search-places.ts";

const NAMES: AddressNames = {
  city: "deliveryCityName",
  cityRef: "deliveryCityRef",
  branch: "deliveryWarehouseName",
  branchRef: "deliveryWarehouseRef",
};

for (const root of document.querySelectorAll<HTMLElement>("[data-places]")) {
  const { places: address = "", found = "" } = root.dataset;
  // The carrier's own methods have the mark; without methods, it carries every address.
  const isCarried = () => {
    const chosen = root.querySelector<HTMLInputElement>("input[name=method]:checked");
    return chosen === null || chosen.dataset.carried !== undefined;
  };
  const follow = searchPlacesIf(isCarried, root, { address, names: NAMES, found });
  follow();
  root.addEventListener("change", follow);
}
