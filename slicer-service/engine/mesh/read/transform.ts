// Transforms of 3MF: three axes and a shift, written as twelve numbers, applied to row vectors.

export type Transform = readonly [
  ...[number, number, number],
  ...[number, number, number],
  ...[number, number, number],
  ...[number, number, number],
];

export const IDENTITY: Transform = [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0];

/** The transform that applies the inner one and then the outer one. */
export function compose(inner: Transform, outer: Transform): Transform {
  const [ax, ay, az, bx, by, bz, cx, cy, cz, dx, dy, dz] = inner;
  const turn = (x: number, y: number, z: number): [number, number, number] => [
    x * outer[0] + y * outer[3] + z * outer[6],
    x * outer[1] + y * outer[4] + z * outer[7],
    x * outer[2] + y * outer[5] + z * outer[8],
  ];
  const [shiftX, shiftY, shiftZ] = turn(dx, dy, dz);
  return [
    ...turn(ax, ay, az),
    ...turn(bx, by, bz),
    ...turn(cx, cy, cz),
    shiftX + outer[9],
    shiftY + outer[10],
    shiftZ + outer[11],
  ];
}

/** A uniform scale, for units. */
export function scale(factor: number): Transform {
  return [factor, 0, 0, 0, factor, 0, 0, 0, factor, 0, 0, 0];
}

/** Whether the transform turns left into right, and with it the inside of a surface into its outside. */
export function mirrors([ax, ay, az, bx, by, bz, cx, cy, cz]: Transform): boolean {
  return ax * (by * cz - bz * cy) - ay * (bx * cz - bz * cx) + az * (bx * cy - by * cx) < 0;
}
