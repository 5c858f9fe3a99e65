// A signed-in person, with the studios they belong to.

import type { Studio } from "../db/studio-record.ts";
import type { PersonId } from "../domain/ids.ts";
import type { Language, Role, Theme } from "../domain/person.ts";
import type { NewsNumbers } from "../news/news-numbers.ts";

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
  /** Counting ends at `MAX_COUNTED_NEWS`. */
  readonly news: NewsNumbers;
  readonly keptViews: KeptViews;
}

/** A person's own columns and filters of the board and of the list of orders, as stored; null: all columns, no filter. */
export interface KeptViews {
  readonly board: string | null;
  readonly list: string | null;
}

/** E-mail addresses are compared without case. */
export function normalizedEmail(email: string): string {
  return email.trim().toLowerCase();
}
