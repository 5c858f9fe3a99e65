// Engine supervisor: restarts a crashed engine on the same port. The slicer Worker retries the lost slices.

import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { type EngineProcess, hasEnded, startEngine } from "./engine-process.ts";

const MAX_RESTARTS = 5;
const RESTART_WINDOW_MILLISECONDS = 60_000;
const RESTART_PAUSE_MILLISECONDS = 200;

export interface SupervisedEngine {
  readonly url: string;
  /** Engine, version and profile revision, as the engine names itself. */
  readonly engineName: string;
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
    let restarts: number[] = [];
    for (;;) {
      if (!hasEnded(running.child)) await once(running.child, "exit");
      if (stopping) return new Promise(() => {});
      restarts = [...restarts.filter((at) => Date.now() - at < RESTART_WINDOW_MILLISECONDS), Date.now()];
      if (restarts.length > MAX_RESTARTS) {
        return `The engine ended ${restarts.length} times within a minute.`;
      }
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
    gaveUp: restartUntilGivenUp(),
    async stop() {
      stopping = true;
      await running.stop();
    },
  };
}
