// Opens the studio of the path. The order page is public: it needs no key and no session.

import { createMiddleware } from "hono/factory";
import { requireStudio } from "../../db/studio-record.ts";
import { NotFound } from "../../domain/errors.ts";
import { retryTransient } from "../../platform/transient-fault.ts";
import {
  type StorefrontSettings,
  storefrontRead,
  storefrontSettings,
} from "../../studios/storefront-settings.store.ts";
import { openTenantOfSlug } from "../../tenant/tenant.ts";
import type { StorefrontEnv, StorefrontView } from "./page-context.ts";
import { refusalWords } from "./refusal.words.ts";
import { StorefrontError } from "./storefront-error.ts";
import { inLanguageOfStudio } from "./view.middleware.ts";

/** @throws NotFound if no studio has this slug */
export const openStudioOfPage = createMiddleware<StorefrontEnv>(async (context, next) => {
  const slug = context.req.param("studioSlug") ?? "";
  const tenant = await openTenantOfSlug(context.env, slug, context.executionCtx);
  if (tenant === undefined) throw new NotFound();
  const { db } = tenant;
  const [studioRows, settingsRows] = await retryTransient(() => db.batch([db.studio(), storefrontRead(db)]));
  const studio = requireStudio(studioRows);
  context.set("tenant", tenant);
  context.set("studio", studio);
  context.set("settings", storefrontSettings(settingsRows));
  context.set("view", inLanguageOfStudio(context, studio.locale));
  await next();
});

/** Refuses requests that need an open page. Pages of orders and price requests stay visible. */
export const requireOpenPage = createMiddleware<StorefrontEnv>(async ({ var: { settings, view } }, next) => {
  requireOpen(settings, view);
  await next();
});

/** @throws StorefrontError if the studio has switched its page off */
export function requireOpen({ isOpen }: Pick<StorefrontSettings, "isOpen">, { language }: StorefrontView): void {
  if (!isOpen) throw new StorefrontError({ status: 404, reason: "closed", message: refusalWords(language).closed });
}
