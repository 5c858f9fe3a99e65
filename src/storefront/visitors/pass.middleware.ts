// Demands a pass of uploads and prices, if the studio has set Turnstile's keys.

import { createMiddleware } from "hono/factory";
import type { StorefrontEnv } from "../kit/page-context.ts";
import { PASS_HEADER } from "../wire.ts";
import { isPass } from "./pass.ts";
import { notChecked } from "./turnstile-check.ts";
import { countedNetworksOf } from "./visitor.ts";

/** @throws StorefrontError 403 */
export const requirePass = createMiddleware<StorefrontEnv>(async (context, next) => {
  const { settings, tenant } = context.var;
  if (settings.turnstileSecret !== null) {
    const bearer = { studioId: tenant.studioId, network: countedNetworksOf(context)?.subnet };
    const isLetIn = await isPass(context.env, bearer, context.req.header(PASS_HEADER) ?? "");
    if (!isLetIn) throw notChecked(context, "pass");
  }
  await next();
});
