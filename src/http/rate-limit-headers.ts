// RateLimit headers: the rest of the studio's hour.

import type { HourlyUse } from "../domain/plan.ts";

/** Sets the fields of the IETF draft "RateLimit header fields for HTTP". Retry-After is never sent with a 429. */
export function setRateLimitHeaders(headers: Headers, { limit, remaining, secondsUntilFree }: HourlyUse): void {
  headers.set("RateLimit-Policy", `"hourly";q=${limit};w=3600`);
  headers.set("RateLimit", `"hourly";r=${remaining};t=${secondsUntilFree}`);
}
