// How far the estimate of resin is from PrusaSlicer's own figures: every model of a folder, at 0.05 mm on an Original
// Prusa SL1S, without and with supports. Needs prusa-slicer on the PATH.
//
//   npm run bench:resin -- <folder>

import { readdir, readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { profileOfSl1s, prusaSlicerVersion, sliceForSl1s } from "../harness/prusaslicer-resin.ts";
import { printTable } from "../harness/table.ts";
import { areaFacingDown } from "../slicer-service/engine/layered/cross-sections.ts";
import { estimateLayers } from "../slicer-service/engine/layered/layer-estimate.ts";
import { readModel } from "../slicer-service/engine/mesh/read/read-model.ts";
import { makeSolid, type Solid } from "../slicer-service/engine/mesh/solid/solid.ts";
import { ModelFailure } from "../slicer-service/engine/model-failure.ts";
import { findModelFormat, type ModelFormat } from "../slicer-service/src/contract/model-formats.ts";

const [modelFolder] = process.argv.slice(2);
if (modelFolder === undefined) throw new Error("Which folder of models? node bench/resin.ts <folder>");
const version = await prusaSlicerVersion();
if (version === undefined) throw new Error("There is no prusa-slicer on the PATH to compare with");

const ratios: Record<"time" | "material" | "timeOnSupports" | "materialOnSupports", number[]> = {
  time: [],
  material: [],
  timeOnSupports: [],
  materialOnSupports: [],
};
/** Resin of supports and pad over the area that faces down, as PrusaSlicer builds them. */
const supportMm: number[] = [];
const rows: string[][] = [];

for (const name of (await readdir(modelFolder)).sort()) {
  const format = findModelFormat(extname(name).slice(1).toLowerCase());
  if (format === undefined) continue;
  console.error(name);
  rows.push([name, ...(await compare(await readFile(join(modelFolder, name)), format, version))]);
}

console.log(`PrusaSlicer ${version}, SL1S, 0.05 mm. Times in minutes, resin in cm³; ours over theirs.`);
printTable(
  ["model", "time", "resin", "ours / theirs", "on supports: time", "resin", "ours / theirs", "mm of supports"],
  rows,
);
for (const [title, values] of Object.entries({ ...ratios, "mm of supports": supportMm })) {
  console.log(`${title}: median of ${values.length} ${describe(values)}`);
}

async function compare(file: Buffer, format: ModelFormat, version: string): Promise<string[]> {
  let solid: Solid;
  try {
    solid = await makeSolid(readModel(file, format));
  } catch (error) {
    if (error instanceof ModelFailure) return [error.code];
    throw error;
  }
  const [bare, supported] = [await sliceForSl1s(solid, false), await sliceForSl1s(solid, true)];
  const nothing = () => {};
  const [ours, oursOnSupports] = [
    await estimateLayers(solid, profileOfSl1s(version, false), nothing),
    await estimateLayers(solid, profileOfSl1s(version, true), nothing),
  ];
  const cells: string[] = [];
  if (bare === undefined) cells.push("not sliced", "", "");
  else {
    const [time, material] = [ours.printSeconds / bare.printSeconds, ours.materialCubicMm / bare.materialCubicMm];
    ratios.time.push(time);
    ratios.material.push(material);
    cells.push(...figures(bare), `${time.toFixed(3)} / ${material.toFixed(3)}`);
  }
  if (supported === undefined) cells.push("not sliced", "", "");
  else {
    const time = oursOnSupports.printSeconds / supported.printSeconds;
    const material = oursOnSupports.materialCubicMm / supported.materialCubicMm;
    ratios.timeOnSupports.push(time);
    ratios.materialOnSupports.push(material);
    cells.push(...figures(supported), `${time.toFixed(3)} / ${material.toFixed(3)}`);
  }
  if (bare !== undefined && supported !== undefined) {
    const height = (supported.materialCubicMm - bare.materialCubicMm) / areaFacingDown(solid);
    supportMm.push(height);
    cells.push(height.toFixed(2));
  }
  return cells;
}

function figures({ printSeconds, materialCubicMm }: { printSeconds: number; materialCubicMm: number }): string[] {
  return [(printSeconds / 60).toFixed(1), (materialCubicMm / 1000).toFixed(2)];
}

function describe(values: readonly number[]): string {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const [below = Number.NaN, above = Number.NaN] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  const [least = Number.NaN, most = Number.NaN] = [sorted.at(0), sorted.at(-1)];
  return `${((below + above) / 2).toFixed(3)} (${least.toFixed(3)} to ${most.toFixed(3)})`;
}
