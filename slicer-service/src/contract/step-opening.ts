// The opening of a STEP file, found alike by the upload and the engine.
//
// SPDX-License-Identifier: MIT

/** More before the file's own name is no exporter's. */
const MAX_BYTES_BEFORE = 64 * 1024;

/** White space and comments, and a byte order mark read as Latin-1: some exporters write them before the name. */
const BEFORE_NAME = /^(?:ï»¿)?(?:\s|\/\*(?:[^*]|\*(?!\/))*\*\/)*(?=ISO-10303-21\s*;)/;

/** The place of the name by which ISO 10303-21 has a file begin; undefined if the file begins with something else. */
export function stepBeginsAt(file: Uint8Array): number | undefined {
  // A character of Latin-1 is a byte.
  const head = new TextDecoder("latin1").decode(file.subarray(0, MAX_BYTES_BEFORE));
  return BEFORE_NAME.exec(head)?.[0].length;
}
