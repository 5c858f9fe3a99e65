// Opens the studio of the path, for everyone: there is no key and no session at this door.

import { createMiddleware } from "hono/factory";
import { requireStudio, type Studio } from "../../db/studio-record.ts";
import { NotFound } from "../../domain/errors.ts";
import { LANGUAGES, type Language, THEMES } from "../../domain/person.ts";
import { languageAsked } from "../../http/language.ts";
import { retryTransient } from "../../platform/transient-fault.ts";
import { orderPageRead, orderPageSettings } from "../../studios/order-page-settings.store.ts";
import { openTenantOfSlug } from "../../tenant/tenant.ts";
import { DoorRefusal } from "./door-refusal.ts";
import type { OrderPageContext, OrderPageEnv, View } from "./page-context.ts";
import { refusalWords } from "./refusal.words.ts";

/** @throws NotFound where no studio has this slug */
export const openStudioOfPage = createMiddleware<OrderPageEnv>(async (context, next) => {
  const slug = context.req.param("studioSlug") ?? "";
  const tenant = await openTenantOfSlug(context.env, slug, context.executionCtx);
  if (tenant === undefined) throw new NotFound();
  const { db } = tenant;
  const [studioRows, settingsRows] = await retryTransient(() => db.batch([db.studio(), orderPageRead(db)]));
  const studio = requireStudio(studioRows);
  context.set("tenant", tenant);
  context.set("studio", studio);
  context.set("settings", orderPageSettings(settingsRows));
  context.set("view", viewOf(context, studio, slug));
  await next();
});

/** Refuses what only an open page does. What a customer has ordered or asked for stays to be seen all the same. */
export const requireOpenPage = createMiddleware<OrderPageEnv>(async ({ var: { settings, view } }, next) => {
  if (!settings.isOpen) {
    throw new DoorRefusal({ status: 404, reason: "closed", message: refusalWords(view.language).closed });
  }
  await next();
});

function viewOf(context: OrderPageContext, { locale }: Studio, slug: string): View {
  const { lang, theme } = context.req.query();
  return {
    language: languageNamed(lang) ?? languageAsked(context, languageNamed(locale) ?? "uk"),
    theme: THEMES.find((known) => known === theme) ?? "system",
    base: `/${slug}`,
  };
}

function languageNamed(name: string | undefined): Language | undefined {
  return LANGUAGES.find((known) => known === name?.toLowerCase().split("-", 1)[0]);
}
