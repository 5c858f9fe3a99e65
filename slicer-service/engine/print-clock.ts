// The print clock: how long a printer takes for G-code, replayed move by move as its firmware plans them.
//
// A move speeds up, cruises and slows down at its acceleration (a trapezoid). Between two moves no axis changes its speed by
// more than its jerk, and a move never gets faster than the moves after it let the printer slow down again (look-ahead). It is
// the planner of Marlin with classic jerk, which PrusaSlicer's own estimate follows too, so that minutes of both slicers mean
// the same. G-code is read as it is written, and only a window of moves is kept.

/** What the printer's axes take: X, Y, Z and the filament. Speeds and jerk in mm/s, accelerations in mm/s². */
export interface MotionLimits {
  readonly speeds: AxisValues;
  readonly accelerations: AxisValues;
  readonly jerks: AxisValues;
  /** Of moves of the filament alone. */
  readonly retractAcceleration: number;
  /** Of moves before the G-code sets one (M204). */
  readonly acceleration: number;
}

export type AxisValues = readonly [x: number, y: number, z: number, filament: number];

/**
 * Moves that are planned together; the first half is then settled. Far more than it takes to stop from any speed, and few enough to
 * stay in the processor's cache.
 */
const WINDOW = 2048;
const AXES = [0, 1, 2, 3] as const;
const FILAMENT = 3;

/** Shorter than what G-code writes: the move is only a rounding error. */
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
const WORD = { e: 69, f: 70, g: 71, m: 77, p: 80, s: 83, x: 88, y: 89, z: 90 } as const;
const LETTER_OF_AXIS = [WORD.x, WORD.y, WORD.z, WORD.e] as const;

/** Longer lines are comments. */
const MAX_LINE_BYTES = 256;

export class PrintClock {
  readonly #limits: MotionLimits;
  #settledSeconds = 0;

  // The window. Its first move enters at a speed that is settled.
  #moves = 0;
  readonly #distance = new Float64Array(WINDOW);
  readonly #speed = new Float64Array(WINDOW);
  readonly #acceleration = new Float64Array(WINDOW);
  readonly #maxEntry = new Float64Array(WINDOW);
  readonly #entry = new Float64Array(WINDOW);

  /** The move before: its speed on each axis, and the speed from which it can stop at once. */
  readonly #lastVelocity = new Float64Array(4);
  #lastSpeed = 0;
  #lastSafeSpeed = 0;

  // What the G-code has set so far.
  readonly #position = new Float64Array(4);
  #feedMmPerSecond = 0;
  #printAcceleration: number;

  // The line that is being read.
  readonly #line = new Uint8Array(MAX_LINE_BYTES);
  #lineLength = 0;
  readonly #words = new Float64Array(128);
  readonly #target = new Float64Array(4);
  readonly #delta = new Float64Array(4);
  readonly #velocity = new Float64Array(4);

  constructor(limits: MotionLimits) {
    this.#limits = limits;
    this.#printAcceleration = limits.acceleration;
  }

