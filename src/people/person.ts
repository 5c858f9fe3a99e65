// A signed-in person, with the studios they belong to.

import type { Studio } from "../db/studio-record.ts";
import type { PersonId } from "../domain/ids.ts";
import type { Language, Role, Theme } from "../domain/person.ts";

export interface Person {
  readonly id: PersonId;
  readonly email: string;
  readonly name: string;
  readonly language: Language;
  readonly theme: Theme;
}

export interface Membership {
  readonly studio: Studio;
  readonly role: Role;
  /** Unanswered price requests of the studio. */
  readonly newPriceRequests: number;
}

/** E-mail addresses are compared without case. */
export function normalizedEmail(email: string): string {
  return email.trim().toLowerCase();
}
