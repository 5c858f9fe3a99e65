// Build volumes as studios write them: `220x220x250`, `220x220x250 mm`, `22x22x25cm`.

/** Millimetres per unit that a volume may end with. */
const UNITS: Readonly<Record<string, number>> = { "": 1, mm: 1, cm: 10, m: 1000, in: 25.4, мм: 1, см: 10, м: 1000 };

export interface BoxMm {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** Signs that people type between two lengths: x, the Cyrillic х, ×, *. */
const BETWEEN_LENGTHS = /(?<=\d)\s*[xXхХ×*]\s*(?=\d)/g;

/** A volume as people type it, with x between its lengths, as the API writes it: `250 × 210 х 220` is `250x210x220`. */
export function joinedByX(text: string): string {
  return text.replace(BETWEEN_LENGTHS, "x");
}

/** The volume in millimetres, or undefined if the text states none. */
export function parseBuildVolume(text: string): BoxMm | undefined {
  const [, x, y, z, unit = ""] = text.match(/^(\d+(?:\.\d+)?)x(\d+(?:\.\d+)?)x(\d+(?:\.\d+)?) ?(\p{L}*)$/u) ?? [];
  const millimetres = UNITS[unit.toLowerCase()];
  if (millimetres === undefined) return undefined;
  const sides = { x: Number(x) * millimetres, y: Number(y) * millimetres, z: Number(z) * millimetres };
  return Object.values(sides).every((side) => side > 0) ? sides : undefined;
}

/** Meshes hold 32-bit floats: 220.1 reads as 220.10001. Sizes are shown to a hundredth, and so compared to one. */
const TOLERANCE_MM = 0.005;

/** Whether a box goes into a volume in some rotation by 90 degrees: its longest side along the longest, and so on. */
export function fitsInto(box: BoxMm, volume: BoxMm): boolean {
  const [sides, spaces] = [sorted(box), sorted(volume)];
  return sides.every((side, index) => side <= (spaces[index] ?? 0) + TOLERANCE_MM);
}

/** Whether something goes into a printer, as far as its size and the printer's volume are known. */
export type Fit = "fits" | "too_large" | "size_unknown" | "volume_unknown";

/**
 * @param boxes the parts printed at once, one by one; undefined: not known
 * @param buildVolume as the studio wrote it
 */
export function fitOf(boxes: readonly BoxMm[] | undefined, buildVolume: string | null): Fit {
  const volume = buildVolume === null ? undefined : parseBuildVolume(buildVolume);
  if (volume === undefined) return "volume_unknown";
  if (boxes === undefined) return "size_unknown";
  return boxes.every((box) => fitsInto(box, volume)) ? "fits" : "too_large";
}

function sorted({ x, y, z }: BoxMm): number[] {
  return [x, y, z].sort((a, b) => a - b);
}
