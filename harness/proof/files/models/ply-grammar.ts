// Grammar of PLY: every encoding, type and order of properties, and headers that lie.

import fc from "fast-check";
import { bytes } from "../../../models/bytes.ts";
import { PLY_ENCODINGS, plyOf, type WrittenPlyElement } from "../../../models/ply.ts";
import { type Shape, triangulated } from "../../../models/shapes.ts";
import { damagedShape } from "./damaged-shape.ts";
import type { DrawnShape } from "./drawn-shape.ts";
import { type ModelGrammar, ODD_NUMBERS, type WrittenModel } from "./written-model.ts";

const COORDINATE_TYPES = ["float", "float32", "double", "float64"] as const;
const LENGTH_TYPES = ["uchar", "uint8", "char", "ushort", "int", "uint32"] as const;
const INDEX_TYPES = ["int", "uint", "short", "uint16", "int32"] as const;
const MORE_PROPERTIES = ["none", "normals", "colours", "confidence"] as const;

interface PlyWriting {
  readonly encoding: (typeof PLY_ENCODINGS)[number];
  readonly coordinates: (typeof COORDINATE_TYPES)[number];
  readonly order: readonly number[];
  readonly more: (typeof MORE_PROPERTIES)[number];
  /** Further properties stand before the coordinates. */
  readonly isMoreFirst: boolean;
  readonly list: string;
  readonly areTriangles: boolean;
  readonly headerEnd: string;
  readonly further: "none" | "before" | "after" | "edges";
}

const plyWriting: fc.Arbitrary<PlyWriting> = fc.record({
  encoding: fc.constantFrom(...PLY_ENCODINGS),
  coordinates: fc.constantFrom(...COORDINATE_TYPES),
  order: fc.shuffledSubarray([0, 1, 2], { minLength: 3, maxLength: 3 }),
  more: fc.constantFrom(...MORE_PROPERTIES),
  isMoreFirst: fc.boolean(),
  list: fc
    .tuple(
      fc.constantFrom(...LENGTH_TYPES),
      fc.constantFrom(...INDEX_TYPES),
      fc.constantFrom("vertex_indices", "vertex_index"),
    )
    .map(([length, index, name]) => `list ${length} ${index} ${name}`),
  areTriangles: fc.boolean(),
  headerEnd: fc.constantFrom("\n", "\n", "\r\n", "\r"),
  further: fc.constantFrom("none", "before", "after", "edges"),
});

const PROPERTIES_OF: Readonly<Record<PlyWriting["more"], readonly (readonly [string, number])[]>> = {
  none: [],
  normals: [
    ["float nx", 0],
    ["float ny", 0],
    ["float nz", 1],
  ],
  colours: [
    ["uchar red", 255],
    ["uchar green", 128],
    ["uchar blue", 0],
  ],
  confidence: [["double confidence", 0.5]],
};

function plyElementsOf(shape: Shape, writing: PlyWriting): WrittenPlyElement[] {
  const { points, faces } = writing.areTriangles ? triangulated(shape) : shape;
  const more = PROPERTIES_OF[writing.more];
  const axes = writing.order.map((axis) => `${writing.coordinates} ${"xyz"[axis]}`);
  const beside = more.map(([property]) => property);
  const vertex: WrittenPlyElement = {
    name: "vertex",
    properties: writing.isMoreFirst ? [...beside, ...axes] : [...axes, ...beside],
    rows: points.map((point) => {
      const placed = writing.order.map((axis) => point[axis] ?? 0);
      const values = more.map(([, value]) => value);
      return writing.isMoreFirst ? [...values, ...placed] : [...placed, ...values];
    }),
  };
  const face: WrittenPlyElement = {
    name: "face",
    properties: [writing.list],
    rows: faces.map((corners) => [corners.length, ...corners]),
  };
  const other: WrittenPlyElement = {
    name: "camera",
    properties: ["float a", "short b"],
    rows: [
      [1, 2],
      [3, 4],
    ],
  };
  const edges: WrittenPlyElement = { name: "edge", properties: ["int vertex1", "int vertex2"], rows: [[0, 1]] };
  switch (writing.further) {
    case "none":
      return [vertex, face];
    case "before":
      return [other, vertex, face];
    case "after":
      return [vertex, face, other];
    case "edges":
      return [vertex, edges, face];
    default:
      return writing.further satisfies never;
  }
}

