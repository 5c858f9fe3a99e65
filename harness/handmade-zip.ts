// Zip archives written byte by byte, for what no packing program would write: sizes that lie, entries that share bytes.

import { constants, deflateRawSync } from "node:zlib";

interface WrittenEntry {
  readonly name: string;
  readonly text: string;
  readonly repeated?: number;
  readonly before?: string;
  readonly after?: string;
  readonly statedSize?: number;
}

interface SharingEntry {
  readonly name: string;
  readonly sharesBytesOf: string;
}

/** What every 3MF has beside its model. */
export const PACKAGE: readonly WrittenEntry[] = [
  { name: "[Content_Types].xml", text: "<Types/>" },
  {
    name: "_rels/.rels",
    text: '<Relationships><Relationship Target="/3D/3dmodel.model" Id="r" Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>',
  },
];

/** Repetitions are packed once and copied, or to make a bomb would take longer than to defuse it. */
function pack({ before = "", text, repeated = 1, after = "" }: WrittenEntry): { packed: Buffer; size: number } {
  const atOnce = Math.min(repeated, 2 ** 16);
  const block = Buffer.from(text.repeat(atOnce));
  const blocks = Math.floor(repeated / atOnce);
  const rest = Buffer.from(text.repeat(repeated % atOnce) + after);
  const goesOn = { finishFlush: constants.Z_FULL_FLUSH };
  const packedBlock = deflateRawSync(block, goesOn);
  return {
    packed: Buffer.concat([
      deflateRawSync(before, goesOn),
      ...Array<Buffer>(blocks).fill(packedBlock),
      deflateRawSync(rest),
    ]),
    size: Buffer.byteLength(before) + blocks * block.length + rest.length,
  };
}

/** The file of such an archive. */
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
