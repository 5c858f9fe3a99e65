// Turns of a model: by an axis, or until a face lies on the bed. With three.js, so loaded late.

import { Quaternion, Vector3 } from "three";
import { AS_DRAWN, type Turn } from "./model-change.ts";
import type { Direction } from "./shape.ts";

const AXES = { x: new Vector3(1, 0, 0), y: new Vector3(0, 1, 0), z: new Vector3(0, 0, 1) } as const;
export type Axis = keyof typeof AXES;
export const AXIS_NAMES = ["x", "y", "z"] as const satisfies readonly Axis[];

/** By this many degrees more around an axis of the printer, counterclockwise as seen against the axis. */
export function turnedBy(turn: Turn, axis: Axis, degrees: number): Turn {
  const more = new Quaternion().setFromAxisAngle(AXES[axis], (degrees * Math.PI) / 180);
  return named(more.multiply(new Quaternion(...turn)));
}

/** @param direction of the face that comes to lie on the bed, as the model stands now */
export function laidOn(turn: Turn, direction: Direction): Turn {
  const down = new Quaternion().setFromUnitVectors(new Vector3(...direction).normalize(), new Vector3(0, 0, -1));
  return named(down.multiply(new Quaternion(...turn)));
}

/** A direction of the drawing as the turned model has it. */
export function turnedDirection(turn: Turn, direction: Direction): Direction {
  const { x, y, z } = new Vector3(...direction).applyQuaternion(new Quaternion(...turn));
  return [x, y, z];
}

/** Four turns by a right angle are none: one turn has one name, so that it is not uploaded again. */
function named(quaternion: Quaternion): Turn {
  const { x, y, z, w } = quaternion.normalize();
  const rounded = [x, y, z, w].map((value) => Number(value.toFixed(12)));
  const sign = Math.sign(rounded.findLast((value) => value !== 0) ?? 1);
  // Adding 0 makes a 0 of −0.
  const [a, b, c, d] = rounded.map((value) => sign * value + 0);
  return [a ?? AS_DRAWN.turn[0], b ?? AS_DRAWN.turn[1], c ?? AS_DRAWN.turn[2], d ?? AS_DRAWN.turn[3]];
}
