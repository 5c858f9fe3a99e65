// Addresses of the panel.

export const PANEL = "/panel";

/** The whole address of a studio's order page, on the host that was asked for a page of the panel. */
export function storefrontAddress(requestUrl: string, slug: string): string {
  return new URL(`/${slug}`, requestUrl).href;
}

/** Every page of a studio is below. */
export function studioBase(slug: string): string {
  return `${PANEL}/studios/${slug}`;
}
