// The sample model: a small bracket on which a quality is tried, as a binary STL made from numbers.

type Point = readonly [x: number, y: number, z: number];

/**
 * The bracket from its side, in millimetres, counter-clockwise. Its arm reaches out over nothing, so that supports make a
 * difference. From the first corner every other can be seen: a fan of triangles from there covers it.
 */
const OUTLINE: readonly (readonly [x: number, z: number])[] = [
  [0, 40],
  [0, 0],
  [5, 0],
  [5, 28],
  [12, 35],
  [40, 35],
  [40, 40],
];
const WIDTH_MM = 20;

const HEADER_BYTES = 84;
/** A normal, which readers take from the corners, three corners, and two unused bytes. */
const TRIANGLE_BYTES = 50;
const NORMAL_BYTES = 12;

export const SAMPLE_FILE_NAME = "sample-bracket.stl";

/** Always the same bytes: the studio stores them once, and a quality is sliced on them once. */
export function sampleModel(): Uint8Array {
  const triangles = bracket();
  const file = new Uint8Array(HEADER_BYTES + TRIANGLE_BYTES * triangles.length);
  const view = new DataView(file.buffer);
  view.setUint32(80, triangles.length, true);
  for (const [index, corners] of triangles.entries()) {
    const start = HEADER_BYTES + TRIANGLE_BYTES * index + NORMAL_BYTES;
    for (const [place, coordinate] of corners.flat().entries()) view.setFloat32(start + 4 * place, coordinate, true);
  }
  return file;
}

function bracket(): (readonly [Point, Point, Point])[] {
  const corners = OUTLINE.map(([x, z]): readonly [front: Point, back: Point] => [
    [x, 0, z],
    [x, WIDTH_MM, z],
  ]);
  return corners.flatMap(([front, back], index): (readonly [Point, Point, Point])[] => {
    const [first, next] = [corners[0], corners[(index + 1) % corners.length]];
    if (first === undefined || next === undefined) return [];
    const [nextFront, nextBack] = next;
    const side = [
      [front, back, nextBack],
      [front, nextBack, nextFront],
    ] as const;
    // The edges at the fan's own corner span no triangle with it.
    if (index === 0 || index === corners.length - 1) return [...side];
    const [firstFront, firstBack] = first;
    return [...side, [firstFront, front, nextFront], [firstBack, nextBack, back]];
  });
}
