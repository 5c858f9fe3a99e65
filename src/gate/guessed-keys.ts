// Guessed keys: those that nobody has are counted by the client's address, and too many are not looked up.
//
// A key whose tag fits is no guess: it is neither counted nor refused.
//
// The platform counts, in each of its locations. What it answered is remembered here, so that further guesses do not
// reach the database. Without an address nothing is counted, as locally.

import { isOwnMachine, networkOf } from "../domain/visitor.ts";
import type { Env } from "../env.ts";
import { overloadedFor } from "../http/errors.ts";
import { RecentlyRefused } from "./recently-refused.ts";

/** The period of the binding in wrangler.toml. */
const PERIOD_MILLISECONDS = 60_000;

const overLimit = new RecentlyRefused<string>();

/** @throws HttpError 503 where the client has guessed too often: not 401, since a right key may be among its own */
export function requireFewGuesses(address: string | undefined): void {
  const network = countedNetworkOf(address);
  const seconds = network === undefined ? 0 : overLimit.secondsLeft(network);
  if (seconds > 0) throw overloadedFor(seconds);
}

/** Counts one key that nobody has. */
export async function countGuess({ GUESSED_KEYS }: Env, address: string | undefined): Promise<void> {
  const network = countedNetworkOf(address);
  if (network === undefined) return;
  // A fault of the counter refuses nobody.
  const { success } = await GUESSED_KEYS.limit({ key: network }).catch(() => ({ success: true }));
  if (!success) overLimit.note(network, Date.now() + PERIOD_MILLISECONDS);
}

function countedNetworkOf(address: string | undefined): string | undefined {
  return address === undefined || isOwnMachine(address) ? undefined : networkOf(address);
}
