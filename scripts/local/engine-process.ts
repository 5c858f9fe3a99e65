// Starts the engine as a child process, for `npm start`, the demo, the benches and the tests.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

export interface EngineProcess {
  readonly url: string;
  /** Engine, version and profile revision, as the engine names itself. */
  readonly identity: string;
  readonly child: ChildProcess;
  stop(): Promise<void>;
}

/** @param environment the engine's settings, as `slicer-service/engine/main.ts` lists them */
export async function startEngine(environment: Readonly<Record<string, string>>): Promise<EngineProcess> {
  const main = fileURLToPath(new URL("../../slicer-service/engine/main.ts", import.meta.url));
  const child = spawn(process.execPath, [main], {
    env: { ...process.env, ENGINE_PORT: "0", ENGINE_EXIT_WITH_STDIN: "1", ...environment },
    // A process group of its own: Ctrl-C in the terminal is ours to pass on. The engine ends with its stdin, whatever
    // becomes of us.
    detached: true,
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = createInterface({ input: child.stdout });
  const [first] = await Promise.race([
    once(lines, "line"),
    once(child, "exit").then(([code]) => {
      throw new Error(`the engine ended with code ${code} before it listened`);
    }),
  ]);
  // The engine's own first line: { listening, engine }.
  const { listening, engine } = JSON.parse(String(first)) as { listening: string; engine: string };
  return {
    url: listening,
    identity: engine,
    child,
    async stop() {
      if (hasEnded(child)) return;
      // At once: SIGTERM lets a slice that runs come to its end.
      child.kill("SIGINT");
      await once(child, "exit");
    },
  };
}

export function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}
