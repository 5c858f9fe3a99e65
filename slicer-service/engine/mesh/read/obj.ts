// Reading OBJ: only points and faces.
//
// Materials, normals, texture points, groups and curves say nothing about shape.

import { ModelFailure } from "../../model-failure.ts";
import { triangulateFace } from "../polygon.ts";
import { MeshBuilder, type TriangleMesh } from "../triangle-mesh.ts";
import { parseCoordinate } from "./coordinate.ts";

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
/** The beginning of the file, searched for bytes that no text has. */
const OPENING_BYTES = 64 * 1024;
const IGNORED_STATEMENTS = new Set(["vn", "vt", "g", "o", "s", "usemtl", "mtllib"]);

/**
 * Reads an OBJ as millimetres: the format has no unit.
 *
 * @throws ModelFailure
 */
export function readObj(file: Uint8Array): TriangleMesh {
  if (file.length === 0) throw new ModelFailure("empty_model");
  // No text holds a zero byte. Some lines of a large binary file would look like statements by chance.
  if (file.subarray(0, OPENING_BYTES).includes(0)) throw new ModelFailure("unreadable_model");
  const mesh = new MeshBuilder();
  const points: number[] = [];
  let sawStatement = false;
  for (const line of logicalLines(file)) {
    const [statement, ...words] = line.trim().split(/\s+/);
    switch (statement) {
      case "v": {
        const [x, y, z] = [parseCoordinate(words[0]), parseCoordinate(words[1]), parseCoordinate(words[2])];
        mesh.addCorner(x, y, z);
        points.push(x, y, z);
        sawStatement = true;
        break;
      }
      case "f": {
        const comment = words.findIndex((word) => word.startsWith("#"));
        const named = comment === -1 ? words : words.slice(0, comment);
        const corners = named.map((word) => pointIndex(word, mesh.cornerCount));
        for (const [a, b, c] of triangulateFace(points, corners)) mesh.addTriangle(a, b, c);
        sawStatement = true;
        break;
      }
      case undefined:
      case "":
        break;
      default:
        // Other statements are ignored, but a file without one known statement is not an OBJ.
        if (statement.startsWith("#") || IGNORED_STATEMENTS.has(statement)) sawStatement = true;
    }
  }
  if (!sawStatement) throw new ModelFailure("unreadable_model");
  return mesh.build();
}

/** Lines, joined with the next after a backslash. The whole file is never one string, to save memory. */
function* logicalLines(file: Uint8Array): Generator<string> {
  const decoder = new TextDecoder("latin1");
  // Old files have carriage returns alone.
  const lineEnd = file.includes(LINE_FEED) ? LINE_FEED : CARRIAGE_RETURN;
  // Joined at the end: one string that grows by a line at a time would be copied whole for each.
  const unfinished: string[] = [];
  for (let start = 0; start < file.length; ) {
    const found = file.indexOf(lineEnd, start);
    const end = found === -1 ? file.length : found;
    const line = decoder.decode(file.subarray(start, end)).replace(/\r$/, "");
    start = end + 1;
    if (line.endsWith("\\")) {
      unfinished.push(line.slice(0, -1));
    } else if (unfinished.length === 0) {
      yield line;
    } else {
      unfinished.push(line);
      yield unfinished.splice(0).join(" ");
    }
  }
  if (unfinished.length > 0) yield unfinished.join(" ");
}

/** `7`, `7/1`, `7//3` and `7/1/3` all name point 7, counted from 1; `-1` names the last point so far. */
function pointIndex(word: string, pointCount: number): number {
  const written = Number(word.split("/", 1)[0]);
  const index = written < 0 ? pointCount + written : written - 1;
  if (!Number.isInteger(index) || index < 0 || index >= pointCount) throw new ModelFailure("unreadable_model");
  return index;
}
