// Session store: begins, finds, lists and ends the sessions of people.

import { and, eq, gt, ne, type SQL, sql } from "drizzle-orm";
import { orders, people, priceRequests, sessions, studioMembers, studios } from "../db/schema.ts";
import { asPersonId, type PersonId } from "../domain/ids.ts";
import { MAX_COUNTED_NEWS } from "../news/news-numbers.ts";
import { createHashedToken, tokenHashOf } from "../platform/secret-token.ts";
import type { PeopleDatabase } from "./people-database.ts";
import type { Membership, Person } from "./person.ts";

const DAY_MILLISECONDS = 86_400_000;
/** An unused session ends after this time. */
const SESSION_MILLISECONDS = 30 * DAY_MILLISECONDS;
/** A use is recorded this often at most: a write for each page would be waste. */
const TOUCHED_EVERY_MILLISECONDS = 3_600_000;
const MAX_USER_AGENT_CHARACTERS = 300;

export interface Session {
  readonly id: number;
  readonly person: Person;
  /** In the order of the studios' titles. */
  readonly memberships: readonly Membership[];
  /** True if `touchSession` is due. */
  readonly isTouchDue: boolean;
}

/** A session to begin: its token, which only the person's browser may keep, and its row without the person. */
export interface NewSession {
  readonly token: string;
  readonly row: Omit<typeof sessions.$inferInsert, "id" | "personId">;
}

export async function newSession(userAgent: string): Promise<NewSession> {
  const { token, tokenHash } = await createHashedToken();
  const now = Date.now();
  const row = {
    tokenHash,
    userAgent: userAgent.slice(0, MAX_USER_AGENT_CHARACTERS),
    createdAt: now,
    lastUsedAt: now,
    expiresAt: now + SESSION_MILLISECONDS,
  };
  return { token, row };
}

/** Begins a session. Returns its token. */
export async function beginSession(database: PeopleDatabase, personId: PersonId, userAgent: string): Promise<string> {
  const { token, row } = await newSession(userAgent);
  await database.insert(sessions).values({ ...row, personId });
  return token;
}

/** The session of a token, in one round trip; undefined if it has ended or never existed. */
export async function findSession(database: PeopleDatabase, token: string | undefined): Promise<Session | undefined> {
  const tokenHash = await tokenHashOf(token);
  if (tokenHash === undefined) return undefined;
  const now = Date.now();
  const rows = await database
    // Every column has a name of its own: D1 answers a row as an object, in which equal names would collide.
    .select({
      sessionId: sql<number>`${sessions.id}`.as("session_id"),
      lastUsedAt: sql<number>`${sessions.lastUsedAt}`.as("session_last_used_at"),
      personId: sql<number>`${people.id}`.as("person_id"),
      email: people.email,
      name: people.name,
      language: people.language,
      theme: people.theme,
      role: studioMembers.role,
      boardView: studioMembers.boardView,
      orderListView: studioMembers.orderListView,
      studio: studios,
      pendingOrders: countOfNews(orders, "pending"),
      latestOrder: latestOf(orders),
      newPriceRequests: countOfNews(priceRequests, "new"),
      latestPriceRequest: latestOf(priceRequests),
    })
    .from(sessions)
    .innerJoin(people, eq(people.id, sessions.personId))
    .leftJoin(studioMembers, eq(studioMembers.personId, people.id))
    .leftJoin(studios, eq(studios.id, studioMembers.studioId))
    .where(and(eq(sessions.tokenHash, tokenHash), gt(sessions.expiresAt, now)))
    .orderBy(studios.title, studios.id);
  const [first] = rows;
  if (first === undefined) return undefined;
  const { sessionId, lastUsedAt, personId, email, name, language, theme } = first;
  return {
    id: sessionId,
    person: { id: asPersonId(personId), email, name, language, theme },
    memberships: rows.flatMap(({ studio, role, boardView, orderListView, ...numbers }) => {
      const keptViews = { board: boardView, list: orderListView };
      const news = {
        orders: { count: numbers.pendingOrders, latest: numbers.latestOrder },
        requests: { count: numbers.newPriceRequests, latest: numbers.latestPriceRequest },
      };
      return studio === null || role === null ? [] : [{ studio, role, news, keptViews }];
    }),
    isTouchDue: now - lastUsedAt >= TOUCHED_EVERY_MILLISECONDS,
  };
}

/** The number of a studio's records with a status, which the table has an index for. */
function countOfNews(table: typeof orders | typeof priceRequests, status: "pending" | "new"): SQL<number> {
  return sql`(SELECT count(*) FROM (SELECT 1 FROM ${table} WHERE ${table.studioId} = ${studios.id} AND ${table.status} = ${status} LIMIT ${sql.raw(String(MAX_COUNTED_NEWS))}))`;
}

/** The highest id of a studio's records; 0 without one. */
function latestOf(table: typeof orders | typeof priceRequests): SQL<number> {
  return sql`(SELECT ifnull(max(${table.id}), 0) FROM ${table} WHERE ${table.studioId} = ${studios.id})`;
}

/** Moves the session's end further away. */
export async function touchSession(database: PeopleDatabase, sessionId: number): Promise<void> {
  const now = Date.now();
  await database
    .update(sessions)
    .set({ lastUsedAt: now, expiresAt: now + SESSION_MILLISECONDS })
    .where(and(eq(sessions.id, sessionId), gt(sessions.expiresAt, now)));
}

/** A person's running sessions, the last used first. */
export async function listSessions(
  database: PeopleDatabase,
  personId: PersonId,
): Promise<(typeof sessions.$inferSelect)[]> {
  const rows = await database
    .select()
    .from(sessions)
    .where(and(eq(sessions.personId, personId), gt(sessions.expiresAt, Date.now())));
  return rows.sort((a, b) => b.lastUsedAt - a.lastUsedAt);
}

/** Ends one of the person's sessions; an ended one stays ended. */
export async function endSession(database: PeopleDatabase, personId: PersonId, sessionId: number): Promise<void> {
  await database.delete(sessions).where(and(eq(sessions.id, sessionId), eq(sessions.personId, personId)));
}

/** Ends all of the person's sessions but one. */
export async function endOtherSessions(database: PeopleDatabase, personId: PersonId, sessionId: number): Promise<void> {
  await database.delete(sessions).where(and(eq(sessions.personId, personId), ne(sessions.id, sessionId)));
}
