// Models for the engine's tests, made from numbers, so that what a slicer should say of them can be worked out by hand.

import { strToU8, zipSync } from "fflate";

export type Point = readonly [number, number, number];

/** Points, and faces that name their corners counter-clockwise as seen from outside. */
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

export function cube(side: number): Shape {
  return box([0, 0, 0], [side, side, side]);
}

/** Several shapes as one file, which may overlap. */
export function together(...shapes: readonly Shape[]): Shape {
  const points: Point[] = [];
  const faces: number[][] = [];
  for (const shape of shapes) {
    const base = points.length;
    points.push(...shape.points);
    faces.push(...shape.faces.map((face) => face.map((corner) => corner + base)));
  }
  return { points, faces };
}

/** The same surface, facing inwards. */
export function insideOut({ points, faces }: Shape): Shape {
  return { points, faces: faces.map((face) => face.toReversed()) };
}

/** A box with a closed hollow in it. */
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

/** Lobes of 800 and 200 mm² that meet in a point, 10 mm high. Drawn in one go, so that the small one is inside out. */
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

/** A T that stands on its foot: both arms of it hang in the air. One closed outline, laid on its side and put up. */
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

/** Faces as triangles. Only for faces that are convex. */
export function triangulated({ points, faces }: Shape): Shape {
  return {
    points,
    faces: faces.flatMap(([first = 0, ...rest]) =>
      rest.slice(1).map((corner, index) => [first, rest[index] ?? 0, corner]),
    ),
  };
}

/** Drops the last triangle: a hole. */
export function withoutLastTriangle(shape: Shape): Shape {
  const { points, faces } = triangulated(shape);
  return { points, faces: faces.slice(0, -1) };
}

/** Drops its first faces, whole. */
export function withoutFaces({ points, faces }: Shape, count: number): Shape {
  return { points, faces: faces.slice(count) };
}

/** Turns over those of its triangles that are chosen by their number. */
export function withFlipped(shape: Shape, chosen: (triangle: number) => boolean): Shape {
  const { points, faces } = triangulated(shape);
  return { points, faces: faces.map((face, triangle) => (chosen(triangle) ? face.toReversed() : face)) };
}

/** Triangles of which no two meet. */
export function looseTriangles(count: number): Shape {
  const indices = Array.from({ length: count }, (_, index) => index);
  return {
    points: indices.flatMap((index): Point[] => [
      [index, 0, 0],
      [index, 10, index % 7],
      [index, 0, 10],
    ]),
    faces: indices.map((index) => [3 * index, 3 * index + 1, 3 * index + 2]),
  };
}

/** A closed surface with one side only (the "figure-eight" immersion), of so many steps both ways round. */
export function kleinBottle(steps: number): Shape {
  const points: Point[] = [];
  for (let around = 0; around < steps; around++) {
    const u = (2 * Math.PI * around) / steps;
    for (let along = 0; along < steps; along++) {
      const v = (2 * Math.PI * (along + 0.5)) / steps;
      const reach = 30 + 10 * (Math.cos(u / 2) * Math.sin(v) - Math.sin(u / 2) * Math.sin(2 * v));
      const height = 10 * (Math.sin(u / 2) * Math.sin(v) + Math.cos(u / 2) * Math.sin(2 * v));
      points.push([reach * Math.cos(u), reach * Math.sin(u), height]);
    }
  }
  // After one round the figure eight comes back upside down.
  const at = (around: number, along: number) =>
    around < steps ? around * steps + (along % steps) : (2 * steps - 1 - (along % steps)) % steps;
  const faces = Array.from({ length: steps ** 2 }, (_, index) => {
    const [around, along] = [Math.floor(index / steps), index % steps];
    return [at(around, along), at(around + 1, along), at(around + 1, along + 1), at(around, along + 1)];
  });
  return { points, faces };
}

/** A binary STL of a ball of about so many triangles, written without the detour over points and faces. */
export function fineBall(radius: number, triangles: number): Uint8Array<ArrayBuffer> {
  const rings = Math.max(3, Math.round(Math.sqrt(triangles / 4)) + 1);
  const around = 2 * rings;
  const count = 2 * around * (rings - 1);
  const file = new Uint8Array(84 + 50 * count);
  const view = new DataView(file.buffer);
  view.setUint32(80, count, true);
  const turns = Array.from({ length: around }, (_, step) => (2 * Math.PI * step) / around);
  const [cosines, sines] = [Float64Array.from(turns, Math.cos), Float64Array.from(turns, Math.sin)];
  let place = 84 + 12;
  let corner = 0;
  const add = (ring: number, step: number) => {
    const latitude = (ring / rings - 0.5) * Math.PI;
    const reach = ring === 0 || ring === rings ? 0 : radius * Math.cos(latitude);
    view.setFloat32(place, reach * (cosines[step % around] ?? 0), true);
    view.setFloat32(place + 4, reach * (sines[step % around] ?? 0), true);
    view.setFloat32(place + 8, radius * Math.sin(latitude), true);
    place += ++corner % 3 === 0 ? 26 : 12;
  };
  for (let ring = 0; ring < rings; ring++) {
    for (let step = 0; step < around; step++) {
      if (ring > 0) {
        add(ring, step);
        add(ring, step + 1);
        add(ring + 1, step + 1);
      }
      if (ring < rings - 1) {
        add(ring, step);
        add(ring + 1, step + 1);
        add(ring + 1, step);
      }
    }
  }
  return file;
}

