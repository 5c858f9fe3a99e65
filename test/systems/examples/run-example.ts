// Runs an example's program as a person would, against a started system.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startSystem, type TestSystem } from "../../../harness/systems/started-system.ts";
import { PROJECT_FOLDER } from "../../../scripts/project-folder.ts";

export const PART = join(PROJECT_FOLDER, "examples/part.stl");
export const LID = join(PROJECT_FOLDER, "examples/lid.3mf");

/** A system, and an empty folder for an example's files: both end with `stop`. */
export async function startSystemAndFolder(): Promise<{
  system: TestSystem;
  folder: string;
  stop(): Promise<void>;
}> {
  const system = await startSystem();
  const folder = await mkdtemp(join(tmpdir(), "example-test-"));
  const stop = async () => {
    await system.stop();
    await rm(folder, { recursive: true, force: true });
  };
  return { system, folder, stop };
}

export interface ExampleRun {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

/** Started with the state folder only, so that it finds the demo key by itself, unless the environment says otherwise. */
export function environmentOf({ stateFolder }: TestSystem, more: Readonly<Record<string, string>> = {}) {
  const { STUDIO_API_KEY: _, STUDIO_API_URL: __, ...inherited } = process.env;
  return { ...inherited, STUDIO_STATE: stateFolder, INIT_CWD: PROJECT_FOLDER, ...more };
}

export async function runExample(
  command: string,
  parameters: readonly string[],
  system: TestSystem,
  environment: Readonly<Record<string, string>> = {},
): Promise<ExampleRun> {
  const child = spawn(command, parameters, { cwd: PROJECT_FOLDER, env: environmentOf(system, environment) });
  const printed = { output: "", errors: "" };
  child.stdout.on("data", (text) => {
    printed.output += text;
  });
  child.stderr.on("data", (text) => {
    printed.errors += text;
  });
  // "exit" comes before the last of the output; "close" after it.
  const [code] = await once(child, "close");
  return { code, ...printed };
}

export interface RunningExample {
  readonly url: string;
  /** Its output so far. */
  readonly printed: () => string;
  readonly stop: () => Promise<void>;
}

/** Starts a server on a port that it chooses, and waits until it prints its address. */
export async function startExample(
  file: string,
  system: TestSystem,
  environment: Readonly<Record<string, string>> = {},
): Promise<RunningExample> {
  const env = environmentOf(system, { PORT: "0", ...environment });
  const child = spawn(process.execPath, [join(PROJECT_FOLDER, "examples", file)], { env, detached: true });
  let printed = "";
  const stop = () => end(child);
  const url = new Promise<string>((resolve, reject) => {
    const read = (text: Buffer) => {
      printed += text;
      const [address] = /http:\/\/(127\.0\.0\.1|localhost):\d+/.exec(printed) ?? [];
      if (address !== undefined) resolve(address);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.on("exit", (code) => reject(new Error(`${file} ended with ${code}: ${printed}`)));
  });
  return { url: await url, printed: () => printed, stop };
}

/** Ends the process and all that it started: they are one group. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.pid === undefined) return;
  const ended = once(child, "exit");
  process.kill(-child.pid, "SIGTERM");
  await ended;
}
