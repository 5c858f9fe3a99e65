// The opening of a STEP file, found alike by the upload and the engine.
//
// SPDX-License-Identifier: MIT

/** More before the file's own name is no exporter's. */
const MAX_BYTES_BEFORE = 64 * 1024;

/** White space and comments, and a byte order mark read as Latin-1: some exporters write them before the name. */
const BEFORE_NAME = /^(?:ï»¿)?(?:\s|\/\*(?:[^*]|\*(?!\/))*\*\/)*(?=ISO-10303-21\s*;)/;

/** Tells nearly every other file by a few bytes: each upload is asked, and decoding tens of kilobytes takes longer than the rest of it. */
const FIRST_BYTES = 16;
const MAY_BEGIN = /^(?:ï»¿)?(?:\s|\/\*|ISO-10303)/;

/** The place of the name by which ISO 10303-21 has a file begin; undefined if the file begins with something else. */
export function stepBeginsAt(file: Uint8Array): number | undefined {
  // A character of Latin-1 is a byte.
  const latin1 = new TextDecoder("latin1");
  if (!MAY_BEGIN.test(latin1.decode(file.subarray(0, FIRST_BYTES)))) return undefined;
  const head = latin1.decode(file.subarray(0, MAX_BYTES_BEFORE));
  return BEFORE_NAME.exec(head)?.[0].length;
}
