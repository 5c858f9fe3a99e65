// An engine that is started again, on the same port, whenever it ends: a slice that was lost with it is asked for again by
// its SliceObject, so nobody has to do anything about it.

import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { type EngineProcess, hasEnded, startEngine } from "./engine-process.ts";

const MAX_RESTARTS = 5;
const WITHIN_MILLISECONDS = 60_000;
const PAUSE_MILLISECONDS = 200;

export interface SupervisedEngine {
  readonly url: string;
  readonly identity: string;
  /** Settles, with the reason, when the engine ended so often that it is not started again. */
  readonly givenUp: Promise<string>;
  stop(): Promise<void>;
}

/**
 * @param environment the engine's settings, as `slicer-service/engine/main.ts` lists them
 * @param tell told one line about every restart
 */
export async function superviseEngine(
  environment: Readonly<Record<string, string>>,
  tell: (line: string) => void,
): Promise<SupervisedEngine> {
  const first = await startEngine(environment);
  let running: EngineProcess = first;
  let stopping = false;

  const keep = async (): Promise<string> => {
    let restarts: number[] = [];
    for (;;) {
      if (!hasEnded(running.child)) await once(running.child, "exit");
      if (stopping) return new Promise(() => {});
      restarts = [...restarts.filter((at) => Date.now() - at < WITHIN_MILLISECONDS), Date.now()];
      if (restarts.length > MAX_RESTARTS) {
        return `The engine ended ${restarts.length} times within a minute.`;
      }
      tell("The engine ended. Starting it again; slices that it had not finished begin anew.");
      await delay(PAUSE_MILLISECONDS);
      try {
        running = await startEngine({ ...environment, ENGINE_PORT: new URL(first.url).port });
        if (stopping) await running.stop();
      } catch (error) {
        tell(String(error));
      }
    }
  };

  return {
    url: first.url,
    identity: first.identity,
    givenUp: keep(),
    async stop() {
      stopping = true;
      await running.stop();
    },
  };
}
