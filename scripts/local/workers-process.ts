// Workers process: the API Worker and the slicer Worker in one `wrangler dev` child process.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { devNull } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { PROJECT_FOLDER } from "../project-folder.ts";
import { UserError } from "../user-error.ts";
import { QUIET_WRANGLER, WRANGLER_PROGRAM } from "../wrangler.ts";
import type { LocalState } from "./local-state.ts";

const MAX_START_MILLISECONDS = 90_000;
const MAX_SHUTDOWN_MILLISECONDS = 8_000;

export interface WorkersSettings {
  readonly state: LocalState;
  readonly host: string;
  readonly port: number;
  /** The Workers' environment variables. */
  readonly variables: Readonly<Record<"SLICE_ENGINE" | "ENGINE_URL" | "OPERATOR_TOKEN" | "LINK_SECRET", string>>;
}

export interface WorkersProcess {
  /** Settles when the process has exited, for any reason. */
  readonly ended: Promise<void>;
  /**
   * Polls `isReady` until it is true.
   *
   * @throws UserError with wrangler's output if the process exits first or the start times out
   */
  waitUntilReady(isReady: () => Promise<boolean>): Promise<void>;
  stop(): Promise<void>;
}

export function startWorkers({ state, host, port, variables }: WorkersSettings): WorkersProcess {
  const guard = fileURLToPath(new URL("./process-guard.ts", import.meta.url));
  const child = spawn(
    process.execPath,
    [
      guard,
      WRANGLER_PROGRAM,
      ...["dev", "-c", "wrangler.toml", "-c", "slicer-service/wrangler.toml"],
      ...["--persist-to", state.data, "--ip", host, "--port", String(port), "--inspector-port", "0"],
      // Without --env-file wrangler reads .dev.vars, which would override `variables`.
      ...["--env-file", devNull],
      ...["--show-interactive-dev-session=false", "--log-level", "warn"],
    ],
    {
      cwd: PROJECT_FOLDER,
      env: {
        ...process.env,
        ...QUIET_WRANGLER,
        // With the default registry, two local systems would connect to each other's slicer.
        WRANGLER_REGISTRY_PATH: join(state.folder, "registry"),
        // --var would set variables of the first Worker only; the environment reaches both.
        CLOUDFLARE_INCLUDE_PROCESS_ENV: "true",
        ...variables,
      },
      // A process group of its own: otherwise Ctrl-C would kill wrangler before the graceful shutdown.
      detached: true,
      stdio: ["pipe", "pipe", "pipe"],
    },
  );
  const ended = once(child, "exit").then(() => killGroup(child));
  const startupOutput: string[] = [];
  let ready = false;
  for (const output of [child.stdout, child.stderr]) {
    createInterface({ input: output }).on("line", (line) => {
      if (ready) console.error(line);
      else startupOutput.push(line);
    });
  }

  return {
    ended,
    async waitUntilReady(isReady) {
      let hasFailed = false;
      const failed = Promise.race([
        ended.then(() => "wrangler dev exited before the API answered."),
        delay(MAX_START_MILLISECONDS, `The API did not answer within ${MAX_START_MILLISECONDS / 1000} s.`, {
          ref: false,
        }),
      ]).finally(() => {
        hasFailed = true;
      });
      const answered = (async () => {
        while (!hasFailed && !(await isReady())) await delay(100);
      })();
      const failure = await Promise.race([failed, answered]);
      if (failure !== undefined) throw new UserError([failure, ...startupOutput].join("\n"));
      ready = true;
    },
    async stop() {
      child.stdin.end();
      const timeout = setTimeout(() => killGroup(child), MAX_SHUTDOWN_MILLISECONDS);
      await ended;
      clearTimeout(timeout);
    },
  };
}

/** Kills whatever the guard left running: the guard itself may have been killed. */
function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // The group has no processes any more.
  }
}
