// Distances of the API Worker's bindings from a request, and the hops that it waited for.

/** A copy of D1 near the request is a binding of its own here, as is each kind of Durable Object. */
export type Binding =
  | "gate"
  | "visitor's day"
  | "news"
  | "outbox"
  | "request log"
  | "primary"
  | "replica"
  | "KV"
  | "R2"
  | "slicer";

/** The virtual time of one call there and back: a whole number above zero. */
export type Distances = Readonly<Record<Binding, number>>;

export const ONE_HOP_EACH: Distances = {
  gate: 1,
  "visitor's day": 1,
  news: 1,
  outbox: 1,
  "request log": 1,
  primary: 1,
  replica: 1,
  KV: 1,
  R2: 1,
  slicer: 1,
};

/** The virtual time that a request waited for. */
export interface Waited {
  /** Virtual time until the answer. */
  readonly time: number;
  /** The calls in sequence. Bindings with calls that end at the same time are one hop. */
  readonly hops: readonly (readonly Binding[])[];
}

/** The header that has a request's calls wait in virtual time: its `Distances`, as JSON. */
export const DISTANCES_HEADER = "Bench-Distances";

/** The header of its answer: its `Waited`, as JSON. */
export const WAITED_HEADER = "Bench-Waited";
