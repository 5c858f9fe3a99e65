// Writes STEP files (ISO 10303-21): solids of analytic surfaces, alone or in an assembly, and files without a solid.
//
// A solid of revolution is written in two halves, so that no face is closed in itself and needs a seam.

import { bytes } from "./bytes.ts";
import type { Point, Shape } from "./shapes.ts";

/** A point of a profile: its distance from the axis, and its height. */
export type ProfilePoint = readonly [number, number];

/** A piece of a profile: a straight line, or an arc around a centre. `isHollow` for an arc with its centre outside the solid. */
export interface ProfilePiece {
  readonly to: ProfilePoint;
  readonly centre?: ProfilePoint;
  readonly isHollow?: boolean;
}

/** Millimetres are written unless another unit is named. */
export type StepUnit = "MILLI" | "CENTI" | "NANO" | "EXA" | "METRE" | "INCH";

export interface StepOptions {
  readonly unit?: StepUnit;
  /** The places of the solid in an assembly, and those of that assembly in the next. */
  readonly levels?: readonly (readonly Point[])[];
}

/** The lines of a STEP file's data, by their numbers. */
class StepData {
  readonly #lines: string[] = [];
  readonly #known = new Map<string, string>();

  /** Adds an instance, and answers its name. */
  add(text: string): string {
    const name = `#${this.#lines.length + 1}`;
    this.#lines.push(`${name}=${text};`);
    return name;
  }

  /** The instance of this text, which is added once. */
  once(text: string): string {
    const known = this.#known.get(text) ?? this.add(text);
    this.#known.set(text, known);
    return known;
  }

  point(point: Point): string {
    return this.once(`CARTESIAN_POINT('',(${point.map(real).join(",")}))`);
  }

  direction(direction: Point): string {
    return this.once(`DIRECTION('',(${direction.map(real).join(",")}))`);
  }

  vertex(point: Point): string {
    return this.once(`VERTEX_POINT('',${this.point(point)})`);
  }

  placement(origin: Point, axis: Point, reference: Point): string {
    return this.once(
      `AXIS2_PLACEMENT_3D('',${this.point(origin)},${this.direction(axis)},${this.direction(reference)})`,
    );
  }

