// Unpacks a zip archive in the browser: lists its files, then inflates chosen ones, one by one, within limits.
//
// The archive stays on the visitor's disk: only its directory and the file in work are read. The directory alone decides, as in
// file managers; local headers may hide other entries. Sizes and checksums are held as stated and as found.

import { crc32 } from "../../../../slicer-service/src/contract/crc-32.ts";
import {
  contentStart,
  type DirectoryEntry,
  entryAt,
  findDirectory,
  LOCAL_HEADER_BYTES,
  MAX_END_BYTES,
} from "../../../../slicer-service/src/contract/zip-directory.ts";
import { distinctNames, isOfSystem, nameOf, pathOf } from "./entry-names.ts";

/** Folders and hidden files included. */
export const MAX_ENTRIES = 2000;
/** Half a kilobyte for each entry. */
const MAX_DIRECTORY_BYTES = MAX_ENTRIES * 512;
/** A tab of a phone must hold the unpacked files, with the models in 3D beside them. */
export const MAX_UNPACKED_MEGABYTES = 500;

/** A local header's, and that of an archive without entries. */
const BEGINNINGS = ["PK\u0003\u0004", "PK\u0005\u0006"];
const STORED = 0;
const DEFLATED = 8;
/** Bits 0 and 13 (PKWARE's APPNOTE.TXT, 4.4.4): the content, or the directory, is encrypted. */
const IS_LOCKED = 0x2001;

const READ_BYTES = 1024 * 1024;
/** Deflate expands a thousandfold at most, and a browser inflates each written piece whole before its first byte can be counted. */
const PIECE_BYTES = 16 * 1024;

/** A fault of the whole archive: nothing of it is unpacked. "unreadable": moved or changed since it was chosen. */
export type ArchiveFault = "damaged" | "locked" | "empty" | "too_many" | "unreadable";

/**
 * A fault of one file; "method": packed as no browser unpacks. "browser": packed as this one, too old, does not. "beyond": the
 * archive's files are too large in all.
 */
export type UnpackingFault = "damaged" | "method" | "browser" | "beyond" | "unreadable";

export class UnpackingError extends Error {
  readonly fault: UnpackingFault;

  constructor(fault: UnpackingFault) {
    super(fault);
    this.fault = fault;
  }
}

/** A file in an archive. */
export interface PackedFile {
  /** Clean, and unlike the others'. */
  readonly name: string;
  /** The stated size in bytes, which `unpack` never exceeds. */
  readonly size: number;
  /** @throws UnpackingError */
  readonly unpack: () => Promise<File>;
}

/** The files of an archive without those that systems add. "3mf": it is a model itself. "other": no zip archive. */
export type OpenedArchive =
  | { readonly kind: "files"; readonly files: readonly PackedFile[] }
  | { readonly kind: "3mf" }
  | { readonly kind: "other" }
  | { readonly kind: "faulty"; readonly fault: ArchiveFault };

export async function openArchive(archive: Blob): Promise<OpenedArchive> {
  try {
    return await listed(archive);
  } catch (error) {
    return { kind: "faulty", fault: error instanceof Unreadable ? "unreadable" : "damaged" };
  }
}

async function listed(archive: Blob): Promise<OpenedArchive> {
  const beginning = new TextDecoder("latin1").decode(await bytesOf(archive, 0, 4));
  if (!BEGINNINGS.includes(beginning)) return { kind: "other" };
  const endingAt = Math.max(0, archive.size - MAX_END_BYTES);
  const { start, end, count } = findDirectory(await bytesOf(archive, endingAt, archive.size), endingAt);
  if (count > MAX_ENTRIES || end - start > MAX_DIRECTORY_BYTES) return { kind: "faulty", fault: "too_many" };
  const directory = await bytesOf(archive, start, end);
  const entries: { readonly entry: DirectoryEntry; readonly name: string }[] = [];
  for (let at = 0; at < directory.length; ) {
    const { entry, next } = entryAt(directory, at);
    entries.push({ entry, name: nameOf(entry) });
    at = next;
  }
  if (entries.length !== count) throw new Error("The directory has another number of entries than stated");
  if (isThreemf(entries.map(({ name }) => name))) return { kind: "3mf" };
  const files = entries
    .filter(({ name }) => !/[\\/]$/.test(name))
    .map(({ entry, name }) => ({ entry, path: pathOf(name) }))
    .filter(({ path }) => !isOfSystem(path));
  if (files.length === 0) return { kind: "faulty", fault: "empty" };
  // One password locks all, as a rule, and no file of the archive can be told from another's remains.
  if (files.some(({ entry }) => (entry.flags & IS_LOCKED) !== 0)) return { kind: "faulty", fault: "locked" };
  const names = distinctNames(files.map(({ path }) => path));
  const allowance = new Allowance();
  return {
    kind: "files",
    files: files.map(({ entry }, place) => {
      const name = names[place] ?? "";
      const unpack = async () => new File([await unpacked(archive, entry, allowance)], name);
      return { name, size: entry.bytes, unpack };
    }),
  };
}

