// How a response tells a client what is left of its studio's hour.

export interface HourlyUse {
  readonly limit: number;
  readonly remaining: number;
  /** Until one more request is free. */
  readonly secondsUntilFree: number;
}

/** Sets the fields of the IETF draft "RateLimit header fields for HTTP". Retry-After is never sent with a 429. */
export function setRateLimitHeaders(headers: Headers, { limit, remaining, secondsUntilFree }: HourlyUse): void {
  headers.set("RateLimit-Policy", `"hourly";q=${limit};w=3600`);
  headers.set("RateLimit", `"hourly";r=${remaining};t=${secondsUntilFree}`);
}
