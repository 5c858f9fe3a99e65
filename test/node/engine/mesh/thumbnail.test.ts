// The picture of a model: legible faces, hidden surfaces, a bounded time, a valid PNG.

import { crc32, inflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { box, type Shape, sphere, together } from "../../../../harness/models/shapes.ts";
import { binaryStl } from "../../../../harness/models/stl.ts";
import { drawMesh, SHADES } from "../../../../slicer-service/engine/mesh/thumbnail/draw-mesh.ts";
import { thumbnailOf } from "../../../../slicer-service/engine/mesh/thumbnail/thumbnail.ts";
import { writePng } from "../../../../slicer-service/engine/mesh/thumbnail/write-png.ts";
import { solidOf } from "./solids.ts";

const [WIDTH, HEIGHT] = [80, 60];

async function drawingOf(shape: Shape) {
  const { mesh } = await solidOf(binaryStl(shape), "stl");
  return drawMesh(mesh, WIDTH, HEIGHT);
}

/** The shade at shares of the picture's width and height. */
const shadeAt = ({ shades }: { readonly shades: Uint8Array }, x: number, y: number) =>
  shades[Math.floor(y * HEIGHT) * WIDTH + Math.floor(x * WIDTH)] ?? 0;

describe("the drawing", () => {
  it("shows three faces of a cube in three shades, the upper one the lightest, and nothing around it", async () => {
    const drawing = await drawingOf(box([0, 0, 0], [20, 20, 20]));
    const [upper, left, right] = [shadeAt(drawing, 0.5, 0.2), shadeAt(drawing, 0.4, 0.6), shadeAt(drawing, 0.65, 0.6)];
    expect(new Set(drawing.shades)).toEqual(new Set([0, upper, left, right]));
    expect(Math.min(left, right)).toBeGreaterThan(0);
    expect(upper).toBeGreaterThan(Math.max(left, right) + SHADES / 8);
    expect(Math.abs(left - right)).toBeGreaterThan(SHADES / 8);
    expect([0, 0.99].map((x) => shadeAt(drawing, x, 0.5))).toEqual([0, 0]);
  });

  it("fills the picture but for its margin, without a gap in a ball of many triangles", async () => {
    const { shades } = await drawingOf(sphere(20, 40));
    const rows = Array.from({ length: HEIGHT }, (_, y) => [...shades.subarray(y * WIDTH, (y + 1) * WIDTH)]);
    const drawn = rows.filter((row) => row.some(Boolean));
    expect(drawn).toHaveLength(HEIGHT - 6);
    for (const row of drawn) {
      expect(row.slice(row.findIndex(Boolean), row.findLastIndex(Boolean) + 1)).not.toContain(0);
    }
  });

  it("hides a body behind another, in whichever order the file has them", async () => {
    const [front, hidden] = [box([0, 0, 0], [40, 10, 40]), box([14, 14, 14], [18, 18, 18])];
    const both = await drawingOf(together(front, hidden));
    const turned = await drawingOf(together(hidden, front));
    expect(both.shades).toEqual(turned.shades);
    expect(new Set(both.shades).size).toBe(4);
  });

  it("leaves out the rest after some thousand surfaces behind each other: a hostile file cannot prolong it", async () => {
    const part = together(box([0, 0, 0], [20, 20, 20]), box([30, 0, 0], [50, 20, 20]));
    const { corners, triangles } = (await solidOf(binaryStl(part), "stl")).mesh;
    const [first, second] = [triangles.subarray(0, 36), triangles.subarray(36)];
    const repeated = Uint32Array.from({ length: 36 * 6000 }, (_, at) => first[at % 36] ?? 0);
    const facesAfter = (before: Uint32Array) =>
      drawMesh({ corners, triangles: Uint32Array.from([...before, ...second]) }, 240, 180).shades.filter(Boolean)
        .length;
    expect(facesAfter(repeated)).toBeLessThan(0.6 * facesAfter(first));
  });
});

describe("the PNG", () => {
  it("has its size, a clear first colour, sound checksums, and the drawing's shades", async () => {
    const drawing = await drawingOf(box([0, 0, 0], [20, 20, 20]));
    const png = writePng(drawing);
    expect(png.subarray(1, 4).toString("latin1")).toBe("PNG");
    const chunks = chunksOf(png);
    expect([...chunks.keys()]).toEqual(["IHDR", "PLTE", "tRNS", "IDAT", "IEND"]);
    expect([chunks.get("IHDR")?.readUInt32BE(0), chunks.get("IHDR")?.readUInt32BE(4)]).toEqual([WIDTH, HEIGHT]);
    expect(chunks.get("PLTE")).toHaveLength(3 * (SHADES + 1));
    expect([...(chunks.get("tRNS") ?? [])]).toEqual([0]);
    const rows = inflateSync(chunks.get("IDAT") ?? "");
    const pixels = rows.filter((_, at) => at % (WIDTH + 1) > 0);
    expect(pixels).toEqual(Buffer.from(drawing.shades));
  });
});

/** The data of each chunk by its type; each has the right checksum. */
function chunksOf(png: Buffer): Map<string, Buffer> {
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const typed = png.subarray(at + 4, at + 8 + length);
    expect(png.readUInt32BE(at + 8 + length)).toBe(crc32(typed));
    chunks.set(typed.toString("latin1", 0, 4), typed.subarray(4));
    at += 12 + length;
  }
  return chunks;
}

describe("the thumbnail", () => {
  it("is a PNG in base64", async () => {
    const { mesh } = await solidOf(binaryStl(box([0, 0, 0], [20, 20, 20])), "stl");
    const { thumbnail = "", thumbnailFault } = thumbnailOf(mesh);
    expect(thumbnailFault).toBeUndefined();
    expect(Buffer.from(thumbnail, "base64").toString("latin1", 1, 4)).toBe("PNG");
  });

  it("is missing with its reason after a drawing that fails, which does not fail its slice", async () => {
    const { mesh } = await solidOf(binaryStl(box([0, 0, 0], [20, 20, 20])), "stl");
    const broken = new Proxy(mesh, {
      get: () => {
        throw new RangeError("Array buffer allocation failed");
      },
    });
    expect(thumbnailOf(broken)).toEqual({ thumbnailFault: "RangeError: Array buffer allocation failed" });
  });
});
