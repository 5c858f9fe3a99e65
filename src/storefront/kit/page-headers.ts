// Headers of every page of this door: Content-Security-Policy, framing, referrer.

import { PERMISSIONS_POLICY } from "../../http/denied-features.ts";
import type { StorefrontSettings } from "../../studios/storefront-settings.store.ts";

/** Origin of Cloudflare Turnstile's script and frame. */
const TURNSTILE = "https://challenges.cloudflare.com";

type Framing = Pick<StorefrontSettings, "allowedSites" | "turnstileSiteKey">;

/** The sources that a page needs beside its own origin. */
export interface PageSources {
  /** The page shows products. Their photos may lie on any site. */
  readonly hasProducts?: boolean;
}

/** @param settings undefined without a studio: no site may frame that page */
export function pageHeaders(
  settings: Framing | undefined,
  { hasProducts = false }: PageSources = {},
): Readonly<Record<string, string>> {
  const sites = (settings?.allowedSites ?? []).filter(isOrigin);
  const turnstile = settings?.turnstileSiteKey ? [TURNSTILE] : [];
  const policy = {
    "default-src": ["'none'"],
    "script-src": ["'self'", ...turnstile],
    "style-src": ["'self'"],
    "connect-src": ["'self'"],
    // three.js makes the textures of a 3MF file from its own bytes.
    "img-src": ["'self'", "blob:", "data:", ...(hasProducts ? ["https:"] : [])],
    "frame-src": turnstile.length > 0 ? turnstile : ["'none'"],
    "form-action": ["'self'"],
    "base-uri": ["'none'"],
    "frame-ancestors": sites.length > 0 ? sites : ["'none'"],
  };
  return {
    "Content-Security-Policy": Object.entries(policy)
      .map(([directive, sources]) => [directive, ...sources].join(" "))
      .join("; "),
    // X-Frame-Options takes no list of sites: with allowed sites the policy above decides alone.
    ...(sites.length === 0 && { "X-Frame-Options": "DENY" }),
    // An order's address opens the order. With no-referrer a browser would send `Origin: null` along with our own forms.
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": PERMISSIONS_POLICY,
    // A site that opens the page in a window cannot reach into it. A framed page keeps its site's.
    "Cross-Origin-Opener-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
  };
}

/** Guards the header against a row of the database that holds anything but a site. */
function isOrigin(site: string): boolean {
  return URL.canParse(site) && new URL(site).origin === site;
}
