// PrusaSlicer as a program of the system. Its exit code says little: it is 0 for a print it did not make. What counts
// is a G-code file whose own figures can be read and are not nothing.

import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { open, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { FILAMENT_PRINTER } from "../filament-printer.ts";
import { bareEnvironment, findProgram, limitedCommand } from "../limited-process.ts";
import { lowerStl } from "../mesh/write-stl.ts";
import { ModelFailure } from "../model-failure.ts";
import type { Slicer, SlicerFigures, SlicerTask } from "../slicer.ts";
import { LAST_LAYER_COMMENT, prusaSlicerIni } from "./prusaslicer.settings.ts";

const GIB = 1024 ** 3;
/** PrusaSlicer writes its figures, and then its settings, at the end of the file. */
const TAIL_BYTES = 64 * 1024;
/** Deep enough for the first layer of a ball on its pole to be one, and of a part that rests on many such points. */
const SINK_MM = [0.15, 0.4];

export function prusaSlicer(program: string): Slicer {
  return async (task) => {
    let { figures, output } = await run(program, task, task.stlFile);
    for (const depth of SINK_MM) {
      if (figures !== undefined || !/no extrusions in the first layer/i.test(output)) break;
      const sunkFile = join(task.folder, "sunk.stl");
      await writeFile(sunkFile, lowerStl(await readFile(task.stlFile), depth));
      ({ figures, output } = await run(program, task, sunkFile));
    }
    if (figures !== undefined) return figures;
    if (/no extrusions|nothing to print|empty layer|no layers|no printable/i.test(output)) {
      throw new ModelFailure("nothing_to_print");
    }
    throw new Error(`PrusaSlicer made nothing:\n${output}`);
  };
}

interface Run {
  /** Undefined when no G-code with sound figures was made; the output then says why. */
  readonly figures: SlicerFigures | undefined;
  readonly output: string;
}

async function run(program: string, task: SlicerTask, stlFile: string): Promise<Run> {
  const settingsFile = join(task.folder, "profile.ini");
  const gcodeFile = join(task.folder, "print.gcode");
  // At once: the program is to be started before whoever called does other work meanwhile.
  writeFileSync(settingsFile, prusaSlicerIni(task.profile));
  const output = await runProgram(program, task, [
    ...["-g", "--loglevel", "0", "--datadir", join(task.folder, "data"), "--load", settingsFile],
    // The mesh stands where it should, also where that is below the bed.
    ...["--dont-arrange", "--no-ensure-on-bed", "-o", gcodeFile, stlFile],
  ]);
  return { figures: readFigures(await readTail(gcodeFile)), output };
}

/**
 * What of a run lies behind it when a step begins, as measured on large parts. PrusaSlicer's own percentages are not
 * that: writing the G-code is a third of the work and the last tenth to it, and 2.5 announces the infilling, as 70,
 * before the preparations for it, as 30; so that step is not told.
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
  ["Exporting G-code", 0.7],
];

/** 0 for a step that says nothing. */
function shareDoneBefore(step: string): number {
  return SHARE_DONE_BEFORE.find(([name]) => step.startsWith(name))?.[1] ?? 0;
}

/** Runs to the end, however that is, and returns the last of what was said on stdout and stderr. */
async function runProgram(program: string, task: SlicerTask, parameters: readonly string[]): Promise<string> {
  // Into a pipe the program would tell its steps all at once, at the end.
  const lineByLine = findProgram("stdbuf");
  const [unlimited, itsParameters] =
    lineByLine === undefined ? [program, parameters] : [lineByLine, ["-oL", program, ...parameters]];
  const [command, rest] = limitedCommand(unlimited, itsParameters, {
    memoryBytes: 2 * GIB,
    // The slice's clock is the limit; the process that runs this has one on its processor time too.
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
    if (signal !== null) output += `\nkilled by ${signal}`;
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

/** The cross-section of the filament. */
const FILAMENT_SQUARE_MM = (Math.PI / 4) * FILAMENT_PRINTER.filamentDiameter ** 2;

/** The figures of a G-code file's end, or undefined where one is missing or nothing. */
function readFigures(tail: string): SlicerFigures | undefined {
  const number = (label: string) => {
    const start = tail.lastIndexOf(label);
    return start === -1 ? 0 : Number.parseFloat(tail.slice(start + label.length));
  };
  // The length has two decimals as the volume has, and a thousandth of a small part's volume is money.
  const materialCubicMm = FILAMENT_SQUARE_MM * number("\n; filament used [mm] = ");
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
