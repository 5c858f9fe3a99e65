// Engine process: starts the slicing engine as a child, for `npm start`, the demo, the benches and the tests.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const MAX_SHUTDOWN_MILLISECONDS = 5000;

export interface EngineProcess {
  readonly url: string;
  /** Engine, version and profile revision, as the engine names itself. */
  readonly engineName: string;
  /** Its slicer of filament, in words. */
  readonly slicer: string;
  readonly child: ChildProcess;
  /** Settles when it has exited, for any reason. */
  readonly ended: Promise<void>;
  /** Ends it, by force where it does not answer. */
  stop(): Promise<void>;
}

/**
 * Starts an engine and waits until it listens.
 *
 * @param environment the engine's settings, as `slicer-service/engine/engine.settings.ts` lists them
 * @throws Error if it exits before it listens, with the message of the error that it printed
 */
export async function startEngine(environment: Readonly<Record<string, string>>): Promise<EngineProcess> {
  const main = fileURLToPath(new URL("../../slicer-service/engine/main.ts", import.meta.url));
  const child = spawn(process.execPath, [main], {
    env: { ...process.env, ENGINE_PORT: "0", ENGINE_EXIT_WITH_STDIN: "1", ...environment },
    // A process group of its own: otherwise Ctrl-C would kill the engine before the graceful shutdown. It still exits
    // if this process dies, because its stdin closes.
    detached: true,
    stdio: ["pipe", "pipe", "pipe"],
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const startupErrors: string[] = [];
  let listens = false;
  createInterface({ input: child.stderr }).on("line", (line) => {
    if (listens) console.error(line);
    else startupErrors.push(line);
  });
  const lines = createInterface({ input: child.stdout });
  const [first] = await Promise.race([
    once(lines, "line"),
    once(child, "close").then(([code]) => {
      throw new Error(reasonIn(startupErrors) ?? `it ended with ${code} before it listened`);
    }),
  ]);
  listens = true;
  for (const line of startupErrors) console.error(line);
  // The first line that slicer-service/engine/main.ts prints: { listening, engine, slicer }.
  const { listening, engine, slicer } = JSON.parse(String(first)) as Record<"listening" | "engine" | "slicer", string>;
  return {
    url: listening,
    engineName: engine,
    slicer,
    child,
    ended,
    async stop() {
      if (hasEnded(child)) return;
      // SIGINT, not SIGTERM: on SIGTERM the engine finishes its running slices first.
      child.kill("SIGINT");
      const force = setTimeout(() => child.kill("SIGKILL"), MAX_SHUTDOWN_MILLISECONDS);
      await ended;
      clearTimeout(force);
    },
  };
}

export function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

/** The message of the uncaught error among the lines that Node printed: "Error: ", amid its place and its stack. */
function reasonIn(lines: readonly string[]): string | undefined {
  return lines.map((line) => /^\w*Error: (.+)$/.exec(line)?.[1]).find((reason) => reason !== undefined);
}
