// Vectors: points and directions in space, as x, y and z in millimetres.

export type Vector = readonly [x: number, y: number, z: number];

export function plus(a: Vector, b: Vector): Vector {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}

export function minus(a: Vector, b: Vector): Vector {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

export function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

export function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

export function length(vector: Vector): number {
  return Math.sqrt(dot(vector, vector));
}

/** One point of a flat list of coordinates: x, y, z of every point, one after the other. */
export function pointAt(coordinates: ArrayLike<number>, index: number): Vector {
  const at = 3 * index;
  return [coordinates[at], coordinates[at + 1], coordinates[at + 2]];
}
