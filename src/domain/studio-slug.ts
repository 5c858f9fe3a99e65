// Studio slug: what names a studio in addresses. Its order page is `/{slug}`, beside every other door of the service.

/** First parts of the service's own addresses, of today and of what browsers and crawlers ask every host for. */
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
