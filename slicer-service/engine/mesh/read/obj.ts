// Reading OBJ: only its points and faces; materials, normals, texture points, groups and curves say nothing about shape.

import { ModelFailure } from "../../model-failure.ts";
import { triangulatePolygon } from "../polygon.ts";
import { MeshBuilder, type TriangleMesh } from "../triangle-mesh.ts";
import { coordinate } from "./stl.ts";

const LINE_FEED = 10;
const MAX_OPENING = 64 * 1024;
const PASSED_OVER = new Set(["vn", "vt", "g", "o", "s", "usemtl", "mtllib"]);

/** Reads an OBJ, taking its unit, which the format cannot tell, for millimetres. */
export function readObj(file: Uint8Array): TriangleMesh {
  if (file.length === 0) throw new ModelFailure("empty_model");
  // No text holds such a byte; among enough others, lines can look like statements by chance.
  if (file.subarray(0, MAX_OPENING).includes(0)) throw new ModelFailure("unreadable_model");
  const mesh = new MeshBuilder();
  const points: number[] = [];
  let sawStatement = false;
  for (const line of logicalLines(file)) {
    const [statement, ...words] = line.trim().split(/\s+/);
    switch (statement) {
      case "v": {
        const [x, y, z] = [coordinate(words[0]), coordinate(words[1]), coordinate(words[2])];
        mesh.addCorner(x, y, z);
        points.push(x, y, z);
        sawStatement = true;
        break;
      }
      case "f": {
        const corners = words.map((word) => pointIndex(word, mesh.cornerCount));
        for (const [a, b, c] of triangulatePolygon(points, corners)) mesh.addTriangle(a, b, c);
        sawStatement = true;
        break;
      }
      case undefined:
      case "":
        break;
      default:
        // All other statements are passed over; a file in which not one is known is no OBJ.
        if (statement.startsWith("#") || PASSED_OVER.has(statement)) sawStatement = true;
    }
  }
  if (!sawStatement) throw new ModelFailure("unreadable_model");
  return mesh.build();
}

/** Lines, where one that ends in a backslash goes on in the next. Never the whole file as one string. */
function* logicalLines(file: Uint8Array): Generator<string> {
  const decoder = new TextDecoder("latin1");
  let unfinished = "";
  for (let start = 0; start < file.length; ) {
    const found = file.indexOf(LINE_FEED, start);
    const end = found === -1 ? file.length : found;
    const line = unfinished + decoder.decode(file.subarray(start, end)).replace(/\r$/, "");
    start = end + 1;
    if (line.endsWith("\\")) {
      unfinished = `${line.slice(0, -1)} `;
    } else {
      unfinished = "";
      yield line;
    }
  }
  if (unfinished !== "") yield unfinished;
}

/** `7`, `7/1`, `7//3` and `7/1/3` all name point 7, counted from 1; `-1` names the last point so far. */
function pointIndex(word: string, pointCount: number): number {
  const written = Number(word.split("/", 1)[0]);
  const index = written < 0 ? pointCount + written : written - 1;
  if (!Number.isInteger(index) || index < 0 || index >= pointCount) throw new ModelFailure("unreadable_model");
  return index;
}
