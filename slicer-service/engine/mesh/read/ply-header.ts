// Header of a PLY: its encoding, and every element and property that its body holds.

import { ModelFailure } from "../../model-failure.ts";

export type PlyEncoding = "ascii" | "binary_little_endian" | "binary_big_endian";

export type ScalarType = "int8" | "uint8" | "int16" | "uint16" | "int32" | "uint32" | "float32" | "float64";

export interface PlyProperty {
  readonly name: string;
  readonly type: ScalarType;
  /** The type of the number before a list's values; undefined for a property of one value. */
  readonly lengthType: ScalarType | undefined;
}

export interface PlyElement {
  readonly name: string;
  /** The header's own number, not yet verified. */
  readonly count: number;
  readonly properties: readonly PlyProperty[];
}

export interface PlyHeader {
  readonly encoding: PlyEncoding;
  /** In the body's order. */
  readonly elements: readonly PlyElement[];
  /** The position of the body in the file. */
  readonly bodyAt: number;
}

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
/** Far more than any program writes. A header without an end up to there is refused. */
const MAX_HEADER_BYTES = 1024 * 1024;

const ENCODINGS: ReadonlyMap<string | undefined, PlyEncoding> = new Map(
  (["ascii", "binary_little_endian", "binary_big_endian"] as const).map((encoding) => [encoding, encoding]),
);

/** The names in the format's first description, and those that state the size. */
const SCALAR_TYPES: ReadonlyMap<string | undefined, ScalarType> = new Map([
  ["char", "int8"],
  ["int8", "int8"],
  ["uchar", "uint8"],
  ["uint8", "uint8"],
  ["short", "int16"],
  ["int16", "int16"],
  ["ushort", "uint16"],
  ["uint16", "uint16"],
  ["int", "int32"],
  ["int32", "int32"],
  ["uint", "uint32"],
  ["uint32", "uint32"],
  ["float", "float32"],
  ["float32", "float32"],
  ["double", "float64"],
  ["float64", "float64"],
]);

/**
 * Reads the header, which is text in every encoding.
 *
 * @throws ModelFailure `unreadable_model`
 */
export function readPlyHeader(file: Uint8Array): PlyHeader {
  const header = file.subarray(0, MAX_HEADER_BYTES);
  const lineEnd = lineEndOf(header);
  const decoder = new TextDecoder("latin1");
  const elements: { name: string; count: number; properties: PlyProperty[] }[] = [];
  let encoding: PlyEncoding | undefined;
  for (let start = 0; ; ) {
    const end = header.indexOf(lineEnd, start);
    if (end === -1) throw new ModelFailure("unreadable_model");
    const [statement, ...words] = decoder.decode(header.subarray(start, end)).trim().split(/\s+/);
    if ((start === 0) !== (statement === "ply")) throw new ModelFailure("unreadable_model");
    start = end + 1;
    switch (statement) {
      case "ply":
      case "comment":
      case "obj_info":
      case "":
        break;
      case "format":
        encoding = ENCODINGS.get(words[0]);
        break;
      case "element":
        elements.push({ name: words[0], count: readCount(words[1]), properties: [] });
        break;
      case "property": {
        const element = elements.at(-1);
        if (element === undefined) throw new ModelFailure("unreadable_model");
        element.properties.push(readProperty(words));
        break;
      }
      case "end_header":
        if (encoding === undefined) throw new ModelFailure("unreadable_model");
        return { encoding, elements, bodyAt: start };
      default:
        // An unknown statement may describe the body in an unknown way.
        throw new ModelFailure("unreadable_model");
    }
  }
}

/** Whether the type holds whole numbers only, as lengths and indices must be. */
export function isWhole(type: ScalarType): boolean {
  return type !== "float32" && type !== "float64";
}

/**
 * The byte that ends a line. Old files have carriage returns alone: a search for their first line feed might find one in a binary
 * body.
 */
function lineEndOf(header: Uint8Array): number {
  const lineFeed = header.indexOf(LINE_FEED);
  const carriageReturn = header.indexOf(CARRIAGE_RETURN);
  const isAlone = carriageReturn !== -1 && (lineFeed === -1 || carriageReturn < lineFeed - 1);
  return isAlone ? CARRIAGE_RETURN : LINE_FEED;
}

function readCount(word: string | undefined): number {
  const count = Number(word);
  if (word === undefined || !/^\d+$/.test(word) || !Number.isSafeInteger(count)) {
    throw new ModelFailure("unreadable_model");
  }
  return count;
}

/** `float x`, or `list uchar int vertex_indices`: the type of a list's length, and then that of its values. */
function readProperty(words: readonly string[]): PlyProperty {
  const isList = words[0] === "list";
  const [typeWord, name] = isList ? words.slice(2) : words;
  const type = SCALAR_TYPES.get(typeWord);
  const lengthType = isList ? SCALAR_TYPES.get(words[1]) : undefined;
  if (type === undefined || name === undefined) throw new ModelFailure("unreadable_model");
  if (isList && (lengthType === undefined || !isWhole(lengthType))) throw new ModelFailure("unreadable_model");
  return { name, type, lengthType };
}
