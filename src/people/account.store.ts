// A person's own account: name, language, theme, password.

import { and, eq, exists, ne } from "drizzle-orm";
import { people, sessions } from "../db/schema.ts";
import type { PersonId } from "../domain/ids.ts";
import type { Language, Theme } from "../domain/person.ts";
import { checkPassword, forgetAttempts, type PasswordCheck } from "./check-password.ts";
import { closePasswordLinks } from "./one-time-link.store.ts";
import { hashPassword } from "./password.ts";
import type { PeopleDatabase } from "./people-database.ts";
import { normalizedEmail } from "./person.ts";
import type { Session } from "./session.store.ts";

/** A field left out stays as it is. */
export interface AccountChanges {
  readonly name?: string | undefined;
  readonly language?: Language | undefined;
  readonly theme?: Theme | undefined;
}

export async function changeAccount(
  database: PeopleDatabase,
  personId: PersonId,
  changes: AccountChanges,
): Promise<void> {
  if (Object.values(changes).every((value) => value === undefined)) return;
  await database.update(people).set(changes).where(eq(people.id, personId));
}

/** The language of the person who has an e-mail; undefined if no person has it. */
export async function languageOfPerson(database: PeopleDatabase, email: string): Promise<Language | undefined> {
  const [person] = await database
    .select({ language: people.language })
    .from(people)
    .where(eq(people.email, normalizedEmail(email)));
  return person?.language;
}

export type PasswordChange =
  | { readonly outcome: "right" | "wrong" }
  | Extract<PasswordCheck, { outcome: "too_many_attempts" }>;

/**
 * Sets another password, if the old one is right, ends the person's other sessions and closes their password links. Wrong
 * attempts count like those of signing in: an unattended session must not allow guessing.
 */
export async function changePassword(
  database: PeopleDatabase,
  { id, person }: Session,
  typed: { readonly oldPassword: string; readonly newPassword: string; readonly address: string | undefined },
): Promise<PasswordChange> {
  const { oldPassword, newPassword, address } = typed;
  const check = await checkPassword(database, { email: person.email, password: oldPassword, address });
  if (check.outcome === "too_many_attempts") return check;
  if (check.outcome === "wrong") return { outcome: "wrong" };
  const passwordHash = await hashPassword(newPassword);
  const isChanged = exists(
    database
      .select()
      .from(people)
      .where(and(eq(people.id, person.id), eq(people.passwordHash, passwordHash))),
  );
  const [changed] = await database.batch([
    // The password may have been changed meanwhile: the checked one is then no longer valid.
    database
      .update(people)
      .set({ passwordHash })
      .where(and(eq(people.id, person.id), eq(people.passwordHash, check.person.passwordHash)))
      .returning({ id: people.id }),
    database.delete(sessions).where(and(eq(sessions.personId, person.id), ne(sessions.id, id), isChanged)),
    closePasswordLinks(database, person.email, isChanged),
  ]);
  if (changed.length === 0) return { outcome: "wrong" };
  await forgetAttempts(database, person.email);
  return { outcome: "right" };
}
