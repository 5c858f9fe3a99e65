// Telegram chats of a studio's people: connected by a link's one-time code, and forgotten.

import { and, eq, exists, gt, isNotNull, not, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { people, staffMessages, studioMembers, telegramChats } from "../db/schema.ts";
import type { Statement, StudioDb } from "../db/studio-db.ts";
import { asPersonId, type PersonId } from "../domain/ids.ts";
import { STAFF_EVENTS } from "../domain/message/events.ts";
import type { Language } from "../domain/person.ts";
import { createHashedToken, tokenHashOf } from "../platform/secret-token.ts";

/** A code is used at once, on the page that shows it. */
export const CODE_MINUTES = 15;

/** A row if the person's chat is connected. */
export function connectedRead(db: StudioDb, personId: PersonId): Statement<(typeof telegramChats.$inferSelect)[]> {
  return db.select(telegramChats, and(eq(telegramChats.personId, personId), isNotNull(telegramChats.chatId)));
}

/** A new code for the person's link, which ends the one before. 43 characters: a link takes 64. */
export async function createChatCode(db: StudioDb, personId: PersonId): Promise<string> {
  const { token, tokenHash } = await createHashedToken();
  const set = { codeHash: tokenHash, codeExpiresAt: Date.now() + CODE_MINUTES * 60_000 };
  const target = [telegramChats.studioId, telegramChats.personId];
  await db.insert(telegramChats, { personId, ...set }, { target, set });
  return token;
}

/** A member of the studio behind a chat. */
export interface ChatMember {
  readonly personId: PersonId;
  readonly name: string;
  readonly language: Language;
}

/**
 * Connects the chat to the code's person. `isNew` is false for a chat that was connected before, by any code.
 *
 * @returns undefined if the code is used, has expired or never was, and the chat is no member's
 */
export async function connectChat(
  db: StudioDb,
  code: string,
  chatId: number,
): Promise<{ readonly member: ChatMember; readonly isNew: boolean } | undefined> {
  const codeHash = (await tokenHashOf(code)) ?? "";
  const isOpen = and(eq(telegramChats.codeHash, codeHash), gt(telegramChats.codeExpiresAt, Date.now()), isOfMember(db));
  // A chat is one person's: a button pressed in it is pressed by them.
  const others = and(eq(telegramChats.chatId, chatId), sql`${telegramChats.codeHash} IS NOT ${codeHash}`);
  const isTaken = exists(db.valuesOf(sql`1`, telegramChats, others));
  const connects = and(isOpen, not(isTaken));
  const firstTime = sql`${telegramChats.studioId} = ${db.studioId} AND ${connects} AND ${telegramChats.chatId} IS NULL`;
  const [, connected, members] = await db.batch([
    // Connecting alone brings messages; the page then has the choice.
    db.insertFrom(
      staffMessages,
      { personId: sql`${telegramChats.personId}`, event: sql`value`, channel: "telegram" },
      sql`${telegramChats} CROSS JOIN json_each(${JSON.stringify(STAFF_EVENTS)}) WHERE ${firstTime}`,
    ),
    db.update(telegramChats, { chatId, codeHash: null, codeExpiresAt: null }, connects),
    memberRead(db, chatId),
  ]);
  const member = memberOf(members);
  return member && { member, isNew: connected.length > 0 };
}

/** The chat's member of the studio; undefined if there is none, or the person has left. */
export async function findChatMember(db: StudioDb, chatId: number): Promise<ChatMember | undefined> {
  return memberOf(await memberRead(db, chatId));
}

/** Forgets the person's chat, and the events chosen for it. */
export async function disconnectChat(db: StudioDb, personId: PersonId): Promise<void> {
  await db.batch([
    db.delete(staffMessages, and(eq(staffMessages.personId, personId), eq(staffMessages.channel, "telegram"))),
    db.delete(telegramChats, eq(telegramChats.personId, personId)),
  ]);
}

function memberRead(db: StudioDb, chatId: number) {
  const ofPerson = (column: SQLiteColumn) =>
    sql`(SELECT ${column} FROM ${people} WHERE ${people.id} = ${telegramChats.personId})`;
  return db.selectFields(
    {
      personId: sql<number>`${telegramChats.personId}`,
      name: sql<string>`${ofPerson(people.name)}`,
      language: sql<Language>`${ofPerson(people.language)}`,
    },
    telegramChats,
    and(eq(telegramChats.chatId, chatId), isOfMember(db)),
  );
}

function memberOf([member]: Awaited<ReturnType<typeof memberRead>>): ChatMember | undefined {
  return member && { ...member, personId: asPersonId(member.personId) };
}

function isOfMember(db: StudioDb): SQL {
  return exists(db.valuesOf(sql`1`, studioMembers, eq(studioMembers.personId, telegramChats.personId)));
}
