// The G-code reader tells of every move and comment of G-code, however it is cut into pieces.

import { expect, test } from "vitest";
import { GcodeReader } from "../../../slicer-service/engine/gcode/gcode-reader.ts";

function told(gcode: string, bytesAtOnce = 7): unknown[] {
  const said: unknown[] = [];
  const reader = new GcodeReader({
    move: (delta, feed, isTravel) => said.push([[...delta], feed, isTravel]),
    comment: (line) => said.push(line),
  });
  const bytes = new TextEncoder().encode(gcode);
  for (let at = 0; at < bytes.length; at += bytesAtOnce) reader.read(bytes.subarray(at, at + bytesAtOnce));
  reader.end();
  return said;
}

const GCODE = ";TYPE:WALL-OUTER\nG1 F3000 X10.25 Y-3.5 E.125 ; wall\nG0 F9000 X0\nG92 E0\nM106 S255\nG1 F1200 X5 E1";

test("tells how far each axis goes, how fast, and whether it is travel", () => {
  expect(told(GCODE)).toEqual([
    ";TYPE:WALL-OUTER",
    [[10.25, -3.5, 0, 0.125], 50, false],
    [[-10.25, 0, 0, 0], 150, true],
    [[5, 0, 0, 1], 20, false],
  ]);
});

test("tells the same in pieces of any size", () => {
  expect(told(GCODE, 1)).toEqual(told(GCODE, 1000));
});

test("tells nothing of a move that goes nowhere", () => {
  expect(told("G1 F3000 X1\nG1 X1\nG1 F600\n")).toHaveLength(1);
});
