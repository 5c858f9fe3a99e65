// Hourly use: what a studio has left of its plan's sliding hour.

export interface HourlyUse {
  readonly limit: number;
  readonly remaining: number;
  /** Whole seconds until one more request is free. */
  readonly secondsUntilFree: number;
}
