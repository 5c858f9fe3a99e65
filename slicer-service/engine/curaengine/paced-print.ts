// The print made of CuraEngine's lines: its time, plastic and layers, each line at the profile's pace.
//
// A layer is kept until it is whole, since the speed of each line depends on all of them. Then the print clock times them.

import type { GcodeListener } from "../gcode/gcode-reader.ts";
import { PrintClock } from "../gcode/print-clock.ts";
import { type LineKind, lineKindOf } from "./line-kinds.ts";
import { coolingSpeed, type PacedLine, type PrintPace } from "./print-pace.ts";
import type { WallDifference } from "./variable-walls.ts";

/** One move of a layer. */
interface Move {
  /** Distance in mm along each axis. */
  readonly delta: readonly [x: number, y: number, z: number, filament: number];
  readonly mm: number;
  /** Undefined for a move that prints nothing. */
  readonly kind: LineKind | undefined;
  /** In mm/s: that of its kind, before it is slowed down to cool. */
  speed: number;
}

interface PrintedMove extends Move {
  readonly kind: LineKind;
}

/** The largest gap in mm between the ends of a closed wall. */
const CLOSED_MM = 0.1;
const FILAMENT = 3;

export class PacedPrint implements GcodeListener {
  readonly #pace: PrintPace;
  readonly #filamentSquareMm: number;
  readonly #walls: WallDifference | undefined;
  readonly #clock: PrintClock;
  #layer = -1;
  #statedLayers = 0;
  #type = "";
  #moves: Move[] = [];
  /** The moves of the line in progress, from one travel to the next. */
  #line: PrintedMove[] = [];
  #liftMm = 0;
  #drawnBackMm = 0;
  #printedCubicMm = 0;
  #wallSeconds = 0;

  /** @param walls the difference between the profile's walls and CuraEngine's, if it is known */
  constructor(pace: PrintPace, filamentDiameterMm: number, walls: WallDifference | undefined) {
    this.#pace = pace;
    this.#filamentSquareMm = (Math.PI / 4) * filamentDiameterMm ** 2;
    this.#walls = walls;
    this.#clock = new PrintClock(pace.motion);
  }

  comment(line: string): void {
    const [, name, value] = /^;([A-Z_]+):(.*)$/.exec(line) ?? [];
    if (name === "TYPE") {
      this.#endLine();
      this.#type = value ?? "";
    } else if (name === "LAYER") {
      this.#endLayer();
      this.#layer = Number(value);
    } else if (name === "LAYER_COUNT") this.#statedLayers = Number(value);
  }

