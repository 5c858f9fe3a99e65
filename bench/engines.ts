// How far the slicers are apart: every model of a folder, sliced by every engine this machine has on the same profiles.
// Prices come from these figures, so a studio that changes its engine should not see its prices change.
//
//   npm run bench:engines -- <folder> [--all]

import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { parseArgs } from "node:util";
import { STANDARD_PROFILE } from "../harness/standard-profile.ts";
import { filamentEngineName } from "../slicer-service/engine/choose-slicer.ts";
import { readEngineSettings } from "../slicer-service/engine/engine.settings.ts";
import { findProgram } from "../slicer-service/engine/limited-process.ts";
import { SliceProcess } from "../slicer-service/engine/slice-process.ts";
import type { SlicerChoice } from "../slicer-service/engine/slicer.ts";
import { findModelFormat, type ModelFormat } from "../slicer-service/src/contract/model-formats.ts";
import type { FilamentProfile } from "../slicer-service/src/contract/profile.ts";
import type { SliceResult } from "../slicer-service/src/contract/slices.ts";

const MAX_SECONDS = 900;
/** How close to each other engines should be, for prices to survive a change of engine. */
const LARGEST_MEDIAN_DIFFERENCE = 0.05;
const LARGEST_DIFFERENCE = 0.2;

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

/** Each engine's minutes and cm³ over the first one's. */
interface Ratios {
  readonly time: number;
  readonly volume: number;
}

const { positionals, values } = parseArgs({ allowPositionals: true, options: { all: { type: "boolean" } } });
const [modelFolder] = positionals;
if (modelFolder === undefined) throw new Error("Which folder of models? node bench/engines.ts <folder> [--all]");

const choices = await availableEngines();
const [reference, ...others] = choices;
if (reference === undefined) throw new Error("There is no engine");
if (others.length === 0) console.error("Only one engine: put prusa-slicer on the PATH to compare.");
const ratiosOf = new Map<SlicerChoice, Ratios[]>(others.map((choice) => [choice, []]));

for (const profile of values.all === true ? ALL_PROFILES : FEW_PROFILES) {
  console.log(`\n${profile.layerHeightMm} mm, ${profile.speedMode}, ${profile.supports ? "with" : "without"} supports`);
  console.log(
    ["model".padEnd(26), ...choices.map((choice) => filamentEngineName(choice).padStart(26)), ...others.map(ratioTitle)]
      .join("  ")
      .trimEnd(),
  );
  const ofProfile = new Map<SlicerChoice, Ratios[]>(others.map((choice) => [choice, []]));
  for (const { name, format, file } of await modelsIn(modelFolder)) {
    const outcomes = new Map<SlicerChoice, SliceResult | string>();
    for (const choice of choices) {
      console.error(`${name}: ${filamentEngineName(choice)}`);
      outcomes.set(choice, await slice(choice, profile, format, file));
    }
    const referenceOutcome = outcomes.get(reference);
    const cells = choices.map((choice) => figures(outcomes.get(choice)).padStart(26));
    for (const choice of others) {
      const outcome = outcomes.get(choice);
      if (typeof outcome !== "object" || typeof referenceOutcome !== "object") continue;
      const ratios = {
        time: outcome.printSeconds / referenceOutcome.printSeconds,
        volume: outcome.materialCubicMm / referenceOutcome.materialCubicMm,
      };
      ofProfile.get(choice)?.push(ratios);
      ratiosOf.get(choice)?.push(ratios);
      cells.push(`${ratios.time.toFixed(3)} / ${ratios.volume.toFixed(3)}`.padStart(16));
    }
    console.log([name.padEnd(26), ...cells].join("  "));
  }
  for (const [choice, ratios] of ofProfile) summarise(choice, ratios);
}
if (others.length > 0) console.log("\nAll profiles");
for (const [choice, ratios] of ratiosOf) {
  summarise(choice, ratios);
  judge(choice, ratios);
}

/** PrusaSlicer first, where there is one: it is what the others are measured against. */
async function availableEngines(): Promise<SlicerChoice[]> {
  const kinds = [...(findProgram("prusa-slicer") === undefined ? [] : ["prusaslicer"]), "curaengine"];
  const settings = await Promise.all(
    kinds.map((kind) => readEngineSettings({ ENGINE_SLICER: kind, PATH: process.env.PATH })),
  );
  return settings.map(({ slicer }) => slicer);
}

async function modelsIn(folder: string): Promise<{ name: string; format: ModelFormat; file: Buffer }[]> {
  const names = (await readdir(folder)).sort();
  const models = names.map(async (name) => {
    const format = findModelFormat(extname(name).slice(1).toLowerCase());
    return format === undefined ? [] : [{ name, format, file: await readFile(join(folder, name)) }];
  });
  return (await Promise.all(models)).flat();
}

/** The figures, or why there are none. */
async function slice(
  slicer: SlicerChoice,
  profile: FilamentProfile,
  format: ModelFormat,
  file: Buffer,
): Promise<SliceResult | string> {
  const folder = await mkdtemp(join(tmpdir(), "bench-engines-"));
  try {
    await writeFile(join(folder, "model"), file);
    const sliceProcess = new SliceProcess(folder, MAX_SECONDS);
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

function ratioTitle(): string {
  return "time / volume".padStart(16);
}

function summarise(choice: SlicerChoice, ratios: readonly Ratios[]): void {
  const ofAll = (name: keyof Ratios) => {
    const { median, least, most } = spread(ratios, name);
    return `${name} ${median.toFixed(3)} (${least.toFixed(3)} to ${most.toFixed(3)})`;
  };
  console.log(`${filamentEngineName(choice)}, median of ${ratios.length}: ${ofAll("time")}, ${ofAll("volume")}`);
}

/** Said for information: the exit code is 0 either way. */
function judge(choice: SlicerChoice, ratios: readonly Ratios[]): void {
  for (const name of ["time", "volume"] as const) {
    const { median, least, most } = spread(ratios, name);
    const close =
      Math.abs(median - 1) <= LARGEST_MEDIAN_DIFFERENCE &&
      least >= 1 - LARGEST_DIFFERENCE &&
      most <= 1 + LARGEST_DIFFERENCE;
    const aim = `${100 * LARGEST_MEDIAN_DIFFERENCE} % in the median and ${100 * LARGEST_DIFFERENCE} % at the worst`;
    console.log(`${close ? "pass" : "FAIL"}: ${name} of ${filamentEngineName(choice)} within ${aim}`);
  }
}

function spread(ratios: readonly Ratios[], name: keyof Ratios): { median: number; least: number; most: number } {
  const sorted = ratios.map((ratio) => ratio[name]).sort((a, b) => a - b);
  const [least = Number.NaN, most = Number.NaN] = [sorted.at(0), sorted.at(-1)];
  return { median: medianOf(sorted), least, most };
}

function medianOf(sorted: readonly number[]): number {
  const middle = sorted.length / 2;
  const [below = Number.NaN, above = Number.NaN] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return (below + above) / 2;
}
