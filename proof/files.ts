// Models, slicers' settings and catalogs by grammars, with mutations: each ends with a figure or a reason.
//
//   npm run proof -- files [count] [--seed N] [--minutes N] [--only family] [--path text] [--whole-of N] [--service-of N] [--lanes N]
//
// A fault is told with the family, the seed and the path that draw its smallest file again: --only, --seed and --path.

import { parseArgs } from "node:util";
import { FILE_FAMILIES, proveFiles } from "../harness/proof/files/files-proof.ts";
import type { WholeSlicer } from "../harness/proof/files/whole-slices.ts";
import { writeProof } from "../harness/proof/proof-document.ts";
import { findProgram } from "../slicer-service/engine/limited-process.ts";

const MILLISECONDS_OF_MINUTE = 60_000;
const PROGRESS_MILLISECONDS = 15_000;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: "string", default: "1" },
    minutes: { type: "string" },
    only: { type: "string" },
    path: { type: "string" },
    "whole-of": { type: "string", default: "12" },
    "service-of": { type: "string", default: "40" },
    lanes: { type: "string", default: "3" },
  },
});
const files = Number(positionals[0] ?? 20_000);
const seed = Number(values.seed);
const only = FILE_FAMILIES.find((family) => family === values.only);
if (values.only !== undefined && only === undefined)
  throw new Error(`There is no "${values.only}", but ${FILE_FAMILIES.join(", ")}`);
const slicers: readonly WholeSlicer[] =
  findProgram("prusa-slicer") === undefined ? ["curaengine"] : ["curaengine", "prusaslicer"];

const startedAt = new Date();
const begun = startedAt.getTime();
let told = begun;
console.log(`${files} files, seed ${seed}, sliced by ${slicers.join(" and ")}`);
const { tally, found } = await proveFiles({
  files,
  seed,
  slicers,
  only,
  path: values.path,
  wholeOf: Number(values["whole-of"]),
  serviceOf: Number(values["service-of"]),
  lanes: Number(values.lanes),
  endAt: values.minutes === undefined ? undefined : begun + Number(values.minutes) * MILLISECONDS_OF_MINUTE,
  onProgress: ({ files: done, slices }) => {
    if (Date.now() - told < PROGRESS_MILLISECONDS) return;
    told = Date.now();
    console.log(`${done} files, ${slices} sliced whole, ${rateOf(done)} a second`);
  },
});

console.log(`\n${tally.table()}\n\nSliced whole: ${tally.slicesInWords()}. Imported by the service: ${tally.imports}`);
console.log(
  `${tally.files} files in ${((Date.now() - begun) / 1000).toFixed(0)} s, ${rateOf(tally.files)} a second, seed ${seed}`,
);
for (const { family, seed: seedOfFault, path, text } of found) {
  console.error(
    `\nWRONG, ${family}: ${text}\nAgain: npm run proof -- files 100 --seed ${seedOfFault} --only "${family}" --path ${path}`,
  );
}
if (found.length > 0 || tally.files === 0) process.exitCode = 1;
else if (only === undefined) {
  const short = tally.files < 0.98 * files ? ` The run was stopped short of ${files}.` : "";
  writeProof({
    name: "files",
    startedAt,
    text: [
      `${tally.files} files, ${rateOf(tally.files)} a second, none without an end that it may have.${short} Every model was recognised, read and`,
      `joined as by the engine; ${tally.slices} were also sent to an engine over HTTP and sliced to the end (${tally.slicesInWords()}).`,
      `${tally.imports} imports went through the service into a new studio: each was there whole, or nothing of it.`,
      "Files without damage gave the figures of their shapes.\n",
      tally.table(),
    ].join("\n"),
  });
}

function rateOf(done: number): string {
  return (done / ((Date.now() - begun) / 1000)).toFixed(1);
}
