// Plays commands at the real gates of new studios and at their models, and compares every answer.

import { eq } from "drizzle-orm";
import { apiKeys, studios } from "../../../src/db/schema.ts";
import { idOf, newApiKey, studioRow } from "../../catalog-rows.ts";
import { LINK_SECRET, type SystemDatabase } from "../../systems/miniflare-system.ts";
import type { AskedAnswer, Lost, Machine } from "../../workers/limit-calls.ts";
import { type AccessChange, type AskCommand, type GateCommand, STUDIOS } from "./gate-commands.ts";
import { type Access, type ExpectedAnswer, GateModel, type ModelKey } from "./gate-model.ts";
import type { LimitsSystem } from "./limits-system.ts";
import { expectEqual, type LimitsTally } from "./tally.ts";

/** Fixed, so that a seed gives the same moments; in the future, so that no alarm rings. */
const BEGINNING = Date.UTC(2050, 0, 1);

interface PlayedStudio {
  readonly id: number;
  readonly model: GateModel;
  /** Secrets with their rows' ids; the first key is never revoked. */
  readonly keys: { readonly id: number; readonly secret: string }[];
  /** The error of its gate's clock against the isolates' clocks. Milliseconds. */
  clockError: number;
}

/** Plays the commands at new studios. @throws Disagreement */
export async function playGateHistory(
  system: LimitsSystem,
  commands: readonly GateCommand[],
  tally: LimitsTally,
): Promise<void> {
  const history = new GateHistory(system, tally, await addStudios(system));
  for (const command of commands) {
    tally.count(command.kind);
    await history.play(command);
  }
}

class GateHistory {
  readonly #system: LimitsSystem;
  readonly #tally: LimitsTally;
  readonly #studios: readonly PlayedStudio[];
  #now = BEGINNING;
  #isDatabaseDown = false;

  constructor(system: LimitsSystem, tally: LimitsTally, studios: readonly PlayedStudio[]) {
    this.#system = system;
    this.#tally = tally;
    this.#studios = studios;
  }

  async play(command: GateCommand): Promise<void> {
    switch (command.kind) {
      case "ask":
        return this.#ask(command);
      case "wait":
        this.#now += command.milliseconds;
        return;
      case "wait until free": {
        const { model, clockError } = this.#studio(command.studio);
        const now = this.#now + clockError;
        const freeAt = model.limit === undefined ? now : model.hour.freeAt(now, model.limit);
        this.#now += Math.max(0, freeAt + command.off - now);
        return;
      }
      case "clock step":
        this.#studio(command.studio).clockError += command.milliseconds;
        return;
      case "eviction": {
        const { id, model } = this.#studio(command.studio);
        await this.#system.call({ call: "evict", object: "gate", name: String(id) });
        return model.forgetMemory();
      }
      case "restart":
        await this.#system.restart();
        for (const { model } of this.#studios) model.forgetMemory();
        return;
      case "use": {
        const studio = this.#studio(command.studio);
        const machine = this.#machineOf(studio);
        const used = await this.#system.call({ call: "use", machine, studioId: studio.id });
        return expectEqual("requests of the hour", used, studio.model.hour.within(machine.now).length);
      }
      case "D1 fails":
      case "D1 works":
        this.#isDatabaseDown = command.kind === "D1 fails";
        return;
      case "change":
        return this.#change(this.#studio(command.studio), command.change, command.isTold);
    }
  }

  async #ask({ studio: number, keys, operation, requests, gap, isFromBoth, lost }: AskCommand): Promise<void> {
    const studio = this.#studio(number);
    const secrets = Array.from({ length: requests }, (_, index) => {
      const key = keys[index % keys.length] ?? 0;
      return studio.keys[key % studio.keys.length]?.secret ?? "";
    });
    // While the gate may read a change, its answers depend on the order of requests.
    const spacing = gap === null && studio.model.isBehind ? 0 : gap;
    const isolates = isFromBoth && spacing === null ? (["first", "second"] as const) : (["first"] as const);
    const machine = this.#machineOf(studio);
    const shares = isolates.map((isolate, share) => {
      return { isolate, secrets: secrets.filter((_, index) => index % isolates.length === share) };
    });
    const answers = await Promise.all(
      shares.map(({ isolate, secrets }, share) => {
        const ask = { call: "ask", machine, isolateNow: this.#now, studioId: studio.id, operation } as const;
        const lostHere: Lost = share === 0 ? lostOf(lost, spacing) : "nothing";
        return this.#system.call({ ...ask, keys: secrets, gap: spacing, lost: lostHere }, isolate);
      }),
    );
    const expected = secrets.map((secret, index) => {
      const onMachine = { ...machine, now: machine.now + index * (spacing ?? 0) };
      const first = studio.model.ask(onMachine, secret, operation);
      if (index > 0 || lostOf(lost, spacing) !== "object") return first;
      studio.model.forgetMemory();
      return studio.model.ask(onMachine, secret, operation);
    });
    this.#now += (requests - 1) * (spacing ?? 0);
    this.#tally.answers(expected);
    const inOrder = <Answer extends AskedAnswer | ExpectedAnswer>(all: readonly Answer[]) =>
      spacing === null ? all.map((one) => JSON.stringify(one)).toSorted() : all;
    expectEqual(`answers of studio ${number}`, inOrder(answers.flat()), inOrder(expected));
  }

  async #change(studio: PlayedStudio, change: AccessChange, isTold: boolean): Promise<void> {
    const machine = this.#machineOf(studio);
    studio.model.truth = await changed(this.#system.database, studio, change, machine.now);
    this.#tally.count(`${isTold ? "told" : "untold"} change: ${change.to}`);
    if (!isTold) return;
    const isHeard = await this.#system.call({ call: "tell", machine, studioId: studio.id });
    expectEqual("whether the change was heard", isHeard, studio.model.tell(machine));
  }

  #machineOf(studio: PlayedStudio): Machine {
    return { now: this.#now + studio.clockError, isDatabaseDown: this.#isDatabaseDown };
  }

  #studio(number: number): PlayedStudio {
    const studio = this.#studios[number];
    if (studio === undefined) throw new Error(`There is no studio ${number}`);
    return studio;
  }
}