  move(delta: Float64Array, feedMmPerSecond: number, isTravel: boolean): void {
    const [x = 0, y = 0, z = 0, filament = 0] = delta;
    const mm = Math.hypot(x, y);
    if (mm > 0 && filament > 0 && !isTravel) {
      const kind = lineKindOf(feedMmPerSecond, this.#type);
      this.#print({ delta: [x, y, z, filament], mm, kind, speed: 0 });
      return;
    }
    this.#endLine();
    if (mm > 0) this.#travel(x, y, z);
    else if (z !== 0) this.#lift(z);
    else this.#retract(filament);
  }

  /** To be called at the end of the G-code. */
  end(): void {
    this.#endLayer();
    // Layers that consist only of walls that CuraEngine leaves out.
    for (this.#layer += 1; this.#layer < (this.#walls?.layers ?? 0); this.#layer++) this.#paceWalls([], 0);
  }

  /** Includes the first layer, and layers of walls that CuraEngine leaves out. */
  get layers(): number {
    return Math.max(this.#statedLayers, this.#printsThinWalls ? (this.#walls?.layers ?? 0) : 0);
  }

  /** 0 if there is nothing to print: a rounding remainder of walls does not count. */
  get materialCubicMm(): number {
    if (this.#printedCubicMm === 0 && !this.#printsThinWalls) return 0;
    return Math.max(0, this.#printedCubicMm + (this.#walls?.materialCubicMm ?? 0));
  }

  get printSeconds(): number {
    if (this.materialCubicMm === 0) return 0;
    // Plastic is never laid faster than it melts.
    return Math.max(this.#clock.seconds() + this.#wallSeconds, this.materialCubicMm / this.#pace.maxFlowCubicMm);
  }

  get #printsThinWalls(): boolean {
    return this.#walls?.printsThinWalls === true;
  }

  #print(move: PrintedMove): void {
    if (this.#liftMm > 0) this.#lower();
    this.#printedCubicMm += move.delta[FILAMENT] * this.#filamentSquareMm;
    this.#line.push(move);
  }

  #add(delta: Move["delta"], speed: number): void {
    this.#moves.push({ delta, mm: Math.hypot(delta[0], delta[1]), kind: undefined, speed });
  }

  #retract(filament: number): void {
    this.#add([0, 0, 0, filament], filament < 0 ? this.#pace.retract : this.#pace.deretract);
    this.#drawnBackMm -= filament;
    // More filament than was retracted: the surplus is printed.
    if (filament > 0) {
      this.#printedCubicMm -= this.#drawnBackMm * this.#filamentSquareMm;
      this.#drawnBackMm = 0;
    }
  }

  #lift(z: number): void {
    if (z > 0 && this.#pace.liftSlope < Infinity) this.#liftMm += z;
    else this.#add([0, 0, z, 0], this.#pace.travelZ);
  }

  /** Lowers the nozzle after a lift for which no way was long enough. */
  #lower(): void {
    this.#add([0, 0, this.#liftMm, 0], this.#pace.travelZ);
    this.#liftMm = 0;
  }

  #travel(x: number, y: number, z: number): void {
    const mm = Math.hypot(x, y);
    const lift = Math.min(this.#liftMm, mm * this.#pace.liftSlope);
    const sloped = lift === 0 ? 0 : lift / this.#pace.liftSlope / mm;
    this.#liftMm -= lift;
    if (sloped > 0) this.#add([x * sloped, y * sloped, lift, 0], this.#pace.travel);
    if (sloped < 1) this.#add([x * (1 - sloped), y * (1 - sloped), z, 0], this.#pace.travel);
  }

  /** Sets the speeds of a finished line. */
  #endLine(): void {
    const line = this.#line;
    const [first] = line;
    if (first === undefined) return;
    this.#line = [];
    const isSmall = this.#isSmallPerimeter(line);
    for (const move of line) {
      const squareMm = (move.delta[FILAMENT] * this.#filamentSquareMm) / move.mm;
      move.speed = Math.min(this.#speedOf(move.kind, isSmall), this.#pace.maxFlowCubicMm / squareMm);
    }
    const last = line.at(-1) ?? first;
    const anchors = first.kind === "infill" && this.#pace.infillAnchorMm > 0;
    if (anchors) this.#anchor(first);
    this.#moves.push(...line);
    if (anchors) this.#anchor(last);
  }

  /** Goes along the wall, at a right angle to the line. */
  #anchor(line: PrintedMove): void {
    const [x, y, , filament] = line.delta;
    const share = this.#pace.infillAnchorMm / line.mm;
    const delta = [-y * share, x * share, 0, filament * share] as const;
    this.#printedCubicMm += delta[FILAMENT] * this.#filamentSquareMm;
    this.#moves.push({ ...line, delta, mm: this.#pace.infillAnchorMm });
  }

  #isSmallPerimeter(line: readonly PrintedMove[]): boolean {
    if (!line.every(({ kind }) => isWall(kind))) return false;
    const [x, y, mm] = line.reduce(
      ([sumX, sumY, sum], { delta, mm }) => [sumX + delta[0], sumY + delta[1], sum + mm],
      [0, 0, 0],
    );
    return mm <= this.#pace.smallPerimeterMm && Math.hypot(x, y) <= CLOSED_MM;
  }

  #speedOf(kind: LineKind, isSmall: boolean): number {
    if (this.#layer <= 0) return isInfill(kind) ? this.#pace.firstLayer.infill : this.#pace.firstLayer.walls;
    return isSmall && !isBridge(kind) ? this.#pace.smallPerimeter : this.#pace.speeds[kind];
  }

  #accelerationOf({ kind, delta, mm }: Move): number {
    if (kind === undefined) {
      return mm === 0 && delta[FILAMENT] !== 0 ? this.#pace.retractAcceleration : this.#pace.travelAcceleration;
    }
    return this.#layer <= 0 ? this.#pace.firstLayer.acceleration : this.#pace.accelerations[kind];
  }

  #endLayer(): void {
    this.#endLine();
    const cooled: PacedLine[] = [];
    let fixedSeconds = 0;
    for (const move of this.#moves) {
      if (isCooled(move)) cooled.push(move);
      else fixedSeconds += (move.mm || Math.abs(move.delta[2]) || Math.abs(move.delta[FILAMENT])) / move.speed;
    }
    const slowest = this.#layer < 0 ? Infinity : this.#paceWalls(cooled, fixedSeconds);
    for (const move of this.#moves) {
      const speed = isCooled(move) ? Math.min(move.speed, slowest) : move.speed;
      this.#clock.move(move.delta, speed, this.#accelerationOf(move));
    }
    this.#moves = [];
  }

  /** Counts the time of walls that CuraEngine leaves out or prints twice in this layer. Returns the speed that cools it. */
  #paceWalls(lines: readonly PacedLine[], fixedSeconds: number): number {
    const walls = this.#walls?.inLayer(this.#layer);
    const melting = this.#pace.wallsMelt ? (walls?.cubicMm ?? 0) / this.#pace.maxFlowCubicMm : 0;
    const extra = (this.#pace.wallsMelt ? [] : (walls?.lines ?? [])).map(({ kind, mm }) => ({
      mm,
      speed: kind === "gap" ? this.#pace.gapFill : this.#speedOf(kind, false),
    }));
    // An open line is left at its other end, so the nozzle goes on from there with a retraction.
    const ways = (walls?.ways ?? 0) * this.#pace.wayRetractionSeconds;
    const slowest = coolingSpeed([...lines, ...extra], fixedSeconds + melting + ways, this.#pace);
    this.#wallSeconds += extra.reduce((sum, { mm, speed }) => sum + mm / Math.min(speed, slowest), melting + ways);
    return slowest;
  }
}

function isCooled({ kind }: Move): boolean {
  return kind !== undefined && !isBridge(kind);
}

function isWall(kind: LineKind): boolean {
  return (
    kind === "outerWall" ||
    kind === "innerWall" ||
    kind === "outerOverhang" ||
    kind === "innerOverhang" ||
    kind === "bridgeWall"
  );
}

function isBridge(kind: LineKind): boolean {
  return kind === "bridge" || kind === "bridgeWall";
}

function isInfill(kind: LineKind): boolean {
  return kind === "infill" || kind === "solidInfill" || kind === "topSurface" || kind === "bridge";
}
