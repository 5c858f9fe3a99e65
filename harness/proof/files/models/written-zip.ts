// Zip archives in every writing that PKWARE's APPNOTE.TXT allows, and with figures that lie.

import { deflateRawSync } from "node:zlib";
import fc from "fast-check";
import { crc32 } from "../../../../slicer-service/src/contract/crc-32.ts";

export interface ZipEntry {
  readonly name: string;
  readonly content: Uint8Array;
}

export interface ZipWriting {
  readonly isStored: boolean;
  /** Checksum and sizes follow the content (APPNOTE 4.3.9). */
  readonly hasDescriptor: boolean;
  /** Sizes and places stand in 64 bits (APPNOTE 4.5.3). */
  readonly isIn64Bits: boolean;
  readonly comment: string;
  readonly isReversed: boolean;
}

export const zipWriting: fc.Arbitrary<ZipWriting> = fc.record({
  isStored: fc.boolean(),
  hasDescriptor: fc.boolean(),
  isIn64Bits: fc.boolean(),
  comment: fc.constantFrom("", "", "a comment", "PK\u0005\u0006 is a mark"),
  isReversed: fc.boolean(),
});

/** Figures of the directory that are not the true ones. */
export interface ZipLies {
  readonly bytes?: number;
  readonly packedBytes?: number;
  readonly offset?: number;
  readonly method?: number;
  readonly count?: number;
}

const STORED = 0;
const DEFLATED = 8;
const IN_64_BITS = 0xffffffff;

/** @param lies about the last entry, and about the number of entries */
export function writtenZip(
  entries: readonly ZipEntry[],
  writing: ZipWriting,
  lies: ZipLies = {},
): Uint8Array<ArrayBuffer> {
  const ordered = writing.isReversed ? entries.toReversed() : entries;
  const chunks: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  const put = (chunk: Uint8Array) => {
    chunks.push(Buffer.from(chunk));
    offset += chunk.length;
  };
  ordered.forEach(({ name, content }, index) => {
    const nameBytes = Buffer.from(name);
    const packed = writing.isStored ? content : deflateRawSync(content);
    const own = {
      bytes: content.length,
      packedBytes: packed.length,
      offset,
      method: writing.isStored ? STORED : DEFLATED,
    };
    const stated = index === ordered.length - 1 ? { ...own, ...lies } : own;
    const checksum = crc32(content, 0);
    const flags = (writing.hasDescriptor ? 0x08 : 0) | 0x800;
    const sizes = writing.hasDescriptor ? [0, 0, 0] : [checksum, packed.length, content.length];
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(20, 4);
    local.writeUInt16LE(flags, 6);
    local.writeUInt16LE(own.method, 8);
    sizes.forEach((value, place) => {
      local.writeUInt32LE(value, 14 + 4 * place);
    });
    local.writeUInt16LE(nameBytes.length, 26);
    put(local);
    put(nameBytes);
    put(packed);
    if (writing.hasDescriptor) {
      const descriptor = Buffer.alloc(16);
      [0x08074b50, checksum, packed.length, content.length].forEach((value, place) => {
        descriptor.writeUInt32LE(value, 4 * place);
      });
      put(descriptor);
    }
    directory.push(directoryEntry(nameBytes, flags, checksum, stated, writing.isIn64Bits));
  });
  const start = offset;
  for (const entry of directory) put(entry);
  put(endOf(lies.count ?? entries.length, start, offset - start, writing));
  return new Uint8Array(Buffer.concat(chunks));
}

function directoryEntry(
  name: Buffer,
  flags: number,
  checksum: number,
  { bytes, packedBytes, offset, method }: Required<Omit<ZipLies, "count">>,
  isIn64Bits: boolean,
): Buffer {
  const extra = Buffer.alloc(isIn64Bits ? 28 : 0);
  if (isIn64Bits) {
    extra.writeUInt16LE(1, 0);
    extra.writeUInt16LE(24, 2);
    [bytes, packedBytes, offset].forEach((value, place) => {
      extra.writeBigUInt64LE(BigInt(value), 4 + 8 * place);
    });
  }
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(20, 6);
  entry.writeUInt16LE(flags, 8);
  entry.writeUInt16LE(method, 10);
  entry.writeUInt32LE(checksum, 16);
  entry.writeUInt32LE(isIn64Bits ? IN_64_BITS : packedBytes, 20);
  entry.writeUInt32LE(isIn64Bits ? IN_64_BITS : bytes, 24);
  entry.writeUInt16LE(name.length, 28);
  entry.writeUInt16LE(extra.length, 30);
  entry.writeUInt32LE(isIn64Bits ? IN_64_BITS : offset, 42);
  return Buffer.concat([entry, name, extra]);
}

function endOf(count: number, start: number, length: number, { isIn64Bits, comment }: ZipWriting): Buffer {
  const commentBytes = Buffer.from(comment, "latin1");
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(count % 0x10000, 8);
  end.writeUInt16LE(count % 0x10000, 10);
  end.writeUInt32LE(length, 12);
  end.writeUInt32LE(isIn64Bits ? IN_64_BITS : start, 16);
  end.writeUInt16LE(commentBytes.length, 20);
  if (!isIn64Bits) return Buffer.concat([end, commentBytes]);
  const end64 = Buffer.alloc(56);
  end64.writeUInt32LE(0x06064b50, 0);
  end64.writeBigUInt64LE(44n, 4);
  [count, count, length, start].forEach((value, place) => {
    end64.writeBigUInt64LE(BigInt(value), 24 + 8 * place);
  });
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(start + length), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([end64, locator, end, commentBytes]);
}
