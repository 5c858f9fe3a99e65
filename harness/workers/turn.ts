// A turn of the simulated clock, as the simulator sends it to the API Worker.

export const TURN_PATH = "/turned-clock";

/** D1's message for a fault after which the same call may succeed. */
export const TRANSIENT_FAULT = "D1_ERROR: Network connection lost.";

/** The parts of the platform that fail on demand. */
export interface Failing {
  readonly database: boolean;
  readonly sliceResults: boolean;
}

export interface ClockTurn {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly failing: Failing;
  /** The alarms of outboxes with a message that is due come, if they were set. */
  readonly ringsOutboxes: boolean;
  /** Runs the scheduled handler. */
  readonly runsSchedule: boolean;
}
