// Guessed keys: unknown keys are counted by client address, and too many are not looked up.
//
// A key whose tag fits is no guess: it is neither counted nor refused.
//
// The platform counts in each of its locations. Its refusals are remembered here, so that further guesses do not reach the
// database. Requests without an address, as locally, are not counted.

import { isOwnMachine, networkOf } from "../domain/visitor.ts";
import type { Env } from "../env.ts";
import { overloadedFor } from "../http/errors.ts";
import { RecentlyRefused } from "./recently-refused.ts";

/** The period of the binding in wrangler.toml. */
const PERIOD_MILLISECONDS = 60_000;

const overLimit = new RecentlyRefused<string>();

/** @throws HttpError 503 if the client has guessed too often: not 401, since a right key may be among its own */
export function requireFewGuesses(address: string | undefined): void {
  const network = countedNetworkOf(address);
  const seconds = network === undefined ? 0 : overLimit.secondsLeft(network);
  if (seconds > 0) throw overloadedFor(seconds);
}

/** Counts one unknown key. */
export async function countGuess({ GUESSED_KEYS }: Env, address: string | undefined): Promise<void> {
  const network = countedNetworkOf(address);
  if (network === undefined) return;
  // A fault of the counter must not refuse requests.
  const { success } = await GUESSED_KEYS.limit({ key: network }).catch(() => ({ success: true }));
  if (!success) overLimit.note(network, Date.now() + PERIOD_MILLISECONDS);
}

function countedNetworkOf(address: string | undefined): string | undefined {
  return address === undefined || isOwnMachine(address) ? undefined : networkOf(address);
}
