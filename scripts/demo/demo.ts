// npm run demo: starts a temporary local system, runs the tour of a studio's website on it, and stops everything.
//
//   npm run demo -- [part.stl other.3mf]

import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { findFreePort } from "../local/free-port.ts";
import { localStateIn } from "../local/local-state.ts";
import { LocalSystem } from "../local/local-system.ts";
import { onShutdown } from "../local/shutdown.ts";
import { describeError, UserError } from "../user-error.ts";
import { herringboneGear, twistedVase } from "./demo-models.ts";
import { print } from "./demo-output.ts";
import { type Model, runTour } from "./demo-tour.ts";

const HOST = "127.0.0.1";
const MAX_RUN_MILLISECONDS = 5 * 60_000;

const startedAt = Date.now();
try {
  const models = await readModels(process.argv.slice(2));
  const folder = await mkdtemp(join(tmpdir(), "studio-demo-"));
  const system = new LocalSystem({
    state: localStateIn(folder),
    host: HOST,
    port: await findFreePort(HOST),
    log: print,
  });
  const cleanUp = async () => {
    await system.stop();
    await rm(folder, { recursive: true, force: true });
  };
  onShutdown(async () => {
    print("\nStopping …");
    await cleanUp();
    process.exit(1);
  });
  try {
    const running = await system.start();
    const timeout = delay(
      MAX_RUN_MILLISECONDS - (Date.now() - startedAt),
      `It took longer than ${MAX_RUN_MILLISECONDS / 60_000} minutes.`,
      { ref: false },
    );
    const failure = await Promise.race([runTour(running, models), running.failure, timeout]);
    if (failure !== undefined) throw new UserError(failure);
  } finally {
    await cleanUp();
  }
  print(
    `\nDone in ${Math.round((Date.now() - startedAt) / 1000)} s. All processes have ended and the temporary state is deleted.`,
  );
  process.exit(0);
} catch (error) {
  console.error(`\nThe demo failed. ${describeError(error)}`);
  process.exit(1);
}

async function readModels([first, ...others]: readonly string[]): Promise<[Model, ...Model[]]> {
  if (first === undefined) {
    return [
      { name: "twisted-vase.stl", bytes: twistedVase() },
      { name: "herringbone-gear.stl", bytes: herringboneGear() },
    ];
  }
  return [await readModel(first), ...(await Promise.all(others.map(readModel)))];
}

async function readModel(file: string): Promise<Model> {
  try {
    return { name: basename(file), bytes: new Uint8Array(await readFile(file)) };
  } catch (error) {
    throw new UserError(`${file} cannot be read: ${error instanceof Error ? error.message : error}`);
  }
}