/** A binary STL of two such balls that overlap, of about so many triangles together. */
export function fineTwins(radius: number, triangles: number): Uint8Array<ArrayBuffer> {
  const ball = fineBall(radius, triangles / 2);
  const count = (ball.length - 84) / 50;
  const file = new Uint8Array(84 + 100 * count);
  file.set(ball);
  file.set(ball.subarray(84), 84 + 50 * count);
  const view = new DataView(file.buffer);
  view.setUint32(80, 2 * count, true);
  for (let triangle = count; triangle < 2 * count; triangle++) {
    for (let x = 84 + 50 * triangle + 12; x < 84 + 50 * triangle + 48; x += 12) {
      view.setFloat32(x, view.getFloat32(x, true) + radius / 3, true);
      view.setFloat32(x + 4, view.getFloat32(x + 4, true) + radius / 7, true);
    }
  }
  return file;
}

export function binaryStl(shape: Shape, header = ""): Uint8Array<ArrayBuffer> {
  const { points, faces } = triangulated(shape);
  const file = new Uint8Array(84 + 50 * faces.length);
  file.set(strToU8(header.slice(0, 80)));
  const view = new DataView(file.buffer);
  view.setUint32(80, faces.length, true);
  faces.forEach((face, triangle) => {
    face.forEach((corner, index) => {
      points[corner]?.forEach((coordinate, axis) => {
        view.setFloat32(84 + 50 * triangle + 12 + 12 * index + 4 * axis, coordinate, true);
      });
    });
  });
  return file;
}

export function asciiStl(shape: Shape): Uint8Array<ArrayBuffer> {
  const { points, faces } = triangulated(shape);
  const facets = faces.map((face) => {
    const vertices = face.map((corner) => `      vertex ${points[corner]?.join(" ")}\n`).join("");
    return `  facet normal 0 0 0\n    outer loop\n${vertices}    endloop\n  endfacet\n`;
  });
  return bytes(`solid part\n${facets.join("")}endsolid part\n`);
}

/** Faces keep all their corners; `reference` writes a corner, counted from 1, in one of the ways the format allows. */
export function obj(shape: Shape, reference: (corner: number) => string = String): Uint8Array<ArrayBuffer> {
  const vertices = shape.points.map((point) => `v ${point.join(" ")}\n`);
  const faces = shape.faces.map((face) => `f ${face.map((corner) => reference(corner + 1)).join(" ")}\n`);
  return bytes(`# a part\no part\n${vertices.join("")}${faces.join("")}`);
}

/** The mesh element of a 3MF object. */
export function meshXml(shape: Shape): string {
  const { points, faces } = triangulated(shape);
  const vertices = points.map(([x, y, z]) => `<vertex x="${x}" y="${y}" z="${z}"/>`).join("");
  const triangles = faces.map(([a, b, c]) => `<triangle v1="${a}" v2="${b}" v3="${c}"/>`).join("");
  return `<mesh><vertices>${vertices}</vertices><triangles>${triangles}</triangles></mesh>`;
}

export interface ThreeMfContents {
  readonly resources: string;
  readonly items: string;
  readonly unit?: string;
  /** Further files of the archive by their paths. */
  readonly otherParts?: Readonly<Record<string, string>>;
}

const CORE = "http://schemas.microsoft.com/3dmanufacturing/core/2015/02";
const PRODUCTION = "http://schemas.microsoft.com/3dmanufacturing/production/2015/06";

/** A whole model document of a 3MF archive. */
export function modelXml({ resources, items, unit }: ThreeMfContents): string {
  const unitAttribute = unit === undefined ? "" : ` unit="${unit}"`;
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n<!-- made by hand -->\n<model${unitAttribute} xmlns="${CORE}" xmlns:p="${PRODUCTION}">` +
    `<metadata name="Title">a &lt;part&gt;</metadata><resources>${resources}</resources><build>${items}</build></model>`
  );
}

export function threeMf(contents: ThreeMfContents): Uint8Array<ArrayBuffer> {
  return zipSync({
    "[Content_Types].xml": strToU8("<Types/>"),
    "_rels/.rels": strToU8(
      '<Relationships><Relationship Target="/3D/3dmodel.model" Id="r" Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>',
    ),
    "3D/3dmodel.model": strToU8(modelXml(contents)),
    ...Object.fromEntries(Object.entries(contents.otherParts ?? {}).map(([path, text]) => [path, strToU8(text)])),
  }) as Uint8Array<ArrayBuffer>; // fflate allocates it itself, never on shared memory
}

export function bytes(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}
