// Reading PLY, ASCII and binary of either byte order: only points and faces.
//
// A file declares its elements and their properties freely. All of them are walked over, since only so the next one is found; but
// colours, normals, edges and a program's own additions are skipped, for they do not affect the shape.

import { ModelFailure } from "../../model-failure.ts";
import { triangulateFace } from "../polygon.ts";
import { MeshBuilder, type TriangleMesh } from "../triangle-mesh.ts";
import { openPlyBody, type PlyBody } from "./ply-body.ts";
import { isWhole, type PlyElement, type PlyProperty, readPlyHeader, type ScalarType } from "./ply-header.ts";

const AXES = ["x", "y", "z"];
/** A face's list of points. The format never settled on one name. */
const FACE_LISTS = new Set(["vertex_indices", "vertex_index"]);
/**
 * More than the outline of any real face has. Collected corners take far more memory than their bytes in the file, and the
 * time to triangulate an outline that crosses itself everywhere grows with the square of their number.
 */
const MAX_FACE_CORNERS = 10_000;
/** Faces that share points in long rows. Left unread, the model would be priced without them. */
const STRIPS = "tristrips";

/**
 * Reads a PLY as millimetres: the format has no unit.
 *
 * @throws ModelFailure
 */
export function readPly(file: Uint8Array): TriangleMesh {
  if (file.length === 0) throw new ModelFailure("empty_model");
  const { encoding, elements, bodyAt } = readPlyHeader(file);
  const [vertices, faces] = [onlyElement(elements, "vertex"), onlyElement(elements, "face")];
  if (vertices === undefined) throw new ModelFailure("unreadable_model");
  refuseStrips(elements);

  const mesh = new MeshBuilder();
  const body = openPlyBody(file, encoding, bodyAt);
  // Faces may come before the points that they name. They are then skipped, and read at the end.
  const facesFirst = faces !== undefined && elements.indexOf(faces) < elements.indexOf(vertices);
  let facesAt = bodyAt;
  for (const element of elements) {
    if (element === faces) facesAt = body.at;
    if (element === vertices) readVertices(body, element, mesh);
    else if (element === faces && !facesFirst) readFaces(body, element, mesh);
    else skipElement(body, element);
  }
  // The header counts less than the body has: a part of the model would be missing.
  if (!body.isAtEnd()) throw new ModelFailure("unreadable_model");
  if (facesFirst) readFaces(openPlyBody(file, encoding, facesAt), faces, mesh);
  return mesh.build();
}

/** The element of this name, or undefined. */
function onlyElement(elements: readonly PlyElement[], name: string): PlyElement | undefined {
  const [element, ...others] = elements.filter((candidate) => candidate.name === name);
  if (others.length > 0) throw new ModelFailure("unreadable_model");
  return element;
}

function refuseStrips(elements: readonly PlyElement[]): void {
  if (!elements.some(({ name, count }) => name === STRIPS && count > 0)) return;
  throw new ModelFailure(
    "unreadable_model",
    "The file describes its surface by strips of triangles, which are not supported. Please export it with single faces.",
  );
}

function readVertices(body: PlyBody, { count, properties }: PlyElement, mesh: MeshBuilder): void {
  // -1 for a property that is no coordinate.
  const axes = properties.map(({ name, lengthType }) => (lengthType === undefined ? AXES.indexOf(name) : -1));
  const coordinates = axes.filter((axis) => axis !== -1);
  if (coordinates.toSorted().join() !== "0,1,2") throw new ModelFailure("unreadable_model");
  const point = [0, 0, 0];
  for (let vertex = 0; vertex < count; vertex++) {
    for (let column = 0; column < axes.length; column++) {
      if (axes[column] === -1) skipProperty(body, properties[column]);
      else point[axes[column]] = body.next(properties[column].type);
    }
    mesh.addCorner(point[0], point[1], point[2]);
  }
}

function readFaces(body: PlyBody, { count, properties }: PlyElement, mesh: MeshBuilder): void {
  if (count === 0) return;
  const list = properties.find(({ name, lengthType }) => lengthType !== undefined && FACE_LISTS.has(name));
  if (list === undefined || !isWhole(list.type)) throw new ModelFailure("unreadable_model");
  const points = mesh.build().corners;
  for (let face = 0; face < count; face++) {
    for (const property of properties) {
      if (property !== list) {
        skipProperty(body, property);
        continue;
      }
      const corners = readCorners(body, list, mesh);
      for (const [a, b, c] of triangulateFace(points, corners)) mesh.addTriangle(a, b, c);
    }
  }
}

function readCorners(body: PlyBody, { type, lengthType }: PlyProperty, { cornerCount }: MeshBuilder): number[] {
  const length = readLength(body, type, lengthType);
  if (length > MAX_FACE_CORNERS) throw new ModelFailure("model_too_complex");
  const corners: number[] = [];
  for (let corner = 0; corner < length; corner++) {
    const index = body.next(type);
    if (!Number.isInteger(index) || index < 0 || index >= cornerCount) throw new ModelFailure("unreadable_model");
    corners.push(index);
  }
  return corners;
}

function skipElement(body: PlyBody, { count, properties }: PlyElement): void {
  // Elements without properties take no bytes, so that the end of the file would not stop a huge count.
  if (properties.length === 0) return;
  for (let element = 0; element < count; element++) {
    for (const property of properties) skipProperty(body, property);
  }
}

function skipProperty(body: PlyBody, { type, lengthType }: PlyProperty): void {
  body.skip(type, readLength(body, type, lengthType));
}

/** The stated length of a list, for which the file has room; 1 for a property of one value. */
function readLength(body: PlyBody, type: ScalarType, lengthType: ScalarType | undefined): number {
  if (lengthType === undefined) return 1;
  const length = body.next(lengthType);
  if (!Number.isInteger(length) || length < 0) throw new ModelFailure("unreadable_model");
  body.requireRoom(type, length);
  return length;
}
