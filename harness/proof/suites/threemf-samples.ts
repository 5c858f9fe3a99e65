// The 3MF consortium's samples, each sliced by a real engine, and judged by its name and by the format's rules.

import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { startTestEngine } from "../../engine/running-engine.ts";

/** A forbidden sample that is sliced all the same: the part of its name, and the reason. */
const HARMLESS: readonly (readonly [name: RegExp, reason: string])[] = [
  [/_Extension_Chapter|Chapter4b_PID|DuplicatedBaseMaterials/, "a fault of colours or textures changes no shape"],
  [/LinkToExternal|Thumbnail|PrintTicket/, "a fault of a picture or ticket: neither is opened"],
  [/UndefinedNameSpace|UndefinedXMLXSI|WhiteSpace|Metadata/, "a fault of words beside the shape"],
  [/OfTypeOther/, "an object of a type that is not printed is left out"],
];

/** A sample with a reason in place of a figure, which is right: it requires an extension that describes shapes otherwise. */
const UNSUPPORTED = /beam lattice/;

export interface SampleOutcome {
  readonly name: string;
  readonly judgement: "sliced" | "refused" | "harmless" | "extension" | "wrong";
  /** The measures, or the reason. */
  readonly told: string;
}

/** @param onOutcome called for each sample, in the order of their names */
export async function sliceSamples(
  folder: string,
  slicer: "curaengine" | "prusaslicer",
  onOutcome: (outcome: SampleOutcome) => void,
): Promise<readonly SampleOutcome[]> {
  const engine = await startTestEngine({ ENGINE_SLICER: slicer });
  const outcomes: SampleOutcome[] = [];
  try {
    for (const file of globSync("**/*.3mf", { cwd: folder }).sort()) {
      const model = new Uint8Array(await readFile(join(folder, file)));
      const state = await engine.sliceToEnd({ model, format: "3mf" });
      if (state.status !== "done" && state.status !== "failed") throw new Error(`${file} did not end`);
      const isSliced = state.status === "done";
      const told = isSliced ? measuresOf(state.result) : state.failure.message;
      const outcome = { name: basename(file), judgement: judge(file, isSliced, told), told };
      outcomes.push(outcome);
      onOutcome(outcome);
    }
  } finally {
    await engine.cleanUp();
  }
  return outcomes;
}

function measuresOf(result: {
  readonly dimensionsMm: { readonly x: number; readonly y: number; readonly z: number };
  readonly solidCubicMm: number;
}): string {
  const { x, y, z } = result.dimensionsMm;
  return `${[x, y, z].map((side) => Number(side.toFixed(2))).join(" × ")} mm, ${Math.round(result.solidCubicMm)} mm³`;
}

function judge(file: string, isSliced: boolean, told: string): SampleOutcome["judgement"] {
  if (file.includes("MUSTFAIL")) {
    if (!isSliced) return "refused";
    return HARMLESS.some(([name]) => name.test(file)) ? "harmless" : "wrong";
  }
  if (UNSUPPORTED.test(file)) return !isSliced && told.includes("beamlattice") ? "extension" : "wrong";
  return isSliced ? "sliced" : "wrong";
}

/** The reasons for which forbidden samples are sliced, with their numbers. */
export function harmlessReasons(outcomes: readonly SampleOutcome[]): readonly (readonly [string, number])[] {
  return HARMLESS.map(([name, reason]) => [
    reason,
    outcomes.filter((one) => one.judgement === "harmless" && name.test(one.name)).length,
  ]);
}
