// Whether a mesh is a closed surface. Programs write corners that belong together apart, so they are welded first;
// then the mesh is closed when every edge is walked as often one way as the other: nothing can leak out between its
// triangles, also where more than two of them meet.

/** Corners in single precision, as STL holds them: two that differ by less are one. */
export interface WeldedMesh {
  readonly corners: Float32Array;
  readonly triangles: Uint32Array;
}

/** Makes corners at the same place one, and leaves out triangles that have lost a side by it. */
export function weld(corners: Float32Array, triangles: Uint32Array): WeldedMesh {
  const bits = new Uint32Array(corners.length);
  // Adding zero turns -0 into 0, so that equal coordinates have equal bits.
  new Float32Array(bits.buffer).set(corners.map((coordinate) => coordinate + 0));
  const tableSize = tableSizeFor(corners.length / 3);
  const table = new Int32Array(tableSize).fill(-1);
  const welded = new Uint32Array(corners.length / 3);
  const kept = new Float32Array(corners.length);
  const keptBits = new Uint32Array(kept.buffer);
  let keptCount = 0;
  for (let corner = 0; corner < welded.length; corner++) {
    const [x = 0, y = 0, z = 0] = [bits[3 * corner], bits[3 * corner + 1], bits[3 * corner + 2]];
    let slot = hash(x, y, z) & (tableSize - 1);
    for (;;) {
      const candidate = table[slot] ?? -1;
      if (candidate === -1) {
        table[slot] = keptCount;
        keptBits.set([x, y, z], 3 * keptCount);
        welded[corner] = keptCount++;
        break;
      }
      if (keptBits[3 * candidate] === x && keptBits[3 * candidate + 1] === y && keptBits[3 * candidate + 2] === z) {
        welded[corner] = candidate;
        break;
      }
      slot = (slot + 1) & (tableSize - 1);
    }
  }
  return {
    corners: kept.slice(0, 3 * keptCount),
    triangles: renameCorners(triangles, (corner) => welded[corner] ?? 0),
  };
}

function hash(x: number, y: number, z: number): number {
  let mixed = Math.imul(x, 0x9e3779b1) ^ Math.imul(y, 0x85ebca77) ^ Math.imul(z, 0xc2b2ae3d);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  return (mixed ^ (mixed >>> 13)) >>> 0;
}

/** Gives every corner another index, and leaves out triangles with two corners in one place. */
export function renameCorners(triangles: Uint32Array, newIndex: (corner: number) => number): Uint32Array {
  const renamed = new Uint32Array(triangles.length);
  let length = 0;
  for (let at = 0; at < triangles.length; at += 3) {
    const a = newIndex(triangles[at] ?? 0);
    const b = newIndex(triangles[at + 1] ?? 0);
    const c = newIndex(triangles[at + 2] ?? 0);
    if (a === b || b === c || c === a) continue;
    renamed[length++] = a;
    renamed[length++] = b;
    renamed[length++] = c;
  }
  return renamed.slice(0, length);
}

export interface SurfaceSurvey {
  /** Every edge is walked as often from its one end to its other as back. */
  readonly closed: boolean;
  /** The edges by which it is not: positions in `triangles` of the corner each begins at. */
  readonly openEdges: Uint32Array;
  /** One can walk from any triangle to any other over edges that only two triangles share. */
  readonly inOnePiece: boolean;
}

