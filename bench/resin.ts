// Differences of the resin estimate from PrusaSlicer's own figures, for every model of a folder.
//
// At 0.05 mm on an Original Prusa SL1S, without and with supports. Needs prusa-slicer on the PATH.
//
//   npm run bench -- resin <folder>

import { type FolderModel, modelsIn } from "../harness/models/model-folder.ts";
import {
  profileOfSl1s,
  prusaSlicerVersion,
  type ResinFigures,
  sliceForSl1s,
} from "../harness/profiles/prusaslicer-resin.ts";
import { writtenSpread } from "../harness/statistics.ts";
import { printTable } from "../harness/table.ts";
import { areaFacingDown } from "../slicer-service/engine/layered/cross-sections.ts";
import { estimateLayers } from "../slicer-service/engine/layered/layer-estimate.ts";
import { readModelFile } from "../slicer-service/engine/mesh/read/read-model.ts";
import { makeSolid, type Solid } from "../slicer-service/engine/mesh/solid/solid.ts";
import { ModelFailure } from "../slicer-service/engine/model-failure.ts";

const [modelFolder] = process.argv.slice(2);
if (modelFolder === undefined) throw new Error("Name a folder of models: node bench/resin.ts <folder>");
const version = await prusaSlicerVersion();
if (version === undefined) throw new Error("Put prusa-slicer on the PATH: the estimate is compared with it");

/** Our figures divided by PrusaSlicer's. */
const ratios: Record<"time" | "resin" | "time with supports" | "resin with supports", number[]> = {
  time: [],
  resin: [],
  "time with supports": [],
  "resin with supports": [],
};
/** Resin of supports and pad in mm³ per mm² of the area that faces down, as PrusaSlicer builds them. */
const supportHeightsMm: number[] = [];
const rows: string[][] = [];

for (const model of await modelsIn(modelFolder)) {
  console.error(model.name);
  rows.push([model.name, ...(await compare(model, version))]);
}

console.log(`PrusaSlicer ${version}, SL1S, 0.05 mm. Times in minutes and resin in cm³ are PrusaSlicer's.`);
printTable(
  [
    "model",
    "time",
    "resin",
    "ours / theirs",
    "with supports: time",
    "resin",
    "ours / theirs",
    "supports, mm³ per mm² facing down",
  ],
  rows,
);
for (const [title, values] of Object.entries({ ...ratios, "supports, mm³ per mm²": supportHeightsMm })) {
  console.log(`${title}: median of ${values.length} ${writtenSpread(values)}`);
}

async function compare({ format, read }: FolderModel, version: string): Promise<string[]> {
  let solid: Solid;
  try {
    solid = await makeSolid(await readModelFile(await read(), format));
  } catch (error) {
    if (error instanceof ModelFailure) return [error.code];
    throw error;
  }
  const [bare, supported] = [await sliceForSl1s(solid, false), await sliceForSl1s(solid, true)];
  const ignoreProgress = () => {};
  const [ours, oursOnSupports] = [
    await estimateLayers(solid, profileOfSl1s(version, false), ignoreProgress),
    await estimateLayers(solid, profileOfSl1s(version, true), ignoreProgress),
  ];
  const cells = [
    ...compareFigures(ours, bare, ratios.time, ratios.resin),
    ...compareFigures(oursOnSupports, supported, ratios["time with supports"], ratios["resin with supports"]),
  ];
  if (bare !== undefined && supported !== undefined) {
    const heightMm = (supported.materialCubicMm - bare.materialCubicMm) / areaFacingDown(solid);
    supportHeightsMm.push(heightMm);
    cells.push(heightMm.toFixed(2));
  }
  return cells;
}

/** Three cells: their time, their resin, the ratios. Adds the ratios to the lists. */
function compareFigures(
  ours: ResinFigures,
  theirs: ResinFigures | undefined,
  timeRatios: number[],
  resinRatios: number[],
): string[] {
  if (theirs === undefined) return ["not sliced", "", ""];
  const time = ours.printSeconds / theirs.printSeconds;
  const resin = ours.materialCubicMm / theirs.materialCubicMm;
  timeRatios.push(time);
  resinRatios.push(resin);
  return [
    (theirs.printSeconds / 60).toFixed(1),
    (theirs.materialCubicMm / 1000).toFixed(2),
    `${time.toFixed(3)} / ${resin.toFixed(3)}`,
  ];
}
