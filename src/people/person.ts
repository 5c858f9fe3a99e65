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
  /** Orders that the studio has not confirmed; counting ends at `MAX_COUNTED_NEWS`. */
  readonly pendingOrders: number;
  /** Price requests without an answer, counted to the same end. */
  readonly newPriceRequests: number;
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
