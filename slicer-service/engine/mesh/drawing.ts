// Drawing: a model as read from its file, with what the file says of it.

import type { SliceWarning } from "../../src/contract/slices.ts";
import type { TriangleMesh } from "./triangle-mesh.ts";

/** Everything that is printed, each object once, as one mesh. */
export interface Drawing extends TriangleMesh {
  /** The objects of a 3MF's build, in the order of their corners and triangles. Absent if the file is one object. */
  readonly objects?: readonly DrawnObject[];
  /** Objects stand on the bed at Z = 0, and what lies below it is not printed: so it is in a slicer's project. */
  readonly isProject?: boolean;
  readonly warnings?: readonly SliceWarning[];
}

/** One object at its place. It is printed as one part, however many bodies it has. */
export interface DrawnObject {
  /** Where the object's numbers end in the arrays of the drawing; they begin where those of the object before it end. */
  readonly cornersEnd: number;
  readonly trianglesEnd: number;
  /** The negative parts that are cut out of it. */
  readonly negatives: readonly TriangleMesh[];
  /** Objects of the same number are printed together. */
  readonly plate: number;
  /** How often the file places it at this very place. */
  readonly copies: number;
}
