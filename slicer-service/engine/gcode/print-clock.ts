// The print clock: the time of a printer's moves, planned one by one as its firmware plans them.
//
// A move speeds up, cruises and slows down at its acceleration (a trapezoid). Between two moves no axis changes its speed by
// more than its jerk, and a move never gets faster than the moves after it let the printer slow down again (look-ahead). It is
// the planner of Marlin with classic jerk, which PrusaSlicer's own estimate follows too, so that minutes of both slicers mean
// the same. Only a window of moves is kept.

/** Limits of the printer's axes: X, Y, Z and the filament. Speeds and jerk in mm/s, accelerations in mm/s². */
export interface MotionLimits {
  readonly speeds: AxisValues;
  readonly accelerations: AxisValues;
  readonly jerks: AxisValues;
}

export type AxisValues = readonly [x: number, y: number, z: number, filament: number];

/**
 * Number of moves planned together; the first half is then settled. Far more than a stop from any speed takes, and few enough to
 * stay in the processor's cache.
 */
const WINDOW = 2048;
const AXES = [0, 1, 2, 3] as const;
const FILAMENT = 3;

/** Shorter than the resolution of G-code: the move is only a rounding error. */
const MIN_MOVE_MM = 1e-9;

export class PrintClock {
  readonly #limits: MotionLimits;
  #settledSeconds = 0;

  // The window. The entry speed of its first move is settled.
  #moves = 0;
  readonly #distance = new Float64Array(WINDOW);
  readonly #speed = new Float64Array(WINDOW);
  readonly #acceleration = new Float64Array(WINDOW);
  readonly #maxEntry = new Float64Array(WINDOW);
  readonly #entry = new Float64Array(WINDOW);

  /** The previous move: its speed on each axis, and the speed from which it can stop at once. */
  readonly #lastVelocity = new Float64Array(4);
  #lastSpeed = 0;
  #lastSafeSpeed = 0;

  readonly #velocity = new Float64Array(4);

  constructor(limits: MotionLimits) {
    this.#limits = limits;
  }

  /** Seconds of all moves, the last one slowing down to its end. */
  seconds(): number {
    this.#plan();
    let seconds = this.#settledSeconds;
    for (let move = 0; move < this.#moves; move++) seconds += this.#secondsOf(move);
    return seconds;
  }

  /**
   * Adds a move, within the limits of each axis. A move of no length takes no time.
   *
   * @param delta distance in mm along each axis
   */
  move(delta: ArrayLike<number>, wantedSpeed: number, wantedAcceleration: number): void {
    const [x, y, z] = [delta[0] ?? 0, delta[1] ?? 0, delta[2] ?? 0];
    const path = Math.sqrt(x * x + y * y + z * z);
    const distance = path > MIN_MOVE_MM ? path : Math.abs(delta[FILAMENT] ?? 0);
    if (distance <= MIN_MOVE_MM) return;
    const { speeds, accelerations, jerks } = this.#limits;
    let speed = wantedSpeed;
    let acceleration = wantedAcceleration;
    for (const axis of AXES) {
      const share = Math.abs(delta[axis] ?? 0) / distance;
      if (share * speed > speeds[axis]) speed = speeds[axis] / share;
      if (share * acceleration > accelerations[axis]) acceleration = accelerations[axis] / share;
    }
    let safeSpeed = speed;
    for (const axis of AXES) {
      const velocity = ((delta[axis] ?? 0) / distance) * speed;
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

  /** The highest speed at the junction with the last move: no axis steps by more than its jerk. */
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
    // If both moves may stop at once, stopping is as fast as going through.
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

  /** The speed at the other end of a move with `speed` at one end, if all of it speeds up or slows down. */
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
    // It slows down before it reaches full speed.
    const top = Math.sqrt(acceleration * distance + (entry * entry + exit * exit) / 2);
    return Math.max(0, 2 * top - entry - exit) / acceleration;
  }
}

/** The step in speed between two moves. A reversal stops in between, so only the greater of both speeds counts. */
function stepOf(leaving: number, entering: number): number {
  return leaving * entering < 0 ? Math.max(Math.abs(leaving), Math.abs(entering)) : Math.abs(leaving - entering);
}

/** The arrays have a place for every index used in this file. */
function numberAt(values: Float64Array, at: number): number {
  return values[at] ?? Number.NaN;
}
