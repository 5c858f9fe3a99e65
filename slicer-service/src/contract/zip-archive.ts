// Zip archive reader: inflates single entries, each to exactly the size that the directory states.
//
// Inflating stops at that size: a zip bomb takes no more memory or time than it announces. Follows PKWARE's
// APPNOTE.TXT, 4.3.12 (central directory) to 4.5.3 (64-bit sizes).
//
// SPDX-License-Identifier: MIT

import { inflateRawSync } from "node:zlib";

const END_RECORD = 0x06054b50;
const END_RECORD_BYTES = 22;
const MAX_COMMENT_BYTES = 0xffff;
const LOCATOR_64 = 0x07064b50;
const LOCATOR_64_BYTES = 20;
const END_RECORD_64 = 0x06064b50;
const DIRECTORY_ENTRY = 0x02014b50;
const DIRECTORY_ENTRY_BYTES = 46;
const LOCAL_HEADER = 0x04034b50;
const LOCAL_HEADER_BYTES = 30;
const EXTRA_64 = 1;
const IN_64_BITS = 0xffffffff;
const STORED = 0;
const DEFLATED = 8;

interface Entry {
  readonly method: number;
  readonly packedBytes: number;
  readonly bytes: number;
  readonly offset: number;
}

/** Thrown if the entries read so far exceed the archive's limit in all, packed or inflated. */
export class InflatesTooMuch extends Error {}

export class ZipArchive {
  readonly #file: Uint8Array;
  readonly #view: DataView;
  readonly #entries = new Map<string, Entry>();
  readonly #keyOf: (name: string) => string;
  #readableBytes: number;

  /**
   * @param maxBytes limit for all entries that are read, each counted by the larger of its packed and inflated sizes
   * @param keyOf entries are the same if it returns the same for their names
   * @throws Error for a file that is not an archive
   */
  constructor(file: Uint8Array, maxBytes: number, keyOf: (name: string) => string) {
    this.#file = file;
    this.#view = new DataView(file.buffer, file.byteOffset, file.byteLength);
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
    if (this.#view.getUint32(offset, true) !== LOCAL_HEADER) throw new Error("An entry is not where it should be");
    const start =
      offset + LOCAL_HEADER_BYTES + this.#view.getUint16(offset + 26, true) + this.#view.getUint16(offset + 28, true);
    if (start + packedBytes > this.#file.length) throw new Error("An entry reaches beyond the archive");
    const packed = this.#file.subarray(start, start + packedBytes);
    const content = unpack(packed, method, bytes);
    if (content.length !== bytes) throw new Error("An entry is not as long as it says");
    return content;
  }

  #readDirectory(): void {
    const view = this.#view;
    const end = this.#findEndRecord();
    let count = view.getUint16(end + 10, true);
    let at = view.getUint32(end + 16, true);
    const locator = end - LOCATOR_64_BYTES;
    if (locator >= 0 && view.getUint32(locator, true) === LOCATOR_64) {
      const end64 = Number(view.getBigUint64(locator + 8, true));
      if (view.getUint32(end64, true) !== END_RECORD_64) throw new Error("The directory is not where it should be");
      count = Number(view.getBigUint64(end64 + 32, true));
      at = Number(view.getBigUint64(end64 + 48, true));
    }
    const names = new TextDecoder();
    for (let entry = 0; entry < count; entry++) {
      if (view.getUint32(at, true) !== DIRECTORY_ENTRY) throw new Error("The directory is damaged");
      const nameEnd = at + DIRECTORY_ENTRY_BYTES + view.getUint16(at + 28, true);
      const extraEnd = nameEnd + view.getUint16(at + 30, true);
      const name = names.decode(this.#file.subarray(at + DIRECTORY_ENTRY_BYTES, nameEnd));
      this.#entries.set(this.#keyOf(name), this.#readSizes(at, nameEnd, extraEnd));
      at = extraEnd + view.getUint16(at + 32, true);
    }
  }

  #findEndRecord(): number {
    const last = this.#file.length - END_RECORD_BYTES;
    for (let at = last; at >= 0 && at >= last - MAX_COMMENT_BYTES; at--) {
      if (this.#view.getUint32(at, true) === END_RECORD) return at;
    }
    throw new Error("The file is not a zip archive");
  }

  /** Sizes that do not fit into 32 bits stand in an extra field: only these, in this order. */
  #readSizes(at: number, extraStart: number, extraEnd: number): Entry {
    const view = this.#view;
    let wide = extraStart;
    while (wide < extraEnd && view.getUint16(wide, true) !== EXTRA_64) wide += 4 + view.getUint16(wide + 2, true);
    wide += 4;
    const size = (position: number): number => {
      const written = view.getUint32(position, true);
      if (written !== IN_64_BITS) return written;
      wide += 8;
      return Number(view.getBigUint64(wide - 8, true));
    };
    const bytes = size(at + 24);
    const packedBytes = size(at + 20);
    return { method: view.getUint16(at + 10, true), bytes, packedBytes, offset: size(at + 42) };
  }
}

function unpack(packed: Uint8Array, method: number, bytes: number): Uint8Array {
  if (method === STORED) return packed;
  if (method !== DEFLATED) throw new Error(`An entry is packed by the unsupported method ${method}`);
  // One output chunk, one byte larger than needed: smaller chunks would be copied together at the end.
  return inflateRawSync(packed, { chunkSize: Math.max(64, bytes + 1), maxOutputLength: Math.max(1, bytes) });
}
