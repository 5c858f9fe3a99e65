// Messages between the order page and the widget that frames it: shared by both sides.

import type { Theme } from "../../../domain/person.ts";

/** The basket's price, sent after each change. Amounts are decimals, such as "125.50". */
export interface AnnouncedPrice {
  readonly total: string;
  /** ISO 4217. */
  readonly currency: string;
  /** Number of models and products in the basket. */
  readonly items: number;
}

export interface AnnouncedOrder {
  readonly orderId: number;
  readonly total: string;
  readonly currency: string;
}

/** Messages of the page to the site around it. */
export type PageMessage =
  /** The page's script runs, so the widget needs no apology for an empty frame. */
  | { readonly type: "ready" }
  /** CSS pixels. */
  | { readonly type: "height"; readonly height: number }
  | ({ readonly type: "price" } & AnnouncedPrice)
  | ({ readonly type: "order" } & AnnouncedOrder)
  /** The page asks the site to scroll to `top` CSS pixels below the page's beginning. */
  | { readonly type: "scroll"; readonly top: number };

/** Messages of the widget to the page. */
export type SiteMessage = Appearance | OutOfSight;

/** The site's theme and accent from now on. */
export interface Appearance {
  readonly type: "appearance";
  readonly theme: Theme;
  /** `#1a73e8`; empty for the page's own accent. */
  readonly accent: string;
}

/** CSS pixels of the frame above and below the window: the page keeps its sum between them. */
export interface OutOfSight {
  readonly type: "out_of_sight";
  readonly above: number;
  readonly below: number;
}

/** Marks the messages between page and widget among all others of the window. */
const MARK = "studio-order-page";

export function withMark<Message extends PageMessage | SiteMessage>(message: Message): Message & { from: typeof MARK } {
  return { ...message, from: MARK };
}

/**
 * Listens to one window of one origin only.
 *
 * @param sender called at each message, because a reloaded frame has another window
 */
export function listenToMessages<Message extends PageMessage | SiteMessage>(
  origin: string,
  sender: () => Window | null | undefined,
  hear: (message: Message) => void,
  signal?: AbortSignal,
): void {
  const listener = (event: MessageEvent<unknown>) => {
    if (event.origin !== origin || event.source === null || event.source !== sender()) return;
    const { data } = event;
    if (typeof data !== "object" || data === null || !("from" in data) || data.from !== MARK) return;
    // The window and its origin are those of this service's script, which sends nothing else.
    hear(data as Message);
  };
  addEventListener("message", listener, signal === undefined ? {} : { signal });
}
