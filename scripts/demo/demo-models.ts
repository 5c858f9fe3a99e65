// The demo's parts, computed: closed surfaces written as binary STL, in millimetres.

type Point = readonly [x: number, y: number, z: number];
type Triangle = readonly [Point, Point, Point];

/** Points around the z axis, counter-clockwise seen from above. All rings of a part have the same number of points. */
type Ring = readonly Point[];

const TURN = 2 * Math.PI;

/** A herringbone gear with a bore: trapezoid teeth whose helix changes direction at half the height. */
export function herringboneGear(): Uint8Array<ArrayBuffer> {
  const teeth = 24;
  const pointsPerTooth = 16;
  const [rootRadius, tipRadius, boreRadius, height, layers] = [27, 32, 8, 22, 44];
  const twist = TURN / teeth;
  const radiusAt = (partOfTooth: number) => {
    // Root, flank, tip and flank take a quarter of a tooth each.
    const rise = Math.min(Math.max(Math.min(partOfTooth, 1 - partOfTooth) * 4 - 0.5, 0), 1);
    return rootRadius + (tipRadius - rootRadius) * rise;
  };
  const ring = (layer: number, radius: (partOfTooth: number) => number): Ring => {
    const upward = layer / layers;
    const lean = twist * (1 - Math.abs(2 * upward - 1));
    return Array.from({ length: teeth * pointsPerTooth }, (_, index) => {
      const angle = (index / (teeth * pointsPerTooth)) * TURN + lean;
      return around(angle, radius((index / pointsPerTooth) % 1), upward * height);
    });
  };
  const outside = Array.from({ length: layers + 1 }, (_, layer) => ring(layer, radiusAt));
  const bore = [ring(layers, () => boreRadius), ring(0, () => boreRadius)];
  return binaryStl("herringbone gear", [...skin([...outside, ...bore, ...outside.slice(0, 1)])]);
}

/** A vase with twisted waves: wall 2.4 mm, floor 3 mm. @param height in millimetres: a lower one is sliced sooner */
export function twistedVase(height = 80): Uint8Array<ArrayBuffer> {
  const [wall, floor, layers, pointsAround, waves] = [2.4, 3, Math.round(1.625 * height), 180, 10];
  const ring = (z: number, inward: number): Ring => {
    const upward = z / height;
    const middle = 24 + 7 * Math.sin(upward * 4.2 - 0.6) + 5 * upward;
    return Array.from({ length: pointsAround }, (_, index) => {
      const angle = (index / pointsAround) * TURN;
      const wave = 1.6 * Math.sin(waves * (angle + upward * 1.1));
      return around(angle, middle + wave - inward, z);
    });
  };
  const outside = Array.from({ length: layers + 1 }, (_, layer) => ring((layer / layers) * height, 0));
  const inside = Array.from({ length: layers + 1 }, (_, layer) =>
    ring(height - (layer / layers) * (height - floor), wall),
  );
  const rings = [...outside, ...inside];
  return binaryStl("twisted vase", [
    ...lid([0, 0, 0], outside[0] ?? [], "down"),
    ...skin(rings),
    ...lid([0, 0, floor], inside.at(-1) ?? [], "up"),
  ]);
}

/** A turned spindle of about 20 mm with a random profile, so that it has never been sliced. */
export function spindleLikeNoOther(): Uint8Array<ArrayBuffer> {
  const [height, layers, pointsAround] = [20, 24, 64];
  const ring = (layer: number): Ring => {
    const radius = 7 + 2 * Math.random();
    return Array.from({ length: pointsAround }, (_, index) =>
      around((index / pointsAround) * TURN, radius, (layer / layers) * height),
    );
  };
  const rings = Array.from({ length: layers + 1 }, (_, layer) => ring(layer));
  return binaryStl("spindle", [
    ...lid([0, 0, 0], rings[0] ?? [], "down"),
    ...skin(rings),
    ...lid([0, 0, height], rings.at(-1) ?? [], "up"),
  ]);
}

function around(angle: number, radius: number, z: number): Point {
  return [radius * Math.cos(angle), radius * Math.sin(angle), z];
}

/** The surface between consecutive rings. It faces outward where the rings go up, inward where they go down. */
function* skin(rings: readonly Ring[]): Generator<Triangle> {
  for (const [position, lower] of rings.slice(0, -1).entries()) {
    const upper = rings[position + 1] ?? [];
    for (const [a, b, c, d] of neighbours(lower, upper)) {
      yield [a, b, c];
      yield [a, c, d];
    }
  }
}

/** A flat cap: a fan of triangles around the centre. */
function* lid(centre: Point, ring: Ring, facing: "up" | "down"): Generator<Triangle> {
  for (const [a, b] of neighbours(ring, ring)) yield facing === "up" ? [centre, a, b] : [centre, b, a];
}

/** The quads between two rings, counter-clockwise: two neighbours on the lower ring, then the two above them. */
function* neighbours(lower: Ring, upper: Ring): Generator<readonly [Point, Point, Point, Point]> {
  for (const [index, a] of lower.entries()) {
    const next = (index + 1) % lower.length;
    const [b, c, d] = [lower[next], upper[next], upper[index]];
    if (b !== undefined && c !== undefined && d !== undefined) yield [a, b, c, d];
  }
}

/** Binary STL: an 80-byte header, the triangle count, then 50 bytes for each: normal, corners, two unused bytes. */
function binaryStl(heading: string, triangles: readonly Triangle[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(84 + 50 * triangles.length);
  bytes.set(new TextEncoder().encode(heading).subarray(0, 80));
  const view = new DataView(bytes.buffer);
  view.setUint32(80, triangles.length, true);
  for (const [index, corners] of triangles.entries()) {
    // The normal stays zero: readers compute it from the order of the corners.
    const numbers = corners.flat();
    for (const [position, value] of numbers.entries()) {
      view.setFloat32(84 + 50 * index + 12 + 4 * position, value, true);
    }
  }
  return bytes;
}
