// The print clock gives the seconds that a printer's planner needs, as worked out by hand.

import { describe, expect, test } from "vitest";
import { type MotionLimits, PrintClock } from "../../../slicer-service/engine/gcode/print-clock.ts";

const LIMITS: MotionLimits = {
  speeds: [100, 100, 10, 50],
  accelerations: [1000, 1000, 100, 5000],
  jerks: [10, 10, 1, 5],
};

type Move = readonly [delta: readonly [number, number, number, number], speed: number, acceleration?: number];

function secondsOf(...moves: readonly Move[]): number {
  const clock = new PrintClock(LIMITS);
  for (const [delta, speed, acceleration = 500] of moves) clock.move(delta, speed, acceleration);
  return clock.seconds();
}

const alongX = (mm: number) => [mm, 0, 0, 0] as const;

/** Seconds of a move that starts and ends at the same speed, and is long enough to reach `speed`. */
const straight = (mm: number, speed: number, ends: number, acceleration: number) =>
  (2 * (speed - ends)) / acceleration + (mm - (speed ** 2 - ends ** 2) / acceleration) / speed;

describe("The print clock", () => {
  test("lets a move start and end at the jerk, speed up and slow down at the acceleration", () => {
    expect(secondsOf([alongX(100), 50])).toBeCloseTo(straight(100, 50, 10, 500), 6);
  });

  test("lets a short move turn round before it is at full speed", () => {
    // 1 mm at 500 mm/s²: from 10 up to √(500 + 100) and back.
    expect(secondsOf([alongX(1), 100])).toBeCloseTo((2 * (Math.sqrt(600) - 10)) / 500, 6);
  });

  test("goes straight on without slowing down, in however many pieces the line is cut", () => {
    const pieces = Array.from({ length: 5000 }, (): Move => [alongX(0.1), 50]);
    expect(secondsOf(...pieces)).toBeCloseTo(straight(500, 50, 10, 500), 4);
  });

  test("slows down at a corner until no axis steps by more than its jerk", () => {
    // At a right angle X falls to 0 and Y rises from 0: both steps are 10 mm/s.
    expect(secondsOf([alongX(100), 50], [[0, 100, 0, 0], 50])).toBeCloseTo(2 * straight(100, 50, 10, 500), 6);
  });

  test("takes the acceleration of the move, and no more than the axis takes", () => {
    expect(secondsOf([alongX(100), 50, 800])).toBeCloseTo(straight(100, 50, 10, 800), 6);
    expect(secondsOf([alongX(100), 50, 9000])).toBeCloseTo(straight(100, 50, 10, 1000), 6);
  });

  test("keeps below the speed that an axis takes", () => {
    expect(secondsOf([alongX(100), 1000])).toBeCloseTo(straight(100, 100, 10, 500), 6);
  });

  test("takes time for filament alone, which retraction is", () => {
    expect(secondsOf([[0, 0, 0, -5], 30])).toBeCloseTo(straight(5, 30, 5, 500), 6);
  });

  test("takes none if nothing moves", () => {
    expect(secondsOf([[0, 0, 0, 0], 50])).toBe(0);
  });
});
