// Pairs of bounding boxes that overlap, found by a sweep along one axis.

import { firstAtLeast } from "../binary-search.ts";
import { AXES, type BoundingBox } from "../bounding-box.ts";
import { itemAt } from "../checks.ts";

/**
 * Visits pairs of boxes that overlap, by their indices and each pair once, until a visit returns true. Returns whether one did.
 * Boxes that only touch overlap too.
 */
export function someOverlappingPair(
  boxes: readonly BoundingBox[],
  visit: (one: number, other: number) => boolean,
): boolean {
  const axis = narrowestAxis(boxes);
  const order = Uint32Array.from(boxes.keys()).sort(
    (one, other) => boxes[one].lowest[axis] - boxes[other].lowest[axis] || one - other,
  );
  // Six numbers for each box, in this order: comparing boxes is by far the most frequent operation.
  const sides = new Float64Array(6 * boxes.length);
  for (let place = 0; place < order.length; place++) {
    const { lowest, highest } = itemAt(boxes, order[place]);
    sides.set([...lowest, ...highest], 6 * place);
  }
  const begins = Float64Array.from(order, (index) => boxes[index].lowest[axis]);
  for (let place = 0; place < order.length; place++) {
    const one = 6 * place;
    for (let next = place + 1; next < order.length; next++) {
      if (begins[next] > sides[one + 3 + axis]) break;
      const other = 6 * next;
      if (
        sides[other] <= sides[one + 3] &&
        sides[other + 3] >= sides[one] &&
        sides[other + 1] <= sides[one + 4] &&
        sides[other + 4] >= sides[one + 1] &&
        sides[other + 2] <= sides[one + 5] &&
        sides[other + 5] >= sides[one + 2] &&
        visit(order[place], order[next])
      ) {
        return true;
      }
    }
  }
  return false;
}

/** The axis with the fewest boxes beside each other. */
function narrowestAxis(boxes: readonly BoundingBox[]): (typeof AXES)[number] {
  const pairs = AXES.map((axis) => {
    const begins = Float64Array.from(boxes, ({ lowest }) => lowest[axis]).sort();
    return boxes.reduce(
      (count, { lowest, highest }) => count + firstAtLeast(begins, highest[axis]) - firstAtLeast(begins, lowest[axis]),
      0,
    );
  });
  return AXES.reduce((best, axis) => (itemAt(pairs, axis) < itemAt(pairs, best) ? axis : best));
}
