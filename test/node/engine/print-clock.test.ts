// The print clock gives the seconds that a printer's planner needs, as worked out by hand.

import { describe, expect, test } from "vitest";
import { type MotionLimits, PrintClock } from "../../../slicer-service/engine/print-clock.ts";

const LIMITS: MotionLimits = {
  speeds: [100, 100, 10, 50],
  accelerations: [1000, 1000, 100, 5000],
  jerks: [10, 10, 1, 5],
  retractAcceleration: 500,
  acceleration: 500,
};

function secondsOf(gcode: string, limits: Partial<MotionLimits> = {}, bytesAtOnce = 7): number {
  const clock = new PrintClock({ ...LIMITS, ...limits });
  const bytes = new TextEncoder().encode(gcode);
  for (let at = 0; at < bytes.length; at += bytesAtOnce) clock.read(bytes.subarray(at, at + bytesAtOnce));
  return clock.seconds();
}

/** Seconds of a move that starts and ends at the same speed, and is long enough to reach `speed`. */
const straight = (mm: number, speed: number, ends: number, acceleration: number) =>
  (2 * (speed - ends)) / acceleration + (mm - (speed ** 2 - ends ** 2) / acceleration) / speed;

describe("The print clock", () => {
  test("lets a move start and end at the jerk, speed up and slow down at the acceleration", () => {
    expect(secondsOf("G1 F3000 X100\n")).toBeCloseTo(straight(100, 50, 10, 500), 6);
  });

  test("lets a short move turn round before it is at full speed", () => {
    // 1 mm at 500 mm/s²: from 10 up to √(500 + 100) and back.
    expect(secondsOf("G1 F6000 X1\n")).toBeCloseTo((2 * (Math.sqrt(600) - 10)) / 500, 6);
  });

  test("goes straight on without slowing down, in however many pieces the line is cut", () => {
    const pieces = Array.from({ length: 5000 }, (_, piece) => `G1 X${((piece + 1) * 0.1).toFixed(1)}\n`).join("");
    expect(secondsOf(`G1 F3000\n${pieces}`)).toBeCloseTo(straight(500, 50, 10, 500), 4);
  });

  test("slows down at a corner until no axis steps by more than its jerk", () => {
    // At a right angle X falls to 0 and Y rises from 0: both steps are 10 mm/s.
    expect(secondsOf("G1 F3000 X100\nG1 Y100\n")).toBeCloseTo(2 * straight(100, 50, 10, 500), 6);
  });

  test("takes the acceleration that the G-code sets, and no more than the axis takes", () => {
    expect(secondsOf("M204 S800\nG1 F3000 X100\n")).toBeCloseTo(straight(100, 50, 10, 800), 6);
    expect(secondsOf("M204 S9000\nG1 F3000 X100\n")).toBeCloseTo(straight(100, 50, 10, 1000), 6);
  });

  test("keeps below the speed that an axis takes", () => {
    expect(secondsOf("G1 F60000 X100\n")).toBeCloseTo(straight(100, 100, 10, 500), 6);
  });

  test("takes time for filament alone, which retraction is", () => {
    expect(secondsOf("G1 F1800 E-5\n")).toBeCloseTo(straight(5, 30, 5, 500), 6);
  });

  test("takes none where the G-code only says where it is, or comments", () => {
    expect(secondsOf("G92 E0\n; G1 X100\nM106 S255\nG1 F3000\n")).toBe(0);
  });

  test("reads the same in pieces of any size", () => {
    const gcode = "G1 F3000 X10.25 Y-3.5 E.125 ; wall\nG0 F9000 X0\nG1 F1200 X5 E1\n";
    expect(secondsOf(gcode, {}, 1)).toBe(secondsOf(gcode, {}, 1000));
  });
});
