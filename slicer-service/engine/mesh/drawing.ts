// Drawing: a model as read from its file, with the file's own statements about it.

import type { SliceWarning } from "../../src/contract/slices.ts";
import type { TriangleMesh } from "./triangle-mesh.ts";

/** All printed objects, each once, as one mesh. */
export interface Drawing extends TriangleMesh {
  /** The objects of a 3MF's build, in the order of their corners and triangles. Absent if the file is one object. */
  readonly objects?: readonly DrawnObject[];
  /** A slicer's project: objects stand on the bed at Z = 0, and parts below it are not printed. */
  readonly isProject?: boolean;
  /** The file names millimetres as its unit: a tiny size is meant. */
  readonly isInMillimetres?: boolean;
  readonly warnings?: readonly SliceWarning[];
}

/** One object at its place. It is printed as one part, however many bodies it has. */
export interface DrawnObject {
  /** The end of the object's numbers in the drawing's arrays; they begin at the end of the previous object's. */
  readonly cornersEnd: number;
  readonly trianglesEnd: number;
  /** The negative parts that are cut out of it. */
  readonly negatives: readonly TriangleMesh[];
  /** Objects of the same number are printed together. */
  readonly plate: number;
  /** The number of times that the file places it at this very place. */
  readonly copies: number;
}