  file(): Uint8Array<ArrayBuffer> {
    return bytes(stepText(this.#lines));
  }
}

const HEADER = [
  "ISO-10303-21;",
  "HEADER;",
  "FILE_DESCRIPTION(('a part'),'2;1');",
  "FILE_NAME('part.step','2026-01-01T00:00:00',(''),(''),'','','');",
  "FILE_SCHEMA(('AUTOMOTIVE_DESIGN { 1 0 10303 214 1 1 1 1 }'));",
  "ENDSEC;",
  "DATA;",
];

/** A whole file of these lines of data. */
export function stepText(lines: readonly string[]): string {
  return [...HEADER, ...lines, "ENDSEC;", "END-ISO-10303-21;", ""].join("\n");
}

function real(value: number): string {
  const text = String(Math.abs(value) < 1e-12 ? 0 : value).toUpperCase();
  if (text.includes(".")) return text;
  return text.includes("E") ? text.replace("E", ".E") : `${text}.`;
}

/** A curve from one point to another. */
interface Edge {
  readonly from: Point;
  readonly to: Point;
  /** The centre and the axis of an arc, which runs counter-clockwise around it; a line has none. */
  readonly arc?: { readonly centre: Point; readonly axis: Point };
}

/** A face with its one outline, counter-clockwise as seen from outside. */
interface Face {
  readonly surface: string;
  /** Whether the surface's own normal points out of the solid. */
  readonly isOutward: boolean;
  readonly outline: readonly Edge[];
}

/** The edge's curve once for both faces at it, each in its direction. */
class Edges {
  readonly #data: StepData;
  readonly #curves = new Map<string, string>();

  constructor(data: StepData) {
    this.#data = data;
  }

  oriented(edge: Edge): string {
    const known = this.#curves.get(keyOf(turned(edge)));
    if (known !== undefined) return this.#data.add(`ORIENTED_EDGE('',*,*,${known},.F.)`);
    const ends = `${this.#data.vertex(edge.from)},${this.#data.vertex(edge.to)}`;
    const curve = this.#data.add(`EDGE_CURVE('',${ends},${this.#geometry(edge)},.T.)`);
    this.#curves.set(keyOf(edge), curve);
    return this.#data.add(`ORIENTED_EDGE('',*,*,${curve},.T.)`);
  }

  #geometry({ from, to, arc }: Edge): string {
    if (arc === undefined) {
      const vector = this.#data.add(`VECTOR('',${this.#data.direction(unit(minus(to, from)))},1.)`);
      return this.#data.add(`LINE('',${this.#data.point(from)},${vector})`);
    }
    const reach = minus(from, arc.centre);
    const place = this.#data.placement(arc.centre, arc.axis, unit(reach));
    return this.#data.add(`CIRCLE('',${place},${real(length(reach))})`);
  }
}

/** The same edge in the other direction. */
function turned({ from, to, arc }: Edge): Edge {
  const swapped = { from: to, to: from };
  return arc === undefined ? swapped : { ...swapped, arc: { centre: arc.centre, axis: times(arc.axis, -1) } };
}

function keyOf({ from, to, arc }: Edge): string {
  const numbers = [from, to, ...(arc === undefined ? [] : [arc.centre, arc.axis])].flat();
  return numbers.map((value) => Math.round(value * 1e6)).join();
}

/** Writes the solid of these faces, and its assemblies. */
function solidFile(facesOf: (data: StepData) => readonly Face[], options: StepOptions): Uint8Array<ArrayBuffer> {
  const data = new StepData();
  placeShape(data, [addSolid(data, facesOf(data))], options);
  return data.file();
}

function addSolid(data: StepData, faces: readonly Face[]): string {
  return data.add(`MANIFOLD_SOLID_BREP('',${addShell(data, "CLOSED_SHELL", faces)})`);
}

function addShell(data: StepData, kind: "CLOSED_SHELL" | "OPEN_SHELL", faces: readonly Face[]): string {
  const edges = new Edges(data);
  const written = faces.map(({ surface, isOutward, outline }) => {
    const loop = data.add(`EDGE_LOOP('',(${outline.map((edge) => edges.oriented(edge)).join(",")}))`);
    const bound = data.add(`FACE_OUTER_BOUND('',${loop},.T.)`);
    return data.add(`ADVANCED_FACE('',(${bound}),${surface},${isOutward ? ".T." : ".F."})`);
  });
  return data.add(`${kind}('',(${written.join(",")}))`);
}

/** A product with these items as its shape, and the assemblies of it. */
function placeShape(data: StepData, items: readonly string[], { unit: unitName, levels = [] }: StepOptions): void {
  const context = geometricContext(data, unitName);
  const origin = data.placement([0, 0, 0], UP, AHEAD);
  const kind = items.length === 0 ? "SHAPE_REPRESENTATION" : "ADVANCED_BREP_SHAPE_REPRESENTATION";
  let shape = data.add(`${kind}('',(${[...items, origin].join(",")}),${context})`);
  let definition = product(data, "part", shape);
  for (const places of levels) {
    const axes = places.map((place) => data.placement(place, UP, AHEAD));
    const whole = data.add(`SHAPE_REPRESENTATION('',(${[origin, ...axes].join(",")}),${context})`);
    const assembly = product(data, "assembly", whole);
    for (const [index, place] of axes.entries()) {
      const usage = data.add(
        `NEXT_ASSEMBLY_USAGE_OCCURRENCE('${index}','part ${index}','',${assembly},${definition},$)`,
      );
      const shapeOfUsage = data.add(`PRODUCT_DEFINITION_SHAPE('','',${usage})`);
      const transformation = data.add(`ITEM_DEFINED_TRANSFORMATION('','',${origin},${place})`);
      const relation = data.add(
        `(REPRESENTATION_RELATIONSHIP('','',${shape},${whole}) REPRESENTATION_RELATIONSHIP_WITH_TRANSFORMATION(${transformation}) SHAPE_REPRESENTATION_RELATIONSHIP())`,
      );
      data.add(`CONTEXT_DEPENDENT_SHAPE_REPRESENTATION(${relation},${shapeOfUsage})`);
    }
    [shape, definition] = [whole, assembly];
  }
}

/** Answers the name of the product's definition. */
function product(data: StepData, name: string, shape: string): string {
  const application = data.once("APPLICATION_CONTEXT('automotive design')");
  data.once(`APPLICATION_PROTOCOL_DEFINITION('international standard','automotive_design',2000,${application})`);
  const productContext = data.once(`PRODUCT_CONTEXT('',${application},'mechanical')`);
  const definitionContext = data.once(`PRODUCT_DEFINITION_CONTEXT('part definition',${application},'design')`);
  const made = data.add(`PRODUCT('${name}','${name}','',(${productContext}))`);
  const formation = data.add(`PRODUCT_DEFINITION_FORMATION('','',${made})`);
  const definition = data.add(`PRODUCT_DEFINITION('design','',${formation},${definitionContext})`);
  const definitionShape = data.add(`PRODUCT_DEFINITION_SHAPE('','',${definition})`);
  data.add(`SHAPE_DEFINITION_REPRESENTATION(${definitionShape},${shape})`);
  return definition;
}

function geometricContext(data: StepData, unitName: StepUnit = "MILLI"): string {
  const lengthUnit = lengthUnitOf(data, unitName);
  const angleUnit = data.add("(NAMED_UNIT(*) PLANE_ANGLE_UNIT() SI_UNIT($,.RADIAN.))");
  const solidAngleUnit = data.add("(NAMED_UNIT(*) SI_UNIT($,.STERADIAN.) SOLID_ANGLE_UNIT())");
  const uncertainty = data.add(
    `UNCERTAINTY_MEASURE_WITH_UNIT(LENGTH_MEASURE(1.E-07),${lengthUnit},'distance_accuracy_value','')`,
  );
  return data.add(
    `(GEOMETRIC_REPRESENTATION_CONTEXT(3) GLOBAL_UNCERTAINTY_ASSIGNED_CONTEXT((${uncertainty})) GLOBAL_UNIT_ASSIGNED_CONTEXT((${lengthUnit},${angleUnit},${solidAngleUnit})) REPRESENTATION_CONTEXT('',''))`,
  );
}

function lengthUnitOf(data: StepData, unitName: StepUnit): string {
  if (unitName === "METRE") return data.add("(LENGTH_UNIT() NAMED_UNIT(*) SI_UNIT($,.METRE.))");
  if (unitName !== "INCH") return data.add(`(LENGTH_UNIT() NAMED_UNIT(*) SI_UNIT(.${unitName}.,.METRE.))`);
  const millimetre = data.add("(LENGTH_UNIT() NAMED_UNIT(*) SI_UNIT(.MILLI.,.METRE.))");
  const inch = data.add(`LENGTH_MEASURE_WITH_UNIT(LENGTH_MEASURE(25.4),${millimetre})`);
  const exponents = data.add("DIMENSIONAL_EXPONENTS(1.,0.,0.,0.,0.,0.,0.)");
  return data.add(`(CONVERSION_BASED_UNIT('INCH',${inch}) LENGTH_UNIT() NAMED_UNIT(${exponents}))`);
}

/** A file that reads, with a product but no shape. */
export function stepWithoutShape(more: readonly string[] = []): Uint8Array<ArrayBuffer> {
  const data = new StepData();
  placeShape(data, [], {});
  for (const line of more) data.add(line);
  return data.file();
}

/** The flat faces of a shape, closed or not, as a solid. */
export function stepOfShape({ points, faces }: Shape, options: StepOptions = {}): Uint8Array<ArrayBuffer> {
  return solidFile((data) => flatFaces(data, { points, faces }), options);
}

/** The flat faces of a shape as a surface, which is no solid, and beside it the faces of another as a solid. */
export function stepSurface(surface: Shape, solid?: Shape): Uint8Array<ArrayBuffer> {
  const data = new StepData();
  const shell = addShell(data, "OPEN_SHELL", flatFaces(data, surface));
  const items = [data.add(`SHELL_BASED_SURFACE_MODEL('',(${shell}))`)];
  if (solid !== undefined) items.push(addSolid(data, flatFaces(data, solid)));
  placeShape(data, items, {});
  return data.file();
}

function flatFaces(data: StepData, { points, faces }: Shape): Face[] {
  return faces.map((corners) => {
    const at = (index: number): Point => {
      const point = points[corners[index % corners.length] ?? -1];
      if (point === undefined) throw new Error("a face without its corner");
      return point;
    };
    const along = unit(minus(at(1), at(0)));
    const normal = unit(cross(along, minus(at(2), at(1))));
    return {
      surface: data.add(`PLANE('',${data.placement(at(0), normal, along)})`),
      isOutward: true,
      outline: corners.map((_, index) => ({ from: at(index), to: at(index + 1) })),
    };
  });
}

/**
 * A solid of revolution around Z.
 *
 * @param from the first point of the profile, which runs counter-clockwise with the axis on its left
 */
export function stepRevolution(
  from: ProfilePoint,
  pieces: readonly ProfilePiece[],
  options: StepOptions = {},
): Uint8Array<ArrayBuffer> {
  return solidFile((data) => {
    const faces: Face[] = [];
    let start = from;
    for (const piece of pieces) {
      const isOnAxis = start[0] === 0 && piece.to[0] === 0 && piece.centre === undefined;
      if (!isOnAxis) faces.push(...[0, 1].map((half) => revolvedFace(data, start, piece, half)));
      start = piece.to;
    }
    return faces;
  }, options);
}

function revolvedFace(data: StepData, start: ProfilePoint, piece: ProfilePiece, half: number): Face {
  const { to: end, centre, isHollow = false } = piece;
  /** The side of the axis at the beginning and the end of each half. */
  const [side, otherSide] = half === 0 ? [1, -1] : [-1, 1];
  const at = ([r, z]: ProfilePoint, sideOfAxis: number): Point => [r * sideOfAxis, 0, z];
  const along = (sideOfAxis: number): Edge => ({
    from: at(start, sideOfAxis),
    to: at(end, sideOfAxis),
    ...(centre && { arc: { centre: at(centre, sideOfAxis), axis: [0, isHollow ? sideOfAxis : -sideOfAxis, 0] } }),
  });
  const around = (point: ProfilePoint): Edge[] =>
    point[0] === 0
      ? []
      : [{ from: at(point, side), to: at(point, otherSide), arc: { centre: [0, 0, point[1]], axis: UP } }];
  const outline = [...around(start), along(otherSide), ...around(end).map(turned), turned(along(side))];
  return { ...revolvedSurface(data, start, piece), outline };
}

const UP: Point = [0, 0, 1];
const AHEAD: Point = [1, 0, 0];

function revolvedSurface(
  data: StepData,
  [r, z]: ProfilePoint,
  { to: [endR, endZ], centre, isHollow = false }: ProfilePiece,
): Omit<Face, "outline"> {
  const isOutward = !isHollow;
  if (centre !== undefined) {
    const reach = real(Math.hypot(r - centre[0], z - centre[1]));
    const place = data.placement([0, 0, centre[1]], UP, AHEAD);
    return centre[0] === 0
      ? { surface: data.add(`SPHERICAL_SURFACE('',${place},${reach})`), isOutward }
      : { surface: data.add(`TOROIDAL_SURFACE('',${place},${real(centre[0])},${reach})`), isOutward };
  }
  const [across, rise] = [endR - r, endZ - z];
  if (rise === 0) {
    const place = data.placement([0, 0, z], times(UP, across > 0 ? -1 : 1), AHEAD);
    return { surface: data.add(`PLANE('',${place})`), isOutward: true };
  }
  if (across === 0) {
    const place = data.placement([0, 0, z], UP, AHEAD);
    return { surface: data.add(`CYLINDRICAL_SURFACE('',${place},${real(r)})`), isOutward: rise > 0 };
  }
  // A cone opens along its axis.
  const place = data.placement([0, 0, z], times(UP, across * rise > 0 ? 1 : -1), AHEAD);
  const angle = real(Math.atan(Math.abs(across / rise)));
  return { surface: data.add(`CONICAL_SURFACE('',${place},${real(r)},${angle})`), isOutward: rise > 0 };
}

/** A box with all its edges rounded by this radius, and with it its corners. */
export function stepRoundedBox(size: Point, radius: number, options: StepOptions = {}): Uint8Array<ArrayBuffer> {
  const inner = plus(times(size, 0.5), [-radius, -radius, -radius]);
  const corner = (signs: Point): Point => onAxes((axis) => (signs[axis] ?? 0) * (inner[axis] ?? 0));
  /** The end of the rounded corner on the box's side that is across this axis. */
  const end = (signs: Point, axis: number): Point =>
    plus(corner(signs), times(unitAlong(axis), radius * (signs[axis] ?? 0)));
  const arc = (signs: Point, from: number, to: number): Edge => {
    const centre = corner(signs);
    const [start, stop] = [end(signs, from), end(signs, to)];
    return { from: start, to: stop, arc: { centre, axis: unit(cross(minus(start, centre), minus(stop, centre))) } };
  };
  return solidFile((data) => {
    const faces: Face[] = [];
    for (const axis of [0, 1, 2]) {
      const [next, last] = [(axis + 1) % 3, (axis + 2) % 3];
      for (const sign of [1, -1]) {
        // Flat: across the axis.
        const signsAt = ([a, b]: readonly number[]) =>
          onAxes((one) => (one === axis ? sign : ((one === next ? a : b) ?? 0)));
        const corners = ROUND_OF_SIGNS.map((pair) => end(signsAt(pair), axis));
        const outline = corners.map((from, index) => ({ from, to: corners[(index + 1) % 4] ?? from }));
        const normal = times(unitAlong(axis), sign);
        faces.push({
          surface: data.add(`PLANE('',${data.placement(outline[0]?.from ?? UP, normal, unitAlong(next))})`),
          isOutward: true,
          outline: sign > 0 ? outline : outline.toReversed().map(turned),
        });
      }
      // Round: along the axis, between the sides across the other two.
      for (const [a = 1, b = 1] of ROUND_OF_SIGNS) {
        const signsAt = (sign: number) => onAxes((one) => (one === axis ? sign : one === next ? a : b));
        const [low, high] = [signsAt(-1), signsAt(1)];
        const outline: Edge[] = [
          arc(low, next, last),
          { from: end(low, last), to: end(high, last) },
          arc(high, last, next),
          { from: end(high, next), to: end(low, next) },
        ];
        const place = data.placement(corner(low), unitAlong(axis), unitAlong(next));
        faces.push({
          surface: data.add(`CYLINDRICAL_SURFACE('',${place},${real(radius)})`),
          isOutward: true,
          outline: a * b > 0 ? outline : outline.toReversed().map(turned),
        });
      }
    }
    for (const x of [1, -1]) {
      for (const [y = 1, z = 1] of ROUND_OF_SIGNS) {
        const signs: Point = [x, y, z];
        const outline = [arc(signs, 0, 1), arc(signs, 1, 2), arc(signs, 2, 0)];
        faces.push({
          surface: data.add(`SPHERICAL_SURFACE('',${data.placement(corner(signs), UP, AHEAD)},${real(radius)})`),
          isOutward: true,
          outline: x * y * z > 0 ? outline : outline.toReversed().map(turned),
        });
      }
    }
    return faces;
  }, options);
}

/** The four corners of a side, counter-clockwise. */
const ROUND_OF_SIGNS = [
  [1, 1],
  [-1, 1],
  [-1, -1],
  [1, -1],
] as const;

function onAxes(value: (axis: number) => number): Point {
  return [value(0), value(1), value(2)];
}

function unitAlong(axis: number): Point {
  return onAxes((one) => (one === axis ? 1 : 0));
}

function plus(a: Point, b: Point): Point {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}

function minus(a: Point, b: Point): Point {
  return plus(a, times(b, -1));
}

function times([x, y, z]: Point, factor: number): Point {
  return [x * factor, y * factor, z * factor];
}

function cross([a, b, c]: Point, [d, e, f]: Point): Point {
  return [b * f - c * e, c * d - a * f, a * e - b * d];
}

function length([x, y, z]: Point): number {
  return Math.hypot(x, y, z);
}

function unit(vector: Point): Point {
  return times(vector, 1 / length(vector));
}