/** Every 3MF has its list of content types (ECMA-376, part 2), and a model part. */
function isThreemf(names: readonly string[]): boolean {
  const known = names.map((name) => name.toLowerCase());
  return known.includes("[content_types].xml") && known.some((name) => name.endsWith(".model"));
}

/** The bytes that may still be unpacked of an archive. */
class Allowance {
  #bytes = MAX_UNPACKED_MEGABYTES * 1024 * 1024;

  /** Entries may share their bytes, and deflate has blocks that inflate to nothing: packed bytes count too. */
  take({ bytes, packedBytes }: DirectoryEntry): void {
    const taken = Math.max(bytes, packedBytes);
    if (taken > this.#bytes) throw new UnpackingError("beyond");
    this.#bytes -= taken;
  }
}

async function unpacked(archive: Blob, entry: DirectoryEntry, allowance: Allowance): Promise<Blob> {
  const { method, offset, packedBytes } = entry;
  if (method !== STORED && method !== DEFLATED) throw new UnpackingError("method");
  const inflating = method === DEFLATED ? inflation() : undefined;
  allowance.take(entry);
  try {
    const start = contentStart(await bytesOf(archive, offset, offset + LOCAL_HEADER_BYTES), entry);
    if (start + packedBytes > archive.size) throw new Error("The entry reaches beyond the archive");
    const packed = archive.slice(start, start + packedBytes);
    const pieces = piecesOf(packed);
    if (inflating !== undefined) return new Blob(await checked(pieces.pipeThrough(inflating), entry, true));
    await checked(pieces, entry, false);
    // Still on the visitor's disk.
    return packed;
  } catch (error) {
    throw new UnpackingError(error instanceof Unreadable ? "unreadable" : "damaged");
  }
}

/** Browsers before 2023 lack it: Safari to 16.3, Firefox to 112. */
function inflation(): DecompressionStream {
  try {
    return new DecompressionStream("deflate-raw");
  } catch {
    throw new UnpackingError("browser");
  }
}

/** The chunks, if they are kept. @throws Error for another size or checksum than stated, as soon as one shows */
async function checked(
  content: ReadableStream<Uint8Array<ArrayBuffer>>,
  { bytes, checksum }: DirectoryEntry,
  isKept: boolean,
): Promise<Uint8Array<ArrayBuffer>[]> {
  const kept: Uint8Array<ArrayBuffer>[] = [];
  const reader = content.getReader();
  let [foundBytes, foundChecksum] = [0, 0];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    foundBytes += value.length;
    if (foundBytes > bytes) {
      await reader.cancel();
      throw new Error("The entry is longer than stated");
    }
    foundChecksum = crc32(value, foundChecksum);
    if (isKept) kept.push(value);
  }
  if (foundBytes !== bytes || foundChecksum !== checksum) throw new Error("The entry is not the one stated");
  return kept;
}

function piecesOf(packed: Blob): ReadableStream<Uint8Array<ArrayBuffer>> {
  let readTo = 0;
  let read = new Uint8Array();
  return new ReadableStream({
    async pull(controller) {
      if (read.length === 0) {
        if (readTo >= packed.size) return controller.close();
        read = await bytesOf(packed, readTo, readTo + READ_BYTES);
        readTo += READ_BYTES;
      }
      controller.enqueue(read.subarray(0, PIECE_BYTES));
      read = read.subarray(PIECE_BYTES);
    },
  });
}

/** The visitor moved, changed or deleted the archive after choosing it. */
class Unreadable extends Error {}

/** @throws Unreadable */
async function bytesOf(blob: Blob, start: number, end: number): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await blob.slice(start, end).arrayBuffer());
  } catch (cause) {
    throw new Unreadable("The archive cannot be read", { cause });
  }
}
