// Shapes made from numbers, so that volume, area and time can be worked out by hand. Lengths in millimetres.

export type Point = readonly [number, number, number];

/** Points, and faces that list their corners counter-clockwise as seen from outside. */
export interface Shape {
  readonly points: readonly Point[];
  readonly faces: readonly (readonly number[])[];
}

/** A box from one corner to the opposite one. */
export function box(from: Point, to: Point): Shape {
  const [[x, y, z], [u, v, w]] = [from, to];
  return {
    points: [
      [x, y, z],
      [u, y, z],
      [u, v, z],
      [x, v, z],
      [x, y, w],
      [u, y, w],
      [u, v, w],
      [x, v, w],
    ],
    faces: [
      [0, 3, 2, 1],
      [4, 5, 6, 7],
      [0, 1, 5, 4],
      [1, 2, 6, 5],
      [2, 3, 7, 6],
      [3, 0, 4, 7],
    ],
  };
}

export const TETRAHEDRON: Shape = {
  points: [
    [0, 0, 0],
    [20, 0, 0],
    [0, 20, 0],
    [0, 0, 20],
  ],
  faces: [
    [0, 2, 1],
    [0, 1, 3],
    [1, 2, 3],
    [0, 3, 2],
  ],
};

export function cube(side: number): Shape {
  return box([0, 0, 0], [side, side, side]);
}

/** Several shapes as one, whether they overlap or not. */
export function together(...shapes: readonly Shape[]): Shape {
  const points: Point[] = [];
  const faces: number[][] = [];
  for (const shape of shapes) {
    const base = points.length;
    // One by one: a call takes no more than some 100,000 arguments.
    for (const point of shape.points) points.push(point);
    for (const face of shape.faces) faces.push(face.map((corner) => corner + base));
  }
  return { points, faces };
}

/** The same shape elsewhere. */
export function movedBy({ points, faces }: Shape, [dx, dy, dz]: Point): Shape {
  return { points: points.map(([x, y, z]): Point => [x + dx, y + dy, z + dz]), faces };
}

/** Square bars along all three axes, `count` × `count` each, which cross each other like those of a climbing frame. */
export function crossingBars(count: number): Shape {
  const [pitch, width] = [3, 1];
  const places = Array.from({ length: count ** 2 }, (_, bar) => [
    pitch * (bar % count),
    pitch * Math.floor(bar / count),
  ]);
  const length = pitch * count;
  const bars = places.flatMap(([a = 0, b = 0]) => [
    box([0, a, b], [length, a + width, b + width]),
    box([a, 0, b], [a + width, length, b + width]),
    box([a, b, 0], [a + width, b + width, length]),
  ]);
  return together(...bars);
}

/** The same surface with its faces turned to the inside. */
export function insideOut({ points, faces }: Shape): Shape {
  return { points, faces: faces.map((face) => face.toReversed()) };
}

/** A cube with a closed hollow in it. */
export function hollowBox(side: number, wall: number): Shape {
  const inner = box([wall, wall, wall], [side - wall, side - wall, side - wall]);
  return together(cube(side), insideOut(inner));
}

/** A prism over a polygon given counter-clockwise in the XY plane. */
export function prism(outline: readonly (readonly [number, number])[], height: number): Shape {
  const count = outline.length;
  const indices = outline.map((_, index) => index);
  return {
    points: [0, height].flatMap((z) => outline.map(([x, y]): Point => [x, y, z])),
    faces: [
      indices.toReversed(),
      indices.map((index) => index + count),
      ...indices.map((index) => [index, (index + 1) % count, ((index + 1) % count) + count, index + count]),
    ],
  };
}

/**
 * Lobes of 800 and 200 mm² that meet in a point, 10 mm high. One outline crosses itself, so the small lobe is inside
 * out.
 */
export function bowTie(): Shape {
  return prism(
    [
      [0, 0],
      [60, 30],
      [60, 10],
      [0, 40],
    ],
    10,
  );
}

/** A prism over a regular polygon, standing on Z = 0. */
export function regularPrism(sides: number, radius: number, height: number): Shape {
  const corner = (side: number) => (2 * Math.PI * side) / sides;
  const outline = Array.from({ length: sides }, (_, side): [number, number] => [
    radius * Math.cos(corner(side)),
    radius * Math.sin(corner(side)),
  ]);
  return prism(outline, height);
}

/**
 * An L of 500 mm² with a corner in the middle of each inner edge: one end face has eight corners, hollow and straight
 * ones.
 */
export function letterL(height: number): Shape {
  return prism(
    [
      [0, 0],
      [30, 0],
      [30, 10],
      [20, 10],
      [10, 10],
      [10, 20],
      [10, 30],
      [0, 30],
    ],
    height,
  );
}

