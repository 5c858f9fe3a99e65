// Multipart requests that carry model files, whole or made piece by piece while they are sent.

import { randomBytes } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { STL_HEADER_BYTES, STL_TRIANGLE_BYTES } from "./models.ts";

export interface Form {
  readonly contentType: string;
  readonly body: Buffer;
}

/** Encodes a multipart body. Each file comes with the name of its field. */
export async function form(
  fields: Readonly<Record<string, string | number>>,
  files: readonly (readonly [field: string, content: Uint8Array<ArrayBuffer>])[],
): Promise<Form> {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, String(value));
  for (const [field, content] of files) data.append(field, new File([content], "model.stl"));
  const encoded = new Response(data);
  return {
    contentType: encoded.headers.get("Content-Type") ?? "",
    body: Buffer.from(await encoded.arrayBuffer()),
  };
}

export interface StreamedForm {
  readonly contentType: string;
  /** The length of the body in bytes. */
  readonly length: number;
  /** Yields the body. Awaits `beforeEnd` when all but the last piece of the file was yielded. */
  readonly pieces: (beforeEnd: () => Promise<void>) => AsyncGenerator<Uint8Array>;
}

const BOUNDARY = "boundary-of-a-streamed-form";
const PIECE_BYTES = 64 * 1024;

/**
 * A multipart body with one large file, generated while it is sent, so that this process does not hold it in memory.
 * The file passes for a binary STL, its content is random, and its size is `bytes` rounded down to whole triangles.
 */
export function streamedForm(fields: Readonly<Record<string, string | number>>, bytes: number): StreamedForm {
  const part = (name: string, more: string) =>
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`;
  const before = Buffer.from(
    [
      ...Object.entries(fields).map(([name, value]) => `${part(name, "")}${value}\r\n`),
      part("model", '; filename="large.stl"\r\nContent-Type: model/stl'),
    ].join(""),
  );
  const after = Buffer.from(`\r\n--${BOUNDARY}--\r\n`);
  const triangles = Math.floor((bytes - STL_HEADER_BYTES) / STL_TRIANGLE_BYTES);
  const header = Buffer.alloc(STL_HEADER_BYTES);
  randomBytes(32).copy(header);
  header.writeUInt32LE(triangles, STL_HEADER_BYTES - 4);
  const content = randomBytes(PIECE_BYTES);

  return {
    contentType: `multipart/form-data; boundary=${BOUNDARY}`,
    length: before.length + header.length + triangles * STL_TRIANGLE_BYTES + after.length,
    async *pieces(beforeEnd) {
      yield before;
      yield header;
      let left = triangles * STL_TRIANGLE_BYTES;
      for (; left > PIECE_BYTES; left -= PIECE_BYTES) {
        yield content;
        // Lets the other uploads of this process send too.
        await setImmediate();
      }
      await beforeEnd();
      yield content.subarray(0, left);
      yield after;
    },
  };
}
