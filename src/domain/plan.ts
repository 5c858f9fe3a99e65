// What a studio's plan allows.

import type { Plan } from "../db/column-types.ts";

/** Requests a studio may make in any span of one hour; null where the plan has no API access (specification: Limits). */
export function hourlyLimitOf(plan: Plan): number | null {
  switch (plan) {
    case "free":
    case "basic":
      return null;
    case "pro":
      return 300;
    case "enterprise":
      return 2000;
  }
}

/** The most that any plan allows: so many admissions must be remembered to decide on the next one. */
export const LARGEST_HOURLY_LIMIT = 2000;
