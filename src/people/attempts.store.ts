// Attempts store: counts attempts per account and per network, and refuses those beyond a limit.
//
// One network is stopped soon, and keeps no person out of another network: all attempts of one /48 or /24 take a part of the
// account's own. Only a client with many networks is stopped for all of them.

import { and, eq, gt, notExists, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { signInAttempts } from "../db/schema.ts";
import { type Networks, networksOf } from "../domain/visitor.ts";
import { sha256Hex } from "../platform/sha256.ts";
import type { PeopleDatabase } from "./people-database.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Limits of one kind of attempt. */
interface AttemptLimits {
  /** Begins the keys of its counters. */
  readonly prefix: string;
  /** Counting begins anew after this time. Milliseconds. */
  readonly period: number;
  /** Per account, and for all accounts: a studio's people share an address, and many studios' a provider's block. */
  readonly networks: Readonly<Record<keyof Networks, { readonly ofAccount: number; readonly ofAll: number }>>;
  readonly account: number;
}

/** A typed password. */
export const SIGN_IN: AttemptLimits = {
  prefix: "",
  period: 15 * MINUTE,
  networks: {
    subnet: { ofAccount: 10, ofAll: 50 },
    site: { ofAccount: 20, ofAll: 100 },
    block: { ofAccount: 25, ofAll: 200 },
  },
  account: 100,
};

/** A request for a new password, which has an e-mail sent. */
export const FORGOTTEN_PASSWORD: AttemptLimits = {
  prefix: "forgotten-",
  period: HOUR,
  networks: {
    subnet: { ofAccount: 3, ofAll: 20 },
    site: { ofAccount: 3, ofAll: 40 },
    block: { ofAccount: 4, ofAll: 80 },
  },
  account: 6,
};

/** E-mails to people that one studio's owners have sent: their addresses are typed. */
const MAILS_OF_STUDIO = { most: 50, period: DAY };

/** No counter counts for longer. */
export const LONGEST_PERIOD = DAY;

/** An attempt counter's key and limit. */
export interface AttemptCounter {
  readonly key: string;
  readonly most: number;
  readonly period: number;
}

/** Attempts have reached a limit. */
export interface TooManyAttempts {
  readonly secondsLeft: number;
}

/**
 * From the narrowest network to the account as a whole: each counts only attempts that the earlier ones let pass.
 *
 * @param email normalized
 * @param address the client's; undefined if the platform does not state it
 */
export async function countersOf(
  limits: AttemptLimits,
  email: string,
  address: string | undefined,
): Promise<AttemptCounter[]> {
  const { prefix, period } = limits;
  const networks = networksOf(address ?? "unknown");
  const account = prefix + (await accountKeyOf(email));
  const counters: AttemptCounter[] = [];
  for (const width of ["subnet", "site", "block"] as const) {
    const network = networks[width];
    if (network === undefined) continue;
    const hash = await sha256Hex(`${width} ${network}`);
    const { ofAccount, ofAll } = limits.networks[width];
    counters.push(
      { key: `${prefix}address:${hash}`, most: ofAll, period },
      { key: `${account}:${hash}`, most: ofAccount, period },
    );
  }
  return [...counters, { key: account, most: limits.account, period }];
}

export function counterOfMails(studioId: number): AttemptCounter {
  return { key: `mails:${studioId}`, ...MAILS_OF_STUDIO };
}

export async function accountKeyOf(email: string): Promise<string> {
  return `account:${await sha256Hex(email)}`;
}

type CountedAttempt = typeof signInAttempts.$inferSelect;

/** Statements that count an attempt; `attemptRefusal` reads their answers. */
export function countAttempt(database: PeopleDatabase, counters: readonly AttemptCounter[]) {
  return counters.map((counter, at) => countIn(database, counter, counters.slice(0, at)));
}

export function attemptRefusal(
  counters: readonly AttemptCounter[],
  counted: readonly (readonly CountedAttempt[] | undefined)[],
): TooManyAttempts | undefined {
  const freeAt = counters.flatMap(({ most, period }, at) => {
    const [row] = counted[at] ?? [];
    return row !== undefined && row.attempts > most ? [row.since + period] : [];
  });
  if (freeAt.length === 0) return undefined;
  return { secondsLeft: Math.max(1, Math.ceil((Math.max(...freeAt) - Date.now()) / 1000)) };
}

/** Counts an attempt in one round trip. Answers a refusal if it is one too many. */
export async function admitAttempt(
  database: PeopleDatabase,
  counters: readonly AttemptCounter[],
): Promise<TooManyAttempts | undefined> {
  const [first, ...others] = countAttempt(database, counters);
  if (first === undefined) return undefined;
  return attemptRefusal(counters, await database.batch([first, ...others]));
}

/** Counts an attempt unless an earlier counter refuses it: a refused attempt must not keep others out. */
function countIn(database: PeopleDatabase, { key, period }: AttemptCounter, before: readonly AttemptCounter[]) {
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
    .onConflictDoUpdate(oneMoreAttempt(now, period))
    .returning();
}

function oneMoreAttempt(now: number, period: number) {
  const isOver = sql`${signInAttempts.since} <= ${now - period}`;
  return {
    target: signInAttempts.key,
    set: {
      attempts: sql`CASE WHEN ${isOver} THEN 1 ELSE ${signInAttempts.attempts} + 1 END`,
      since: sql`CASE WHEN ${isOver} THEN ${now} ELSE ${signInAttempts.since} END`,
    },
  };
}