/** A flat ring of twelve corners around the Z axis. */
export function ring(outerRadius: number, innerRadius: number, height: number): Shape {
  const steps = Array.from({ length: 12 }, (_, step) => step);
  const around = (radius: number, z: number) =>
    steps.map((step): Point => [radius * Math.cos((Math.PI * step) / 6), radius * Math.sin((Math.PI * step) / 6), z]);
  const [outside, outsideTop, inside, insideTop] = [0, 12, 24, 36];
  const wall = (from: number, to: number) =>
    steps.map((step) => [from + step, from + ((step + 1) % 12), to + ((step + 1) % 12), to + step]);
  return {
    points: [
      ...around(outerRadius, 0),
      ...around(outerRadius, height),
      ...around(innerRadius, 0),
      ...around(innerRadius, height),
    ],
    faces: [
      ...wall(outside, outsideTop),
      ...wall(outsideTop, insideTop),
      ...wall(insideTop, inside),
      ...wall(inside, outside),
    ],
  };
}

/** A T that stands on its foot, so that both arms overhang. A prism over the letter, turned upright. */
export function letterT(height: number, span: number, thickness: number): Shape {
  const [half, foot] = [span / 2, thickness / 2];
  const flat = prism(
    [
      [-foot, 0],
      [foot, 0],
      [foot, height - thickness],
      [half, height - thickness],
      [half, height],
      [-half, height],
      [-half, height - thickness],
      [-foot, height - thickness],
    ],
    thickness,
  );
  return { points: flat.points.map(([x, y, z]): Point => [x, -z, y]), faces: flat.faces };
}

/** A ball of rings and meridians, standing on one of its poles. */
export function sphere(radius: number, rings: number): Shape {
  const around = 2 * rings;
  const points: Point[] = [[0, 0, -radius]];
  for (let ring = 1; ring < rings; ring++) {
    const latitude = (ring / rings - 0.5) * Math.PI;
    for (let step = 0; step < around; step++) {
      const longitude = (2 * Math.PI * step) / around;
      points.push([
        radius * Math.cos(latitude) * Math.cos(longitude),
        radius * Math.cos(latitude) * Math.sin(longitude),
        radius * Math.sin(latitude),
      ]);
    }
  }
  points.push([0, 0, radius]);
  const at = (ring: number, step: number) => 1 + (ring - 1) * around + (step % around);
  const steps = Array.from({ length: around }, (_, step) => step);
  const faces = steps.flatMap((step) => [
    [0, at(1, step + 1), at(1, step)],
    [points.length - 1, at(rings - 1, step), at(rings - 1, step + 1)],
  ]);
  for (let ring = 1; ring < rings - 1; ring++) {
    for (const step of steps) {
      faces.push([at(ring, step), at(ring, step + 1), at(ring + 1, step + 1), at(ring + 1, step)]);
    }
  }
  return { points, faces };
}

/** Faces as triangles. Right for convex faces only. */
export function triangulated({ points, faces }: Shape): Shape {
  return {
    points,
    faces: faces.flatMap(([first = 0, ...rest]) =>
      rest.slice(1).map((corner, index) => [first, rest[index] ?? 0, corner]),
    ),
  };
}

/** Rings of as many points each, joined one with the next by four-sided faces. */
function bands(rings: readonly (readonly Point[])[], isLoop: boolean): Shape {
  const sides = rings[0]?.length ?? 0;
  const around = Array.from({ length: sides }, (_, side) => side);
  const faces = rings.slice(isLoop ? 0 : 1).flatMap((_, band) => {
    const [from, to] = [band * sides, ((band + 1) % rings.length) * sides];
    return around.map((side) => {
      const next = (side + 1) % sides;
      return [from + side, from + next, to + next, to + side];
    });
  });
  const caps = isLoop ? [] : [around.toReversed(), around.map((side) => (rings.length - 1) * sides + side)];
  return { points: rings.flat(), faces: [...faces, ...caps] };
}

function ringOf(sides: number, z: number, radius: (angle: number) => number): Point[] {
  return Array.from({ length: sides }, (_, side): Point => {
    const angle = (2 * Math.PI * side) / sides;
    return [radius(angle) * Math.cos(angle), radius(angle) * Math.sin(angle), z];
  });
}

interface TubeSize {
  /** Flat strips around it. */
  readonly strips?: number;
  readonly heightMm?: number;
}

