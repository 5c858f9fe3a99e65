// The API Worker and the slicer Worker in one `wrangler dev`, as a child process.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { devNull } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { UserError } from "../user-error.ts";
import { type LocalState, PROJECT_FOLDER } from "./project.ts";
import { QUIET_WRANGLER, WRANGLER_PROGRAM } from "./wrangler.ts";

const MAX_START_MILLISECONDS = 90_000;
const MAX_END_MILLISECONDS = 8_000;

export interface WorkersSettings {
  readonly state: LocalState;
  readonly host: string;
  readonly port: number;
  /** What the Workers find in their environment. */
  readonly variables: Readonly<Record<"SLICE_ENGINE" | "ENGINE_URL" | "OPERATOR_TOKEN" | "LINK_SECRET", string>>;
}

export interface WorkersProcess {
  /** Settles when the process is gone, for whatever reason. */
  readonly ended: Promise<void>;
  /** Settles once `answers` does; fails if the process ends before, or takes too long. */
  untilReady(answers: () => Promise<boolean>): Promise<void>;
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
      // Naming an environment file keeps wrangler from reading .dev.vars, which would win over our variables.
      ...["--env-file", devNull],
      ...["--show-interactive-dev-session=false", "--log-level", "warn"],
    ],
    {
      cwd: PROJECT_FOLDER,
      env: {
        ...process.env,
        ...QUIET_WRANGLER,
        // Two local systems must not find each other's slicer.
        WRANGLER_REGISTRY_PATH: join(state.folder, "registry"),
        // Parameters such as --var reach only the first Worker; the environment reaches both.
        CLOUDFLARE_INCLUDE_PROCESS_ENV: "true",
        ...variables,
      },
      // A process group of its own: Ctrl-C in the terminal is ours to pass on.
      detached: true,
      stdio: ["pipe", "pipe", "pipe"],
    },
  );
  const ended = once(child, "exit").then(() => killRest(child));
  const lastLines: string[] = [];
  let ready = false;
  for (const output of [child.stdout, child.stderr]) {
    createInterface({ input: output }).on("line", (line) => {
      if (ready) console.error(line);
      else lastLines.push(line);
    });
  }

  return {
    ended,
    async untilReady(answers) {
      let over = false;
      const failed = Promise.race([
        ended.then(() => "wrangler dev ended before it answered"),
        delay(MAX_START_MILLISECONDS, "wrangler dev did not answer in time", { ref: false }),
      ]).finally(() => {
        over = true;
      });
      const answered = (async () => {
        while (!over && !(await answers())) await delay(100);
      })();
      const failure = await Promise.race([failed, answered]);
      if (failure !== undefined) throw new UserError([failure, ...lastLines].join("\n"));
      ready = true;
    },
    async stop() {
      child.stdin.end();
      const clock = setTimeout(() => killRest(child), MAX_END_MILLISECONDS);
      await ended;
      clearTimeout(clock);
    },
  };
}

/** Ends what the guard could not: it may itself have been killed. */
function killRest({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // Nothing is left.
  }
}
