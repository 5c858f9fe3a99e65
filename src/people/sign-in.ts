// Signing in with e-mail and password.

import { asPersonId } from "../domain/ids.ts";
import { checkPassword, forgetAttempts, type TypedPassword } from "./check-password.ts";
import type { PeopleDatabase } from "./people-database.ts";
import { beginSession } from "./session.store.ts";

export interface Credentials extends TypedPassword {
  readonly userAgent: string;
}

export type SignInOutcome =
  | { readonly outcome: "signed_in"; readonly token: string }
  /** Does not reveal which of e-mail and password is wrong. */
  | { readonly outcome: "wrong" }
  | { readonly outcome: "too_many_attempts"; readonly secondsLeft: number };

/** Two round trips: the count and the person; then the session, while the account's attempts are forgotten. */
export async function signIn(database: PeopleDatabase, credentials: Credentials): Promise<SignInOutcome> {
  const check = await checkPassword(database, credentials);
  if (check.outcome === "too_many_attempts") return check;
  if (check.outcome === "wrong") return { outcome: "wrong" };
  const [token] = await Promise.all([
    beginSession(database, asPersonId(check.person.id), credentials.userAgent),
    forgetAttempts(database, check.person.email),
  ]);
  return { outcome: "signed_in", token };
}
