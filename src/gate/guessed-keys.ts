// Guessed keys: those that nobody has are counted by the client's address, and too many are not looked up.
//
// The platform counts, in each of its locations. What it answered is remembered here, so that further guesses reach neither
// the database nor a gate. Without an address nothing is counted, as locally.

import { isOwnMachine, networkOf } from "../domain/client-network.ts";
import type { Env } from "../env.ts";
import { RecentlyRefused } from "./recently-refused.ts";

/** The period of the binding in wrangler.toml. */
const PERIOD_MILLISECONDS = 60_000;

const overLimit = new RecentlyRefused<string>();

/** Whether the client has guessed too often: it must be told to come back later, since a right key may be among its own. */
export function isOverGuessLimit(address: string | undefined): boolean {
  const network = countedNetworkOf(address);
  return network !== undefined && overLimit.has(network);
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
