// Differences between the slicers' figures: a folder of models, sliced by every engine on the same profiles.
//
// Prices come from these figures, so a change of engine should not change prices.
//
//   npm run bench -- engines <folder> [--all] [--only <words of profiles>]
//
// --only takes the profiles with these words in their headings, such as "draft" or "with supports".

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type FolderModel, modelsIn } from "../harness/models/model-folder.ts";
import { STANDARD_PROFILE } from "../harness/profiles/standard-profile.ts";
import { spreadOf, writtenSpread } from "../harness/statistics.ts";
import { printTable } from "../harness/table.ts";
import { filamentEngineName } from "../slicer-service/engine/choose-slicer.ts";
import { readEngineSettings } from "../slicer-service/engine/engine.settings.ts";
import type { SlicerChoice } from "../slicer-service/engine/filament/slicer.ts";
import { findProgram } from "../slicer-service/engine/limited-process.ts";
import { SliceProcess } from "../slicer-service/engine/slice-process.ts";
import type { FilamentProfile } from "../slicer-service/src/contract/profile.ts";
import type { SliceResult } from "../slicer-service/src/contract/slices.ts";

const MAX_SECONDS = 900;
/** Shares by which engines may differ in time and volume before a studio would notice it in its prices. */
const MAX_MEDIAN_DIFFERENCE = 0.05;
const MAX_DIFFERENCE = 0.2;

const FEW_PROFILES: readonly FilamentProfile[] = [
  STANDARD_PROFILE,
  { ...STANDARD_PROFILE, layerHeightMm: 0.12, speedMode: "fine" },
  { ...STANDARD_PROFILE, layerHeightMm: 0.28, speedMode: "draft" },
  { ...STANDARD_PROFILE, supports: true },
];

const ALL_PROFILES: readonly FilamentProfile[] = [0.12, 0.2, 0.28].flatMap((layerHeightMm) =>
  (["draft", "standard", "fine"] as const).flatMap((speedMode) =>
    [false, true].map((supports) => ({ ...STANDARD_PROFILE, layerHeightMm, speedMode, supports })),
  ),
);

/** An engine's minutes and cm³ divided by those of the reference engine. */
interface Ratios {
  readonly time: number;
  readonly volume: number;
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { all: { type: "boolean" }, only: { type: "string", default: "" } },
});
const [modelFolder] = positionals;
if (modelFolder === undefined) throw new Error("Name a folder of models: node bench/engines.ts <folder> [--all]");

const choices = await availableEngines();
const [reference, ...others] = choices;
if (reference === undefined) throw new Error("There is no engine");
if (others.length === 0) console.error("Only one engine: put prusa-slicer on the PATH to compare.");
const models = await modelsIn(modelFolder);
const ratiosOf = new Map<SlicerChoice, Ratios[]>(others.map((choice) => [choice, []]));

const profiles = values.all === true ? ALL_PROFILES : FEW_PROFILES;
for (const profile of profiles.filter((one) => headingOf(one).includes(values.only))) {
  const rows: string[][] = [];
  const ofProfile = new Map<SlicerChoice, Ratios[]>(others.map((choice) => [choice, []]));
  for (const model of models) {
    const outcomes = new Map<SlicerChoice, SliceResult | string>();
    for (const choice of choices) {
      console.error(`${model.name}: ${filamentEngineName(choice)}`);
      outcomes.set(choice, await slice(choice, profile, model));
    }
    const cells = choices.map((choice) => figures(outcomes.get(choice)));
    for (const choice of others) {
      const ratios = ratiosBetween(outcomes.get(choice), outcomes.get(reference));
      cells.push(ratios === undefined ? "" : `${ratios.time.toFixed(3)} / ${ratios.volume.toFixed(3)}`);
      if (ratios === undefined) continue;
      ofProfile.get(choice)?.push(ratios);
      ratiosOf.get(choice)?.push(ratios);
    }
    rows.push([model.name, ...cells]);
  }
  console.log(`\n${headingOf(profile)}`);
  printTable(["model", ...choices.map(filamentEngineName), ...others.map(() => "time / volume")], rows);
  for (const [choice, ratios] of ofProfile) summarise(choice, ratios);
}
if (others.length > 0) console.log("\nAll profiles");
for (const [choice, ratios] of ratiosOf) {
  summarise(choice, ratios);
  judge(choice, ratios);
}

function headingOf({ layerHeightMm, speedMode, supports }: FilamentProfile): string {
  return `${layerHeightMm} mm, ${speedMode}, ${supports ? "with" : "without"} supports`;
}

/** PrusaSlicer first, if it is installed: the reference for the others. */
async function availableEngines(): Promise<SlicerChoice[]> {
  const kinds = [...(findProgram("prusa-slicer") === undefined ? [] : ["prusaslicer"]), "curaengine"];
  const settings = await Promise.all(
    kinds.map((kind) => readEngineSettings({ ENGINE_SLICER: kind, PATH: process.env.PATH })),
  );
  return settings.map(({ slicer }) => slicer);
}

/** The figures, or the code of the failure. */
async function slice(
  slicer: SlicerChoice,
  profile: FilamentProfile,
  { format, read }: FolderModel,
): Promise<SliceResult | string> {
  const folder = await mkdtemp(join(tmpdir(), "bench-engines-"));
  try {
    await writeFile(join(folder, "model"), await read());
    const sliceProcess = new SliceProcess(folder, { maxSliceSeconds: MAX_SECONDS, meshSeconds: MAX_SECONDS });
    const outcome = await sliceProcess.run({ slicer, format, profile }, folder, () => {});
    await sliceProcess.end();
    return outcome.status === "done" ? outcome.result : outcome.failure.code;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function figures(outcome: SliceResult | string | undefined): string {
  if (typeof outcome !== "object") return outcome ?? "";
  return `${(outcome.printSeconds / 60).toFixed(1)} min ${(outcome.materialCubicMm / 1000).toFixed(2)} cm³`;
}

/** Undefined unless both engines sliced the model. */
function ratiosBetween(
  outcome: SliceResult | string | undefined,
  referenceOutcome: SliceResult | string | undefined,
): Ratios | undefined {
  if (typeof outcome !== "object" || typeof referenceOutcome !== "object") return undefined;
  return {
    time: outcome.printSeconds / referenceOutcome.printSeconds,
    volume: outcome.materialCubicMm / referenceOutcome.materialCubicMm,
  };
}

function summarise(choice: SlicerChoice, ratios: readonly Ratios[]): void {
  const written = (name: keyof Ratios) => `${name} ${writtenSpread(ratios.map((ratio) => ratio[name]))}`;
  console.log(`${filamentEngineName(choice)}, median of ${ratios.length}: ${written("time")}, ${written("volume")}`);
}

/** Prints whether the engines agree. The exit code is 0 either way: agreement is an aim, not a promise. */
function judge(choice: SlicerChoice, ratios: readonly Ratios[]): void {
  for (const name of ["time", "volume"] as const) {
    const { median, min, max } = spreadOf(ratios.map((ratio) => ratio[name]));
    const agrees =
      Math.abs(median - 1) <= MAX_MEDIAN_DIFFERENCE && min >= 1 - MAX_DIFFERENCE && max <= 1 + MAX_DIFFERENCE;
    const limits = `${100 * MAX_MEDIAN_DIFFERENCE} % in the median and ${100 * MAX_DIFFERENCE} % at most`;
    console.log(`${agrees ? "pass" : "FAIL"}: ${name} of ${filamentEngineName(choice)} within ${limits}`);
  }
}
