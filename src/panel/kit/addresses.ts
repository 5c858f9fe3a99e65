// Addresses of the panel.

export const PANEL = "/panel";

/** The absolute address of a studio's order page, on the request's host. */
export function storefrontAddress(requestUrl: string, slug: string): string {
  return new URL(`/${slug}`, requestUrl).href;
}

/** The path prefix of a studio's pages. */
export function studioBase(slug: string): string {
  return `${PANEL}/studios/${slug}`;
}
