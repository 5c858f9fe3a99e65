// Runs histories of random commands against the models until so many requests are compared; a failing one is shrunk.

import fc from "fast-check";
import { attemptCommands, playAttemptHistory } from "./attempt-history.ts";
import { gateCommands } from "./gate-commands.ts";
import { playGateHistory } from "./gate-history.ts";
import { LimitsSystem } from "./limits-system.ts";
import { LimitsTally } from "./tally.ts";
import { playVisitorHistory, visitorCommands } from "./visitor-history.ts";

/** An attempt is counted in D1, seven rows each. */
const REQUESTS_FOR_ATTEMPT = 10;

export interface LimitsProofSettings {
  /** Requests at gates; as many ask for places of visitors' days, and a tenth are attempts. */
  readonly requests: number;
  readonly seed: number;
  /** One subject alone, as a failing history is played again. */
  readonly only?: SubjectName;
  /** Milliseconds since 1970. No history begins after it. */
  readonly endsAt?: number;
  /** Called after each history. */
  readonly onProgress?: (subject: SubjectName, tally: LimitsTally) => void;
}

/** A history that failed, as small as it could be made. */
export interface Counterexample {
  readonly subject: SubjectName;
  readonly seed: number;
  readonly commands: string;
  readonly disagreement: string;
}

export const SUBJECTS = ["gate", "visitors", "attempts"] as const;
export type SubjectName = (typeof SUBJECTS)[number];

export interface LimitsProof {
  readonly tallies: Readonly<Record<SubjectName, LimitsTally>>;
  readonly counterexample: Counterexample | undefined;
}

/** Each smaller history is played from its start. */
const SHRINKING_MILLISECONDS = 120_000;

interface Subject<Command> {
  readonly name: SubjectName;
  readonly commands: fc.Arbitrary<Command[]>;
  readonly play: (system: LimitsSystem, commands: readonly Command[], tally: LimitsTally) => Promise<void>;
  readonly requests: number;
}

export async function proveLimits(settings: LimitsProofSettings): Promise<LimitsProof> {
  const { requests } = settings;
  const system = await LimitsSystem.start();
  try {
    const tallies = { gate: new LimitsTally(), visitors: new LimitsTally(), attempts: new LimitsTally() };
    const gate = { name: "gate" as const, commands: gateCommands, play: playGateHistory, requests };
    const visitors = { name: "visitors" as const, commands: visitorCommands, play: playVisitorHistory, requests };
    const attempts = {
      name: "attempts" as const,
      commands: attemptCommands,
      play: playAttemptHistory,
      requests: requests / REQUESTS_FOR_ATTEMPT,
    };
    const counterexample =
      (await prove(system, gate, settings, tallies.gate)) ??
      (await prove(system, visitors, settings, tallies.visitors)) ??
      (await prove(system, attempts, settings, tallies.attempts));
    return { tallies, counterexample };
  } finally {
    await system.stop();
  }
}

async function prove<Command>(
  system: LimitsSystem,
  { name, commands, play, requests }: Subject<Command>,
  { seed, only = name, endsAt = Number.POSITIVE_INFINITY, onProgress }: LimitsProofSettings,
  tally: LimitsTally,
): Promise<Counterexample | undefined> {
  for (let history = 0; only === name && tally.of("requests") < requests && Date.now() < endsAt; history++) {
    tally.count("histories");
    const ofHistory = seed + history;
    let shrinksUntil: number | undefined;
    const property = fc.asyncProperty(commands, async (drawn) => {
      // The smallest case until then is the answer.
      if (shrinksUntil !== undefined && Date.now() > shrinksUntil) return;
      try {
        // Smaller histories after a failure are counted nowhere.
        await play(system, drawn, shrinksUntil === undefined ? tally : new LimitsTally());
      } catch (error) {
        if (shrinksUntil === undefined)
          console.error(`${name}, seed ${ofHistory}: ${error}. Looking for a smaller case.`);
        if (shrinksUntil === undefined) tally.count("disagreements");
        shrinksUntil ??= Date.now() + SHRINKING_MILLISECONDS;
        throw error;
      }
    });
    const details = await fc.check(property, { seed: ofHistory, numRuns: 1 });
    onProgress?.(name, tally);
    if (!details.failed) continue;
    const { errorInstance, counterexample } = details;
    return {
      subject: name,
      seed: ofHistory,
      commands: counterexample?.[0].map((command) => JSON.stringify(command)).join("\n") ?? "",
      disagreement:
        errorInstance instanceof Error ? (errorInstance.stack ?? errorInstance.message) : String(errorInstance),
    };
  }
  return undefined;
}
