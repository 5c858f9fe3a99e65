// Grammar of STL: binary and ASCII as programs write them, and files that break its rules.

import fc from "fast-check";
import { bytes } from "../../../models/bytes.ts";
import { type Shape, triangulated } from "../../../models/shapes.ts";
import { binaryStl, STL_HEADER_BYTES, STL_TRIANGLE_BYTES } from "../../../models/stl.ts";
import { damagedShape } from "./damaged-shape.ts";
import type { DrawnShape } from "./drawn-shape.ts";
import { type ModelGrammar, NUMBER_WRITINGS, ODD_NUMBERS, type WrittenModel } from "./written-model.ts";

const LINE_ENDS = ["\n", "\r\n", "\r", "\n\n", " \t\n"] as const;
const HEADERS = [
  "",
  "solid",
  "solid part",
  "Exported by a program",
  "COLOR=\u0000\u00ff\u0000\u00ff",
  "ply",
  "деталь",
] as const;

interface AsciiWriting {
  readonly name: string;
  readonly lineEnd: string;
  readonly number: (value: number) => string;
  readonly isUpper: boolean;
  readonly opening: string;
  readonly normal: string;
}

const asciiWriting: fc.Arbitrary<AsciiWriting> = fc.record({
  name: fc.constantFrom("part", "", "a part with endsolids in its name", "деталь", "vertexes"),
  lineEnd: fc.constantFrom(...LINE_ENDS),
  number: fc.constantFrom(...NUMBER_WRITINGS),
  isUpper: fc.boolean(),
  opening: fc.constantFrom("", "\ufeff", " ", "\n\n", "\t"),
  normal: fc.constantFrom("0 0 0", "0 0 1", "nan nan nan", "-0 -0 -0", "1e-30 0 0"),
});

function ascii(
  shape: Shape,
  { name, lineEnd, number, isUpper, opening, normal }: AsciiWriting,
): Uint8Array<ArrayBuffer> {
  const { points, faces } = triangulated(shape);
  const word = (text: string) => (isUpper ? text.toUpperCase() : text);
  const lines = faces.flatMap((face) => [
    `${word("facet normal")} ${normal}`,
    word("outer loop"),
    ...face.map((corner) => `  ${word("vertex")} ${(points[corner] ?? []).map(number).join(" ")}`),
    word("endloop"),
    word("endfacet"),
  ]);
  return bytes(
    `${opening}${[`${word("solid")} ${name}`, ...lines, `${word("endsolid")} ${name}`].join(lineEnd)}${lineEnd}`,
  );
}

const binaryWriting = fc.record({
  header: fc.constantFrom(...HEADERS),
  attribute: fc.nat(0xffff),
  normal: fc.constantFrom(0, Number.NaN, 1, Number.POSITIVE_INFINITY),
  /** Some programs write data of their own after the triangles. */
  after: fc.constantFrom(0, 0, 0, 1, 7, 50, 300),
});

function binary(
  shape: Shape,
  { header, attribute, normal, after }: { header: string; attribute: number; normal: number; after: number },
): Uint8Array<ArrayBuffer> {
  const file = binaryStl(shape, header);
  const view = new DataView(file.buffer);
  for (let start = STL_HEADER_BYTES; start < file.length; start += STL_TRIANGLE_BYTES) {
    view.setFloat32(start, normal, true);
    view.setUint16(start + STL_TRIANGLE_BYTES - 2, attribute, true);
  }
  return new Uint8Array(Buffer.concat([file, Buffer.alloc(after, 7)]));
}

function anyWriting(shape: Shape): fc.Arbitrary<Pick<WrittenModel, "name" | "bytes">> {
  return fc.oneof(
    binaryWriting.map((writing) => ({
      name: `binary, header ${JSON.stringify(writing.header)}, ${writing.after} bytes after it`,
      bytes: binary(shape, writing),
    })),
    asciiWriting.map((writing) => ({
      name: `ASCII, lines end with ${JSON.stringify(writing.lineEnd)}`,
      bytes: ascii(shape, writing),
    })),
  );
}

/** Files that break STL's own rules: counts that lie, words that lack, solids within solids. */
function broken({ shape }: DrawnShape): fc.Arbitrary<Pick<WrittenModel, "name" | "bytes">> {
  const text = asciiWriting.map((writing) => Buffer.from(ascii(shape, writing)).toString());
  const lines = text.map((whole) => whole.split(/\r\n|\r|\n/));
  return fc.oneof(
    fc.tuple(binaryWriting, fc.constantFrom(0, 1, 5, 0x7fffffff, 0xffffffff, 2_500_001)).map(([writing, count]) => {
      const file = binary(shape, writing);
      new DataView(file.buffer).setUint32(80, count, true);
      return { name: `binary that states ${count} triangles`, bytes: file };
    }),
    fc.tuple(binaryWriting, fc.uint8Array({ minLength: 1, maxLength: 200 })).map(([writing, more]) => ({
      name: "binary with bytes after it",
      bytes: new Uint8Array(Buffer.concat([binary(shape, writing), more])),
    })),
    fc.tuple(lines, fc.nat(), fc.constantFrom(...ODD_NUMBERS)).map(([all, at, odd]) => {
      const place = at % all.length;
      const changed = all.map((line, index) => (index === place ? line.replace(/(\S+)\s*$/, odd) : line));
      return { name: `ASCII with ${odd} at the end of line ${place}`, bytes: bytes(changed.join("\n")) };
    }),
    fc
      .tuple(lines, fc.nat(), fc.constantFrom("drop", "twice", "solid inside", "endsolid", "vertex", "color 1 2 3"))
      .map(([all, at, change]) => {
        const place = at % all.length;
        const line = all[place] ?? "";
        const put = change === "drop" ? [] : change === "twice" ? [line, line] : [line, change];
        return {
          name: `ASCII, ${change} at line ${place}`,
          bytes: bytes([...all.slice(0, place), ...put, ...all.slice(place + 1)].join("\n")),
        };
      }),
    text.map((whole) => ({ name: "ASCII, two solids", bytes: bytes(whole + whole) })),
    text.map((whole) => ({ name: "ASCII in UTF-16", bytes: new Uint8Array(Buffer.from(`\ufeff${whole}`, "utf16le")) })),
    text.map((whole) => ({ name: "ASCII with decimal commas", bytes: bytes(whole.replaceAll(".", ",")) })),
  );
}

export const STL_GRAMMAR: ModelGrammar = {
  format: "stl",
  sound: (drawn) =>
    anyWriting(drawn.shape).map((written) => ({
      ...written,
      format: "stl",
      name: `${drawn.name}, ${written.name}`,
      means: drawn,
    })),
  damaged: (drawn) =>
    fc
      .oneof(
        damagedShape(drawn.shape).chain(({ damage, shape }) =>
          anyWriting(shape).map((written) => ({ ...written, name: `${damage}, ${written.name}` })),
        ),
        broken(drawn),
      )
      .map((written) => ({ ...written, format: "stl", name: `${drawn.name}, ${written.name}`, means: null })),
};
