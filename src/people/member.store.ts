// Members of a studio: listed, given another role, removed. A studio never loses its last owner.

import { and, eq, exists, inArray, ne, not, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { oneTimeLinks, people, staffMessages, studioMembers, telegramChats } from "../db/schema.ts";
import { NotFound } from "../domain/errors.ts";
import { asPersonId, asStudioId, type PersonId, type StudioId } from "../domain/ids.ts";
import type { Language, Role } from "../domain/person.ts";
import { NO_KEPT_VIEWS } from "./kept-view.store.ts";
import { linkFields } from "./new-link.ts";
import { closePasswordLinks, hasUsedPasswordLink, openInvitationsOf } from "./one-time-link.store.ts";
import type { PeopleDatabase } from "./people-database.ts";

export interface Member {
  readonly personId: PersonId;
  readonly name: string;
  readonly email: string;
  readonly language: Language;
  readonly role: Role;
  readonly joinedAt: number;
  /** Whether they belong to no other studio: only then may an owner make them a new password. */
  readonly isOnlyHere: boolean;
}

/** A studio's members, owners first, and its open invitations, in one round trip. */
export async function readPeopleOf(database: PeopleDatabase, studioId: StudioId) {
  const ofMembers = database
    .select({ id: studioMembers.personId })
    .from(studioMembers)
    .where(eq(studioMembers.studioId, studioId));
  const [members, elsewhere, invitations] = await database.batch([
    database
      .select({
        personId: people.id,
        name: people.name,
        email: people.email,
        language: people.language,
        role: studioMembers.role,
        joinedAt: studioMembers.createdAt,
      })
      .from(studioMembers)
      .innerJoin(people, eq(people.id, studioMembers.personId))
      .where(eq(studioMembers.studioId, studioId))
      .orderBy(studioMembers.role, people.name, people.id),
    database
      .select({ personId: studioMembers.personId })
      .from(studioMembers)
      .where(and(inArray(studioMembers.personId, ofMembers), ne(studioMembers.studioId, studioId))),
    openInvitationsOf(database, studioId),
  ]);
  const elsewhereIds = new Set(elsewhere.map(({ personId }) => personId));
  return {
    members: members.map(({ personId, ...member }): Member => {
      return { ...member, personId: asPersonId(personId), isOnlyHere: !elsewhereIds.has(personId) };
    }),
    invitations,
  };
}

/** `last_owner`: nothing was changed, since the studio would have no owner left. */
export type MemberChange =
  | { readonly outcome: "changed"; readonly name: string; readonly roleBefore: Role; readonly row: MemberRow }
  | { readonly outcome: "last_owner" };

type MemberRow = typeof studioMembers.$inferSelect;

/** @throws NotFound if the person is no member of the studio */
export async function changeRole(
  database: PeopleDatabase,
  studioId: StudioId,
  personId: PersonId,
  role: Role,
): Promise<MemberChange> {
  const leavesAnOwner = role === "owner" ? undefined : hasAnotherOwner(database, studioId);
  const [before, changed] = await database.batch([
    nameAndRoleOf(database, studioId, personId),
    database
      .update(studioMembers)
      .set({ role })
      .where(and(isMember(studioId, personId), leavesAnOwner))
      .returning(),
  ]);
  return changeOf(before, changed);
}

/**
 * Removes a member, closes their password links, which an owner may have made, and forgets their Telegram chat: an undone removal
 * leaves it for them to connect again.
 *
 * @throws NotFound if the person is no member of the studio
 */
export async function removeMember(
  database: PeopleDatabase,
  studioId: StudioId,
  personId: PersonId,
): Promise<MemberChange> {
  const isRemovable = and(isMember(studioId, personId), hasAnotherOwner(database, studioId));
  const isRemoved = exists(database.select().from(studioMembers).where(isRemovable));
  const { studioId: ofStudio, personId: ofPerson } = telegramChats;
  const isTelegram = and(eq(staffMessages.personId, personId), eq(staffMessages.channel, "telegram"));
  const [before, , , , removed] = await database.batch([
    nameAndRoleOf(database, studioId, personId),
    closePasswordLinks(database, emailOf(personId), isRemoved),
    database.delete(telegramChats).where(and(eq(ofStudio, studioId), eq(ofPerson, personId), isRemoved)),
    database.delete(staffMessages).where(and(eq(staffMessages.studioId, studioId), isTelegram, isRemoved)),
    database.delete(studioMembers).where(isRemovable).returning(),
  ]);
  return changeOf(before, removed);
}

/** A removal that can be undone once, for a limited time. The caller has checked that it is the studio's. */
export interface UndoableRemoval {
  readonly member: Omit<MemberRow, "boardView" | "orderListView">;
  readonly removedAt: number;
  readonly undoableUntil: number;
  /** Names this one removal. */
  readonly hash: string;
}

/**
 * Undoes a removal, once: a second undo would make the person a member again against a later decision. It is refused after a
 * password link of the person was used, which the owner of another studio may have made since and may know the password.
 *
 * @returns whether the person is a member now
 */
export async function restoreMember(database: PeopleDatabase, removal: UndoableRemoval): Promise<boolean> {
  const { member, removedAt, undoableUntil, hash } = removal;
  const { studioId, personId, role, createdAt } = member;
  const email = emailOf(personId);
  const isUndone = exists(database.select().from(oneTimeLinks).where(eq(oneTimeLinks.tokenHash, hash)));
  const isTheMember = isMember(asStudioId(studioId), asPersonId(personId));
  const isMemberNow = exists(database.select().from(studioMembers).where(isTheMember));
  const [, , , found] = await database.batch([
    database
      .insert(studioMembers)
      .select(
        database
          .select({
            studioId: sql<number>`${studioId}`.as("studio_id"),
            personId: people.id,
            role: sql<Role>`${role}`.as("role"),
            createdAt: sql<number>`${createdAt}`.as("created_at"),
            ...NO_KEPT_VIEWS,
          })
          .from(people)
          .where(and(eq(people.id, personId), not(isUndone), not(hasUsedPasswordLink(database, email, removedAt)))),
      )
      .onConflictDoNothing(),
    closePasswordLinks(database, email, isMemberNow),
    // It is kept as a used link until the removal can no longer be undone.
    database
      .insert(oneTimeLinks)
      .select(
        database
          .select({
            ...linkFields(
              { tokenHash: hash, createdAt: removedAt, expiresAt: undoableUntil },
              { email: people.email, studioId: sql`${studioId}`, role: sql`${role}` },
            ),
            usedAt: sql`${Date.now()}`.as("used_at"),
          })
          .from(people)
          .where(eq(people.id, personId)),
      )
      .onConflictDoNothing(),
    database.select().from(studioMembers).where(isTheMember),
  ]);
  return found.length > 0;
}

function emailOf(personId: number): SQL {
  return sql`(SELECT ${people.email} FROM ${people} WHERE ${people.id} = ${personId})`;
}

function isMember(studioId: StudioId, personId: PersonId): SQL | undefined {
  return and(eq(studioMembers.studioId, studioId), eq(studioMembers.personId, personId));
}

/** True for a member of the staff, and for an owner beside another owner. */
function hasAnotherOwner(database: PeopleDatabase, studioId: StudioId): SQL | undefined {
  const others = alias(studioMembers, "others");
  const isAnotherOwner = and(
    eq(others.studioId, studioId),
    eq(others.role, "owner"),
    sql`${others.personId} <> ${studioMembers.personId}`,
  );
  return or(ne(studioMembers.role, "owner"), exists(database.select().from(others).where(isAnotherOwner)));
}

function nameAndRoleOf(database: PeopleDatabase, studioId: StudioId, personId: PersonId) {
  return database
    .select({ name: people.name, role: studioMembers.role })
    .from(studioMembers)
    .innerJoin(people, eq(people.id, studioMembers.personId))
    .where(isMember(studioId, personId));
}

function changeOf(
  [before]: readonly { readonly name: string; readonly role: Role }[],
  [row]: readonly MemberRow[],
): MemberChange {
  if (before === undefined) throw new NotFound();
  if (row === undefined) return { outcome: "last_owner" };
  return { outcome: "changed", name: before.name, roleBefore: before.role, row };
}
