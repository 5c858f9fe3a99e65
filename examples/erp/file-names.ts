// File names of downloaded models, safe for any folder.

import { basename } from "node:path";

/** File systems take 255 bytes, of which the item's id and the ending of an unfinished file need some. */
const MAX_BYTES = 200;

interface NamedItem {
  readonly id: number;
  readonly originalFileName: string | null;
}

/** A customer chose the name of the file: no path may be in it, and it may be of any length. */
export function fileNameOf({ id, originalFileName }: NamedItem): string {
  const safe = basename((originalFileName ?? "model").replaceAll("\\", "/")).replace(/[^\p{L}\p{N}._ -]/gu, "_");
  return `${id}-${endOf(safe)}`;
}

/** The last whole characters within the bytes: the format's extension is among them. */
function endOf(name: string): string {
  const characters = [...name];
  let bytes = 0;
  let first = characters.length;
  while (first > 0) {
    bytes += Buffer.byteLength(characters[first - 1] ?? "");
    if (bytes > MAX_BYTES) break;
    first--;
  }
  return characters.slice(first).join("");
}
