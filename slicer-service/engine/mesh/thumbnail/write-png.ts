// Writes a drawing as a PNG of few colours (PNG, third edition: 5 datastream, 11.2 chunks, 13 filters).

import { crc32, deflateSync } from "node:zlib";
import { SHADES, type ShadedDrawing } from "./draw-mesh.ts";

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** The first and last shade, a cool grey: both are told from white and from black. */
const DARKEST = [62, 66, 74];
const LIGHTEST = [198, 204, 214];

/** The drawing as a PNG: 8 bits a pixel, of a palette whose first colour is clear. */
export function writePng({ width, height, shades }: ShadedDrawing): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // 8 bits a pixel, indices of a palette (colour type 3), and the one compression, filter and order of rows.
  header.set([8, 3, 0, 0, 0], 8);
  // Each row begins with the number of its filter, 0 for none.
  const rows = new Uint8Array((width + 1) * height);
  for (let y = 0; y < height; y++) rows.set(shades.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  return Buffer.concat([
    Buffer.from(SIGNATURE),
    chunk("IHDR", header),
    chunk("PLTE", palette()),
    chunk("tRNS", Uint8Array.of(0)),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", new Uint8Array(0)),
  ]);
}

/** Red, green and blue of each colour. */
function palette(): Uint8Array {
  const colors = [0, 0, 0];
  for (let shade = 0; shade < SHADES; shade++) {
    const share = shade / (SHADES - 1);
    colors.push(...DARKEST.map((dark, channel) => Math.round(dark + share * (LIGHTEST[channel] - dark))));
  }
  return Uint8Array.from(colors);
}

/** A chunk: the length of its data, its type, the data, and the checksum of type and data. */
function chunk(type: string, data: Uint8Array): Uint8Array {
  const typed = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const framed = Buffer.alloc(typed.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(typed, 4);
  framed.writeUInt32BE(crc32(typed), typed.length + 4);
  return framed;
}
