// Offers of products: asked from the server each time, since a piece may have been sold meanwhile.

import type { PageConfiguration, ProductOffers, ShelfProduct } from "../../wire.ts";

/** @returns those that are on the shelf; undefined if the server did not answer */
export async function productOffers(
  { base }: Pick<PageConfiguration, "base">,
  ids: readonly number[],
): Promise<readonly ShelfProduct[] | undefined> {
  try {
    const headers = { "Accept-Language": document.documentElement.lang, Accept: "application/json" };
    const response = await fetch(`${base}/products/offers?ids=${ids.join(",")}`, { headers });
    if (!response.ok) return undefined;
    // wire.ts states the body of 200.
    return ((await response.json()) as ProductOffers).products;
  } catch {
    return undefined;
  }
}
