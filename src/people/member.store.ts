// Members of a studio: listed, given another role, removed. A studio never loses its last owner.

import { and, eq, exists, inArray, ne, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { people, studioMembers } from "../db/schema.ts";
import { NotFound } from "../domain/errors.ts";
import { asPersonId, type PersonId, type StudioId } from "../domain/ids.ts";
import type { Role } from "../domain/person.ts";
import { openInvitationsOf } from "./one-time-link.store.ts";
import type { PeopleDatabase } from "./people-database.ts";

export interface Member {
  readonly personId: PersonId;
  readonly name: string;
  readonly email: string;
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

/** @throws NotFound for who is no member of the studio */
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

/** @throws NotFound for who is no member of the studio */
export async function removeMember(
  database: PeopleDatabase,
  studioId: StudioId,
  personId: PersonId,
): Promise<MemberChange> {
  const [before, removed] = await database.batch([
    nameAndRoleOf(database, studioId, personId),
    database
      .delete(studioMembers)
      .where(and(isMember(studioId, personId), hasAnotherOwner(database, studioId)))
      .returning(),
  ]);
  return changeOf(before, removed);
}

/** Undoes a removal. Whoever calls this has made sure that it took place: nobody becomes a member against their will. */
export async function restoreMember(database: PeopleDatabase, member: MemberRow): Promise<void> {
  await database.insert(studioMembers).values(member).onConflictDoNothing();
}

function isMember(studioId: StudioId, personId: PersonId): SQL | undefined {
  return and(eq(studioMembers.studioId, studioId), eq(studioMembers.personId, personId));
}

/** True of a row of the staff, and of an owner beside whom there is another. */
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
