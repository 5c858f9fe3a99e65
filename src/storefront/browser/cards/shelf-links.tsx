// Takes products into the basket: from the page's links to them, and from an address such as `?product=12&color=3&quantity=2`.

import { useEffect, useRef, useState } from "preact/hooks";
import type { PageTools } from "../basket/page-tools.ts";
import { productOffers } from "../service/product-offers.ts";
import { productsWords } from "../words/products.words.ts";
import { colorToTake, mostPieces, withProduct } from "./product-choice.ts";

interface ShelfLinksProps {
  readonly tools: PageTools;
  /** No other product can be added. */
  readonly isFull: boolean;
  readonly newKey: () => string;
  /** Called with the card's key. */
  readonly onAdded: (key: string) => void;
}

interface AskedProduct {
  readonly productId: number;
  readonly colorId: number | null;
  readonly quantity: number;
}

const ASKED = ["product", "color", "quantity"] as const;

/** The product that the page's address names, once: the address goes on without it, so that a reload adds nothing. */
function takeFromAddress(): AskedProduct | undefined {
  const address = new URL(location.href);
  const [productId = 0, colorId = 0, quantity = 0] = ASKED.map((name) => wholeOf(address.searchParams.get(name)));
  for (const name of ASKED) address.searchParams.delete(name);
  if (address.href !== location.href) history.replaceState(history.state, "", address);
  return productId === 0 ? undefined : { productId, colorId: colorId || null, quantity: Math.max(1, quantity) };
}

function wholeOf(text: string | null): number {
  return text !== null && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0;
}

export function ShelfLinks(props: ShelfLinksProps) {
  const { tools } = props;
  const words = productsWords(tools.language);
  const [said, setSaid] = useState<{ readonly text: string; readonly isGood: boolean } | null>(null);
  const latest = useRef(props);
  latest.current = props;

  const add = async ({ productId, colorId: asked, quantity }: AskedProduct) => {
    const fail = (text: string) => setSaid({ text, isGood: false });
    const found = await productOffers(tools.configuration, [productId]);
    if (found === undefined) return fail(words.notAdded);
    const [product] = found;
    if (product === undefined) return fail(words.isGone);
    const { isFull, newKey, onAdded } = latest.current;
    if (isFull) return fail(words.isFull);
    const colorId = colorToTake(product, asked);
    const most = mostPieces(product, colorId);
    if (most === 0) return fail(words.isSoldOut(product.title));
    setSaid({ text: words.added(product.title), isGood: true });
    const key = newKey();
    const change: Parameters<typeof withProduct>[1] = { key, productId, colorId, quantity };
    tools.dispatch({
      type: "productsChanged",
      change: (products) => {
        const after = withProduct(products, change, most);
        const card = after.find((one) => one.productId === productId && one.colorId === colorId);
        setTimeout(() => onAdded(card?.key ?? key));
        return after;
      },
    });
  };

  useEffect(() => {
    const asked = takeFromAddress();
    if (asked !== undefined) void add(asked);
    const follow = (event: MouseEvent) => {
      // A click that opens another tab or window is the browser's own.
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      const link = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-product]") : null;
      const productId = wholeOf(link?.dataset.product ?? null);
      if (productId === 0) return;
      event.preventDefault();
      void add({ productId, colorId: null, quantity: 1 });
    };
    document.addEventListener("click", follow);
    return () => document.removeEventListener("click", follow);
  }, []);

  if (said === null) return <p class="visually-hidden" role="status" />;
  return said.isGood ? (
    <p class="visually-hidden" role="status">
      {said.text}
    </p>
  ) : (
    <p class="note note-warning" role="alert">
      {said.text}
    </p>
  );
}
