// The customer's change of a model: scale and turn. Each version is a model of its own on the server.

import type { Unit } from "./units.ts";

/** A quaternion: x, y, z, w. */
export type Turn = readonly [x: number, y: number, z: number, w: number];

export interface ModelChange {
  /** Multiplies the drawing's size; 1 as drawn. */
  readonly scale: number;
  readonly turn: Turn;
}

/** A file read in a unit, and changed. */
export interface ModelVersion {
  readonly unit: Unit;
  readonly change: ModelChange;
  /** The file is written anew with its unit in it: the slicer then takes a tiny size at its word. */
  readonly statesUnit?: boolean;
}

export const AS_DRAWN: ModelChange = { scale: 1, turn: [0, 0, 0, 1] };

export function isTurned({ turn }: ModelChange): boolean {
  return turn.some((value, index) => value !== AS_DRAWN.turn[index]);
}

export function isChanged(change: ModelChange): boolean {
  return change.scale !== 1 || isTurned(change);
}

/** Unlike that of any other version of the file. A version as drawn has its unit's name. */
export function versionKey({ unit, change, statesUnit = false }: ModelVersion): string {
  if (isChanged(change)) return [unit, change.scale, ...change.turn].join(" ");
  return statesUnit ? `${unit} ${STATED}` : unit;
}

const STATED = "stated";

/** Whether the version is the chosen file itself, and no file that is written of it. */
export function isFileItself({ unit, change, statesUnit = false }: ModelVersion): boolean {
  return unit === "mm" && !isChanged(change) && !statesUnit;
}

/** @param key from `versionKey` */
export function versionOf(key: string): ModelVersion {
  const [unit, scale = 1, x = 0, y = 0, z = 0, w = 1] = key.split(" ");
  const turn: Turn = [Number(x), Number(y), Number(z), Number(w)];
  // `versionKey` begins every key with a unit.
  if (scale === STATED) return { unit: unit as Unit, change: AS_DRAWN, statesUnit: true };
  return { unit: unit as Unit, change: { scale: Number(scale), turn } };
}

/** The model's name for the studio: "part-inch (120 %, turned).stl". A file as drawn in millimetres keeps its own. */
export function versionName(fileName: string, version: ModelVersion): string {
  if (isFileItself(version)) return fileName;
  const { unit, change } = version;
  const base = fileName.replace(/\.[^.]+$/, "");
  const inUnit = unit === "mm" ? base : `${base}-${unit}`;
  if (!isChanged(change)) return `${inUnit}.stl`;
  const percent = change.scale === 1 ? [] : [`${percentOf(change.scale)} %`];
  return `${inUnit} (${[...percent, ...(isTurned(change) ? ["turned"] : [])].join(", ")}).stl`;
}

/** With four digits: more would name a target size's remainder. */
export function percentOf(scale: number): number {
  return Number((100 * scale).toPrecision(4));
}
