// The G-code reader: moves and comments of G-code that arrives in pieces of any size. Nothing is kept.

/** Receiver of the moves and comments of G-code. */
export interface GcodeListener {
  /**
   * A move that changes a position. `isTravel` if the G-code calls it one (G0).
   *
   * @param delta distance in mm along X, Y, Z and of the filament; valid only during the call
   */
  move(delta: Float64Array, feedMmPerSecond: number, isTravel: boolean): void;
  /** A line that is a comment, such as `;LAYER:0`. */
  comment(line: string): void;
}

const AXES = [0, 1, 2, 3] as const;

/** Below the resolution of G-code: a shorter move is a rounding error. */
const MIN_MOVE_MM = 1e-9;

const BYTE = {
  lineFeed: 10,
  minus: 45,
  point: 46,
  zero: 48,
  nine: 57,
  semicolon: 59,
  a: 65,
  z: 90,
} as const;
const WORD = { e: 69, f: 70, g: 71, x: 88, y: 89, z: 90 } as const;
const LETTER_OF_AXIS = [WORD.x, WORD.y, WORD.z, WORD.e] as const;

/** Longer lines are comments. */
const MAX_LINE_BYTES = 256;

export class GcodeReader {
  readonly #listener: GcodeListener;
  readonly #decoder = new TextDecoder("latin1");

  // State set by the G-code so far.
  readonly #position = new Float64Array(4);
  #feedMmPerSecond = 0;

  // The line in progress.
  readonly #line = new Uint8Array(MAX_LINE_BYTES);
  #lineLength = 0;
  readonly #words = new Float64Array(128);
  readonly #target = new Float64Array(4);
  readonly #delta = new Float64Array(4);

  constructor(listener: GcodeListener) {
    this.#listener = listener;
  }

  /** Reads the next bytes of the G-code; pieces may begin and end anywhere. */
  read(bytes: Uint8Array | Int8Array): void {
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at] ?? 0;
      if (byte === BYTE.lineFeed) this.#readLine();
      else if (this.#lineLength < MAX_LINE_BYTES) {
        this.#line[this.#lineLength] = byte;
        this.#lineLength += 1;
      }
    }
  }

  /** Reads a last line without a line feed. */
  end(): void {
    this.#readLine();
  }

  #readLine(): void {
    const line = this.#line;
    const length = this.#lineLength;
    this.#lineLength = 0;
    if (length === 0) return;
    if (line[0] === BYTE.semicolon) {
      this.#listener.comment(this.#decoder.decode(line.subarray(0, length)));
      return;
    }
    const words = this.#words.fill(Number.NaN);
    let at = 0;
    while (at < length) {
      const letter = byteAt(line, at);
      at += 1;
      if (letter === BYTE.semicolon) break;
      if (letter < BYTE.a || letter > BYTE.z) continue;
      const isNegative = byteAt(line, at) === BYTE.minus;
      if (isNegative) at += 1;
      let digits = 0;
      let scale = 0;
      for (; at < length; at++) {
        const byte = byteAt(line, at);
        if (byte === BYTE.point) scale = 1;
        else if (byte >= BYTE.zero && byte <= BYTE.nine) {
          digits = digits * 10 + (byte - BYTE.zero);
          scale *= 10;
        } else break;
      }
      words[letter] = (isNegative ? -digits : digits) / (scale === 0 ? 1 : scale);
    }
    const g = numberAt(words, WORD.g);
    if (g === 0 || g === 1) this.#moveTo(words, g === 0);
    else if (g === 92) this.#readAxes(words, this.#position);
  }

  #readAxes(words: Float64Array, into: Float64Array): void {
    for (const axis of AXES) {
      const value = numberAt(words, LETTER_OF_AXIS[axis]);
      if (!Number.isNaN(value)) into[axis] = value;
    }
  }

  #moveTo(words: Float64Array, isTravel: boolean): void {
    const feed = numberAt(words, WORD.f);
    if (feed > 0) this.#feedMmPerSecond = feed / 60;
    this.#target.set(this.#position);
    this.#readAxes(words, this.#target);
    let isMove = false;
    for (const axis of AXES) {
      const delta = numberAt(this.#target, axis) - numberAt(this.#position, axis);
      this.#delta[axis] = delta;
      if (Math.abs(delta) > MIN_MOVE_MM) isMove = true;
    }
    this.#position.set(this.#target);
    if (isMove) this.#listener.move(this.#delta, this.#feedMmPerSecond, isTravel);
  }
}

function byteAt(bytes: Uint8Array, at: number): number {
  return bytes[at] ?? 0;
}

/** The arrays have a place for every index used in this file. */
function numberAt(values: Float64Array, at: number): number {
  return values[at] ?? Number.NaN;
}
