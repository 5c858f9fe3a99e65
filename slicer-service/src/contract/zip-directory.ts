// Zip archive's directory: its place, and its entries with name, sizes and packing, as the archive states them.
//
// Follows PKWARE's APPNOTE.TXT, 4.3.12 (central directory) to 4.5.3 (64-bit sizes). A damaged directory throws an Error, reading
// beyond it a RangeError.
//
// SPDX-License-Identifier: MIT

const END_RECORD = 0x06054b50;
const END_RECORD_BYTES = 22;
const MAX_COMMENT_BYTES = 0xffff;
const LOCATOR_64 = 0x07064b50;
const LOCATOR_64_BYTES = 20;
const END_RECORD_64 = 0x06064b50;
const END_RECORD_64_BYTES = 56;
const DIRECTORY_ENTRY = 0x02014b50;
const DIRECTORY_ENTRY_BYTES = 46;
const LOCAL_HEADER = 0x04034b50;
const EXTRA_64 = 1;
const IN_64_BITS = 0xffffffff;

/** The directory stands in an archive's last bytes: no more are needed to find it. */
export const MAX_END_BYTES = END_RECORD_64_BYTES + LOCATOR_64_BYTES + END_RECORD_BYTES + MAX_COMMENT_BYTES;

export const LOCAL_HEADER_BYTES = 30;

export interface DirectoryPlace {
  readonly start: number;
  /** The place of the record that follows the directory. */
  readonly end: number;
  /** Number of entries. */
  readonly count: number;
}

export interface DirectoryEntry {
  /** Encoded as the flags and extra fields say. */
  readonly nameBytes: Uint8Array;
  /** Extra fields: each a number and a length of two bytes, then its content. */
  readonly extra: Uint8Array;
  readonly flags: number;
  readonly method: number;
  readonly checksum: number;
  readonly packedBytes: number;
  readonly bytes: number;
  /** The place of its local header. */
  readonly offset: number;
}

/**
 * @param ending the archive's last bytes, MAX_END_BYTES or more; all of a smaller archive
 * @param endingAt their place in the archive
 * @throws Error for a file that is not an archive
 */
export function findDirectory(ending: Uint8Array, endingAt: number): DirectoryPlace {
  const view = viewOf(ending);
  const end = findEndRecord(view);
  const locator = end - LOCATOR_64_BYTES;
  if (locator < 0 || view.getUint32(locator, true) !== LOCATOR_64) {
    return { start: view.getUint32(end + 16, true), end: endingAt + end, count: view.getUint16(end + 10, true) };
  }
  const end64At = Number(view.getBigUint64(locator + 8, true));
  const end64 = end64At - endingAt;
  if (view.getUint32(end64, true) !== END_RECORD_64) throw new Error("The directory is not where it should be");
  const [count, start] = [view.getBigUint64(end64 + 32, true), view.getBigUint64(end64 + 48, true)];
  return { start: Number(start), end: end64At, count: Number(count) };
}

/** @throws Error if there is no entry at this place */
export function entryAt(directory: Uint8Array, at: number): { readonly entry: DirectoryEntry; readonly next: number } {
  const view = viewOf(directory);
  if (view.getUint32(at, true) !== DIRECTORY_ENTRY) throw new Error("The directory is damaged");
  const nameEnd = at + DIRECTORY_ENTRY_BYTES + view.getUint16(at + 28, true);
  const extraEnd = nameEnd + view.getUint16(at + 30, true);
  const entry = {
    nameBytes: directory.subarray(at + DIRECTORY_ENTRY_BYTES, nameEnd),
    extra: directory.subarray(nameEnd, extraEnd),
    flags: view.getUint16(at + 8, true),
    method: view.getUint16(at + 10, true),
    checksum: view.getUint32(at + 16, true),
    ...sizesAt(view, at, nameEnd, extraEnd),
  };
  return { entry, next: extraEnd + view.getUint16(at + 32, true) };
}

/**
 * The place of an entry's content after its local header.
 *
 * @param header the archive's LOCAL_HEADER_BYTES from the entry's offset
 * @throws Error if there is no such header
 */
export function contentStart(header: Uint8Array, { offset }: DirectoryEntry): number {
  const view = viewOf(header);
  if (view.getUint32(0, true) !== LOCAL_HEADER) throw new Error("An entry is not where it should be");
  return offset + LOCAL_HEADER_BYTES + view.getUint16(26, true) + view.getUint16(28, true);
}

function findEndRecord(view: DataView): number {
  const last = view.byteLength - END_RECORD_BYTES;
  for (let at = last; at >= 0 && at >= last - MAX_COMMENT_BYTES; at--) {
    if (view.getUint32(at, true) === END_RECORD) return at;
  }
  throw new Error("The file is not a zip archive");
}

/** Sizes that do not fit into 32 bits stand in an extra field: only these, in this order. */
function sizesAt(view: DataView, at: number, extraStart: number, extraEnd: number) {
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
  return { bytes, packedBytes, offset: size(at + 42) };
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
