// Studios: slug, region and gate, and the origins of their sites.
//
// A slug names the studio in addresses: its storefront is `/{slug}`, beside every other door of the service.

import type { StudioId } from "./ids.ts";

/** First parts of the service's own addresses, of today and of the paths that browsers and crawlers ask every host for. */
export const RESERVED_SLUGS: readonly string[] = [
  "admin",
  "api",
  "app",
  "assets",
  "cdn-cgi",
  "docs",
  "files",
  "health",
  "help",
  "login",
  "operator",
  "order-page",
  "orders",
  "panel",
  "photos",
  "pricing",
  "quotes",
  "sign-in",
  "static",
  "status",
  "support",
  "widget",
  "www",
];

/** Lower-case Latin letters, digits and single hyphens between them. Dots and underscores are left to files such as robots.txt. */
const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
export const MAX_SLUG_CHARACTERS = 63;

/** Whether a path's first part may name a studio. */
export function canBeStudioSlug(text: string): boolean {
  return text.length <= MAX_SLUG_CHARACTERS && SLUG.test(text) && !RESERVED_SLUGS.includes(text);
}

/** A studio and the region of its gate. Neither changes for a key, so that it may be cached for ever. */
export interface StudioPlace {
  readonly studioId: StudioId;
  readonly region: Region;
}

/** Regions of a studio's gate, in the platform's words for parts of the world (location hints). */
export const REGIONS = ["wnam", "enam", "sam", "weur", "eeur", "apac", "oc", "afr", "me"] as const;

export type Region = (typeof REGIONS)[number];

/** The region of an environment's data unless its operator chooses another. */
export const DEFAULT_REGION = "eeur" satisfies Region;

// A site's origin, such as `https://example.com`, is its name in a browser's lists of permitted sites.

/** The reason why a text names no site. `right` is the probable address. */
export type SiteFault =
  | { readonly kind: "scheme" | "more_than_origin"; readonly right: string }
  | { readonly kind: "wildcard" | "unreadable" };

/**
 * Labels of letters, digits and hyphens, at least two of them. A URL takes more, `;` and `,` among it, which would end the list of a
 * policy that the origin is written into.
 */
const HOST_NAME = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;
/** Host names of a site under development. */
const OWN_MACHINE = ["localhost", "127.0.0.1"];

/** The origin of a typed site: https, and http on one's own machine. */
export function readSiteOrigin(typed: string): { readonly origin: string } | { readonly fault: SiteFault } {
  if (typed.includes("*")) return { fault: { kind: "wildcard" } };
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(typed)?.[1]?.toLowerCase();
  const url = URL.parse(scheme === undefined ? `https://${typed}` : typed);
  if (url === null || (scheme !== undefined && scheme !== "https" && scheme !== "http")) {
    return { fault: { kind: "unreadable" } };
  }
  const isOwnMachine = OWN_MACHINE.includes(url.hostname);
  if (!isOwnMachine && !HOST_NAME.test(url.hostname)) return { fault: { kind: "unreadable" } };
  const right = scheme === "http" && isOwnMachine ? url.origin : `https://${url.host}`;
  if (scheme === undefined || right !== url.origin) return { fault: { kind: "scheme", right } };
  const isBare =
    url.pathname === "/" && url.search === "" && url.hash === "" && url.username === "" && url.password === "";
  return isBare ? { origin: url.origin } : { fault: { kind: "more_than_origin", right } };
}
