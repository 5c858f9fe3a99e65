// Checking a person's password. Attempts are counted per account and per address before the password is looked at.

import { eq, sql } from "drizzle-orm";
import { people, signInAttempts } from "../db/schema.ts";
import { sha256Hex } from "../platform/sha256.ts";
import { isPassword } from "./password.ts";
import type { PeopleDatabase } from "./people-database.ts";
import { normalizedEmail } from "./person.ts";

/** Counting begins anew after this time. */
export const ATTEMPTS_COUNTED_FOR_MILLISECONDS = 15 * 60_000;
const MAX_ATTEMPTS_PER_ACCOUNT = 10;
/** A studio's people share an address. */
const MAX_ATTEMPTS_PER_ADDRESS = 50;

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
  const address = await counterOf("address", networkOf(typed.address ?? "unknown"));
  const [[ofAccount], [ofAddress], [person]] = await database.batch([
    countAttempt(database, account),
    countAttempt(database, address),
    database.select().from(people).where(eq(people.email, email)),
  ]);
  const exceeded = [
    { counted: ofAccount, most: MAX_ATTEMPTS_PER_ACCOUNT },
    { counted: ofAddress, most: MAX_ATTEMPTS_PER_ADDRESS },
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

/** Lets the account's counting begin anew. Attempts of the address stay counted. */
export async function forgetAttempts(database: PeopleDatabase, email: string): Promise<void> {
  await database.delete(signInAttempts).where(eq(signInAttempts.key, await accountCounterOf(normalizedEmail(email))));
}

function countAttempt(database: PeopleDatabase, key: string) {
  const now = Date.now();
  const isOver = sql`${signInAttempts.since} <= ${now - ATTEMPTS_COUNTED_FOR_MILLISECONDS}`;
  return database
    .insert(signInAttempts)
    .values({ key, attempts: 1, since: now })
    .onConflictDoUpdate({
      target: signInAttempts.key,
      set: {
        attempts: sql`CASE WHEN ${isOver} THEN 1 ELSE ${signInAttempts.attempts} + 1 END`,
        since: sql`CASE WHEN ${isOver} THEN ${now} ELSE ${signInAttempts.since} END`,
      },
    })
    .returning();
}

function accountCounterOf(email: string): Promise<string> {
  return counterOf("account", email);
}

async function counterOf(kind: "account" | "address", value: string): Promise<string> {
  return `${kind}:${await sha256Hex(value)}`;
}

/** Of IPv6, a subscriber has a whole /64: its first four groups, whichever way they are written (RFC 4291, 2.2). */
function networkOf(address: string): string {
  const [, mapped] = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(address) ?? [];
  if (mapped !== undefined || !address.includes(":")) return mapped ?? address;
  const [head = "", tail] = address.split("::");
  const [before, after] = [groupsOf(head), groupsOf(tail ?? "")];
  const missing = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const groups = [...before, ...Array.from({ length: missing }, () => "0"), ...after];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}

function groupsOf(part: string): string[] {
  return part === "" ? [] : part.split(":");
}
