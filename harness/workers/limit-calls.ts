// Calls of the Worker of the limits' proof: requests at a turned clock, lost objects, visitors' places, attempts.

import type { Allowance } from "../../src/domain/visitor.ts";

/** The path at which the Worker takes a call, as JSON in a POST. */
export const LIMIT_CALL_PATH = "/limit-calls";

/** The machine of a studio's gate or of a visitor's day. */
export interface Machine {
  /** Its clock: milliseconds since 1970. */
  readonly now: number;
  readonly isDatabaseDown: boolean;
}

export const OPERATIONS = {
  read: { method: "GET", path: "/technologies", admittedStatus: 200 },
  unknown: { method: "GET", path: "/nothing-here", admittedStatus: 404 },
  faulty: { method: "POST", path: "/printers", admittedStatus: 400 },
} as const;

export type Operation = keyof typeof OPERATIONS;

/** A fault in asking the gate, after its decision: the answer is lost, or all of the gate's memory too. */
export type Lost = "nothing" | "answer" | "object";

export interface AskCall {
  readonly call: "ask";
  /** The machine of the studio's gate. */
  readonly machine: Machine;
  /** The clock of the isolate that takes the requests. */
  readonly isolateNow: number;
  readonly studioId: number;
  /** One for each request. */
  readonly keys: readonly string[];
  readonly operation: Operation;
  /** Milliseconds from each request to the next; null: all at once. */
  readonly gap: number | null;
  /** The first request meets this fault. */
  readonly lost: Lost;
}

export interface AskedAnswer {
  readonly status: number;
  readonly rateLimit: string | null;
  readonly policy: string | null;
  readonly retryAfter: string | null;
}

export interface TakeCall {
  readonly call: "take";
  readonly now: number;
  readonly studioId: number;
  readonly address: string;
  readonly allowance: Allowance;
  /** The names of each request: all requests come at once. */
  readonly requests: readonly (readonly string[])[];
}

export type TakeAnswer =
  | { readonly outcome: "taken" }
  | { readonly outcome: "used_up"; readonly dayOf: string; readonly secondsUntilFree: number };

export type AttemptKind = "sign-in" | "forgotten" | "mails";

export interface AttemptCall {
  readonly call: "attempt";
  readonly now: number;
  readonly kind: AttemptKind;
  /** An e-mail address; of mails the studio's number. */
  readonly account: string;
  readonly address: string;
  /** All come at once. */
  readonly times: number;
}

/** The call and its answer, by its name. */
export interface LimitCalls {
  readonly ask: { readonly call: AskCall; readonly answer: readonly AskedAnswer[] };
  /** Tells the gate of a change. */
  readonly tell: {
    readonly call: { readonly call: "tell"; readonly machine: Machine; readonly studioId: number };
    readonly answer: boolean;
  };
  /** The panel asks for the hour's use. */
  readonly use: {
    readonly call: { readonly call: "use"; readonly machine: Machine; readonly studioId: number };
    readonly answer: number;
  };
  /** The object loses its memory. */
  readonly evict: {
    readonly call: { readonly call: "evict"; readonly object: "gate" | "day"; readonly name: string };
    readonly answer: null;
  };
  readonly take: { readonly call: TakeCall; readonly answer: readonly TakeAnswer[] };
  /** Seconds left of each refusal; null: admitted. */
  readonly attempt: { readonly call: AttemptCall; readonly answer: readonly (number | null)[] };
  /** A right password was typed. */
  readonly forget: {
    readonly call: { readonly call: "forget"; readonly account: string };
    readonly answer: null;
  };
}

export type LimitCall = LimitCalls[keyof LimitCalls]["call"];
