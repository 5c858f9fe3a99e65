// Runs a command line as a person types it.

import { execFile } from "node:child_process";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { DOCKER_PROGRAM } from "../../harness/docker.ts";

/** Returns what it printed. Rejects with it where the command fails. */
export async function runInShell(commandLine: string, folder: string): Promise<string> {
  // `docker` is the program that the tests use, wherever it is.
  const path = DOCKER_PROGRAM.includes("/") ? `${dirname(DOCKER_PROGRAM)}:${process.env.PATH}` : process.env.PATH;
  const { stdout } = await promisify(execFile)("sh", ["-ec", commandLine], {
    cwd: folder,
    env: { ...process.env, PATH: path },
    maxBuffer: 64 * 2 ** 20,
  });
  return stdout.trim();
}
