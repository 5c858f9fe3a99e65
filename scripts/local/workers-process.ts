// Workers process: the API Worker and the slicer Worker in one child process, workers-main.ts or `wrangler dev`.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { devNull } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { PROJECT_FOLDER } from "../project-folder.ts";
import { UserError } from "../user-error.ts";
import { API_CONFIG, QUIET_WRANGLER, SLICER_CONFIG, WRANGLER_PROGRAM } from "../wrangler.ts";
import { requestLine } from "./request-line.ts";

const MAX_START_MILLISECONDS = 90_000;
const MAX_SHUTDOWN_MILLISECONDS = 8_000;

export const workersSettingsSchema = z.object({
  /** The state folder, and the part of it that holds databases, files and Durable Objects. */
  folder: z.string(),
  data: z.string(),
  host: z.string(),
  port: z.number(),
  /** `wrangler dev` runs the Workers, which serves changed code at once. Else Miniflare alone does, as workers-main.ts says. */
  reloads: z.boolean(),
  /** Between two scheduled runs; workers-main.ts has its own where it is absent. */
  scheduleMilliseconds: z.number().positive().optional(),
  /** Whether each request becomes a line. */
  printsRequests: z.boolean(),
  /** Variables of both Workers, above the `[vars]` of their wrangler.toml. */
  variables: z.record(z.string(), z.string()),
});

export type WorkersSettings = z.infer<typeof workersSettingsSchema>;

export interface WorkersProcess {
  /** Settles when the process has exited, for any reason. */
  readonly ended: Promise<void>;
  /**
   * Polls `isReady` until it is true.
   *
   * @throws UserError with the process's output if the process exits first or the start times out
   */
  waitUntilReady(isReady: () => Promise<boolean>): Promise<void>;
  stop(): Promise<void>;
}

export function startWorkers(settings: WorkersSettings): WorkersProcess {
  const program = (name: string) => fileURLToPath(new URL(name, import.meta.url));
  const workers = settings.reloads
    ? [WRANGLER_PROGRAM, ...wranglerArguments(settings)]
    : [program("./workers-main.ts")];
  const child = spawn(process.execPath, [program("./process-guard.ts"), ...workers], {
    cwd: PROJECT_FOLDER,
    // The settings have secrets, which other users of the machine could read among the arguments. wrangler, which reads
    // the configuration, takes required secrets from the environment.
    env: {
      ...process.env,
      ...QUIET_WRANGLER,
      ...(settings.reloads ? wranglerVariables(settings) : { WRANGLER_LOG: "error" }),
      ...settings.variables,
      LOCAL_WORKERS: JSON.stringify(settings),
    },
    // A process group of its own: otherwise Ctrl-C would kill the Workers before the graceful shutdown.
    detached: true,
    stdio: ["pipe", "pipe", "pipe"],
  });
  const ended = once(child, "exit").then(() => killGroup(child));
  const startupOutput: string[] = [];
  let ready = false;
  createInterface({ input: child.stderr }).on("line", (line) => {
    if (ready) console.error(line);
    else startupOutput.push(line);
  });
  createInterface({ input: child.stdout }).on("line", (line) => {
    // The Workers write a line of JSON for each request; a line of `wrangler dev` for one has its path.
    const request = requestLine(line);
    if (!ready) startupOutput.push(line);
    else if (settings.printsRequests && request !== undefined) console.log(request);
    else if (!settings.printsRequests) console.error(line);
  });

  return {
    ended,
    async waitUntilReady(isReady) {
      let hasFailed = false;
      const failed = Promise.race([
        ended.then(() => "The Workers ended before the API answered."),
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

function wranglerArguments({ data, host, port, printsRequests }: WorkersSettings): string[] {
  return [
    ...["dev", "-c", API_CONFIG, "-c", SLICER_CONFIG],
    ...["--persist-to", data, "--ip", host, "--port", String(port), "--inspector-port", "0"],
    // Without --env-file wrangler reads .dev.vars, which would override our variables.
    ...["--env-file", devNull, "--show-interactive-dev-session=false"],
    ...["--log-level", printsRequests ? "log" : "warn"],
  ];
}

function wranglerVariables({ folder }: WorkersSettings): Readonly<Record<string, string>> {
  return {
    // With the default registry, two local systems would connect to each other's slicer.
    WRANGLER_REGISTRY_PATH: join(folder, "registry"),
    // --var would set variables of the first Worker only; the environment reaches both.
    CLOUDFLARE_INCLUDE_PROCESS_ENV: "true",
    // It would show all data without a key, and keep the address of every request.
    X_LOCAL_EXPLORER: "false",
    X_LOCAL_OBSERVABILITY: "false",
  };
}

/** Kills the processes that the guard left running: the guard itself may have been killed. */
function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // The group has no processes any more.
  }
}