function plyFile(shape: Shape, writing: PlyWriting): Uint8Array<ArrayBuffer> {
  const { lines, body } = divided(plyOf(plyElementsOf(shape, writing), writing.encoding));
  return withHeader(lines, body, writing.headerEnd);
}

function wordsOf({ encoding, coordinates, order, list, further, headerEnd }: PlyWriting): string {
  return `${encoding}, ${coordinates} ${order.map((axis) => "xyz"[axis]).join("")}, ${list}, other element: ${further}, header lines end with ${JSON.stringify(headerEnd)}`;
}

/** The header's lines, and the body as it is. */
function divided(file: Uint8Array): { readonly lines: readonly string[]; readonly body: Uint8Array } {
  const mark = "end_header\n";
  const at = Buffer.from(file).indexOf(mark) + mark.length;
  return { lines: Buffer.from(file.subarray(0, at)).toString("latin1").trimEnd().split("\n"), body: file.subarray(at) };
}

function withHeader(lines: readonly string[], body: Uint8Array, lineEnd = "\n"): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.concat([bytes(`${lines.join(lineEnd)}${lineEnd}`), body]));
}

/** Files that break PLY's own rules: counts, types and lists that lie. */
function broken({ shape }: DrawnShape): fc.Arbitrary<Pick<WrittenModel, "name" | "bytes">> {
  const file = plyWriting.map((writing) => divided(plyFile(shape, { ...writing, headerEnd: "\n" })));
  const count = fc.constantFrom("0", "1", "-1", "4294967295", "1e9", "", "nan", "9".repeat(30), "7 7");
  const odd = fc.constantFrom(
    ...[
      "property float x",
      "property list float int vertex_indices",
      "property string name",
      "element face 1",
      "element",
    ],
    ...[
      "element nothing 9007199254740991",
      "property",
      "format ascii 2.0",
      "format binary_middle_endian 1.0",
      "obj_info x",
      "comment",
    ],
    ...["property list uchar int vertex_indices", "end_header", "ply", "property list uchar list int vertex_indices"],
  );
  return fc.oneof(
    fc.tuple(file, fc.constantFrom("vertex", "face"), count).map(([{ lines, body }, element, stated]) => ({
      name: `${stated} as its number of ${element}`,
      bytes: withHeader(
        lines.map((line) => line.replace(new RegExp(`^(element ${element}) .*`), `$1 ${stated}`)),
        body,
      ),
    })),
    fc.tuple(file, fc.nat(), odd).map(([{ lines, body }, at, line]) => {
      const place = 1 + (at % lines.length);
      return {
        name: `${JSON.stringify(line)} in its header`,
        bytes: withHeader([...lines.slice(0, place), line, ...lines.slice(place)], body),
      };
    }),
    fc.tuple(file, fc.nat()).map(([{ lines, body }, at]) => ({
      name: `header without line ${at % lines.length}`,
      bytes: withHeader(
        lines.filter((_, index) => index !== at % lines.length),
        body,
      ),
    })),
    fc.tuple(file, fc.constantFrom("\r\n", "\r", "\n\n", " \n")).map(([{ lines, body }, lineEnd]) => ({
      name: `header lines end with ${JSON.stringify(lineEnd)}`,
      bytes: withHeader(lines, body, lineEnd),
    })),
    fc.tuple(file, fc.nat(), fc.constantFrom(...ODD_NUMBERS)).map(([{ lines, body }, at, number]) => {
      const words = Buffer.from(body).toString("latin1").split(" ");
      const changed = words.map((word, index) => (index === at % words.length ? number : word)).join(" ");
      return { name: `${number} in its body`, bytes: withHeader(lines, Buffer.from(changed, "latin1")) };
    }),
  );
}

export const PLY_GRAMMAR: ModelGrammar = {
  format: "ply",
  sound: (drawn) =>
    plyWriting.map((writing) => ({
      format: "ply",
      name: `${drawn.name}, ${wordsOf(writing)}`,
      bytes: plyFile(drawn.shape, writing),
      means: drawn,
    })),
  damaged: (drawn) =>
    fc
      .oneof(
        fc.tuple(damagedShape(drawn.shape), plyWriting).map(([{ damage, shape }, writing]) => ({
          name: `${damage}, ${wordsOf(writing)}`,
          bytes: plyFile(shape, writing),
        })),
        broken(drawn),
      )
      .map((written) => ({ ...written, format: "ply", name: `${drawn.name}, ${written.name}`, means: null })),
};
