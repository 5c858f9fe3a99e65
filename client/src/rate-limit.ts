// Rate limit: the state of the studio's hour, stated by every answer.

/** The studio's sliding hour, shared by all its keys. */
export interface RateLimit {
  /** Requests that the plan allows within the window. */
  readonly limit: number;
  /** Requests left. */
  readonly remaining: number;
  /** Seconds until one more request is free. */
  readonly secondsUntilFree: number;
  /** The window's length in seconds: an hour. */
  readonly windowSeconds: number;
}

/** Reads `RateLimit` and `RateLimit-Policy`; undefined if an answer has none, such as a 401. */
export function readRateLimit(headers: Headers): RateLimit | undefined {
  const parameter = (header: string, name: string) => {
    const [, digits] = new RegExp(`;\\s*${name}=(\\d+)`).exec(headers.get(header) ?? "") ?? [];
    return digits === undefined ? undefined : Number(digits);
  };
  const remaining = parameter("RateLimit", "r");
  const secondsUntilFree = parameter("RateLimit", "t");
  const limit = parameter("RateLimit-Policy", "q");
  const windowSeconds = parameter("RateLimit-Policy", "w");
  if (remaining === undefined || secondsUntilFree === undefined) return undefined;
  if (limit === undefined || windowSeconds === undefined) return undefined;
  return { limit, remaining, secondsUntilFree, windowSeconds };
}
