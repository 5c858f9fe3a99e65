// The dispatcher's books for tests, with pauses of their own.

import { runInDurableObject } from "cloudflare:test";
import { DispatcherStore, type WaitingSlice } from "../../slicer-service/src/dispatcher.store.ts";
import { env } from "./slices.ts";

export const UNTIL_TOLD = 10_000;
export const LEASE = 120_000;
const PAUSES = {
  untilToldMilliseconds: UNTIL_TOLD,
  leaseMilliseconds: LEASE,
  rivalAfterMilliseconds: 5_000,
  longMilliseconds: 60_000,
  pauseAfter: (reason: "full" | "unreachable", refusals: number) => (reason === "full" ? 100 : 1_000) * refusals,
};

type Books = (capacities: readonly (number | null)[]) => DispatcherStore;

/** Gives a test the books of a dispatcher that nothing else uses, which it may open again as after an eviction. */
export const withBooks = (test: (books: Books) => void) =>
  runInDurableObject(env.DISPATCHER.get(env.DISPATCHER.newUniqueId()), (_, { storage }) =>
    test((capacities) => new DispatcherStore(storage.sql, capacities, PAUSES)),
  );
export const withTurns = (capacities: readonly (number | null)[], test: (turns: DispatcherStore) => void) =>
  withBooks((books) => test(books(capacities)));

export const slice = (sliceKey: string, studioId: number, queuedAt: number, isLong = false): WaitingSlice => ({
  sliceKey,
  studioId,
  queuedAt,
  isLong,
});

export const enqueue = (turns: DispatcherStore, ...slices: WaitingSlice[]) => {
  for (const one of slices) turns.enqueue(one);
};
export const granted = (turns: DispatcherStore, now: number) => turns.grant(now).map(({ sliceKey }) => sliceKey);
