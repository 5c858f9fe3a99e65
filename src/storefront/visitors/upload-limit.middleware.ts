// Limit of a day's uploads: each is counted before its body is read.
//
// A used-up day is remembered here until a place is free, so that a flood of uploads reaches neither the database nor the day's
// object. The object would refuse the same uploads: each needs a place of its own.

import { createMiddleware } from "hono/factory";
import type { DayOf, Networks } from "../../domain/visitor.ts";
import { RecentlyRefused } from "../../gate/recently-refused.ts";
import { takeOfDay } from "../../gate/visitor-day.ts";
import type { StorefrontContext, StorefrontEnv } from "../kit/page-context.ts";
import { dayUsedUpError } from "./day-limits.ts";
import { countedNetworksOf } from "./visitor.ts";

const fullDays = new RecentlyRefused<string>();

/** Runs before the studio is read. @throws StorefrontError 429 */
export const refuseOnFullDay = createMiddleware<StorefrontEnv>(async (context, next) => {
  const networks = countedNetworksOf(context);
  if (networks !== undefined && context.req.method === "POST") {
    for (const dayOf of ["subnet", "site", "block", "studio"] as const) {
      const seconds = fullDays.secondsLeft(dayNamed(context, dayOf, networks));
      if (seconds > 0) throw dayUsedUpError({ dayOf, secondsUntilFree: seconds }, "upload");
    }
  }
  await next();
});

/** @throws StorefrontError 429 */
export const countUpload = createMiddleware<StorefrontEnv>(async (context, next) => {
  const { studioId } = context.var.tenant;
  const networks = countedNetworksOf(context);
  if (networks !== undefined) {
    const taken = await takeOfDay(context.env, { studioId, networks }, "upload", [crypto.randomUUID()]);
    if (taken.outcome === "used_up") {
      fullDays.note(dayNamed(context, taken.dayOf, networks), Date.now() + taken.secondsUntilFree * 1000);
      throw dayUsedUpError(taken, "upload");
    }
  }
  await next();
});

/** Named by the slug: the studio is not known yet. */
function dayNamed(context: StorefrontContext, dayOf: DayOf, networks: Networks): string {
  const slug = context.req.param("studioSlug") ?? "";
  return dayOf === "studio" ? slug : `${slug} ${dayOf} ${networks[dayOf]}`;
}
