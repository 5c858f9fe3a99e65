// Grammar of OBJ: its ways of naming corners, dividing lines and grouping faces, and files that break its rules.

import fc from "fast-check";
import { bytes } from "../../../models/bytes.ts";
import { type Shape, triangulated } from "../../../models/shapes.ts";
import { damagedShape } from "./damaged-shape.ts";
import type { DrawnShape } from "./drawn-shape.ts";
import { type ModelGrammar, NUMBER_WRITINGS, ODD_NUMBERS, type WrittenModel } from "./written-model.ts";

interface ObjWriting {
  readonly reference: "plain" | "texture" | "normal" | "both" | "negative";
  readonly number: (value: number) => string;
  readonly lineEnd: string;
  readonly isContinued: boolean;
  readonly areTriangles: boolean;
  /** Written after each point: a weight, or a colour. */
  readonly afterPoint: string;
  readonly between: string;
  /** Written at the end of each face. */
  readonly afterFace: string;
  /** Faces stand among the points as soon as their corners are known. */
  readonly isMixed: boolean;
}

const CONTINUING = ["\n", "\r\n", "\r"];

const objWriting: fc.Arbitrary<ObjWriting> = fc.record({
  reference: fc.constantFrom("plain", "texture", "normal", "both", "negative"),
  number: fc.constantFrom(...NUMBER_WRITINGS),
  lineEnd: fc.constantFrom("\n", "\r\n", "\n\n", " \n", "\r"),
  isContinued: fc.boolean(),
  areTriangles: fc.boolean(),
  afterPoint: fc.constantFrom("", " 1.0", " 0.5 0.25 1"),
  between: fc.constantFrom(
    "",
    "# a comment",
    "g group one",
    "o деталь",
    "usemtl red",
    "s off",
    "s 1",
    "mtllib a.mtl",
    "vp 0.1",
  ),
  afterFace: fc.constantFrom("", "", "", " # a comment", " #7"),
  isMixed: fc.boolean(),
});

function objLines(shape: Shape, writing: ObjWriting): string[] {
  const { points, faces } = writing.areTriangles ? triangulated(shape) : shape;
  // A line goes on in the very next one.
  const gap = writing.isContinued && CONTINUING.includes(writing.lineEnd) ? ` \\${writing.lineEnd}` : " ";
  const corner = (index: number, known: number): string => {
    switch (writing.reference) {
      case "plain":
        return String(index + 1);
      case "texture":
        return `${index + 1}/1`;
      case "normal":
        return `${index + 1}//1`;
      case "both":
        return `${index + 1}/1/1`;
      case "negative":
        return String(index - known);
      default:
        return writing.reference satisfies never;
    }
  };
  const vertices = points.map((point) => `v ${point.map(writing.number).join(" ")}${writing.afterPoint}`);
  const face = (corners: readonly number[], known: number) => {
    const [first = "", ...rest] = corners.map((index) => corner(index, known));
    return `f ${[first, ...rest].join(gap)}${writing.afterFace}`;
  };
  const opening = ["# a part", "vt 0 0", "vn 0 0 1"];
  if (!writing.isMixed) {
    return [...opening, ...vertices, writing.between, ...faces.map((corners) => face(corners, points.length))];
  }
  const lines = [...opening];
  let written = 0;
  for (const corners of faces) {
    const needed = Math.max(0, ...corners) + 1;
    while (written < needed && written < points.length) lines.push(vertices[written++] ?? "");
    lines.push(writing.between, face(corners, written));
  }
  return [...lines, ...vertices.slice(written)];
}

function objText(shape: Shape, writing: ObjWriting): string {
  return objLines(shape, writing).join(writing.lineEnd) + writing.lineEnd;
}

function wordsOf({ reference, lineEnd, isContinued, isMixed, afterFace }: ObjWriting): string {
  const more = `${isContinued ? ", continued lines" : ""}${isMixed ? ", points among faces" : ""}${afterFace}`;
  return `${reference} corners, lines end with ${JSON.stringify(lineEnd)}${more}`;
}

/** Files that break OBJ's own rules. */
function broken({ shape }: DrawnShape): fc.Arbitrary<Pick<WrittenModel, "name" | "bytes">> {
  const lines = objWriting.map((writing) => objText(shape, { ...writing, isContinued: false }).split(/\r\n|\r|\n/));
  const odd = fc.constantFrom(
    ...[
      "f 1 2 999",
      "f 0 1 2",
      "f -99 1 2",
      "f 1",
      "f",
      "f 1 2",
      "f 1 1 1",
      "f 1/ 2/ 3/",
      "f a b c",
      "v",
      "v 1",
      "v 1 2",
    ],
    ...[
      "f 1.5 2 3",
      "f 1e0 2 3",
      "l 1 2",
      "p 1",
      "curv2 1 2",
      "f 1 2 3 # comment",
      "call other.obj",
      "\\",
      "f 1 2 \\",
      "v 0 0 0 \\",
    ],
  );
  return fc.oneof(
    fc.tuple(lines, fc.nat(), odd).map(([all, at, line]) => ({
      name: `${JSON.stringify(line)} among its lines`,
      bytes: bytes([...all.slice(0, at % all.length), line, ...all.slice(at % all.length)].join("\n")),
    })),
    fc.tuple(lines, fc.nat(), fc.constantFrom(...ODD_NUMBERS)).map(([all, at, number]) => {
      const place = at % all.length;
      const changed = all.map((line, index) => (index === place ? line.replace(/(\S+)\s*$/, number) : line));
      return { name: `${number} at the end of line ${place}`, bytes: bytes(changed.join("\n")) };
    }),
    fc.tuple(lines, fc.nat()).map(([all, at]) => ({
      name: "a line missing",
      bytes: bytes([...all.slice(0, at % all.length), ...all.slice((at % all.length) + 1)].join("\n")),
    })),
    fc.tuple(lines, fc.integer({ min: 3, max: 300 })).map(([all, corners]) => ({
      name: `a face of ${corners} corners again and again`,
      bytes: bytes(
        [...all, `f ${Array.from({ length: corners }, (_, index) => 1 + ((index * 3) % 8)).join(" ")}`].join("\n"),
      ),
    })),
    lines.map((all) => ({
      name: "in UTF-16",
      bytes: new Uint8Array(Buffer.from(`\ufeff${all.join("\n")}`, "utf16le")),
    })),
    lines.map((all) => ({ name: "with decimal commas", bytes: bytes(all.join("\n").replaceAll(".", ",")) })),
  );
}

export const OBJ_GRAMMAR: ModelGrammar = {
  format: "obj",
  sound: (drawn) =>
    objWriting.map((writing) => ({
      format: "obj",
      name: `${drawn.name}, ${wordsOf(writing)}`,
      bytes: bytes(objText(drawn.shape, writing)),
      means: drawn,
    })),
  damaged: (drawn) =>
    fc
      .oneof(
        fc.tuple(damagedShape(drawn.shape), objWriting).map(([{ damage, shape }, writing]) => ({
          name: `${damage}, ${wordsOf(writing)}`,
          bytes: bytes(objText(shape, writing)),
        })),
        broken(drawn),
      )
      .map((written) => ({ ...written, format: "obj", name: `${drawn.name}, ${written.name}`, means: null })),
};
