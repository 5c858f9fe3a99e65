// The signed links to the files of order items, as paths of this service.

import { downloadLinks } from "../../models/download-links.ts";
import type { PanelContext } from "../kit/panel-context.ts";

/** By item id; items without a file are left out. Paths only: behind a proxy the request's origin may not be the browser's. */
export async function downloadPaths(
  { env, var: { tenant }, req }: PanelContext,
  items: Parameters<typeof downloadLinks>[1],
): Promise<ReadonlyMap<number, string>> {
  const issuer = { studioId: tenant.studioId, secret: env.LINK_SECRET, baseUrl: req.url };
  const links = await downloadLinks(issuer, items);
  return new Map([...links].map(([itemId, link]) => [itemId, new URL(link).pathname]));
}
