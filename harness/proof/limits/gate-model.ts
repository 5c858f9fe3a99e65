// Model of a studio's gate: plan and keys in D1 and in the gate, and the hour.

import { hourlyLimitOf, type Plan } from "../../../src/domain/plan.ts";
import { type Machine, OPERATIONS, type Operation } from "../../workers/limit-calls.ts";
import { HourModel } from "./hour-model.ts";

/** The gate reads D1 again beside the first request after this time, and asks it of unknown keys so often. */
const REPAIRED_EVERY = 60_000;
const LOOKED_UP_EVERY = 5_000;

export interface ModelKey {
  readonly permission: "all" | "read";
  readonly isRevoked: boolean;
  readonly expiresAt: number | null;
}

export interface Access {
  readonly plan: Plan;
  /** By secret. */
  readonly keys: Readonly<Record<string, ModelKey>>;
}

/** An answer as its client sees it. */
export interface ExpectedAnswer {
  readonly status: number;
  readonly rateLimit: string | null;
  readonly policy: string | null;
  readonly retryAfter: string | null;
}

export class GateModel {
  readonly hour = new HourModel();
  /** In D1. */
  truth: Access;
  #known: Access | undefined;
  #storedReadAt = 0;
  #repairedAt = 0;
  #lookedUpAt = Number.NEGATIVE_INFINITY;

  constructor(truth: Access) {
    this.truth = truth;
  }

  /** Whether a request may find the gate with a plan or keys that are not D1's. */
  get isBehind(): boolean {
    return this.#known !== this.truth;
  }

  /** Undefined on a plan without the API. */
  get limit(): number | undefined {
    return hourlyLimitOf((this.#known ?? this.truth).plan) ?? undefined;
  }

  ask(machine: Machine, secret: string, operation: Operation): ExpectedAnswer {
    const { now } = machine;
    if (this.#known?.keys[secret] !== undefined) {
      const decided = this.#decide(now, secret, operation);
      if (isOver(now, this.#repairedAt, REPAIRED_EVERY)) this.#read(machine);
      return decided;
    }
    if (isOver(now, this.#lookedUpAt, LOOKED_UP_EVERY)) {
      this.#lookedUpAt = machine.isDatabaseDown ? Number.NEGATIVE_INFINITY : now;
      if (!this.#read(machine)) return refusal(503, "2");
    }
    return this.#decide(now, secret, operation);
  }

  /** Tells the gate of a change; answers whether it could read D1. */
  tell(machine: Machine): boolean {
    const isRead = this.#read(machine);
    if (!isRead) this.#repairedAt = Number.NEGATIVE_INFINITY;
    return isRead;
  }

  forgetMemory(): void {
    this.#repairedAt = this.#storedReadAt;
    this.#lookedUpAt = Number.NEGATIVE_INFINITY;
  }

  #read({ now, isDatabaseDown }: Machine): boolean {
    this.#repairedAt = now;
    if (isDatabaseDown) return false;
    this.#known = this.truth;
    this.#storedReadAt = now;
    return true;
  }

  #decide(now: number, secret: string, operation: Operation): ExpectedAnswer {
    const key = this.#known?.keys[secret];
    if (this.#known === undefined || key === undefined) return refusal(401);
    const limit = hourlyLimitOf(this.#known.plan);
    if (limit === null) return refusal(403);
    if (key.isRevoked || (key.expiresAt !== null && key.expiresAt <= now)) return refusal(401);
    const { method, admittedStatus } = OPERATIONS[operation];
    if (key.permission === "read" && method !== "GET") return refusal(403);
    const { admitted, remaining, secondsUntilFree } = this.hour.ask(now, limit);
    return {
      status: admitted ? admittedStatus : 429,
      rateLimit: `"hourly";r=${remaining};t=${secondsUntilFree}`,
      policy: `"hourly";q=${limit};w=3600`,
      retryAfter: null,
    };
  }
}

/** A clock that stepped back tells nothing of the time since. */
function isOver(now: number, since: number, period: number): boolean {
  return now < since || now - since >= period;
}

function refusal(status: number, retryAfter: string | null = null): ExpectedAnswer {
  return { status, rateLimit: null, policy: null, retryAfter };
}
