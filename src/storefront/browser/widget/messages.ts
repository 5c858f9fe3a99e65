// Messages between the order page and the widget that frames it: shared by both sides.

import type { Theme } from "../../../domain/person.ts";

/** The page as it stands in the frame, told whenever it changes. Amounts are decimals, such as "125.50". */
export interface AnnouncedPrice {
  readonly total: string;
  /** ISO 4217. */
  readonly currency: string;
  /** How many models are in it. */
  readonly items: number;
}

export interface AnnouncedOrder {
  readonly orderId: number;
  readonly total: string;
  readonly currency: string;
}

/** Messages of the page to the site around it. */
export type PageMessage =
  /** The page's script runs: there is no need to say sorry for an empty frame. */
  | { readonly type: "ready" }
  /** CSS pixels. */
  | { readonly type: "height"; readonly height: number }
  | ({ readonly type: "price" } & AnnouncedPrice)
  | ({ readonly type: "order" } & AnnouncedOrder)
  /** The page asks the site to scroll to `top` CSS pixels below the page's beginning. */
  | { readonly type: "scroll"; readonly top: number };

/** Message of the widget to the page: the looks that the site wants from now on. */
export interface Appearance {
  readonly type: "appearance";
  readonly theme: Theme;
  /** `#1a73e8`; empty for the page's own. */
  readonly accent: string;
}

/** Stands in every message of ours, among whatever else windows send each other. */
const MARK = "studio-order-page";

export function withMark<Message extends PageMessage | Appearance>(message: Message): Message & { from: typeof MARK } {
  return { ...message, from: MARK };
}

/**
 * Listens to one window of one origin only.
 *
 * @param sender asked at each message: a frame that was loaded anew has another window
 */
export function listenToMessages<Message extends PageMessage | Appearance>(
  origin: string,
  sender: () => Window | null | undefined,
  hear: (message: Message) => void,
  signal?: AbortSignal,
): void {
  const listener = (event: MessageEvent<unknown>) => {
    if (event.origin !== origin || event.source === null || event.source !== sender()) return;
    const { data } = event;
    if (typeof data !== "object" || data === null || !("from" in data) || data.from !== MARK) return;
    // The window and its origin are those of our own script, which sends nothing else.
    hear(data as Message);
  };
  addEventListener("message", listener, signal === undefined ? {} : { signal });
}
