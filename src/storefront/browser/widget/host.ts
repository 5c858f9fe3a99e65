// The page's side of the widget: its messages to the site around it, and its looks.
//
// Outside a frame, or for a site that the studio does not list, it sends nothing.

import { accentColours } from "./accent.ts";
import {
  type AnnouncedOrder,
  type AnnouncedPrice,
  listenToMessages,
  type PageMessage,
  type SiteMessage,
  withMark,
} from "./messages.ts";

/** Receiver of the page's messages: the framing window, and the only origin that may read them. */
interface Host {
  readonly window: Window;
  readonly origin: string;
}

/** Marks the address of an order or a request that was sent right now: the site is to show it. */
export const SENT = "#sent";

const host = findHost();
let lastPrice = "";

/** The site that the widget names, if the studio lists it. */
function findHost(): Host | undefined {
  const allowedSites = (document.documentElement.dataset.widget ?? "").split(" ");
  const origin = new URLSearchParams(location.search).get("host") ?? "";
  if (window.parent === window || !allowedSites.includes(origin)) return undefined;
  return { window: window.parent, origin };
}

export function isFramed(): boolean {
  return host !== undefined;
}

/** Brings an order or a request into view once, right after it was sent. */
export function showSent(): void {
  if (location.hash !== SENT) return;
  history.replaceState(null, "", location.pathname + location.search);
  requestScroll(document.body);
}

/** Tells the widget that the page works, so that it offers no link instead. */
export function announceReady(): void {
  tell({ type: "ready" });
}

/** Tells the page's height now, and whenever it changes. */
export function announceHeight(): void {
  if (host === undefined) return;
  const page = document.documentElement;
  // A scroll bar that shows until the frame has grown would make the text jump.
  page.style.setProperty("scrollbar-width", "none");
  let last = 0;
  new ResizeObserver(() => {
    const height = Math.ceil(page.getBoundingClientRect().height);
    if (height === last) return;
    last = height;
    tell({ type: "height", height });
  }).observe(page);
}

/** Takes the site's theme and accent, from the address first, then from its messages, which also tell the part in sight. */
export function followAppearance(): void {
  applyAccent(new URLSearchParams(location.search).get("accent") ?? "");
  if (host === undefined) return;
  listenToMessages<SiteMessage>(host.origin, () => window.parent, hear);
}

function hear(message: SiteMessage): void {
  const { dataset, style } = document.documentElement;
  switch (message.type) {
    case "appearance":
      dataset.theme = message.theme;
      applyAccent(message.accent);
      break;
    case "out_of_sight":
      style.setProperty("--above", `${message.above}px`);
      style.setProperty("--below", `${message.below}px`);
      break;
    default:
      // A page may be older than the widget, and gets messages that it does not know.
      message satisfies never;
  }
}

/** Sends the price to the site if it has changed. */
export function announcePrice({ total, currency, items }: AnnouncedPrice): void {
  const price = `${total} ${currency} ${items}`;
  if (price === lastPrice) return;
  lastPrice = price;
  tell({ type: "price", total, currency, items });
}

export function announceOrder({ orderId, total, currency }: AnnouncedOrder): void {
  tell({ type: "order", orderId, total, currency });
}

/** Asks the site to bring the element into view: in a frame without a scroll bar the page cannot do so itself. */
export function requestScroll(element: Element): void {
  tell({ type: "scroll", top: Math.round(element.getBoundingClientRect().top + window.scrollY) });
}

function tell(message: PageMessage): void {
  host?.window.postMessage(withMark(message), host.origin);
}

/** Sets the accent; a text that is no colour removes it. */
function applyAccent(hex: string): void {
  const { style } = document.documentElement;
  const [light, dark] = [accentColours(hex, "light"), accentColours(hex, "dark")];
  if (light === undefined || dark === undefined) {
    for (const name of ["--accent", "--on-accent", "--accent-soft"]) style.removeProperty(name);
    return;
  }
  style.setProperty("--accent", `light-dark(${light.accent}, ${dark.accent})`);
  style.setProperty("--on-accent", `light-dark(${light.onAccent}, ${dark.onAccent})`);
  style.setProperty("--accent-soft", "color-mix(in srgb, var(--accent) 12%, var(--surface))");
}
