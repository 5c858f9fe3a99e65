// Processes that are kept short: of memory, of processor time, of disk, of everything in our environment, and of life
// beyond their parent. Every limit is the operating system's own; where its tools are missing (not on Linux) the caller's
// clock and the JavaScript heap's cap remain.

import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

export interface ProcessLimits {
  /** Memory it may write to. Not its address space: V8 reserves several times what WebAssembly will ever use. */
  readonly memoryBytes: number;
  /** Inherited: those of the process that starts it. */
  readonly cpuSeconds: number | "inherited";
  /** The largest file it may write. */
  readonly fileBytes: number;
}

/** Where a program lies on the PATH. */
export function findProgram(name: string, path: string = process.env.PATH ?? ""): string | undefined {
  return path
    .split(delimiter)
    .filter((folder) => folder !== "")
    .map((folder) => join(folder, name))
    .find((candidate) => existsSync(candidate));
}

/** The command line that runs a program under limits, and has the system kill it when its parent dies. */
export function limitedCommand(
  program: string,
  parameters: readonly string[],
  limits: ProcessLimits,
): [string, string[]] {
  const commandLine = [program, ...parameters];
  const limit = findProgram("prlimit");
  if (limit !== undefined) {
    commandLine.unshift(
      limit,
      `--data=${limits.memoryBytes}`,
      ...(limits.cpuSeconds === "inherited" ? [] : [`--cpu=${limits.cpuSeconds}`]),
      `--fsize=${limits.fileBytes}`,
      "--core=0",
    );
  }
  const bindToParent = findProgram("setpriv");
  if (bindToParent !== undefined) commandLine.unshift(bindToParent, "--pdeathsig", "KILL");
  const [command = program, ...rest] = commandLine;
  return [command, rest];
}

/** An environment that tells a slicer nothing about us. */
export function bareEnvironment(folder: string): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH ?? "/usr/bin:/bin",
    HOME: folder,
    TMPDIR: folder,
    LC_ALL: "C",
  };
}