/** A cup of 60 mm across, with a floor of 1 mm and walls of the given thickness. */
export function cup(wallMm: number, { strips = 180, heightMm = 60 }: TubeSize = {}): Shape {
  const ring = (radius: number, z: number) => ringOf(strips, z, () => radius);
  // From the outside of the floor over the rim to the inside of the floor.
  return bands([ring(30, 0), ring(30, heightMm), ring(30 - wallMm, heightMm), ring(30 - wallMm, 1)], false);
}

/** A tube of 60 mm across: only the walls of `cup`. */
export function tube(wallMm: number, { strips = 180, heightMm = 25 }: TubeSize = {}): Shape {
  const ring = (radius: number, z: number) => ringOf(strips, z, () => radius);
  return bands([ring(30, 0), ring(30, heightMm), ring(30 - wallMm, heightMm), ring(30 - wallMm, 0)], true);
}

/** The volume in mm³ of `tube`. */
export function tubeVolume(wallMm: number, { strips = 180, heightMm = 25 }: TubeSize = {}): number {
  return heightMm * (strips / 2) * Math.sin((2 * Math.PI) / strips) * (30 ** 2 - (30 - wallMm) ** 2);
}

/** A funnel of 60 mm across and 50 mm high, open at both ends. */
export function funnel(wallMm: number): Shape {
  const radius = (height: number) => 6 + 40 * Math.max(0, height - 0.4);
  const heights = Array.from({ length: 51 }, (_, level) => level / 50);
  const wall = (inset: number) => heights.map((height) => ringOf(120, 50 * height, () => radius(height) - inset));
  return bands([...wall(0), ...wall(wallMm).toReversed()], true);
}

/** A solid of 35 mm, all of it bulges and hollows, as in a scanned figure. */
export function organicSolid(): Shape {
  const [sides, levels, heightMm] = [240, 120, 35];
  const radius = (angle: number, height: number) =>
    14 +
    4 * Math.sin(3 * angle + 5 * height) +
    2 * Math.sin(7 * angle - 9 * height) +
    1.2 * Math.sin(17 * angle + 30 * height);
  const rings = Array.from({ length: levels + 1 }, (_, level) =>
    ringOf(sides, (heightMm * level) / levels, (angle) => radius(angle, level / levels)),
  );
  // Small round ends, since a cap's polygon must be convex.
  return bands([ringOf(sides, 0, () => 1), ...rings, ringOf(sides, heightMm, () => 1)], false);
}

/** A picture as a plate that stands or lies, of three points a millimetre (60 x 45 mm), from 0.8 to 3 mm thick, within a plain frame. */
export function lithophane(way: "standing" | "lying", columns = 180, rows = 135): Shape {
  const thickness = (column: number, row: number) => {
    if (column < 3 || row < 3 || column > columns - 3 || row > rows - 3) return 2;
    const waves =
      Math.sin(column * 0.21 + 2 * Math.sin(row * 0.13)) * Math.cos(row * 0.17) * Math.sin((column + row) * 0.07);
    const grain = ((column * 7919 + row * 104_729) % 17) / 17;
    return 0.8 + 1.1 * (1 + waves) * (0.6 + 0.4 * grain);
  };
  const across = Array.from({ length: columns + 1 }, (_, column) => column);
  const rings = Array.from({ length: rows + 1 }, (_, row) => {
    const at = (column: number, y: number): Point => [(column - columns / 2) / 3, y, row / 3];
    const front = across.map((column) => at(column, -thickness(column, row)));
    return [...front, ...across.toReversed().map((column) => at(column, 0))];
  });
  const standing = bands(rings, false);
  if (way === "standing") return standing;
  return { ...standing, points: standing.points.map(([x, y, z]) => [x, z - rows / 6, -y]) };
}

/** A cone over a regular polygon: two fans of triangles, one of which is its floor. */
export function cone(sides: number, radius: number, height: number): Shape {
  const floor = regularPrism(sides, radius, 0).points.slice(0, sides);
  const [middle, tip] = [sides, sides + 1];
  const faces = floor.flatMap((_, side) => {
    const next = (side + 1) % sides;
    return [
      [middle, next, side],
      [tip, side, next],
    ];
  });
  return { points: [...floor, [0, 0, 0], [0, 0, height]], faces };
}

/** Boxes within each other, by turns solid and hollow, with walls of 0.4 mm and floors of 0.02 mm. */
export function nestedBoxes(count: number): Shape {
  const boxes = Array.from({ length: count }, (_, inside) => {
    const [half, high] = [0.4 * (inside + 1), 0.02 * (inside + 1)];
    const nested = box([-half, -half, -high], [half, half, high]);
    return (count - inside) % 2 === 1 ? nested : insideOut(nested);
  });
  return together(...boxes);
}