/** Looks at all edges of a mesh once. */
export function surveySurface({ triangles }: WeldedMesh): SurfaceSurvey {
  const tableSize = tableSizeFor(triangles.length);
  // One entry an edge: its lower and higher corner, how often it is used, on balance which way, and by whom first.
  const lower = new Int32Array(tableSize).fill(-1);
  const higher = new Int32Array(tableSize);
  const uses = new Int32Array(tableSize);
  const balance = new Int32Array(tableSize);
  const firstTriangle = new Int32Array(tableSize);
  const entryOf = new Int32Array(triangles.length);
  for (let at = 0; at < triangles.length; at++) {
    const from = triangles[at] ?? 0;
    const to = triangles[at % 3 === 2 ? at - 2 : at + 1] ?? 0;
    const [low, high] = from < to ? [from, to] : [to, from];
    let entry = hash(low, high, 0) & (tableSize - 1);
    while (lower[entry] !== -1 && !(lower[entry] === low && higher[entry] === high))
      entry = (entry + 1) & (tableSize - 1);
    if (lower[entry] === -1) {
      lower[entry] = low;
      higher[entry] = high;
      firstTriangle[entry] = Math.floor(at / 3);
    }
    uses[entry] = (uses[entry] ?? 0) + 1;
    balance[entry] = (balance[entry] ?? 0) + (from < to ? 1 : -1);
    entryOf[at] = entry;
  }
  const pieces = new Pieces(triangles.length / 3);
  entryOf.forEach((entry, at) => {
    if (uses[entry] === 2) pieces.join(firstTriangle[entry] ?? 0, Math.floor(at / 3));
  });
  const openEdges = Uint32Array.from(triangles.keys()).filter((at) => balance[entryOf[at] ?? 0] !== 0);
  return { closed: openEdges.length === 0, openEdges, inOnePiece: pieces.count === 1 };
}

/** Sets of triangles that are joined step by step: each points towards one that stands for its whole piece. */
class Pieces {
  count: number;
  readonly #towards: Int32Array;

  constructor(triangleCount: number) {
    this.count = triangleCount;
    this.#towards = Int32Array.from({ length: triangleCount }, (_, triangle) => triangle);
  }

  join(a: number, b: number): void {
    const [pieceOfA, pieceOfB] = [this.#pieceOf(a), this.#pieceOf(b)];
    if (pieceOfA === pieceOfB) return;
    this.#towards[pieceOfA] = pieceOfB;
    this.count--;
  }

  #pieceOf(triangle: number): number {
    let at = triangle;
    for (let next = this.#towards[at] ?? at; next !== at; next = this.#towards[at] ?? at) {
      // Shortens the way for those who come after.
      this.#towards[at] = this.#towards[next] ?? next;
      at = next;
    }
    return at;
  }
}

/** A power of two at least twice as large as what the table is to hold, so that it stays half empty. */
function tableSizeFor(entries: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(2, 2 * entries)));
}

/**
 * The volume a closed surface encloses in mm³, by the divergence theorem: the sum over all triangles of the
 * tetrahedron each makes with the origin. Negative when the surface is inside out.
 */
export function enclosedVolume(mesh: WeldedMesh): number {
  let sixfold = 0;
  forEachTriangle(mesh, (ax, ay, az, bx, by, bz, cx, cy, cz) => {
    sixfold += ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
  });
  return sixfold / 6;
}

/** The area of all triangles in mm². */
export function surfaceArea(mesh: WeldedMesh): number {
  let twofold = 0;
  forEachTriangle(mesh, (ax, ay, az, bx, by, bz, cx, cy, cz) => {
    const [ux, uy, uz] = [bx - ax, by - ay, bz - az];
    const [vx, vy, vz] = [cx - ax, cy - ay, cz - az];
    twofold += Math.hypot(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx);
  });
  return twofold / 2;
}

type Corners = [
  ax: number,
  ay: number,
  az: number,
  bx: number,
  by: number,
  bz: number,
  cx: number,
  cy: number,
  cz: number,
];

function forEachTriangle({ corners, triangles }: WeldedMesh, visit: (...corners: Corners) => void): void {
  for (let at = 0; at < triangles.length; at += 3) {
    const [a, b, c] = [3 * (triangles[at] ?? 0), 3 * (triangles[at + 1] ?? 0), 3 * (triangles[at + 2] ?? 0)];
    visit(
      ...([corners[a] ?? 0, corners[a + 1] ?? 0, corners[a + 2] ?? 0] as const),
      ...([corners[b] ?? 0, corners[b + 1] ?? 0, corners[b + 2] ?? 0] as const),
      ...([corners[c] ?? 0, corners[c + 1] ?? 0, corners[c + 2] ?? 0] as const),
    );
  }
}

/** The same surface with its inside turned out. */
export function turnInsideOut({ corners, triangles }: WeldedMesh): WeldedMesh {
  const turned = triangles.slice();
  for (let at = 0; at < turned.length; at += 3) {
    turned[at + 1] = triangles[at + 2] ?? 0;
    turned[at + 2] = triangles[at + 1] ?? 0;
  }
  return { corners, triangles: turned };
}