  /** Reads the next bytes of the G-code, wherever they begin and end. */
  read(bytes: Uint8Array | Int8Array): void {
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at] ?? 0;
      if (byte === BYTE.lineFeed) {
        this.#readLine();
        this.#lineLength = 0;
      } else if (this.#lineLength < MAX_LINE_BYTES) {
        this.#line[this.#lineLength] = byte;
        this.#lineLength += 1;
      }
    }
  }

  /** Seconds that all of the G-code takes, the last move slowing down to its end. */
  seconds(): number {
    if (this.#lineLength > 0) this.#readLine();
    this.#lineLength = 0;
    this.#plan();
    let seconds = this.#settledSeconds;
    for (let move = 0; move < this.#moves; move++) seconds += this.#secondsOf(move);
    return seconds;
  }

  #readLine(): void {
    const line = this.#line;
    const words = this.#words.fill(Number.NaN);
    let at = 0;
    while (at < this.#lineLength) {
      const letter = byteAt(line, at);
      at += 1;
      if (letter === BYTE.semicolon) break;
      if (letter < BYTE.a || letter > BYTE.z) continue;
      const isNegative = byteAt(line, at) === BYTE.minus;
      if (isNegative) at += 1;
      let digits = 0;
      let scale = 0;
      for (; at < this.#lineLength; at++) {
        const byte = byteAt(line, at);
        if (byte === BYTE.point) scale = 1;
        else if (byte >= BYTE.zero && byte <= BYTE.nine) {
          digits = digits * 10 + (byte - BYTE.zero);
          scale *= 10;
        } else break;
      }
      words[letter] = (isNegative ? -digits : digits) / (scale === 0 ? 1 : scale);
    }
    this.#obey(words);
  }

  #obey(words: Float64Array): void {
    const g = numberAt(words, WORD.g);
    if (g === 0 || g === 1) this.#moveTo(words);
    else if (g === 92) this.#readAxes(words, this.#position);
    else if (numberAt(words, WORD.m) === 204) {
      const acceleration = numberAt(words, Number.isNaN(numberAt(words, WORD.s)) ? WORD.p : WORD.s);
      if (acceleration > 0) this.#printAcceleration = acceleration;
    }
  }

  #readAxes(words: Float64Array, into: Float64Array): void {
    for (const axis of AXES) {
      const value = numberAt(words, LETTER_OF_AXIS[axis]);
      if (!Number.isNaN(value)) into[axis] = value;
    }
  }

  #moveTo(words: Float64Array): void {
    const feed = numberAt(words, WORD.f);
    if (feed > 0) this.#feedMmPerSecond = feed / 60;
    this.#target.set(this.#position);
    this.#readAxes(words, this.#target);
    for (const axis of AXES) this.#delta[axis] = numberAt(this.#target, axis) - numberAt(this.#position, axis);
    this.#position.set(this.#target);
    const [x, y, z] = [numberAt(this.#delta, 0), numberAt(this.#delta, 1), numberAt(this.#delta, 2)];
    const path = Math.sqrt(x * x + y * y + z * z);
    const distance = path > MIN_MOVE_MM ? path : Math.abs(numberAt(this.#delta, FILAMENT));
    if (distance <= MIN_MOVE_MM || this.#feedMmPerSecond === 0) return;
    const isFilamentAlone = path <= MIN_MOVE_MM;
    this.#append(distance, isFilamentAlone ? this.#limits.retractAcceleration : this.#printAcceleration);
  }

  /** Adds the move of `#delta`, within what each axis takes. */
  #append(distance: number, wantedAcceleration: number): void {
    const { speeds, accelerations, jerks } = this.#limits;
    let speed = this.#feedMmPerSecond;
    let acceleration = wantedAcceleration;
    for (const axis of AXES) {
      const share = Math.abs(numberAt(this.#delta, axis)) / distance;
      if (share * speed > speeds[axis]) speed = speeds[axis] / share;
      if (share * acceleration > accelerations[axis]) acceleration = accelerations[axis] / share;
    }
    let safeSpeed = speed;
    for (const axis of AXES) {
      const velocity = (numberAt(this.#delta, axis) / distance) * speed;
      this.#velocity[axis] = velocity;
      if (Math.abs(velocity) > jerks[axis]) safeSpeed = Math.min(safeSpeed, (speed * jerks[axis]) / Math.abs(velocity));
    }
    if (this.#moves === WINDOW) this.#settleHalf();
    const move = this.#moves;
    this.#moves += 1;
    this.#distance[move] = distance;
    this.#speed[move] = speed;
    this.#acceleration[move] = acceleration;
    const entry = this.#lastSpeed === 0 ? safeSpeed : this.#junctionSpeed(speed, safeSpeed);
    this.#maxEntry[move] = entry;
    this.#entry[move] = entry;
    this.#lastVelocity.set(this.#velocity);
    this.#lastSpeed = speed;
    this.#lastSafeSpeed = safeSpeed;
  }

  /** The speed at which no axis steps by more than its jerk from the last move into one of this speed. */
  #junctionSpeed(speed: number, safeSpeed: number): number {
    const slower = Math.min(this.#lastSpeed, speed);
    let factor = 1;
    for (const axis of AXES) {
      const leaving = (numberAt(this.#lastVelocity, axis) / this.#lastSpeed) * slower * factor;
      const entering = (numberAt(this.#velocity, axis) / speed) * slower * factor;
      const step = stepOf(leaving, entering);
      if (step > this.#limits.jerks[axis]) factor *= this.#limits.jerks[axis] / step;
    }
    const junction = slower * factor;
    // Where both moves may stop at once, that is as fast as going through.
    const stops = Math.min(this.#lastSafeSpeed, safeSpeed);
    return factor < 1 && stops > 0.99 * junction ? stops : junction;
  }

  /** Settles every entry speed of the window, as if the printer stopped at its end. */
  #plan(): void {
    let next = this.#lastSafeSpeed;
    for (let move = this.#moves - 1; move > 0; move--) {
      next = Math.min(numberAt(this.#maxEntry, move), this.#reachable(move, next));
      this.#entry[move] = next;
    }
    for (let move = 0; move < this.#moves - 1; move++) {
      const reached = this.#reachable(move, numberAt(this.#entry, move));
      if (reached < numberAt(this.#entry, move + 1)) this.#entry[move + 1] = reached;
    }
  }

  /** The speed at the other end of a move that has `speed` at one end, when all of it speeds up or slows down. */
  #reachable(move: number, speed: number): number {
    return Math.sqrt(speed * speed + 2 * numberAt(this.#acceleration, move) * numberAt(this.#distance, move));
  }

  #settleHalf(): void {
    this.#plan();
    const settled = WINDOW / 2;
    for (let move = 0; move < settled; move++) this.#settledSeconds += this.#secondsOf(move);
    for (const column of [this.#distance, this.#speed, this.#acceleration, this.#maxEntry, this.#entry]) {
      column.copyWithin(0, settled);
    }
    this.#moves -= settled;
  }

  #secondsOf(move: number): number {
    const [distance, speed] = [numberAt(this.#distance, move), numberAt(this.#speed, move)];
    const acceleration = numberAt(this.#acceleration, move);
    const entry = numberAt(this.#entry, move);
    const exit = move + 1 < this.#moves ? numberAt(this.#entry, move + 1) : this.#lastSafeSpeed;
    const cruise = distance - (2 * speed * speed - entry * entry - exit * exit) / (2 * acceleration);
    if (cruise >= 0) return (2 * speed - entry - exit) / acceleration + cruise / speed;
    // It slows down before it is at full speed.
    const top = Math.sqrt(acceleration * distance + (entry * entry + exit * exit) / 2);
    return Math.max(0, 2 * top - entry - exit) / acceleration;
  }
}

/** A reversal stops in between, so only the greater of both speeds is a step. */
function stepOf(leaving: number, entering: number): number {
  return leaving * entering < 0 ? Math.max(Math.abs(leaving), Math.abs(entering)) : Math.abs(leaving - entering);
}

function byteAt(bytes: Uint8Array, at: number): number {
  return bytes[at] ?? 0;
}

/** The arrays have a place for every index that is used here. */
function numberAt(values: Float64Array, at: number): number {
  return values[at] ?? Number.NaN;
}
