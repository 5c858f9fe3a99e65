// Writes zip archives byte by byte, as no packing program does: false sizes, entries that share bytes.

import { constants, deflateRawSync } from "node:zlib";
import { PACKAGE_PARTS } from "./threemf.ts";

interface WrittenEntry {
  readonly name: string;
  readonly text: string;
  /** Number of repetitions of `text` in the entry, between `before` and `after`; 1 by default. */
  readonly repeated?: number;
  readonly before?: string;
  readonly after?: string;
  /** The size in bytes that the directory claims; the true one by default. */
  readonly statedSize?: number;
}

interface SharingEntry {
  readonly name: string;
  /** The name of an earlier entry. */
  readonly sharesBytesOf: string;
}

/** The parts of every 3MF beside its model. */
export const PACKAGE: readonly WrittenEntry[] = Object.entries(PACKAGE_PARTS).map(([name, text]) => ({ name, text }));

/** Packs a repeated block once and copies the result: packing hundreds of megabytes would slow every test run. */
function pack({ before = "", text, repeated = 1, after = "" }: WrittenEntry): { packed: Buffer; size: number } {
  const timesInBlock = Math.min(repeated, 2 ** 16);
  const block = Buffer.from(text.repeat(timesInBlock));
  const blocks = Math.floor(repeated / timesInBlock);
  const rest = Buffer.from(text.repeat(repeated % timesInBlock) + after);
  const continued = { finishFlush: constants.Z_FULL_FLUSH };
  const packedBlock = deflateRawSync(block, continued);
  return {
    packed: Buffer.concat([
      deflateRawSync(before, continued),
      ...Array<Buffer>(blocks).fill(packedBlock),
      deflateRawSync(rest),
    ]),
    size: Buffer.byteLength(before) + blocks * block.length + rest.length,
  };
}

/** @throws Error for an entry that shares the bytes of one that does not precede it */
export function archive(entries: readonly (WrittenEntry | SharingEntry)[]): Uint8Array<ArrayBuffer> {
  const chunks: Buffer[] = [];
  const directory: Buffer[] = [];
  const written = new Map<string, { offset: number; packed: number; size: number }>();
  let offset = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name);
    let place = "sharesBytesOf" in entry ? written.get(entry.sharesBytesOf) : undefined;
    if (!("sharesBytesOf" in entry)) {
      const { packed, size } = pack(entry);
      const header = Buffer.alloc(30);
      header.writeUInt32LE(0x04034b50, 0);
      header.writeUInt16LE(8, 8);
      header.writeUInt16LE(name.length, 26);
      place = { offset, packed: packed.length, size: entry.statedSize ?? size };
      written.set(entry.name, place);
      chunks.push(header, name, packed);
      offset += header.length + name.length + packed.length;
    }
    if (place === undefined) throw new Error(`There is no entry before ${entry.name} to share bytes with`);
    const listed = Buffer.alloc(46);
    listed.writeUInt32LE(0x02014b50, 0);
    listed.writeUInt16LE(8, 10);
    listed.writeUInt32LE(place.packed, 20);
    listed.writeUInt32LE(place.size, 24);
    listed.writeUInt16LE(name.length, 28);
    listed.writeUInt32LE(place.offset, 42);
    directory.push(listed, name);
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(offset, 16);
  return new Uint8Array(Buffer.concat([...chunks, ...directory, end]));
}
