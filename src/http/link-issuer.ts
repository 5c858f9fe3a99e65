// Link issuer: what signing a studio's download links takes from the request.

import type { ApiContext } from "./context.ts";

export function linkIssuer(context: ApiContext) {
  return { studioId: context.var.tenant.studioId, secret: context.env.LINK_SECRET, baseUrl: context.req.url };
}
