// The table of model formats that may be uploaded.
//
// Types, sentences and media types follow from it: a new row compiles only once all code that depends on it is complete.
//
// SPDX-License-Identifier: MIT

/**
 * `format` is stored with each model and is the file name's extension, `label` is its name for people, `mediaType` is
 * the Content-Type of a download.
 */
export const MODEL_FORMATS = [
  { format: "stl", label: "STL", mediaType: "model/stl" },
  { format: "obj", label: "OBJ", mediaType: "model/obj" },
  { format: "3mf", label: "3MF", mediaType: "model/3mf" },
  { format: "ply", label: "PLY", mediaType: "model/ply" },
] as const;

export type ModelFormat = (typeof MODEL_FORMATS)[number]["format"];

/** The format of an untrusted name; undefined if no format has it. */
export function findModelFormat(name: unknown): ModelFormat | undefined {
  return MODEL_FORMATS.find(({ format }) => format === name)?.format;
}

/** The Content-Type of a model file. */
export function mediaTypeOf(format: ModelFormat): string {
  const row = MODEL_FORMATS.find((known) => known.format === format);
  if (row === undefined) throw new Error(`there is no model format ${format}`);
  return row.mediaType;
}
