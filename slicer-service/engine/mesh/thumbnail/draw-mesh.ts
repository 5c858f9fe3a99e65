// Drawing of a mesh: parallel projection from the front right above, flat shades, a depth buffer.
//
// The same mesh always gives the same pixels. The time grows with the number of triangles, and is bounded for those that hide each other.

import type { WeldedMesh } from "../welded-mesh.ts";

/** A drawing in shades of one colour. */
export interface ShadedDrawing {
  readonly width: number;
  readonly height: number;
  /** Row by row from the top: 1 for the darkest shade to `SHADES` for the lightest, 0 beside the part. */
  readonly shades: Uint8Array;
}

/** So few that the file is small, so many that a ball looks round. */
export const SHADES = 48;

/** The margin around the part, in pixels. */
const MARGIN = 3;

// The eye: front right, a little above, like the first look of the 3D view.
const TURN = Math.atan2(0.75, 1);
const TILT = Math.atan2(0.6, 1.25);
/** The lamp's direction as seen from the eye: from above its left shoulder. */
const LAMP = unit(-0.45, 0.75, 0.5);

/** Light from all sides, as a share of the lamp's. */
const FAINT_LIGHT = 0.4;

/** Rows and pixels of all triangles: some thousand layers of surface behind each other. Triangles after it are left out. */
const MAX_STEPS = 40_000_000;
/** Without it, a pixel right on the edge of two triangles could be in neither. */
const ROUNDING = 1e-9;

/** Draws a closed mesh whose triangles face outward, as large as it fits. */
export function drawMesh({ corners, triangles }: WeldedMesh, width: number, height: number): ShadedDrawing {
  const placed = placedOn(seenCorners(corners), width, height);
  return { width, height, shades: drawTriangles(placed, triangles, width, height) };
}

/** Corners as the eye sees them: x to the right, y up, z towards the eye. */
function seenCorners(corners: Float32Array): Float32Array {
  const [sinTurn, cosTurn, sinTilt, cosTilt] = [Math.sin(TURN), Math.cos(TURN), Math.sin(TILT), Math.cos(TILT)];
  const seen = new Float32Array(corners.length);
  for (let at = 0; at < corners.length; at += 3) {
    const x = corners[at];
    const y = corners[at + 1];
    const z = corners[at + 2];
    const away = cosTurn * y - sinTurn * x;
    seen[at] = cosTurn * x + sinTurn * y;
    seen[at + 1] = sinTilt * away + cosTilt * z;
    seen[at + 2] = sinTilt * z - cosTilt * away;
  }
  return seen;
}

/** Scales them, in place, to the middle of the picture: x to the right, y down, in pixels; z keeps its direction. */
function placedOn(seen: Float32Array, width: number, height: number): Float32Array {
  let [left, right, low, high] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let at = 0; at < seen.length; at += 3) {
    left = Math.min(left, seen[at]);
    right = Math.max(right, seen[at]);
    low = Math.min(low, seen[at + 1]);
    high = Math.max(high, seen[at + 1]);
  }
  const scale = Math.min((width - 2 * MARGIN) / (right - left), (height - 2 * MARGIN) / (high - low));
  const middleX = (left + right) / 2;
  const middleY = (low + high) / 2;
  for (let at = 0; at < seen.length; at += 3) {
    seen[at] = (seen[at] - middleX) * scale + width / 2;
    seen[at + 1] = (middleY - seen[at + 1]) * scale + height / 2;
    seen[at + 2] *= scale;
  }
  return seen;
}

function drawTriangles(placed: Float32Array, triangles: Uint32Array, width: number, height: number): Uint8Array {
  const shades = new Uint8Array(width * height);
  const depths = new Float32Array(width * height).fill(-Infinity);
  let stepsLeft = MAX_STEPS;
  for (let at = 0; at < triangles.length && stepsLeft > 0; at += 3) {
    let top = 3 * triangles[at];
    let middle = 3 * triangles[at + 1];
    let bottom = 3 * triangles[at + 2];
    const x = placed[top];
    const y = placed[top + 1];
    const z = placed[top + 2];
    const ux = placed[middle] - x;
    const uy = placed[middle + 1] - y;
    const uz = placed[middle + 2] - z;
    const vx = placed[bottom] - x;
    const vy = placed[bottom + 1] - y;
    const vz = placed[bottom + 2] - z;
    // The normal in the eye's directions: y points down here, so a face turned to the eye runs clockwise.
    const normalX = uz * vy - uy * vz;
    const normalY = uz * vx - ux * vz;
    const normalZ = uy * vx - ux * vy;
    if (!(normalZ > 0)) continue;

    if (placed[middle + 1] < placed[top + 1]) [top, middle] = [middle, top];
    if (placed[bottom + 1] < placed[middle + 1]) [middle, bottom] = [bottom, middle];
    if (placed[middle + 1] < placed[top + 1]) [top, middle] = [middle, top];
    const topY = placed[top + 1];
    const middleY = placed[middle + 1];
    const bottomY = placed[bottom + 1];
    const fromRow = Math.max(0, Math.ceil(topY - 0.5));
    const toRow = Math.min(height - 1, Math.ceil(bottomY - 0.5) - 1);
    if (fromRow > toRow) continue;

    const shade = shadeOf(normalX, normalY, normalZ);
    const depthByX = -normalX / normalZ;
    const depthByY = normalY / normalZ;
    const byLong = (placed[bottom] - placed[top]) / (bottomY - topY);
    const byUpper = (placed[middle] - placed[top]) / (middleY - topY);
    const byLower = (placed[bottom] - placed[middle]) / (bottomY - middleY);
    for (let row = fromRow; row <= toRow; row++) {
      const rowY = row + 0.5;
      const onLong = placed[top] + byLong * (rowY - topY);
      const onShort =
        rowY < middleY ? placed[top] + byUpper * (rowY - topY) : placed[bottom] - byLower * (bottomY - rowY);
      const from = Math.max(0, Math.ceil(Math.min(onLong, onShort) - 0.5 - ROUNDING));
      const to = Math.min(width - 1, Math.floor(Math.max(onLong, onShort) - 0.5 + ROUNDING));
      let depth = z + depthByX * (from + 0.5 - x) + depthByY * (rowY - y);
      for (let pixel = row * width + from; pixel <= row * width + to; pixel++) {
        if (depth > depths[pixel]) {
          depths[pixel] = depth;
          shades[pixel] = shade;
        }
        depth += depthByX;
      }
      stepsLeft -= 1 + Math.max(0, to - from);
    }
  }
  return shades;
}

/** The shade of a face with this normal, of any length. */
function shadeOf(x: number, y: number, z: number): number {
  const towardsLamp = (x * LAMP[0] + y * LAMP[1] + z * LAMP[2]) / Math.sqrt(x * x + y * y + z * z);
  // Faces turned a little away from the lamp still differ from each other.
  const light = Math.max(0, (towardsLamp + FAINT_LIGHT) / (1 + FAINT_LIGHT));
  return 1 + Math.round((SHADES - 1) * light);
}

function unit(x: number, y: number, z: number): readonly [number, number, number] {
  const length = Math.hypot(x, y, z);
  return [x / length, y / length, z / length];
}
