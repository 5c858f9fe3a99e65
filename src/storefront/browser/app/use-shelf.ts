// The shelf's part of the script, loaded where products are: on the page, in its address, or in the basket.

import { useEffect, useState } from "preact/hooks";

type ShelfParts = typeof import("../cards/shelf-parts.tsx");

export function useShelf(hasProducts: boolean): ShelfParts | null {
  const [loaded, setLoaded] = useState<ShelfParts | null>(null);
  const isNeeded =
    hasProducts || /[?&]product=/.test(location.search) || document.querySelector("[data-product]") !== null;
  useEffect(() => {
    if (isNeeded) import("../cards/shelf-parts.tsx").then(setLoaded, (error: unknown) => console.warn(error));
  }, [isNeeded]);
  return loaded;
}