/** Requests that come at once would all fail with their gate: only an answer is lost. */
function lostOf(lost: Lost, spacing: number | null): Lost {
  return lost === "object" && spacing === null ? "answer" : lost;
}

async function addStudios({ database }: LimitsSystem): Promise<PlayedStudio[]> {
  const plans = Array.from({ length: STUDIOS }, (_, index) => studioRow({ plan: index === 0 ? "enterprise" : "pro" }));
  const rows = await database.insert(studios).values(plans).returning({ id: studios.id, plan: studios.plan });
  return Promise.all(
    rows.map(async ({ id, plan }) => {
      const key = await addKey(database, id, "all");
      const model = new GateModel({ plan, keys: { [key.secret]: newKey("all") } });
      return { id, model, keys: [key], clockError: 0 };
    }),
  );
}

/** Writes the change into D1. Returns the access that D1 has then. */
async function changed(
  database: SystemDatabase,
  studio: PlayedStudio,
  change: AccessChange,
  now: number,
): Promise<Access> {
  const { truth } = studio.model;
  switch (change.to) {
    case "plan":
      await database.update(studios).set({ plan: change.plan }).where(eq(studios.id, studio.id));
      return { ...truth, plan: change.plan };
    case "new key": {
      const key = await addKey(database, studio.id, change.permission);
      studio.keys.push(key);
      return { ...truth, keys: { ...truth.keys, [key.secret]: newKey(change.permission) } };
    }
    case "revoked key":
    case "key's end": {
      const key = studio.keys[change.key % studio.keys.length];
      const known = truth.keys[key?.secret ?? ""];
      if (key === undefined || known === undefined) throw new Error("The studio has no key");
      const expiresAt = change.to === "key's end" ? now + change.inMilliseconds : known.expiresAt;
      // The studio's first key stays, so that requests go on.
      const isRevoked = known.isRevoked || (change.to === "revoked key" && key !== studio.keys[0]);
      const revokedAt = isRevoked ? now : null;
      await database.update(apiKeys).set({ expiresAt, revokedAt }).where(eq(apiKeys.id, key.id));
      return { ...truth, keys: { ...truth.keys, [key.secret]: { ...known, expiresAt, isRevoked } } };
    }
  }
}

async function addKey(database: SystemDatabase, studioId: number, permission: ModelKey["permission"]) {
  const { secret, row } = await newApiKey(LINK_SECRET, studioId, "of the proof");
  const [key] = await database
    .insert(apiKeys)
    .values({ ...row, permission })
    .returning({ id: apiKeys.id });
  return { id: idOf(key), secret };
}

function newKey(permission: ModelKey["permission"]): ModelKey {
  return { permission, isRevoked: false, expiresAt: null };
}
