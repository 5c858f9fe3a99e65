// Checking a person's password. Attempts are counted before the password is compared.

import { and, eq, gte, lt } from "drizzle-orm";
import { people, signInAttempts } from "../db/schema.ts";
import {
  accountKeyOf,
  attemptRefusal,
  countAttempt,
  countersOf,
  SIGN_IN,
  type TooManyAttempts,
} from "./attempts.store.ts";
import { isPassword } from "./password.ts";
import type { PeopleDatabase } from "./people-database.ts";
import { normalizedEmail } from "./person.ts";

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
  | ({ readonly outcome: "too_many_attempts" } & TooManyAttempts);

/** One round trip. After a right password the caller runs `forgetAttempts`. */
export async function checkPassword(database: PeopleDatabase, typed: TypedPassword): Promise<PasswordCheck> {
  const email = normalizedEmail(typed.email);
  const counters = await countersOf(SIGN_IN, email, typed.address);
  const [[person], ...counted] = await database.batch([
    database.select().from(people).where(eq(people.email, email)),
    ...countAttempt(database, counters),
  ]);
  const refusal = attemptRefusal(counters, counted);
  if (refusal !== undefined) return { outcome: "too_many_attempts", ...refusal };
  const isRight = await isPassword(typed.password, person?.passwordHash);
  return isRight && person !== undefined
    ? { outcome: "right", person }
    : { outcome: "wrong", isKnown: person !== undefined };
}

/** Restarts the account's counting for all networks. Attempts of a network as a whole stay counted. */
export async function forgetAttempts(database: PeopleDatabase, email: string): Promise<void> {
  const account = await accountKeyOf(normalizedEmail(email));
  // The account's own key, and those that continue it with a colon: a semicolon is the next character.
  await database
    .delete(signInAttempts)
    .where(and(gte(signInAttempts.key, account), lt(signInAttempts.key, `${account};`)));
}
