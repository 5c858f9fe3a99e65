// Zip archive reader: inflates single entries, each to exactly the size that the directory states.
//
// Inflating stops at that size: a zip bomb takes no more memory or time than it announces.
//
// SPDX-License-Identifier: MIT

import { inflateRawSync } from "node:zlib";
import { contentStart, type DirectoryEntry, entryAt, findDirectory, LOCAL_HEADER_BYTES } from "./zip-directory.ts";

const STORED = 0;
const DEFLATED = 8;

/** Thrown if the entries read so far exceed the archive's limit in all, packed or inflated. */
export class InflatesTooMuch extends Error {}

export class ZipArchive {
  readonly #file: Uint8Array;
  readonly #entries = new Map<string, DirectoryEntry>();
  readonly #keyOf: (name: string) => string;
  #readableBytes: number;

  /**
   * @param maxBytes limit for all entries that are read, each counted by the larger of its packed and inflated sizes
   * @param keyOf entries are the same if it returns the same for their names
   * @throws Error for a file that is not an archive
   */
  constructor(file: Uint8Array, maxBytes: number, keyOf: (name: string) => string) {
    this.#file = file;
    this.#readableBytes = maxBytes;
    this.#keyOf = keyOf;
    this.#readDirectory();
  }

  /** The keys of all entries, by `keyOf`. */
  get names(): readonly string[] {
    return [...this.#entries.keys()];
  }

  /**
   * The bytes of an entry, or undefined if there is none of this name.
   *
   * @throws InflatesTooMuch if this entry and those read before exceed the archive's limit
   * @throws Error if the entry is damaged, or contradicts the directory
   */
  read(name: string): Uint8Array | undefined {
    const entry = this.#entries.get(this.#keyOf(name));
    if (entry === undefined) return undefined;
    const { offset, packedBytes, bytes, method } = entry;
    // Deflate has blocks that inflate to nothing, and entries may share their bytes: packed bytes cost time too.
    this.#readableBytes -= Math.max(bytes, packedBytes);
    if (this.#readableBytes < 0) throw new InflatesTooMuch();
    const start = contentStart(this.#file.subarray(offset, offset + LOCAL_HEADER_BYTES), entry);
    if (start + packedBytes > this.#file.length) throw new Error("An entry reaches beyond the archive");
    const packed = this.#file.subarray(start, start + packedBytes);
    const content = unpack(packed, method, bytes);
    if (content.length !== bytes) throw new Error("An entry is not as long as it says");
    return content;
  }

  #readDirectory(): void {
    const { start, count } = findDirectory(this.#file, 0);
    const names = new TextDecoder();
    let at = start;
    for (let read = 0; read < count; read++) {
      const { entry, next } = entryAt(this.#file, at);
      this.#entries.set(this.#keyOf(names.decode(entry.nameBytes)), entry);
      at = next;
    }
  }
}

function unpack(packed: Uint8Array, method: number, bytes: number): Uint8Array {
  if (method === STORED) return packed;
  if (method !== DEFLATED) throw new Error(`An entry is packed by the unsupported method ${method}`);
  // One output chunk, one byte larger than needed: smaller chunks would be copied together at the end.
  return inflateRawSync(packed, { chunkSize: Math.max(64, bytes + 1), maxOutputLength: Math.max(1, bytes) });
}
