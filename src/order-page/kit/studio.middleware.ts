// Opens the studio of the path, for everyone: there is no key and no session at this door.

import { createMiddleware } from "hono/factory";
import { requireStudio } from "../../db/studio-record.ts";
import { NotFound } from "../../domain/errors.ts";
import { retryTransient } from "../../platform/transient-fault.ts";
import { orderPageRead, orderPageSettings } from "../../studios/order-page-settings.store.ts";
import { openTenantOfSlug } from "../../tenant/tenant.ts";
import type { OrderPageEnv } from "./page-context.ts";
import { inLanguageOfStudio } from "./view.middleware.ts";

/** @throws NotFound where no studio has this slug */
export const openStudioOfPage = createMiddleware<OrderPageEnv>(async (context, next) => {
  const slug = context.req.param("studioSlug") ?? "";
  const tenant = await openTenantOfSlug(context.env, slug, context.executionCtx);
  if (tenant === undefined) throw new NotFound();
  const { db } = tenant;
  const [studioRows, settingsRows] = await retryTransient(() => db.batch([db.studio(), orderPageRead(db)]));
  context.set("tenant", tenant);
  const studio = requireStudio(studioRows);
  context.set("studio", studio);
  context.set("settings", orderPageSettings(settingsRows));
  context.set("view", inLanguageOfStudio(context, studio.locale));
  await next();
});
