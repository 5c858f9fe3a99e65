// Limits for child processes: memory, processor time, file size, environment, and death with their parent. The operating
// system enforces them; without its tools (outside Linux), the caller's timeout and V8's heap limit remain.

import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/**
 * Time between the signal of used-up processor time (SIGXCPU) and the kill. Without it the kill comes first, and looks like one from
 * outside.
 */
const CPU_SECONDS_TO_END = 5;

export interface ProcessLimits {
  /** Memory it may write to (RLIMIT_DATA). Not address space: V8 reserves several times as much as WebAssembly uses. */
  readonly memoryBytes: number;
  /** `inherited`: the limit of the process that starts it. */
  readonly cpuSeconds: number | "inherited";
  /** The largest file it may write. */
  readonly fileBytes: number;
}

/** The path of a program on the PATH; undefined if it is not installed. */
export function findProgram(name: string, path: string = process.env.PATH ?? ""): string | undefined {
  return path
    .split(delimiter)
    .filter((folder) => folder !== "")
    .map((folder) => join(folder, name))
    .find((candidate) => existsSync(candidate));
}

/** The command line that runs a program under limits. The system kills it when its parent dies. */
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
      ...(limits.cpuSeconds === "inherited"
        ? []
        : [`--cpu=${limits.cpuSeconds}:${limits.cpuSeconds + CPU_SECONDS_TO_END}`]),
      `--fsize=${limits.fileBytes}`,
      "--core=0",
    );
  }
  const bindToParent = findProgram("setpriv");
  if (bindToParent !== undefined) commandLine.unshift(bindToParent, "--pdeathsig", "KILL");
  const [command = program, ...rest] = commandLine;
  return [command, rest];
}

/** An environment without the engine's own variables and secrets. */
export function bareEnvironment(folder: string): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH ?? "/usr/bin:/bin",
    HOME: folder,
    TMPDIR: folder,
    LC_ALL: "C",
  };
}
