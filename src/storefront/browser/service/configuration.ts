// Configuration of the script, from the page's markup, and facts of its address.

import type { StorefrontSource } from "../../../domain/order.ts";
import { MAX_ATTACHMENTS } from "../../../domain/price-request.ts";
import type { PageConfiguration } from "../../wire.ts";

export function readConfiguration(): PageConfiguration {
  const written = document.getElementById("configuration")?.textContent ?? "";
  // A copy at the edge, seconds older than a deployment, lacks the newest fields.
  const sinceCopy = { filledBasket: null, maxAttachments: MAX_ATTACHMENTS, minimumOrder: null, discounts: [] };
  // The server wrote it by this type.
  return { ...sinceCopy, ...JSON.parse(written) } as PageConfiguration;
}

/** Source of an order: the widget's frame, or the page itself. */
export function orderSourceOf(address: Location): StorefrontSource {
  return new URLSearchParams(address.search).get("widget") === "1" ? "widget" : "order_page";
}

/** A path of this page, in the same language, theme and frame as now. */
export function withSameView(path: string, { search, origin }: Location): string {
  const target = new URL(path, origin);
  const now = new URLSearchParams(search);
  for (const name of ["lang", "theme", "widget", "host", "accent"]) {
    const value = now.get(name);
    if (value !== null && !target.searchParams.has(name)) target.searchParams.set(name, value);
  }
  return `${target.pathname}${target.search}${target.hash}`;
}
