// Docker's engine through its command line, found as wrangler finds it: by WRANGLER_DOCKER_BIN and DOCKER_HOST.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";

export const DOCKER_PROGRAM = process.env.WRANGLER_DOCKER_BIN ?? "docker";

/** A socket without an engine behind it would be waited for without end. */
const MAX_ANSWER_MILLISECONDS = 20_000;

export interface DockerCall {
  /** Written to its standard input. */
  readonly input?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly maxMilliseconds?: number;
}

/**
 * Runs a command of Docker's, and returns its output.
 *
 * @throws Error with Docker's own message if it fails
 */
export async function docker(parameters: readonly string[], call: DockerCall = {}): Promise<string> {
  const { output } = await run(parameters, call);
  return output.trim();
}

/** The output of a container's processes, their standard error too. */
export async function containerLogs(container: string): Promise<string> {
  const { output, errors } = await run(["logs", container], {});
  return errors + output;
}

async function run(
  parameters: readonly string[],
  { input = "", environment = {}, maxMilliseconds }: DockerCall,
): Promise<{ readonly output: string; readonly errors: string }> {
  const child = spawn(DOCKER_PROGRAM, parameters, {
    env: { ...process.env, ...environment },
    stdio: ["pipe", "pipe", "pipe"],
    ...(maxMilliseconds === undefined ? {} : { timeout: maxMilliseconds }),
  });
  child.stdin.on("error", () => {}).end(input);
  const [output, errors, [code, signal]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]);
  if (code !== 0) throw new Error(`docker ${parameters.join(" ")} ended with ${signal ?? code}:\n${errors}${output}`);
  return { output, errors };
}

/** The version of the engine that answers; undefined if none does. */
export async function dockerVersion(): Promise<string | undefined> {
  try {
    return await docker(["version", "--format", "{{.Server.Version}}"], { maxMilliseconds: MAX_ANSWER_MILLISECONDS });
  } catch {
    return undefined;
  }
}

/** The socket on which the engine answers. */
export async function dockerSocket(): Promise<string> {
  return process.env.DOCKER_HOST ?? docker(["context", "inspect", "--format", "{{.Endpoints.docker.Host}}"]);
}

/** The id of a local image; undefined if this machine does not have it. */
export function imageId(image: string): Promise<string | undefined> {
  return docker(["image", "inspect", "--format", "{{.Id}}", image]).catch(() => undefined);
}
