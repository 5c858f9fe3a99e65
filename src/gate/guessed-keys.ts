// Guessed secrets: unknown API keys and wrong operator tokens, counted by the client's address.
//
// A key whose tag fits is no guess: it is neither counted nor refused.
//
// The platform counts, in each of its locations. Its answer is remembered here, so that further guesses do not
// reach the database. Without an address nothing is counted, as locally.

import { isOwnMachine, networkOf } from "../domain/visitor.ts";
import type { Env } from "../env.ts";
import { overloadedFor } from "../http/errors.ts";
import { RecentlyRefused } from "./recently-refused.ts";

/** Each kind has a count of its own: a site with an old key does not close the operator's door to its network. */
type GuessedSecret = "key" | "operator token";

/** The period of the binding in wrangler.toml. */
const PERIOD_MILLISECONDS = 60_000;

const overLimit = new RecentlyRefused<string>();

/** @throws HttpError 503 if the client has guessed keys too often: not 401, since a right key may be among its own */
export function requireFewGuesses(address: string | undefined): void {
  const seconds = secondsToWait("key", address);
  if (seconds > 0) throw overloadedFor(seconds);
}

/** The rest of the time for which the client's guesses are refused; 0 for one that has not guessed too often. */
export function secondsToWait(secret: GuessedSecret, address: string | undefined): number {
  const counter = counterOf(secret, address);
  return counter === undefined ? 0 : overLimit.secondsLeft(counter);
}

/** Counts one unknown secret. */
export async function countGuess(
  { GUESSED_KEYS }: Env,
  secret: GuessedSecret,
  address: string | undefined,
): Promise<void> {
  const counter = counterOf(secret, address);
  if (counter === undefined) return;
  // A fault of the counter must not refuse requests.
  const { success } = await GUESSED_KEYS.limit({ key: counter }).catch(() => ({ success: true }));
  if (!success) overLimit.note(counter, Date.now() + PERIOD_MILLISECONDS);
}

function counterOf(secret: GuessedSecret, address: string | undefined): string | undefined {
  if (address === undefined || isOwnMachine(address)) return undefined;
  return secret === "key" ? networkOf(address) : `${secret} ${networkOf(address)}`;
}
