// npm run demo: a studio's website orders from the local system, which it starts unless one runs.
//
//   npm run demo -- [part.stl other.3mf]
//
// The orders stay in the local state: `npm start` shows them in the studio's panel.

import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { readDemoFile } from "../local/demo/demo-file.ts";
import { findFreePort } from "../local/free-port.ts";
import { defaultLocalState, type LocalState } from "../local/local-state.ts";
import { LocalSystem, type RunningSystem } from "../local/local-system.ts";
import { findLocalService, isReady } from "../local/running-service.ts";
import { onShutdown } from "../local/shutdown.ts";
import { describeError, UserError } from "../user-error.ts";
import { herringboneGear, twistedVase } from "./demo-models.ts";
import { print } from "./demo-output.ts";
import { type Model, runTour } from "./demo-tour.ts";

const HOST = "127.0.0.1";
const MAX_RUN_MILLISECONDS = 5 * 60_000;

const LATER =
  "npm start prints the addresses of all the mails, as their readers see them, and of the orders, in the panel.";

const startedAt = Date.now();
try {
  const state = defaultLocalState();
  const models = await readModels(process.argv.slice(2));
  const running = await findRunningSystem(state);
  if (running !== undefined) print(`Using the system that runs at ${running.baseUrl}.`);
  await (running === undefined ? runOnOwnSystem(state, models) : runWithin(running, models));
  print(
    `\nDone in ${Math.round((Date.now() - startedAt) / 1000)} s. ${running === undefined ? LATER : whereTo(running)}`,
  );
  process.exit(0);
} catch (error) {
  console.error(`\nThe demo failed. ${describeError(error)}`);
  process.exit(1);
}

function whereTo({ mailboxUrl, panelUrl, owners: [owner] }: RunningSystem): string {
  const signIn = owner === undefined ? "" : `, sign in as ${owner.email} with ${owner.password}`;
  return `All the mails, as their readers see them: ${mailboxUrl}\nThe orders, in the panel: ${panelUrl}${signIn}`;
}

async function runOnOwnSystem(state: LocalState, models: readonly [Model, ...Model[]]): Promise<void> {
  const system = new LocalSystem({ state, host: HOST, port: await findFreePort(HOST), log: print });
  onShutdown(async () => {
    print("\nStopping …");
    await system.stop();
    process.exit(1);
  });
  try {
    await runWithin(await system.start(), models);
  } finally {
    await system.stop();
  }
}

async function runWithin(running: RunningSystem, models: readonly [Model, ...Model[]]): Promise<void> {
  const timeout = delay(
    MAX_RUN_MILLISECONDS - (Date.now() - startedAt),
    `It took longer than ${MAX_RUN_MILLISECONDS / 60_000} minutes.`,
    { ref: false },
  );
  const failure = await Promise.race([runTour(running, models), running.failure, timeout]);
  if (failure !== undefined) throw new UserError(failure);
}

/** The system that `npm start` runs on the same state; undefined if none does. */
async function findRunningSystem(state: LocalState): Promise<RunningSystem | undefined> {
  const service = await findLocalService(state);
  const { studios, owners, panelUrl, mailboxUrl } = await readDemoFile(state);
  if (service?.engineUrl === undefined) return undefined;
  if (studios === undefined || owners === undefined) return undefined;
  if (panelUrl === undefined || mailboxUrl === undefined) return undefined;
  // A service that was killed leaves its file behind.
  if (!(await isReady(service))) return undefined;
  const { baseUrl, engineUrl } = service;
  return { baseUrl, engineUrl, panelUrl, mailboxUrl, studios, owners, failure: new Promise(() => {}) };
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
