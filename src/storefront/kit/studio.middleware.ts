// Opens the studio of the path. The order page is public: it needs no key and no session.

import { createMiddleware } from "hono/factory";
import type { NamedResults, NamedStatements, StudioDb } from "../../db/studio-db.ts";
import { NotFound } from "../../domain/errors.ts";
import {
  type StorefrontSettings,
  storefrontRead,
  storefrontSettings,
  textsInSecondLanguage,
} from "../../studios/storefront-settings.store.ts";
import { openTenantOfSlug } from "../../tenant/tenant.ts";
import type { StorefrontContext, StorefrontEnv, StorefrontView } from "./page-context.ts";
import { refusalWords } from "./refusal.words.ts";
import { StorefrontError } from "./storefront-error.ts";
import { inLanguageOfStudio } from "./view.middleware.ts";

/** @throws NotFound if no studio has this slug */
export const openStudioOfPage = createMiddleware<StorefrontEnv>(async (context, next) => {
  await openStudioWith(context, () => ({}));
  await next();
});

/**
 * Opens the studio of the path for this request, with the rows of a page's own `readsOf`, in one round trip.
 *
 * @param asked "nearest copy": if it does not know the studio yet, the primary is asked
 * @throws NotFound if no studio has this slug
 */
export async function openStudioWith<Reads extends NamedStatements>(
  context: StorefrontContext,
  readsOf: (db: StudioDb) => Reads,
  asked: "primary" | "nearest copy" = "primary",
): Promise<NamedResults<Reads>> {
  const { env, executionCtx, req } = context;
  const slug = req.param("studioSlug") ?? "";
  const reads = (db: StudioDb): SettingsReads => ({ ...readsOf(db), settings: storefrontRead(db) });
  const opened =
    (await openTenantOfSlug(env, slug, executionCtx, reads, asked)) ??
    (asked === "primary" ? undefined : await openTenantOfSlug(env, slug, executionCtx, reads));
  if (opened === undefined) throw new NotFound();
  const { tenant, studio, rows } = opened;
  context.set("tenant", tenant);
  context.set("studio", studio);
  const view = inLanguageOfStudio(context, studio.locale);
  const settings = storefrontSettings(rows.settings);
  context.set("view", view);
  context.set("settings", view.isSecondLanguage ? textsInSecondLanguage(settings) : settings);
  // The others are those of `readsOf`.
  return rows as NamedResults<Reads>;
}

interface SettingsReads extends NamedStatements {
  readonly settings: ReturnType<typeof storefrontRead>;
}

/** Refuses requests that need an open page. Pages of orders and price requests stay visible. */
export const requireOpenPage = createMiddleware<StorefrontEnv>(async ({ var: { settings, view } }, next) => {
  requireOpen(settings, view);
  await next();
});

/** @throws StorefrontError if the studio has switched its page off */
export function requireOpen({ isOpen }: Pick<StorefrontSettings, "isOpen">, { language }: StorefrontView): void {
  if (!isOpen) throw new StorefrontError({ status: 404, reason: "closed", message: refusalWords(language).closed });
}
