// Engine supervisor: restarts an engine that crashed or is silent, on its port. The slicer Worker retries lost slices.

import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { type EngineProcess, hasEnded, startEngine } from "./engine-process.ts";
import { untilSilent } from "./health-watch.ts";
import { RestartLimit } from "./restart-limit.ts";

const RESTART_PAUSE_MILLISECONDS = 200;

export interface SupervisedEngine {
  readonly url: string;
  /** Engine, version and profile revision, as the engine names itself. */
  readonly engineName: string;
  /** Its slicer of filament, in words. */
  readonly slicer: string;
  /** Settles with the reason if the engine crashed too often to be restarted again. */
  readonly gaveUp: Promise<string>;
  stop(): Promise<void>;
}

/**
 * @param environment the engine's settings, as `slicer-service/engine/engine.settings.ts` lists them
 * @param log called with one line at every restart
 */
export async function superviseEngine(
  environment: Readonly<Record<string, string>>,
  log: (line: string) => void,
): Promise<SupervisedEngine> {
  const first = await startEngine(environment);
  let running: EngineProcess = first;
  let stopping = false;

  const restartUntilGivenUp = async (): Promise<string> => {
    const limit = new RestartLimit();
    for (;;) {
      await untilEnded(running);
      if (stopping) return new Promise(() => {});
      if (!limit.allow()) return "The engine ended six times within a minute.";
      log("The engine ended. Starting it again; unfinished slices start over.");
      await delay(RESTART_PAUSE_MILLISECONDS);
      try {
        running = await startEngine({ ...environment, ENGINE_PORT: new URL(first.url).port });
        if (stopping) await running.stop();
      } catch (error) {
        log(String(error));
      }
    }
  };

  return {
    url: first.url,
    engineName: first.engineName,
    slicer: first.slicer,
    gaveUp: restartUntilGivenUp(),
    async stop() {
      stopping = true;
      await running.stop();
    },
  };
}

/** Kills an engine that does not answer. */
async function untilEnded({ url, child }: EngineProcess): Promise<void> {
  if (hasEnded(child)) return;
  const ended = once(child, "exit");
  const watch = new AbortController();
  untilSilent(new URL("/health", url), watch.signal).then(() => child.kill("SIGKILL"));
  await ended;
  watch.abort();
}
