// The cost of thin walls: cups and curved shapes, in both engines and in a vendor's own profile.
//
// Each is sliced by PrusaSlicer with the vendor's profile from its bundle, and by both engines with the same profile as the import
// reads it. Needs prusa-slicer on the PATH.
//
//   npm run bench -- walls [--profiles <folder of bundles>]

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { engineOf, sliceWith } from "../harness/engine/engine-slice.ts";
import * as models from "../harness/models.ts";
import {
  flattened,
  importedProfile,
  type PrintFigures,
  readBundle,
  sliceAsVendor,
} from "../harness/profiles/prusaslicer-bundle.ts";
import { writtenSpread } from "../harness/statistics.ts";
import { figure, printTable } from "../harness/table.ts";
import { filamentEngineName } from "../slicer-service/engine/choose-slicer.ts";
import { readStl } from "../slicer-service/engine/mesh/read/stl.ts";
import { makeSolid } from "../slicer-service/engine/mesh/solid/solid.ts";

/** A profile that leaves the walls to the program's default, Arachne, and prints no brim. */
const VENDOR = {
  printer: "Creality Ender-3 (0.4 mm nozzle)",
  print: "0.20 mm NORMAL (0.4 mm nozzle) @CREALITY",
  filament: "Generic PLA @CREALITY",
};
const BUNDLE = "Creality";

const SHAPES: readonly (readonly [string, models.Shape])[] = [
  ...Array.from({ length: 17 }, (_, index) => (index + 4) / 10).map(
    (wallMm) => [`cup, wall of ${wallMm.toFixed(1)} mm`, models.cup(wallMm)] as const,
  ),
  ["funnel, wall of 1.1 mm", models.funnel(1.1)],
  ["lithophane, standing", models.lithophane("standing")],
  ["lithophane, lying", models.lithophane("lying")],
  ["organic solid", models.organicSolid()],
];

const { values } = parseArgs({
  options: { profiles: { type: "string", default: "/usr/share/PrusaSlicer/profiles" } },
});
const text = await readFile(join(values.profiles, `${BUNDLE}.ini`), "utf8");
const options = flattened(readBundle(text), VENDOR);
const profile = importedProfile(BUNDLE, VENDOR, text);
const engines = await Promise.all(["prusaslicer", "curaengine"].map(engineOf));
const ofCups = new Map(
  engines.map((engine) => [engine, { material: [] as number[], solid: [] as number[], time: [] as number[] }]),
);
const rows: string[][] = [];
for (const [name, shape] of SHAPES) {
  console.error(name);
  const stl = models.binaryStl(shape);
  const { volumeCubicMm } = await makeSolid(readStl(stl));
  const theirs = await sliceAsVendor(stl, options, false);
  const cells = [];
  for (const engine of engines) {
    const ours = await sliceWith(engine, profile, stl);
    cells.push(...compared(ours, theirs, volumeCubicMm));
    const lists = ofCups.get(engine);
    if (ours === undefined || lists === undefined || !name.startsWith("cup")) continue;
    lists.material.push(ours.materialCubicMm / theirs.materialCubicMm);
    lists.solid.push(ours.materialCubicMm / volumeCubicMm);
    lists.time.push(ours.printSeconds / theirs.printSeconds);
  }
  rows.push([
    name,
    figure(volumeCubicMm / 1000),
    (theirs.materialCubicMm / volumeCubicMm).toFixed(3),
    figure(theirs.printSeconds / 60),
    ...cells,
  ]);
}
console.log(`${VENDOR.printer}, ${VENDOR.print}, ${VENDOR.filament}, without skirt`);
printTable(
  [
    "shape",
    "cm³",
    "vendor's / solid",
    "min",
    ...engines.flatMap((engine) => [`${filamentEngineName(engine)} / solid`, "material", "time of vendor's"]),
  ],
  rows,
);
for (const [engine, { material, solid, time }] of ofCups) {
  console.log(
    `${filamentEngineName(engine)}, cups: material of the solid ${writtenSpread(solid)}, ` +
      `of the vendor's ${writtenSpread(material)}, time of the vendor's ${writtenSpread(time)}`,
  );
}

function compared(ours: PrintFigures | undefined, theirs: PrintFigures, volumeCubicMm: number): string[] {
  if (ours === undefined) return ["–", "–", "–"];
  return [
    ours.materialCubicMm / volumeCubicMm,
    ours.materialCubicMm / theirs.materialCubicMm,
    ours.printSeconds / theirs.printSeconds,
  ].map((ratio) => ratio.toFixed(3));
}
