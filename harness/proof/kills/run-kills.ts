// Chapter of kills at random moments of work: a system of its own, and all checks at its end.

import { setTimeout as delay } from "node:timers/promises";
import { customerMessages } from "../../../src/db/schema.ts";
import { Dice } from "../../dice.ts";
import { addStudio, SMALL_CATALOG, STOCK_OF_MATERIAL } from "../../studios.ts";
import { faultsOfBooks, faultsOfMessages, faultsOfStock } from "./books.ts";
import { CountedClient } from "./counted-client.ts";
import { HourOfStudio } from "./hour-of-studio.ts";
import { longestIdleSeconds } from "./idle-engine.ts";
import { KeyedOrders } from "./keyed-orders.ts";
import { KILLED_PARTS, type KilledPart, KilledSystem } from "./killed-system.ts";
import { faultsAfterSweep, faultsOfDatabases, faultsOfFiles } from "./left-over.ts";
import { PanelWork } from "./panel-work.ts";
import { drawnLargeFile, drawnPart } from "./seeded-models.ts";
import { SentModels } from "./sent-models.ts";

/** Kills of one system: more would use up the hour of its studio. */
export const KILLS_OF_CHAPTER = 20;
const LOOK_MILLISECONDS = 10;
const KNOWN_ORDERS = 2;
const JOBS_AT_ONCE = ["a", "b", "c"];
const MAX_RUN_MILLISECONDS = 3_000;
const MAX_PAUSE_MILLISECONDS = 1_500;
/** The promise: a slice that was queued at a kill goes on by then. */
export const MAX_IDLE_SECONDS = 15;

export interface KillsResult {
  readonly kills: Readonly<Record<KilledPart, number>>;
  readonly orders: number;
  readonly forms: number;
  readonly models: number;
  readonly mails: number;
  /** Objects without rows before the sweep. */
  readonly orphans: number;
  readonly longestIdleSeconds: number;
  readonly faults: readonly string[];
}

/**
 * @param say called with one line after each kill
 * @param hasTime asked before each kill; after a no the checks follow
 */
export async function runChapter(
  seed: number,
  kills: number,
  say: (line: string) => void,
  hasTime: () => boolean = () => true,
): Promise<KillsResult> {
  const dice = new Dice(seed);
  const system = await KilledSystem.start();
  try {
    const studio = await addStudio(system.workers.database, SMALL_CATALOG);
    for (const event of ["received", "confirmed"] as const) {
      await system.workers.database.insert(customerMessages).values({ studioId: studio.id, event, isOn: true });
    }
    const client = new CountedClient(studio.key, () => system.workers.url);
    const orders = new KeyedOrders(client, studio);
    const sent = new SentModels(client, studio);
    const panel = await PanelWork.begin(system, studio);
    const hour = await HourOfStudio.begin(system, kills);
    const known = drawnPart(dice);
    for (const key of ["the first", "the second"]) await orders.place(key, known, 1);
    await orders.sendOpenAgain();

    const counts = { workers: 0, engine: 0, dispatcher: 0, everything: 0 };
    let longestIdle = 0;
    // Every part, and then at random.
    const parts = dice.shuffled(KILLED_PARTS);
    for (let kill = 0; kill < kills && hasTime(); kill++) {
      const part = parts[kill] ?? dice.oneOf(KILLED_PARTS);
      const pauseMilliseconds = dice.below(MAX_PAUSE_MILLISECONDS);
      let isOver = false;
      const quantity = () => 1 + dice.below(3);
      const quotes = Promise.allSettled(
        JOBS_AT_ONCE.map((name) => sent.quote(`quote ${kill}${name}`, drawnPart(dice))),
      );
      const others = Promise.allSettled([
        ...Array.from({ length: KNOWN_ORDERS }, (_, index) =>
          orders.place(`known ${kill}-${index}`, known, quantity()),
        ),
        orders.place(`new ${kill}`, drawnPart(dice), quantity()),
        sent.upload(`upload ${kill}`, dice.below(2) === 0 ? drawnLargeFile(dice) : drawnPart(dice)),
        panel.workUntil(() => isOver),
        hour.askUntil(() => isOver),
      ]);
      // A third of the kills come among the first calls; the others once slices wait, however busy the machine is.
      const jobs = dice.below(JOBS_AT_ONCE.length);
      const [runMilliseconds] = await Promise.all([
        pause(dice.size(20, MAX_RUN_MILLISECONDS)),
        jobs === 0 ? undefined : Promise.race([quotes, until(() => isOver || sent.pendingJobs >= jobs)]),
      ]);
      isOver = true;
      const pending = sent.pendingJobs;
      if (part === "workers" || part === "everything") orders.noteKill();
      await system.killAndStart(part, pauseMilliseconds);
      counts[part]++;
      let isFinished = false;
      const idle = longestIdleSeconds(
        system,
        () => sent.pendingJobs,
        () => isFinished,
      );
      await Promise.all([quotes, others]);
      await Promise.all([orders.sendOpenAgain(), sent.finish(), panel.finish()]);
      isFinished = true;
      const idleSeconds = await idle;
      longestIdle = Math.max(longestIdle, idleSeconds);
      if (idleSeconds > MAX_IDLE_SECONDS)
        sent.faults.push(`slices stood still for ${idleSeconds.toFixed(1)} s after kill ${kill + 1} (${part})`);
      say(
        `kill ${kill + 1}: ${part} after ${runMilliseconds} ms, ${pending} jobs pending; slices stood still for ${idleSeconds.toFixed(1)} s at most`,
      );
    }

    say("asking for all of it");
    const { database } = system.workers;
    const faults = [
      ...(await orders.check(database)),
      ...sent.faults,
      ...(await panel.check(database)),
      ...(await hour.check()),
      ...client.faults,
      ...(await client.countFaults()),
      ...(await faultsOfBooks(system, studio.id)),
      ...(await faultsOfStock(system, studio.id, STOCK_OF_MATERIAL)),
      ...(await faultsOfFiles(system, sent.models)),
    ];
    say("waiting for the last messages");
    await system.sweep(0);
    faults.push(...(await faultsOfMessages(system, studio.id)));
    const mails = (await system.mails()).length;
    say("sweeping");
    const swept = await faultsAfterSweep(system);
    faults.push(...swept.faults, ...(await faultsOfFiles(system, [])), ...(await system.leftOver()));
    await system.stopWorkers();
    faults.push(...faultsOfDatabases(system));
    return {
      kills: counts,
      orders: orders.count,
      forms: panel.count,
      models: sent.models.length,
      mails,
      orphans: swept.orphans,
      longestIdleSeconds: longestIdle,
      faults: faults.map((fault) => `seed ${seed}: ${fault}`),
    };
  } finally {
    await system.stop();
  }
}

async function pause(milliseconds: number): Promise<number> {
  await delay(milliseconds);
  return milliseconds;
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await delay(LOOK_MILLISECONDS);
}
