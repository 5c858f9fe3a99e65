// Model files that the benches make themselves, and the multipart requests that carry them.

import { randomBytes } from "node:crypto";
import { setImmediate } from "node:timers/promises";

const HEADER_BYTES = 84;
const TRIANGLE_BYTES = 50;

/** A closed prism over a regular polygon, standing on Z = 0, as a binary STL. Lengths in millimetres. */
export function prismStl(sides: number, radius: number, height: number): Uint8Array<ArrayBuffer> {
  const corner = (index: number, z: number) => {
    const angle = (2 * Math.PI * (index % sides)) / sides;
    return [radius * Math.cos(angle), radius * Math.sin(angle), z];
  };
  const triangles: number[][] = [];
  for (let side = 0; side < sides; side++) {
    const [lower, nextLower, upper, nextUpper] = [
      corner(side, 0),
      corner(side + 1, 0),
      corner(side, height),
      corner(side + 1, height),
    ];
    triangles.push([...lower, ...nextLower, ...nextUpper], [...lower, ...nextUpper, ...upper]);
    if (side === 0 || side === sides - 1) continue;
    triangles.push([...corner(0, 0), ...nextLower, ...lower], [...corner(0, height), ...upper, ...nextUpper]);
  }
  const bytes = new Uint8Array(HEADER_BYTES + TRIANGLE_BYTES * triangles.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(HEADER_BYTES - 4, triangles.length, true);
  for (const [index, coordinates] of triangles.entries()) {
    const at = HEADER_BYTES + TRIANGLE_BYTES * index + 12;
    for (const [place, coordinate] of coordinates.entries()) view.setFloat32(at + 4 * place, coordinate, true);
  }
  return bytes;
}

/** A small model that no other request has sent. */
export function newSmallModel(): Uint8Array<ArrayBuffer> {
  const length = () => 5 + 3 * Math.random();
  return prismStl(6, length(), length());
}

export interface Form {
  readonly contentType: string;
  readonly body: Buffer;
}

/** A multipart body; each file comes with the name of its field. */
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
  readonly length: number;
  /** Waits at `beforeEnd` when all of the file but its last piece was handed over. */
  readonly pieces: (beforeEnd: () => Promise<void>) => AsyncGenerator<Uint8Array>;
}

const BOUNDARY = "piece-of-a-bench";
const PIECE_BYTES = 64 * 1024;

/**
 * A multipart body with one large file that looks like a binary STL and is like no other, made piece by piece as it is
 * sent. The file has the largest size of whole triangles within `bytes`.
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
  const triangles = Math.floor((bytes - HEADER_BYTES) / TRIANGLE_BYTES);
  const header = Buffer.alloc(HEADER_BYTES);
  randomBytes(32).copy(header);
  header.writeUInt32LE(triangles, HEADER_BYTES - 4);
  const content = randomBytes(PIECE_BYTES);

  return {
    contentType: `multipart/form-data; boundary=${BOUNDARY}`,
    length: before.length + HEADER_BYTES + triangles * TRIANGLE_BYTES + after.length,
    async *pieces(beforeEnd) {
      yield before;
      yield header;
      let left = triangles * TRIANGLE_BYTES;
      for (; left > PIECE_BYTES; left -= PIECE_BYTES) {
        yield content;
        // The other uploads take their turns.
        await setImmediate();
      }
      await beforeEnd();
      yield content.subarray(0, left);
      yield after;
    },
  };
}
