// A one-time link to be stored.

import { type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { people } from "../db/schema.ts";
import { createHashedToken } from "../platform/secret-token.ts";

const DAY_MILLISECONDS = 86_400_000;
export const INVITATION_DAYS = 7;
export const PASSWORD_LINK_DAYS = 1;
/** A person who forgot their password has their mailbox open. */
export const FORGOTTEN_LINK_DAYS = 1 / 24;

/** A link's token, which is shown once and not stored, and the link's row. */
export interface NewLink {
  readonly token: string;
  readonly row: { readonly tokenHash: string; readonly createdAt: number; readonly expiresAt: number };
}

export async function newLink(days: number): Promise<NewLink> {
  const { token, tokenHash } = await createHashedToken();
  const now = Date.now();
  return { token, row: { tokenHash, createdAt: now, expiresAt: now + days * DAY_MILLISECONDS } };
}

/** The panel's page that has a link for a new password sent. */
export const FORGOTTEN_PASSWORD_PATH = "/panel/forgotten-password";

/** The panel's path of a link. */
export function linkPath(token: string): string {
  return `/panel/links/${token}`;
}

/**
 * The columns of a link, in the order of the table, for an INSERT that selects them.
 *
 * @param whose columns of the selected table, or values
 */
export function linkFields(
  { tokenHash, createdAt, expiresAt }: NewLink["row"],
  whose: { readonly email: SQL | SQLiteColumn; readonly studioId: SQL | SQLiteColumn; readonly role: SQL },
) {
  return {
    id: sql`NULL`.as("id"),
    tokenHash: sql`${tokenHash}`.as("token_hash"),
    email: sql`${whose.email}`.as("email"),
    studioId: sql`${whose.studioId}`.as("studio_id"),
    role: sql`${whose.role}`.as("role"),
    createdAt: sql`${createdAt}`.as("created_at"),
    expiresAt: sql`${expiresAt}`.as("expires_at"),
    usedAt: sql`NULL`.as("used_at"),
  };
}

/** The columns of a password link, selected from `people`. */
export function passwordLinkFields(row: NewLink["row"]) {
  return linkFields(row, { email: people.email, studioId: sql`NULL`, role: sql`NULL` });
}
