// One-time links: an invitation into a studio, or a new password for an e-mail.
//
// A link is used once: its grant and its end are one batch, and every statement of that batch checks that the link is still open.
// The second of two concurrent batches finds it closed and changes nothing.

import { and, eq, exists, gt, gte, inArray, isNull, ne, notExists, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { oneTimeLinks, people, sessions, studioMembers, studios } from "../db/schema.ts";
import type { PersonId, StudioId } from "../domain/ids.ts";
import type { Language, Role, Theme } from "../domain/person.ts";
import { tokenHashOf } from "../platform/secret-token.ts";
import { forgetAttempts } from "./check-password.ts";
import { NO_KEPT_VIEWS } from "./kept-view.store.ts";
import { INVITATION_DAYS, newLink, PASSWORD_LINK_DAYS, passwordLinkFields } from "./new-link.ts";
import { hashPassword } from "./password.ts";
import type { PeopleDatabase } from "./people-database.ts";
import { normalizedEmail } from "./person.ts";
import { type NewSession, newSession } from "./session.store.ts";

export interface Invitation {
  readonly purpose: "invitation";
  readonly id: number;
  readonly studioTitle: string;
  readonly studioSlug: string;
  readonly role: Role;
  /** Null: the person who uses the link types their own. */
  readonly email: string | null;
  /** Whether a person with that e-mail exists. */
  readonly isKnown: boolean;
}

export interface PasswordLink {
  readonly purpose: "password";
  readonly id: number;
  readonly email: string;
  /** Undefined: the person is gone. */
  readonly language: Language | undefined;
}

export type OneTimeLink = Invitation | PasswordLink;

/** Returns the link's token. */
export async function inviteIntoStudio(
  database: PeopleDatabase,
  studioId: StudioId,
  { role, email }: { readonly role: Role; readonly email: string | null },
): Promise<string> {
  const { token, row } = await newLink(INVITATION_DAYS);
  await database
    .insert(oneTimeLinks)
    .values({ ...row, studioId, role, email: email === null ? null : normalizedEmail(email) });
  return token;
}

/**
 * A password link for a member of the studio who belongs to no other: an owner must not reach into another studio through
 * a person they share. Returns its token; undefined if the person is no such member.
 */
export async function createPasswordLinkOfMember(
  database: PeopleDatabase,
  studioId: StudioId,
  personId: PersonId,
): Promise<string | undefined> {
  const { token, row } = await newLink(PASSWORD_LINK_DAYS);
  const elsewhere = alias(studioMembers, "elsewhere");
  const isMember = and(eq(studioMembers.studioId, studioId), eq(studioMembers.personId, people.id));
  const isElsewhere = and(eq(elsewhere.personId, people.id), ne(elsewhere.studioId, studioId));
  const created = await database
    .insert(oneTimeLinks)
    .select(
      database
        .select(passwordLinkFields(row))
        .from(people)
        .where(
          and(
            eq(people.id, personId),
            exists(database.select().from(studioMembers).where(isMember)),
            notExists(database.select().from(elsewhere).where(isElsewhere)),
          ),
        ),
    )
    .returning();
  return created.length === 0 ? undefined : token;
}

/** A password link for the person of an e-mail, in one round trip; undefined if no person has it. */
export async function createPasswordLink(
  database: PeopleDatabase,
  email: string,
  days = PASSWORD_LINK_DAYS,
): Promise<{ readonly token: string; readonly email: string; readonly language: Language } | undefined> {
  const { token, row } = await newLink(days);
  const isThem = eq(people.email, normalizedEmail(email));
  const [[person], created] = await database.batch([
    database.select({ email: people.email, language: people.language }).from(people).where(isThem),
    database
      .insert(oneTimeLinks)
      .select(database.select(passwordLinkFields(row)).from(people).where(isThem))
      .returning({ id: oneTimeLinks.id }),
  ]);
  return person === undefined || created.length === 0 ? undefined : { token, ...person };
}

/** The open link of a token; undefined if it was used, has expired, or never existed. */
export async function findLink(database: PeopleDatabase, token: string): Promise<OneTimeLink | undefined> {
  const tokenHash = await tokenHashOf(token);
  if (tokenHash === undefined) return undefined;
  const [found] = await database
    .select({
      link: oneTimeLinks,
      studioTitle: studios.title,
      studioSlug: studios.slug,
      // D1 answers a row as an object: two columns of one name would collide.
      personId: sql<number | null>`${people.id}`.as("person_id"),
      language: people.language,
    })
    .from(oneTimeLinks)
    .leftJoin(studios, eq(studios.id, oneTimeLinks.studioId))
    .leftJoin(people, eq(people.email, oneTimeLinks.email))
    .where(and(eq(oneTimeLinks.tokenHash, tokenHash), isOpen()));
  if (found === undefined) return undefined;
  const { link, studioTitle, studioSlug, personId, language } = found;
  if (link.role !== null && studioTitle !== null && studioSlug !== null) {
    const { id, role, email } = link;
    return { purpose: "invitation", id, studioTitle, studioSlug, role, email, isKnown: personId !== null };
  }
  // The table's CHECK guarantees the e-mail: only an invitation may have none.
  const { id, email } = link;
  return email === null ? undefined : { purpose: "password", id, email, language: language ?? undefined };
}

/** The person who takes an invitation. */
export type InvitedPerson =
  /** A new person, with the account to be made. */
  | {
      readonly email: string;
      readonly name: string;
      readonly password: string;
      readonly language: Language;
    }
  /** A known person; the password was just checked. */
  | { readonly person: typeof people.$inferSelect };

/**
 * Uses an invitation: makes the person's account if they have none, makes them a member, begins a session. A member of the
 * staff who is invited as owner becomes one; an owner stays one.
 *
 * @returns the session's token; undefined if the link is closed, or the account has changed meanwhile
 */
export async function joinStudio(
  database: PeopleDatabase,
  invitation: Invitation,
  joining: InvitedPerson,
  userAgent: string,
): Promise<string | undefined> {
  const account = "person" in joining ? joining.person : await newAccount(joining);
  // The hash has a random salt, so it identifies the checked account, or the one that this batch makes.
  const isThem = and(eq(people.email, account.email), eq(people.passwordHash, account.passwordHash));
  const isTheLink = and(eq(oneTimeLinks.id, invitation.id), isOpen());
  const isGranted = and(
    exists(database.select().from(people).where(isThem)),
    exists(database.select().from(oneTimeLinks).where(isTheLink)),
  );
  const { token, row } = await newSession(userAgent);
  const [, , , , closed] = await database.batch([
    createAccount(database, account, isTheLink),
    becomeMember(database, isThem, isTheLink),
    beginSessionOf(database, row, isThem, isTheLink),
    // The owner of another studio may have made a password link while the person belonged to theirs alone.
    closePasswordLinks(database, account.email, isGranted),
    closeLink(database, isTheLink, isGranted),
  ]);
  if (closed.length === 0) return undefined;
  await forgetAttempts(database, account.email);
  return token;
}

type Account = Omit<typeof people.$inferSelect, "id">;

async function newAccount({
  email,
  name,
  password,
  language,
}: Extract<InvitedPerson, { email: string }>): Promise<Account> {
  const passwordHash = await hashPassword(password);
  return { email: normalizedEmail(email), name, passwordHash, language, theme: "system", createdAt: Date.now() };
}

/** A person who already has the e-mail stays unchanged. */
function createAccount(database: PeopleDatabase, account: Account, isTheLink: SQL | undefined) {
  return database
    .insert(people)
    .select(
      database
        .select({
          id: sql<number>`NULL`.as("id"),
          email: sql<string>`${account.email}`.as("email"),
          name: sql<string>`${account.name}`.as("name"),
          passwordHash: sql<string>`${account.passwordHash}`.as("password_hash"),
          language: sql<Language>`${account.language}`.as("language"),
          theme: sql<Theme>`${account.theme}`.as("theme"),
          createdAt: sql<number>`${account.createdAt}`.as("created_at"),
        })
        .from(oneTimeLinks)
        .where(isTheLink),
    )
    .onConflictDoNothing();
}

function becomeMember(database: PeopleDatabase, isThem: SQL | undefined, isTheLink: SQL | undefined) {
  return database
    .insert(studioMembers)
    .select(
      database
        .select({
          studioId: oneTimeLinks.studioId,
          personId: people.id,
          role: oneTimeLinks.role,
          createdAt: sql<number>`${Date.now()}`.as("created_at"),
          ...NO_KEPT_VIEWS,
        })
        .from(oneTimeLinks)
        .innerJoin(people, isThem)
        .where(isTheLink),
    )
    .onConflictDoUpdate({
      target: [studioMembers.studioId, studioMembers.personId],
      set: { role: "owner" },
      setWhere: sql`excluded.role = 'owner'`,
    });
}

/**
 * Uses a password link: sets the password, ends all of the person's sessions, begins one, and closes every other password
 * link of theirs.
 *
 * @returns the session's token; undefined if the link is closed
 */
export async function setPasswordByLink(
  database: PeopleDatabase,
  link: PasswordLink,
  password: string,
  userAgent: string,
): Promise<string | undefined> {
  const isTheLink = and(eq(oneTimeLinks.id, link.id), isOpen());
  const passwordHash = await hashPassword(password);
  const isThem = and(eq(people.email, link.email), eq(people.passwordHash, passwordHash));
  const isGranted = exists(database.select().from(people).where(isThem));
  const { token, row } = await newSession(userAgent);
  const [, , , closed] = await database.batch([
    database
      .update(people)
      .set({ passwordHash })
      .where(and(eq(people.email, link.email), exists(database.select().from(oneTimeLinks).where(isTheLink)))),
    database
      .delete(sessions)
      .where(inArray(sessions.personId, database.select({ id: people.id }).from(people).where(isThem))),
    beginSessionOf(database, row, isThem, isTheLink),
    closeLink(database, isTheLink, isGranted),
    closePasswordLinks(database, link.email, isGranted),
  ]);
  if (closed.length === 0) return undefined;
  await forgetAttempts(database, link.email);
  return token;
}

/** A studio's open invitations, the newest first. */
export function openInvitationsOf(database: PeopleDatabase, studioId: StudioId) {
  return database
    .select()
    .from(oneTimeLinks)
    .where(and(eq(oneTimeLinks.studioId, studioId), isOpen()))
    .orderBy(sql`${oneTimeLinks.id} DESC`);
}

/** Ends an open invitation of the studio. One that is closed already stays so. */
export async function revokeInvitation(database: PeopleDatabase, studioId: StudioId, linkId: number): Promise<void> {
  await database
    .delete(oneTimeLinks)
    .where(and(eq(oneTimeLinks.id, linkId), eq(oneTimeLinks.studioId, studioId), isNull(oneTimeLinks.usedAt)));
}

function isOpen(): SQL | undefined {
  return and(isNull(oneTimeLinks.usedAt), gt(oneTimeLinks.expiresAt, Date.now()));
}

/** Begins a session of the person that `isThem` finds, while the link is open. */
function beginSessionOf(
  database: PeopleDatabase,
  row: NewSession["row"],
  isThem: SQL | undefined,
  isTheLink: SQL | undefined,
) {
  return database.insert(sessions).select(
    database
      .select({
        id: sql<number>`NULL`.as("id"),
        tokenHash: sql<string>`${row.tokenHash}`.as("token_hash"),
        personId: people.id,
        userAgent: sql<string>`${row.userAgent}`.as("user_agent"),
        createdAt: sql<number>`${row.createdAt}`.as("created_at"),
        lastUsedAt: sql<number>`${row.lastUsedAt}`.as("last_used_at"),
        expiresAt: sql<number>`${row.expiresAt}`.as("expires_at"),
      })
      .from(oneTimeLinks)
      .innerJoin(people, isThem)
      .where(isTheLink),
  );
}

/** Closes the link. It must follow the grant's statements, which need the link open. */
function closeLink(database: PeopleDatabase, isTheLink: SQL | undefined, isGranted: SQL | undefined) {
  return database
    .update(oneTimeLinks)
    .set({ usedAt: Date.now() })
    .where(and(isTheLink, isGranted))
    .returning({ id: oneTimeLinks.id });
}

/**
 * Closes the open password links of an e-mail. To be called with every change of the person's studios or password: an owner who
 * made a link, when the person belonged to their studio alone, must not reach into another studio by it. Links closed without
 * use are deleted.
 */
export function closePasswordLinks(database: PeopleDatabase, email: string | SQL, isGranted: SQL | undefined) {
  return database
    .delete(oneTimeLinks)
    .where(and(sql`${oneTimeLinks.email} = ${email}`, isNull(oneTimeLinks.studioId), isOpen(), isGranted));
}

/** True if a password link of the person was used since: its maker may know the password. */
export function hasUsedPasswordLink(database: PeopleDatabase, email: SQL, since: number): SQL {
  return exists(
    database
      .select()
      .from(oneTimeLinks)
      .where(
        and(sql`${oneTimeLinks.email} = ${email}`, isNull(oneTimeLinks.studioId), gte(oneTimeLinks.usedAt, since)),
      ),
  );
}
