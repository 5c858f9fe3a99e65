// Models that dice draw: small parts that are sliced, and a file of megabytes that is only stored.

import type { Dice } from "../../dice.ts";
import { binaryStl, box, STL_HEADER_BYTES, STL_TRIANGLE_BYTES } from "../../models.ts";

const LARGE_TRIANGLES = 120_000;

export function drawnPart(dice: Dice): Uint8Array<ArrayBuffer> {
  const side = () => 8 + 4 * dice.share();
  return binaryStl(box([0, 0, 0], [side(), side(), side()]));
}

/** Passes for a binary STL of 6 MB, more than one part of an upload. */
export function drawnLargeFile(dice: Dice): Uint8Array<ArrayBuffer> {
  const file = new Uint8Array(STL_HEADER_BYTES + LARGE_TRIANGLES * STL_TRIANGLE_BYTES);
  for (let at = 0; at < file.length; at += 97) file[at] = Math.floor(256 * dice.share());
  new DataView(file.buffer).setUint32(STL_HEADER_BYTES - 4, LARGE_TRIANGLES, true);
  return file;
}

export function sha256Of(content: Uint8Array<ArrayBuffer>): Promise<string> {
  return crypto.subtle.digest("SHA-256", content).then((digest) => Buffer.from(digest).toString("hex"));
}
