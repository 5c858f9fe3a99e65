// Slices with the installed PrusaSlicer.
//
// Its exit code is no evidence: it may be 0 although nothing was sliced. A run succeeded only if its G-code states a time, a
// length of filament and layers above 0.

import { spawn } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { open, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { EngineFault } from "../engine-fault.ts";
import type { FilamentSlicer, FilamentTask, SlicerFigures } from "../filament/slicer.ts";
import { SlicerRefusal } from "../filament/slicer-refusal.ts";
import { bareEnvironment, findProgram, limitedCommand } from "../limited-process.ts";
import { lowerStl } from "../mesh/write-stl.ts";
import { ModelFailure } from "../model-failure.ts";
import { LAST_LAYER_COMMENT, prusaSlicerIni, prusaSlicerSettings } from "./prusaslicer.settings.ts";

const GIB = 1024 ** 3;
/** The end of the G-code, which holds PrusaSlicer's figures and then its settings. */
const TAIL_BYTES = 64 * 1024;
/**
 * Distances by which the mesh is lowered if its first layer has no area: enough for a ball on its pole, then for a part that rests
 * on many such points.
 */
const SINK_MM = [0.15, 0.4];

export function prusaSlicer(program: string): FilamentSlicer {
  return async (task) => {
    let { figures, output } = await run(program, task, task.stlFile);
    let loweredMm = 0;
    for (const depth of SINK_MM) {
      if (figures !== undefined || !/no extrusions in the first layer/i.test(output)) break;
      const sunkFile = join(task.folder, "sunk.stl");
      await writeFile(sunkFile, lowerStl(await readFile(task.stlFile), depth));
      ({ figures, output } = await run(program, task, sunkFile));
      loweredMm = depth;
    }
    if (figures !== undefined) return { ...figures, loweredMm };
    const [, sentence] = NOTHING_PRINTED.find(([said]) => said.test(output)) ?? [];
    if (sentence !== undefined) throw new ModelFailure("nothing_to_print", sentence);
    if (output.endsWith(`${KILLED_BY}SIGXCPU`)) throw new ModelFailure("model_too_complex");
    // Only the machine or its operator kills it so.
    if (output.endsWith(`${KILLED_BY}SIGKILL`)) throw new EngineFault(`PrusaSlicer was killed:\n${output}`);
    throw new SlicerRefusal("PrusaSlicer", output, task, prusaSlicerSettings);
  };
}

/** PrusaSlicer's messages for a model without enough to print, and the customer's sentence for each. */
const NOTHING_PRINTED: readonly (readonly [said: RegExp, sentence: string])[] = [
  [
    /no extrusions in the first layer/i,
    "The model touches the bed with nothing that is wide enough to be printed. Please give it a flat side to stand on, or turn it.",
  ],
  [
    /empty layer/i,
    "Between two heights nothing of the model is thick enough to be printed, so what lies above would hang in the air. Please make it thicker there.",
  ],
  [
    /print is empty|no extrusions|nothing to print|no layers|no printable/i,
    "At this print quality nothing of the model would be printed: its walls are thinner than one line, or it is lower than one layer.",
  ],
];

/** Ends the output of a run that was ended by a signal. */
const KILLED_BY = "\nkilled by ";

interface Run {
  /** Undefined if the run failed; `output` then has the reason. */
  readonly figures: SlicerFigures | undefined;
  readonly output: string;
}

async function run(program: string, task: FilamentTask, stlFile: string): Promise<Run> {
  const settingsFile = join(task.folder, "profile.ini");
  const gcodeFile = join(task.folder, "print.gcode");
  // Synchronous, so that the program starts before the caller goes on to unite the bodies.
  writeFileSync(settingsFile, prusaSlicerIni(task.profile));
  // The previous plate's G-code must not be taken for this one's.
  rmSync(gcodeFile, { force: true });
  const output = await runProgram(program, task, [
    ...["-g", "--loglevel", "0", "--datadir", join(task.folder, "data"), "--load", settingsFile],
    // Keep the mesh in its place, even lowered below the bed.
    ...["--dont-arrange", "--no-ensure-on-bed", "-o", gcodeFile, stlFile],
  ]);
  return { figures: readFigures(await readTail(gcodeFile), task.profile.filamentDiameterMm), output };
}

/** A third of the time, on one core: lines are written one after the other. */
const LAST_STEP = "Exporting G-code";

/**
 * The passed share of a run's time at the beginning of each step, measured on large parts. PrusaSlicer's own percentages mislead:
 * writing the G-code is a third of the time but only the last tenth of them. 2.5 announces infilling (70) before the preparation
 * for it (30), so that step is left out.
 */
const SHARE_DONE_BEFORE: readonly (readonly [step: string, share: number])[] = [
  ["Processing triangulated mesh", 0.02],
  ["Generating perimeters", 0.06],
  ["Preparing infill", 0.1],
  ["Making infill", 0.3],
  ["Searching support spots", 0.5],
  ["Alert if supports needed", 0.54],
  ["Generating support material", 0.55],
  ["Generating skirt and brim", 0.65],
  [LAST_STEP, 0.7],
];

/** 0 for a step that is not in the list. */
function shareDoneBefore(step: string): number {
  return SHARE_DONE_BEFORE.find(([name]) => step.startsWith(name))?.[1] ?? 0;
}

/** Runs the program to its end, successful or not, and returns the end of its stdout and stderr. */
async function runProgram(program: string, task: FilamentTask, parameters: readonly string[]): Promise<string> {
  // Without line buffering the program's steps would arrive all at once, at the end.
  const lineBuffer = findProgram("stdbuf");
  const [bufferedProgram, bufferedParameters] =
    lineBuffer === undefined ? [program, parameters] : [lineBuffer, ["-oL", program, ...parameters]];
  const [command, rest] = limitedCommand(bufferedProgram, bufferedParameters, {
    memoryBytes: 2 * GIB,
    // The slice's timeout is the limit, and the parent process's limit on processor time applies here too.
    cpuSeconds: "inherited",
    fileBytes: GIB / 2,
  });
  const child = spawn(command, rest, {
    cwd: task.folder,
    env: bareEnvironment(task.folder),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  let done = 0;
  const listen = (text: string) => {
    output = (output + text).slice(-8192);
    // "20 => Generating perimeters"
    for (const [, step] of text.matchAll(/^\d+ => (.+)$/gm)) {
      if (step?.startsWith(LAST_STEP)) task.onSingleCore?.();
      const share = shareDoneBefore(step ?? "");
      if (share <= done) continue;
      done = share;
      task.onProgress(done);
    }
  };
  child.stdout.setEncoding("utf8").on("data", listen);
  child.stderr.setEncoding("utf8").on("data", listen);
  const ended = Promise.withResolvers<void>();
  child.on("error", ended.reject);
  child.on("close", (_status, signal) => {
    if (signal !== null) output += KILLED_BY + signal;
    ended.resolve();
  });
  await ended.promise;
  return output;
}

async function readTail(file: string): Promise<string> {
  const handle = await open(file).catch(() => undefined);
  if (handle === undefined) return "";
  try {
    const { size } = await handle.stat();
    const tail = Buffer.alloc(Math.min(size, TAIL_BYTES));
    await handle.read(tail, 0, tail.length, size - tail.length);
    return tail.toString("latin1");
  } finally {
    await handle.close();
  }
}

/** The figures at the end of a G-code file; undefined if one is missing or 0. */
function readFigures(tail: string, filamentDiameterMm: number): SlicerFigures | undefined {
  const number = (label: string) => {
    const start = tail.lastIndexOf(label);
    return start === -1 ? 0 : Number.parseFloat(tail.slice(start + label.length));
  };
  // Read the length, not the volume: both have two decimals, and 0.01 cm³ of a small part is worth money.
  const materialCubicMm = (Math.PI / 4) * filamentDiameterMm ** 2 * number("\n; filament used [mm] = ");
  const printSeconds = readDuration(/^; estimated printing time \(normal mode\) = (.+)$/m.exec(tail)?.[1] ?? "");
  const layers = tail.includes(LAST_LAYER_COMMENT) ? number(`\n${LAST_LAYER_COMMENT}`) + 1 : 0;
  if (!(materialCubicMm > 0 && printSeconds > 0 && layers > 0)) return undefined;
  return { printSeconds, materialCubicMm, layers };
}

const SECONDS: Record<string, number> = { d: 86_400, h: 3600, m: 60, s: 1 };

/** Seconds of a duration like `1d 2h 3m 4s`. */
function readDuration(written: string): number {
  let seconds = 0;
  for (const [, count, unit] of written.matchAll(/(\d+)([dhms])/g)) {
    seconds += Number(count) * (SECONDS[unit ?? ""] ?? 0);
  }
  return seconds;
}
