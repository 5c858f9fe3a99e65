// The table of model formats that may be uploaded.
//
// Types, sentences and media types follow from it: a new row compiles only once all code that depends on it is complete.
//
// SPDX-License-Identifier: MIT

/**
 * `format` is stored with each model, `label` is its name for people, `extensions` are those of its file names, the usual one
 * first, `mediaType` is the Content-Type of a download.
 */
export const MODEL_FORMATS = [
  { format: "stl", label: "STL", extensions: ["stl"], mediaType: "model/stl" },
  { format: "obj", label: "OBJ", extensions: ["obj"], mediaType: "model/obj" },
  { format: "3mf", label: "3MF", extensions: ["3mf"], mediaType: "model/3mf" },
  { format: "ply", label: "PLY", extensions: ["ply"], mediaType: "model/ply" },
  { format: "step", label: "STEP", extensions: ["step", "stp"], mediaType: "model/step" },
] as const;

/**
 * The tolerance within which triangles follow the surfaces of a STEP file: a share of the mean side of the box around it (0.005 mm at
 * 50 mm, 0.05 mm at 500 mm), and the angle between neighbouring triangles. A fixed 0.05 mm would take 2 % from a ball of 5 mm; this
 * takes at most 0.1 % from balls, cones and rings of any size.
 */
export const STEP_TOLERANCE = { shareOfSize: 1 / 10_000, angleDegrees: 20 } as const;

export type ModelFormat = (typeof MODEL_FORMATS)[number]["format"];

/** The format of an untrusted name; undefined if no format has it. */
export function findModelFormat(name: unknown): ModelFormat | undefined {
  return MODEL_FORMATS.find(({ format }) => format === name)?.format;
}

/** The format of files with this extension, which is written without its dot in small letters; undefined if no format has it. */
export function formatOfExtension(extension: string): ModelFormat | undefined {
  return MODEL_FORMATS.find(({ extensions }) => extensions.some((known) => known === extension))?.format;
}

/** The Content-Type of a model file. */
export function mediaTypeOf(format: ModelFormat): string {
  const row = MODEL_FORMATS.find((known) => known.format === format);
  if (row === undefined) throw new Error(`there is no model format ${format}`);
  return row.mediaType;
}
