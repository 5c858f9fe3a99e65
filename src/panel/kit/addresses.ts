// Addresses of the panel.

export const PANEL = "/panel";

/** Every page of a studio is below. */
export function studioBase(slug: string): string {
  return `${PANEL}/studios/${slug}`;
}
