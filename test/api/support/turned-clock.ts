// A clock that a test turns: `Date` stands still at the start of each test, until it is turned on.

import { afterEach, beforeEach, vi } from "vitest";

export interface TurnedClock {
  /** The test's beginning: milliseconds since 1970. */
  readonly start: number;
  /** @param milliseconds after the start */
  turn(milliseconds: number): void;
}

/** To be called outside of tests: it holds for every test of the file. */
export function turnedClock(): TurnedClock {
  let start = 0;
  beforeEach(() => {
    start = Date.now();
    vi.useFakeTimers({ toFake: ["Date"] });
    vi.setSystemTime(start);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
  return {
    get start() {
      return start;
    },
    turn: (milliseconds) => vi.setSystemTime(start + milliseconds),
  };
}
