// The shelf's part of the script: takes products from links and addresses into the basket, and shows their cards there.
//
// Loaded where products are. It imports nothing that the page has loaded already, which would split that into smaller parts.

export { refusedOf } from "./product-choice.ts";
export { ProductList } from "./product-list.tsx";
export { ShelfLinks } from "./shelf-links.tsx";
