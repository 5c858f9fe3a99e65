// Drive of a slice: the states that its alarm finds it in, each with the values of its step.
//
//   unqueued ──► queued ──► (its turn) ──► unsubmitted ──► submitted ──► ended
//      ▲           ▲                           │               │
//      │           └── full, or gave way ◄─────┴───────────────┤
//      └────────────── refused ◄───────────────────────────────┘       stranded: its engine is gone

import type { EngineClient } from "./engine-client.ts";
import type { StoredSlice } from "./slice.store.ts";

/** Every version of an engine is above it, so a read answers at once. */
export const BEFORE_ANY_VERSION = -1;

/** A slice at the engine of its place. */
export interface PlacedSlice {
  readonly slice: StoredSlice;
  readonly engineIndex: number;
  readonly client: EngineClient;
}

/** The states of a slice for the alarm that drives it, each with the values of its step. */
export interface DriveStates {
  ended: object;
  /** It has no place, and the dispatcher is still to be asked for its turn. */
  unqueued: object;
  /** The dispatcher knows that it waits, and tells it its turn. */
  queued: object;
  /** Its place is at an engine that the pool no longer has since an update. */
  stranded: { readonly engineIndex: number };
  /** It has a place, and its model is to be sent. */
  unsubmitted: PlacedSlice;
  /** The engine may have it: it is read, and an answer may wait for a later version than this. */
  submitted: PlacedSlice & { readonly version: number };
}

export type DriveState<Name extends keyof DriveStates = keyof DriveStates> = {
  [Each in Name]: { readonly name: Each } & DriveStates[Each];
}[Name];

/** The facts that a step leaves to the next one, beside the record. */
export interface DriveFacts {
  /** Whether the dispatcher was asked for a turn. */
  readonly isQueued: boolean;
  /** The version of the engine's state that was seen last; undefined: the slice is to be submitted. */
  readonly version: number | undefined;
}

export type DriveOutcome = DriveFacts | { readonly sleepMilliseconds: number };

export type StepTable = {
  readonly [Name in keyof DriveStates]: (state: DriveState<Name>, known: DriveFacts) => Promise<DriveOutcome>;
};

export const QUEUED: DriveOutcome = { isQueued: true, version: undefined };
/** The next alarm has nothing to wait for; after an end, none is set. */
export const AT_ONCE: DriveOutcome = { sleepMilliseconds: 0 };
