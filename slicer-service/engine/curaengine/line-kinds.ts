// Kinds of printed lines, and the label by which CuraEngine's G-code tells one from another.
//
// CuraEngine lays the lines; how fast each is printed is decided afterwards (print-pace.ts), by rules that it does not have. So each
// kind is given a speed of its own to print at, which no printer ever moves at, and is known by it. The first layer has one
// speed for all its lines: there the comments on their type tell them apart.

export const LINE_KINDS = [
  "outerWall",
  "innerWall",
  "outerOverhang",
  "innerOverhang",
  "bridgeWall",
  "solidInfill",
  "topSurface",
  "bridge",
  "infill",
  "support",
  "supportInterface",
] as const;
export type LineKind = (typeof LINE_KINDS)[number];

/** Percent of a wall's speed at which CuraEngine prints an overhang. */
export const OVERHANG_LABEL_PERCENT = 50;

/** Speeds in mm/s that stand for kinds. G-code writes them exactly. */
export const LABEL_MM_PER_SECOND: Readonly<Record<LineKind, number>> = {
  outerWall: 200,
  innerWall: 220,
  outerOverhang: (200 * OVERHANG_LABEL_PERCENT) / 100,
  innerOverhang: (220 * OVERHANG_LABEL_PERCENT) / 100,
  bridgeWall: 240,
  solidInfill: 260,
  topSurface: 280,
  bridge: 300,
  infill: 320,
  support: 340,
  supportInterface: 360,
};
/** Of all lines of the first layer. */
export const FIRST_LAYER_LABEL_MM_PER_SECOND = 400;

/** Of moves that print nothing. */
export const TRAVEL_LABEL_MM_PER_SECOND = 420;

const KIND_OF_LABEL = new Map(LINE_KINDS.map((kind) => [LABEL_MM_PER_SECOND[kind], kind]));

/** The types that CuraEngine's comments name. */
const KIND_OF_TYPE: Readonly<Record<string, LineKind>> = {
  "WALL-OUTER": "outerWall",
  "WALL-INNER": "innerWall",
  SKIN: "solidInfill",
  FILL: "infill",
  SUPPORT: "support",
  "SUPPORT-INTERFACE": "supportInterface",
};

/**
 * The kind of a printed line.
 *
 * @param type as the last comment `;TYPE:` names it
 * @throws Error for a line that neither its speed nor its type tells
 */
export function lineKindOf(feedMmPerSecond: number, type: string): LineKind {
  const kind = KIND_OF_LABEL.get(Math.round(feedMmPerSecond)) ?? KIND_OF_TYPE[type];
  if (kind === undefined) throw new Error(`CuraEngine printed a line of type "${type}" at ${feedMmPerSecond} mm/s`);
  return kind;
}
