// The Bruno collection as it is sent: a ZIP with texts that name this service. Loaded by its first request.

import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { atOrigin } from "./own-origin.ts";

/** One for all, so that equal content is an equal file. */
const WRITTEN = "1985-10-26T12:00:00";

export function archiveAtOrigin(archive: Uint8Array, origin: string): Uint8Array<ArrayBuffer> {
  const files = Object.entries(unzipSync(archive)).map(([path, content]) => [
    path,
    textAtOrigin(path, content, origin),
  ]);
  return new Uint8Array(zipSync(Object.fromEntries(files), { mtime: WRITTEN }));
}

function textAtOrigin(path: string, content: Uint8Array, origin: string): Uint8Array {
  return path.endsWith(".bru") ? strToU8(atOrigin(strFromU8(content), origin)) : content;
}
