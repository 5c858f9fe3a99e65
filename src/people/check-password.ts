// Checking a person's password. Attempts are counted before the password is compared.
//
// A guesser from one network is stopped soon, and keeps no person out of another network: all attempts of one /48 or /24 take a
// quarter of the account's own. Only a guesser with many networks is stopped for all of them.

import { and, eq, gt, gte, lt, notExists, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { people, signInAttempts } from "../db/schema.ts";
import { type Networks, networksOf } from "../domain/visitor.ts";
import { sha256Hex } from "../platform/sha256.ts";
import { isPassword } from "./password.ts";
import type { PeopleDatabase } from "./people-database.ts";
import { normalizedEmail } from "./person.ts";

/** Counting begins anew after this time. */
export const ATTEMPTS_COUNTED_FOR_MILLISECONDS = 15 * 60_000;
const MAX_ATTEMPTS_PER_ACCOUNT = 100;
/** Limits per account, and for all accounts: a studio's people share an address, and many studios' a provider's block. */
const MAX_ATTEMPTS: Readonly<Record<keyof Networks, { readonly ofAccount: number; readonly ofAll: number }>> = {
  subnet: { ofAccount: 10, ofAll: 50 },
  site: { ofAccount: 20, ofAll: 100 },
  block: { ofAccount: 25, ofAll: 200 },
};

/** An attempt counter's key and limit. */
interface Counter {
  readonly key: string;
  readonly most: number;
}

/** The e-mail and password that a person typed, and the address they came from. */
export interface TypedPassword {
  readonly email: string;
  readonly password: string;
  /** The client's network address; undefined if the platform does not state it. */
  readonly address: string | undefined;
}

export type PasswordCheck =
  | { readonly outcome: "right"; readonly person: typeof people.$inferSelect }
  /** `isKnown`: whether a person has this e-mail. The time taken does not reveal it. */
  | { readonly outcome: "wrong"; readonly isKnown: boolean }
  | { readonly outcome: "too_many_attempts"; readonly secondsLeft: number };

/** One round trip. After a right password the caller runs `forgetAttempts`. */
export async function checkPassword(database: PeopleDatabase, typed: TypedPassword): Promise<PasswordCheck> {
  const email = normalizedEmail(typed.email);
  const counters = await countersOf(email, networksOf(typed.address ?? "unknown"));
  const [[person], ...counted] = await database.batch([
    database.select().from(people).where(eq(people.email, email)),
    ...counters.map((counter, at) => countAttempt(database, counter, counters.slice(0, at))),
  ]);
  const exceeded = counters.flatMap(({ most }, at) => {
    const [row] = counted[at] ?? [];
    return row !== undefined && row.attempts > most ? [row.since] : [];
  });
  if (exceeded.length > 0) {
    const freeAt = Math.max(...exceeded) + ATTEMPTS_COUNTED_FOR_MILLISECONDS;
    return { outcome: "too_many_attempts", secondsLeft: Math.max(1, Math.ceil((freeAt - Date.now()) / 1000)) };
  }
  const isRight = await isPassword(typed.password, person?.passwordHash);
  return isRight && person !== undefined
    ? { outcome: "right", person }
    : { outcome: "wrong", isKnown: person !== undefined };
}

/** Restarts the account's counting for all networks. Attempts of a network as a whole stay counted. */
export async function forgetAttempts(database: PeopleDatabase, email: string): Promise<void> {
  const account = await accountCounterOf(normalizedEmail(email));
  // The account's own key, and those that continue it with a colon: a semicolon is the next character.
  await database
    .delete(signInAttempts)
    .where(and(gte(signInAttempts.key, account), lt(signInAttempts.key, `${account};`)));
}

/** From the narrowest network to the account as a whole: each counts only attempts that the earlier ones let pass. */
async function countersOf(email: string, networks: Networks): Promise<Counter[]> {
  const account = await accountCounterOf(email);
  const counters: Counter[] = [];
  for (const width of ["subnet", "site", "block"] as const) {
    const network = networks[width];
    if (network === undefined) continue;
    const hash = await sha256Hex(`${width} ${network}`);
    const { ofAccount, ofAll } = MAX_ATTEMPTS[width];
    counters.push({ key: `address:${hash}`, most: ofAll }, { key: `${account}:${hash}`, most: ofAccount });
  }
  return [...counters, { key: account, most: MAX_ATTEMPTS_PER_ACCOUNT }];
}

/** Counts an attempt unless an earlier counter refuses it: a refused attempt must not keep others out. */
function countAttempt(database: PeopleDatabase, { key }: Counter, before: readonly Counter[]) {
  const now = Date.now();
  const earlier = alias(signInAttempts, "earlier");
  const isExceeded = or(
    ...before.map((counter) => and(eq(earlier.key, counter.key), gt(earlier.attempts, counter.most))),
  );
  const refusing = database.select({ one: sql`1` }).from(earlier).where(isExceeded);
  const isLetPass: SQL = before.length === 0 ? sql`true` : notExists(refusing);
  return database
    .insert(signInAttempts)
    .select(sql`SELECT ${key}, 1, ${now} WHERE ${isLetPass}`)
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
