// The basket in the tab's storage, so that loading the page again loses nothing.
// A frame may forbid storage: then the basket is not kept.

import { EMPTY_BASKET, type KeptBasket } from "./basket.ts";

/** Raised when a card's fields change, so that an older card is forgotten, not misread. */
const VERSION = 4;

export type FinishedCheckout =
  | {
      readonly kind: "ordered";
      readonly orderId: number;
      /** Absent in one that an older page kept. */
      readonly orderNumber?: number;
      readonly address: string;
    }
  | { readonly kind: "requested"; readonly address: string };

/** The products and the priority's fields are absent in an older basket. */
type Stored = Pick<KeptBasket, "cards" | "attached"> & Partial<KeptBasket> & { readonly version: number };

/** @param place the page's path: the page itself and each page with a filled basket have a basket of their own */
export function storedBasket(place: string): KeptBasket {
  const stored = read<Stored>(`basket ${place}`);
  return stored?.version === VERSION ? { ...EMPTY_BASKET, ...stored } : EMPTY_BASKET;
}

export function storeBasket(place: string, { cards, attached, products, priority, dropped }: KeptBasket): void {
  write(`basket ${place}`, { version: VERSION, cards, attached, products, priority, dropped } satisfies Stored);
}

/** The last order or price request of this tab, so that loading the page or the site around it again finds it. */
export function storedFinished(place: string): FinishedCheckout | null {
  return read<FinishedCheckout | null>(`finished ${place}`) ?? null;
}

export function storeFinished(place: string, finished: FinishedCheckout | null): void {
  write(`finished ${place}`, finished);
}

/** The typed fields. They stay in this tab. */
export function storedFields(): Readonly<Record<string, string>> {
  return read<Record<string, string>>("order fields") ?? {};
}

export function storeFields(fields: Readonly<Record<string, string>>): void {
  write("order fields", fields);
}

/**
 * The key of a sending without an answer, by its subject: repeating it under this key orders nothing twice, even after a
 * reload of the page.
 */
export function unansweredKey(about: string): string | undefined {
  const stored = read<{ readonly about: string; readonly key: string }>("unanswered");
  return stored?.about === about ? stored.key : undefined;
}

export function storeUnanswered(about: string, key: string): void {
  write("unanswered", { about, key });
}

export function forgetUnanswered(): void {
  write("unanswered", null);
}

function read<Value>(name: string): Value | undefined {
  try {
    const text = sessionStorage.getItem(name);
    // Only this page writes under these names, and the version excludes older cards.
    return text === null ? undefined : (JSON.parse(text) as Value);
  } catch {
    return undefined;
  }
}

function write(name: string, value: unknown): void {
  try {
    sessionStorage.setItem(name, JSON.stringify(value));
  } catch {
    // Forbidden or full: the page works on without.
  }
}
