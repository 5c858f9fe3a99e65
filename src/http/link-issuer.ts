// Link issuer: the values of a request that sign a studio's download links.

import type { ApiContext } from "./context.ts";

export function linkIssuer(context: ApiContext) {
  return { studioId: context.var.tenant.studioId, secret: context.env.LINK_SECRET, baseUrl: context.req.url };
}
