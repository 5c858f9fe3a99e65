// Plans, and the hourly limit of each (specification 2.2, 2.4).

interface PlanTerms {
  /** Requests admitted in any span of 3,600 seconds; null: the plan has no API access. */
  readonly hourlyLimit: number | null;
}

const TERMS = {
  free: { hourlyLimit: null },
  basic: { hourlyLimit: null },
  pro: { hourlyLimit: 300 },
  enterprise: { hourlyLimit: 2000 },
} as const satisfies Record<string, PlanTerms>;

export type Plan = keyof typeof TERMS;

// Object.keys answers the keys of the table, in its order.
export const PLANS = Object.keys(TERMS) as [Plan, ...Plan[]];

/** Requests per sliding hour; null: the plan has no API access. */
export function hourlyLimitOf(plan: Plan): number | null {
  return TERMS[plan].hourlyLimit;
}

/** The largest limit of any plan: the sliding hour must remember this many admissions. */
export const MAX_HOURLY_LIMIT: number = Math.max(...Object.values(TERMS).map(({ hourlyLimit }) => hourlyLimit ?? 0));

/** The rest of a studio's sliding hour. */
export interface HourlyUse {
  readonly limit: number;
  readonly remaining: number;
  /** Whole seconds until one more request is free. */
  readonly secondsUntilFree: number;
}
