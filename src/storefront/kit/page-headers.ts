// Headers of every page of this door: what it may load, who may frame it, what it tells others.

import type { StorefrontSettings } from "../../studios/storefront-settings.store.ts";

/** Where Cloudflare Turnstile's script and its frame come from. */
const TURNSTILE = "https://challenges.cloudflare.com";

type Framing = Pick<StorefrontSettings, "allowedSites" | "turnstileSiteKey">;

/** @param settings undefined where there is no studio: nobody frames that page */
export function pageHeaders(settings: Framing | undefined): Readonly<Record<string, string>> {
  const sites = (settings?.allowedSites ?? []).filter(isOrigin);
  const turnstile = settings?.turnstileSiteKey ? [TURNSTILE] : [];
  const policy = {
    "default-src": ["'none'"],
    "script-src": ["'self'", ...turnstile],
    "style-src": ["'self'"],
    "connect-src": ["'self'"],
    // three.js makes the textures of a 3MF file from its own bytes.
    "img-src": ["'self'", "blob:", "data:"],
    "frame-src": turnstile.length > 0 ? turnstile : ["'none'"],
    "form-action": ["'self'"],
    "base-uri": ["'none'"],
    "frame-ancestors": sites.length > 0 ? sites : ["'none'"],
  };
  return {
    "Content-Security-Policy": Object.entries(policy)
      .map(([directive, sources]) => [directive, ...sources].join(" "))
      .join("; "),
    // It knows no list of sites: where there are some, the policy above decides alone.
    ...(sites.length === 0 && { "X-Frame-Options": "DENY" }),
    // An order's address opens the order. With no-referrer a browser would send `Origin: null` along with our own forms.
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": DENIED_FEATURES.map((feature) => `${feature}=()`).join(", "),
    "X-Content-Type-Options": "nosniff",
  };
}

const DENIED_FEATURES = ["camera", "display-capture", "geolocation", "microphone", "payment", "usb"];

/** What is written into a header is a site and nothing else, whoever wrote the database's row. */
function isOrigin(site: string): boolean {
  return URL.canParse(site) && new URL(site).origin === site;
}
