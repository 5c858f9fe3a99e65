// Uploaded files packed into a form's hidden field: the server stores nothing until a preset is chosen.

import { fromBase64Url, toBase64 } from "../../../platform/base64url.ts";

export interface CarriedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Guards against a small upload that unpacks to a huge one. */
const MAX_UNPACKED_BYTES = 32_000_000;
/** `String.fromCharCode` takes a limited number of arguments; a multiple of 3, so that base64 pieces join without padding. */
const PIECE_BYTES = 3 * 8192;

export async function packFiles(files: readonly CarriedFile[]): Promise<string> {
  const header = new TextEncoder().encode(`${JSON.stringify(files.map(({ name, bytes }) => [name, bytes.length]))}\n`);
  const packed = new Blob([header, ...files.map(({ bytes }) => new Uint8Array(bytes))])
    .stream()
    .pipeThrough(new CompressionStream("gzip"));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  let text = "";
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) text += toBase64(bytes.subarray(at, at + PIECE_BYTES));
  return text;
}

/** Undefined if `packFiles` did not make the text. */
export async function unpackFiles(text: string): Promise<CarriedFile[] | undefined> {
  try {
    const packed = new Blob([new Uint8Array(fromBase64Url(text))]).stream();
    const bytes = await readAtMost(packed.pipeThrough(new DecompressionStream("gzip")));
    const end = bytes.indexOf("\n".charCodeAt(0));
    const header: unknown = JSON.parse(new TextDecoder().decode(bytes.subarray(0, end)));
    if (!Array.isArray(header)) return undefined;
    let at = end + 1;
    return header.map((entry: unknown) => {
      const [name, length]: unknown[] = Array.isArray(entry) ? entry : [];
      const file = { name: String(name), bytes: bytes.subarray(at, at + Number(length)) };
      at += Number(length);
      return file;
    });
  } catch {
    return undefined;
  }
}

/** @throws Error beyond MAX_UNPACKED_BYTES */
async function readAtMost(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > MAX_UNPACKED_BYTES) throw new Error("the carried files are too large");
    chunks.push(new Uint8Array(chunk));
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}
