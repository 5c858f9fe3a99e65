// Kinds of printed lines, and the label that marks each in CuraEngine's G-code.
//
// CuraEngine lays the lines; their real speeds are decided afterwards (print-pace.ts), by rules that it lacks. So each kind gets a
// printing speed of its own as a label, one that no printer uses. The first layer has one speed for all its lines: there the
// comments with their type tell them apart.

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

/** Speeds in mm/s that stand for kinds, chosen so that G-code writes them exactly. */
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
/** Label of all lines of the first layer. */
export const FIRST_LAYER_LABEL_MM_PER_SECOND = 400;

/** Label of moves that print nothing. */
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
 * @param type the type of the last comment `;TYPE:`
 * @throws Error for a line that neither its speed nor its type identifies
 */
export function lineKindOf(feedMmPerSecond: number, type: string): LineKind {
  const kind = KIND_OF_LABEL.get(Math.round(feedMmPerSecond)) ?? KIND_OF_TYPE[type];
  if (kind === undefined) throw new Error(`CuraEngine printed a line of type "${type}" at ${feedMmPerSecond} mm/s`);
  return kind;
}
