// Body of a PLY: its values one after the other, as text or as bytes.

import { ModelFailure } from "../../model-failure.ts";
import { parseCoordinate } from "./coordinate.ts";
import type { PlyEncoding, ScalarType } from "./ply-header.ts";

/** All white space of an ASCII file is this or below. */
const SPACE = 32;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
/** Text is decoded in pieces, since a file may be longer than a string can be. No number is as long as a piece. */
const PIECE_BYTES = 64 * 1024;

const BYTES_OF: Readonly<Record<ScalarType, number>> = {
  int8: 1,
  uint8: 1,
  int16: 2,
  uint16: 2,
  int32: 4,
  uint32: 4,
  float32: 4,
  float64: 8,
};

/** Every method throws `unreadable_model` if the file ends before the values do. */
export interface PlyBody {
  /** The position of the next value in the file. */
  readonly at: number;
  /** Refuses a count that the rest of the file is too short for, before any work is repeated that often. */
  requireRoom(type: ScalarType, count: number): void;
  /** The next value: any number, or NaN or an infinity. */
  next(type: ScalarType): number;
  skip(type: ScalarType, count: number): void;
  /** Whether no value is left. */
  isAtEnd(): boolean;
}

/** The values from `at` on. */
export function openPlyBody(file: Uint8Array, encoding: PlyEncoding, at: number): PlyBody {
  return encoding === "ascii" ? new TextBody(file, at) : new BinaryBody(file, at, encoding === "binary_little_endian");
}

/** Values are words, in any lines. */
class TextBody implements PlyBody {
  readonly #file: Uint8Array;
  readonly #decoder = new TextDecoder("latin1");
  #piece = "";
  #pieceAt: number;
  #next = 0;

  constructor(file: Uint8Array, at: number) {
    this.#file = file;
    this.#pieceAt = at;
  }

  get at(): number {
    return this.#pieceAt + this.#next;
  }

  requireRoom(_type: ScalarType, count: number): void {
    // Each value takes a digit, and all but the last a space.
    if (2 * count - 1 > this.#file.length - this.at) throw new ModelFailure("unreadable_model");
  }

  next(): number {
    return parseCoordinate(this.#word());
  }

  skip(type: ScalarType, count: number): void {
    this.requireRoom(type, count);
    for (let value = 0; value < count; value++) this.#word();
  }

  isAtEnd(): boolean {
    return this.#file.subarray(this.at).every((byte) => byte <= SPACE);
  }

  #word(): string {
    for (;;) {
      const piece = this.#piece;
      let start = this.#next;
      while (start < piece.length && piece.charCodeAt(start) <= SPACE) start++;
      let end = start;
      while (end < piece.length && piece.charCodeAt(end) > SPACE) end++;
      const isLastPiece = this.#pieceAt + piece.length >= this.#file.length;
      if (end < piece.length || isLastPiece) {
        if (start === end) throw new ModelFailure("unreadable_model");
        this.#next = end;
        return piece.slice(start, end);
      }
      // The word may continue beyond the piece, so the next piece begins with it.
      if (start === 0 && piece.length === PIECE_BYTES) throw new ModelFailure("unreadable_model");
      this.#pieceAt += start;
      this.#piece = this.#decoder.decode(this.#file.subarray(this.#pieceAt, this.#pieceAt + PIECE_BYTES));
      this.#next = 0;
    }
  }
}

class BinaryBody implements PlyBody {
  readonly #view: DataView;
  readonly #isLittleEndian: boolean;
  #at: number;

  constructor(file: Uint8Array, at: number, isLittleEndian: boolean) {
    this.#view = new DataView(file.buffer, file.byteOffset, file.byteLength);
    this.#at = at;
    this.#isLittleEndian = isLittleEndian;
  }

  get at(): number {
    return this.#at;
  }

  requireRoom(type: ScalarType, count: number): void {
    if (BYTES_OF[type] * count > this.#view.byteLength - this.#at) throw new ModelFailure("unreadable_model");
  }

  next(type: ScalarType): number {
    const at = this.#at;
    this.skip(type, 1);
    switch (type) {
      case "int8":
        return this.#view.getInt8(at);
      case "uint8":
        return this.#view.getUint8(at);
      case "int16":
        return this.#view.getInt16(at, this.#isLittleEndian);
      case "uint16":
        return this.#view.getUint16(at, this.#isLittleEndian);
      case "int32":
        return this.#view.getInt32(at, this.#isLittleEndian);
      case "uint32":
        return this.#view.getUint32(at, this.#isLittleEndian);
      case "float32":
        return this.#view.getFloat32(at, this.#isLittleEndian);
      case "float64":
        return this.#view.getFloat64(at, this.#isLittleEndian);
      default:
        return type satisfies never;
    }
  }

  skip(type: ScalarType, count: number): void {
    this.requireRoom(type, count);
    this.#at += BYTES_OF[type] * count;
  }

  /** Some programs end binary files like texts. Other bytes, zeros among them, can be values. */
  isAtEnd(): boolean {
    const rest = new Uint8Array(this.#view.buffer, this.#view.byteOffset + this.#at, this.#view.byteLength - this.#at);
    return rest.every((byte) => byte === LINE_FEED || byte === CARRIAGE_RETURN);
  }
}
