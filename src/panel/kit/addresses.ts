// Addresses of the panel.

export const PANEL = "/panel";

/** The absolute address of a studio's order page, on the request's host. */
export function storefrontAddress(requestUrl: string, slug: string): string {
  return new URL(`/${slug}`, requestUrl).href;
}

/** The page of a customer, which orders and searches lead to. @param base the path prefix of the studio's pages */
export function customerAddress(base: string, id: number): string {
  return `${base}/customers/${id}`;
}

/** The path prefix of a studio's pages. */
export function studioBase(slug: string): string {
  return `${PANEL}/studios/${slug}`;
}
