// Zip archive writer: streams files as they are, uncompressed, however large they are together.
//
// A file's checksum is known only after it, and stands in a data descriptor (PKWARE's APPNOTE.TXT, 4.3.9). Without 64-bit
// sizes: an archive may hold 65,535 files, and 4 GB.

import { crc32 } from "../../slicer-service/src/contract/crc-32.ts";

export interface ArchivedFile {
  /** Its path in the archive, with slashes. */
  readonly name: string;
  readonly content: ReadableStream<Uint8Array> | Uint8Array;
}

const LOCAL_HEADER = 0x04034b50;
const DATA_DESCRIPTOR = 0x08074b50;
const DIRECTORY_ENTRY = 0x02014b50;
const END_RECORD = 0x06054b50;
/** Version 2.0, the least with folders. */
const VERSION = 20;
/** Bit 3: sizes follow the file. Bit 11: names are UTF-8. */
const FLAGS = 0x0808;
const STORED = 0;

/** The archive of these files, each read when its turn comes. */
export function zipStream(files: AsyncIterable<ArchivedFile>): ReadableStream<Uint8Array> {
  const chunks = archiveOf(files);
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await chunks.return(undefined);
    },
  });
}

async function* archiveOf(files: AsyncIterable<ArchivedFile>): AsyncGenerator<Uint8Array, undefined> {
  const directory: Uint8Array[] = [];
  const modified = dosTime(new Date());
  let offset = 0;
  for await (const { name, content } of files) {
    const nameBytes = new TextEncoder().encode(name);
    const common = [half(VERSION), half(FLAGS), half(STORED), modified];
    const header = [
      word(LOCAL_HEADER),
      ...common,
      word(0),
      word(0),
      word(0),
      half(nameBytes.length),
      half(0),
      nameBytes,
    ];
    yield joined(header);
    let checksum = 0;
    let size = 0;
    for await (const chunk of content instanceof Uint8Array ? [content] : content) {
      checksum = crc32(chunk, checksum);
      size += chunk.length;
      yield chunk;
    }
    const facts = [word(checksum), word(size), word(size)];
    yield joined([word(DATA_DESCRIPTOR), ...facts]);
    // No extra field, no comment, disk 0, no attributes.
    const rest = [half(nameBytes.length), half(0), half(0), half(0), half(0), word(0), word(offset), nameBytes];
    directory.push(joined([word(DIRECTORY_ENTRY), half(VERSION), ...common, ...facts, ...rest]));
    offset += joined(header).length + size + 16;
  }
  const entries = joined(directory);
  yield entries;
  const count = half(directory.length);
  yield joined([word(END_RECORD), half(0), half(0), count, count, word(entries.length), word(offset), half(0)]);
}

/** MS-DOS time and date in UTC: two seconds are the smallest step, and 1980 the first year. */
function dosTime(moment: Date): Uint8Array {
  const time = (moment.getUTCHours() << 11) | (moment.getUTCMinutes() << 5) | (moment.getUTCSeconds() >> 1);
  const date = ((moment.getUTCFullYear() - 1980) << 9) | ((moment.getUTCMonth() + 1) << 5) | moment.getUTCDate();
  return joined([half(time), half(date)]);
}

function half(value: number): Uint8Array {
  return Uint8Array.of(value & 0xff, (value >>> 8) & 0xff);
}

function word(value: number): Uint8Array {
  return joined([half(value & 0xffff), half(value >>> 16)]);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
