// Checking a person's password. Attempts are counted before it is looked at.
//
// Whoever guesses from one network is stopped soon, and does not keep the person out who signs in from another. Only a guess
// that many networks share is stopped for all of them.

import { and, eq, gt, gte, lt, lte, notExists, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { people, signInAttempts } from "../db/schema.ts";
import { networkOf } from "../domain/client-network.ts";
import { sha256Hex } from "../platform/sha256.ts";
import { isPassword } from "./password.ts";
import type { PeopleDatabase } from "./people-database.ts";
import { normalizedEmail } from "./person.ts";

/** Counting begins anew after this time. */
export const ATTEMPTS_COUNTED_FOR_MILLISECONDS = 15 * 60_000;
const MAX_ATTEMPTS_PER_ACCOUNT_AND_NETWORK = 10;
/** A studio's people share an address. */
const MAX_ATTEMPTS_PER_NETWORK = 50;
const MAX_ATTEMPTS_PER_ACCOUNT = 100;

/** What a person types to show who they are, and where from. */
export interface TypedPassword {
  readonly email: string;
  readonly password: string;
  /** The client's network address; undefined where the platform does not tell it. */
  readonly address: string | undefined;
}

export type PasswordCheck =
  | { readonly outcome: "right"; readonly person: typeof people.$inferSelect }
  /** `isKnown`: whether somebody has this e-mail. The time taken does not tell it. */
  | { readonly outcome: "wrong"; readonly isKnown: boolean }
  | { readonly outcome: "too_many_attempts"; readonly secondsLeft: number };

/** One round trip. Who was let in then runs `forgetAttempts`. */
export async function checkPassword(database: PeopleDatabase, typed: TypedPassword): Promise<PasswordCheck> {
  const email = normalizedEmail(typed.email);
  const account = await accountCounterOf(email);
  const networkHash = await sha256Hex(networkOf(typed.address ?? "unknown"));
  const [network, accountAndNetwork] = [`address:${networkHash}`, `${account}:${networkHash}`];
  const [[ofNetwork], [ofAccountAndNetwork], [ofAccount], [person]] = await database.batch([
    countAttempt(database, network),
    countAttempt(database, accountAndNetwork),
    countAllowed(database, { account, accountAndNetwork, network }),
    database.select().from(people).where(eq(people.email, email)),
  ]);
  const exceeded = [
    { counted: ofAccountAndNetwork, most: MAX_ATTEMPTS_PER_ACCOUNT_AND_NETWORK },
    { counted: ofNetwork, most: MAX_ATTEMPTS_PER_NETWORK },
    { counted: ofAccount, most: MAX_ATTEMPTS_PER_ACCOUNT },
  ].flatMap(({ counted, most }) => (counted !== undefined && counted.attempts > most ? [counted.since] : []));
  if (exceeded.length > 0) {
    const freeAt = Math.max(...exceeded) + ATTEMPTS_COUNTED_FOR_MILLISECONDS;
    return { outcome: "too_many_attempts", secondsLeft: Math.max(1, Math.ceil((freeAt - Date.now()) / 1000)) };
  }
  const isRight = await isPassword(typed.password, person?.passwordHash);
  return isRight && person !== undefined
    ? { outcome: "right", person }
    : { outcome: "wrong", isKnown: person !== undefined };
}

/** Lets the account's counting begin anew, from whichever network. Attempts of a network as a whole stay counted. */
export async function forgetAttempts(database: PeopleDatabase, email: string): Promise<void> {
  const account = await accountCounterOf(normalizedEmail(email));
  // The account's own key, and those that go on with a colon: a semicolon is the next character.
  await database
    .delete(signInAttempts)
    .where(and(gte(signInAttempts.key, account), lt(signInAttempts.key, `${account};`)));
}

function countAttempt(database: PeopleDatabase, key: string) {
  const now = Date.now();
  return database
    .insert(signInAttempts)
    .values({ key, attempts: 1, since: now })
    .onConflictDoUpdate(oneMoreAttempt(now))
    .returning();
}

/** Counts an attempt of the account, after those of the others: what they refuse must not keep the person out. */
function countAllowed(
  database: PeopleDatabase,
  { account, accountAndNetwork, network }: Readonly<Record<"account" | "accountAndNetwork" | "network", string>>,
) {
  const now = Date.now();
  const ofNetwork = alias(signInAttempts, "of_network");
  const isExceeded = and(eq(ofNetwork.key, network), gt(ofNetwork.attempts, MAX_ATTEMPTS_PER_NETWORK));
  return database
    .insert(signInAttempts)
    .select(
      database
        .select({
          key: sql<string>`${account}`.as("key"),
          attempts: sql<number>`1`.as("attempts"),
          since: sql<number>`${now}`.as("since"),
        })
        .from(signInAttempts)
        .where(
          and(
            eq(signInAttempts.key, accountAndNetwork),
            lte(signInAttempts.attempts, MAX_ATTEMPTS_PER_ACCOUNT_AND_NETWORK),
            notExists(database.select().from(ofNetwork).where(isExceeded)),
          ),
        ),
    )
    .onConflictDoUpdate(oneMoreAttempt(now))
    .returning();
}

function oneMoreAttempt(now: number) {
  const isOver = sql`${signInAttempts.since} <= ${now - ATTEMPTS_COUNTED_FOR_MILLISECONDS}`;
  return {
    target: signInAttempts.key,
    set: {
      attempts: sql`CASE WHEN ${isOver} THEN 1 ELSE ${signInAttempts.attempts} + 1 END`,
      since: sql`CASE WHEN ${isOver} THEN ${now} ELSE ${signInAttempts.since} END`,
    },
  };
}

async function accountCounterOf(email: string): Promise<string> {
  return `account:${await sha256Hex(email)}`;
}
