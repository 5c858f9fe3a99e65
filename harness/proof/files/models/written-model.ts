// A model file that a grammar wrote: its bytes, the figures it must give, and its writing in words.

import type fc from "fast-check";
import type { ModelFormat } from "../../../../slicer-service/src/contract/model-formats.ts";
import type { DrawnShape } from "./drawn-shape.ts";

export interface WrittenModel {
  readonly format: ModelFormat;
  /** Shape, writing and damage, for the report of a fault. */
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Null for a damaged file: it must only end, with a figure or a reason. */
  readonly means: Pick<DrawnShape, "volumeCubicMm" | "sizeMm" | "isTilted"> | null;
}

/** The grammar of one format. */
export interface ModelGrammar {
  readonly format: ModelFormat;
  /** Any way of writing the shape: all of them mean the same. */
  readonly sound: (drawn: DrawnShape) => fc.Arbitrary<WrittenModel>;
  /** Files that break the format's own rules, or carry a damaged shape. */
  readonly damaged: (drawn: DrawnShape) => fc.Arbitrary<WrittenModel>;
}

/** A number as programs write it: plain, with decimals, with an exponent, with a sign. */
export const NUMBER_WRITINGS: readonly ((value: number) => string)[] = [
  String,
  (value) => value.toFixed(6),
  (value) => value.toExponential(8),
  (value) => value.toExponential(7).toUpperCase(),
  (value) => `${value < 0 ? "" : "+"}${value}`,
];

/** Words that stand in place of a number in damaged files. */
export const ODD_NUMBERS = [
  "nan",
  "NaN",
  "-nan(ind)",
  "inf",
  "Infinity",
  "-1.#IND",
  "1e308",
  "-1e308",
  "1e-320",
  "1e999",
  "3.4028236e38",
  "1e20",
  "0",
  "-0",
  "1,5",
  "0x10",
  "1_000",
  "١٢",
  "--1",
  "1.2.3",
  "1e",
  "",
  "1e5",
  "99999999999999999999",
] as const;
