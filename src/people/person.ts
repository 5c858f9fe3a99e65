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
  /** Price requests of the studio that nobody has answered. */
  readonly newPriceRequests: number;
}

/** Addresses are compared without case. */
export function normalizedEmail(email: string): string {
  return email.trim().toLowerCase();
}
