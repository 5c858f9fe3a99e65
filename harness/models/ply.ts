// Writes PLY files, ASCII and binary of either byte order: shapes, or any elements.

import { bytes } from "./bytes.ts";
import type { Shape } from "./shapes.ts";

export const PLY_ENCODINGS = ["ascii", "binary_little_endian", "binary_big_endian"] as const;
type PlyEncoding = (typeof PLY_ENCODINGS)[number];

/** `float x`, or `list uchar int vertex_indices`, as the header writes it after the word "property". */
type PlyProperty = string;

export interface WrittenPlyElement {
  readonly name: string;
  readonly properties: readonly PlyProperty[];
  /** Every value of each row; a list stands as its length and then its values. */
  readonly rows: readonly (readonly number[])[];
  /** Replaces the number of rows in the header. */
  readonly statedCount?: number | string;
}

/** The size of a type's value in bytes and its writer, by the type's name. */
const WRITERS: Readonly<
  Record<string, readonly [number, (view: DataView, at: number, value: number, little: boolean) => void]>
> = {
  char: [1, (view, at, value) => view.setInt8(at, value)],
  uchar: [1, (view, at, value) => view.setUint8(at, value)],
  short: [2, (view, at, value, little) => view.setInt16(at, value, little)],
  ushort: [2, (view, at, value, little) => view.setUint16(at, value, little)],
  int: [4, (view, at, value, little) => view.setInt32(at, value, little)],
  uint: [4, (view, at, value, little) => view.setUint32(at, value, little)],
  float: [4, (view, at, value, little) => view.setFloat32(at, value, little)],
  double: [8, (view, at, value, little) => view.setFloat64(at, value, little)],
};
/** The other name of each type. */
const SIZED_NAMES: Readonly<Record<string, string>> = {
  int8: "char",
  uint8: "uchar",
  int16: "short",
  uint16: "ushort",
  int32: "int",
  uint32: "uint",
  float32: "float",
  float64: "double",
};

/** The elements of a shape; its faces keep all their corners. */
export function plyElements({ points, faces }: Shape): {
  readonly vertex: WrittenPlyElement;
  readonly face: WrittenPlyElement;
} {
  return {
    vertex: { name: "vertex", properties: ["float x", "float y", "float z"], rows: points },
    face: {
      name: "face",
      properties: ["list uchar int vertex_indices"],
      rows: faces.map((face) => [face.length, ...face]),
    },
  };
}

export function ply(shape: Shape, encoding: PlyEncoding = "ascii"): Uint8Array<ArrayBuffer> {
  const { vertex, face } = plyElements(shape);
  return plyOf([vertex, face], encoding);
}

/** A file of these elements, even contradictory ones. */
export function plyOf(
  elements: readonly WrittenPlyElement[],
  encoding: PlyEncoding = "ascii",
): Uint8Array<ArrayBuffer> {
  const declared = elements.map(
    ({ name, properties, rows, statedCount = rows.length }) =>
      `element ${name} ${statedCount}\n${properties.map((property) => `property ${property}\n`).join("")}`,
  );
  const header = bytes(`ply\nformat ${encoding} 1.0\ncomment a part\n${declared.join("")}end_header\n`);
  const body =
    encoding === "ascii"
      ? bytes(elements.flatMap(({ rows }) => rows.map((row) => `${row.join(" ")}\n`)).join(""))
      : binaryBody(elements, encoding === "binary_little_endian");
  const file = new Uint8Array(header.length + body.length);
  file.set(header);
  file.set(body, header.length);
  return file;
}

function binaryBody(elements: readonly WrittenPlyElement[], isLittleEndian: boolean): Uint8Array {
  const values = elements.flatMap(({ properties, rows }) => rows.flatMap((row) => typedValues(properties, row)));
  const view = new DataView(new ArrayBuffer(values.reduce((sum, [type]) => sum + writerOf(type)[0], 0)));
  let at = 0;
  for (const [type, value] of values) {
    const [size, write] = writerOf(type);
    write(view, at, value, isLittleEndian);
    at += size;
  }
  return new Uint8Array(view.buffer);
}

/** A row's values, each with the type that its property has. Only the last property may be a list. */
function typedValues(properties: readonly PlyProperty[], row: readonly number[]): [string, number][] {
  const types = properties.flatMap((property) => {
    const [first = "", lengthType = "", type = ""] = property.split(" ");
    return first === "list" ? [lengthType, type] : [first];
  });
  return row.map((value, index) => [types[Math.min(index, types.length - 1)] ?? "", value]);
}

function writerOf(type: string) {
  const writer = WRITERS[SIZED_NAMES[type] ?? type];
  if (writer === undefined) throw new Error(`PLY has no type "${type}"`);
  return writer;
}
