// Sending store: takes messages from the outbox one by one, and writes each attempt's end.
//
// A message is marked as being sent before its provider is called: the mark of a dead sender means that the call may have happened.

import { and, asc, desc, eq, inArray, isNotNull, lte, type SQL, sql } from "drizzle-orm";
import { messages } from "../db/schema.ts";
import type { Statement, StudioDb } from "../db/studio-db.ts";
import { FAILED_STATES, type MessageFault, type MessageState } from "../domain/message/states.ts";

export type OutboxMessage = typeof messages.$inferSelect;

/** A page shows so many of an order's. */
const MAX_SHOWN = 50;

/**
 * At most `limit` messages that are due, the earliest first. Those being sent are among them: if nothing sends while this runs, their
 * sender has died, or the provider's answer was lost.
 */
export async function dueMessages(db: StudioDb, now: number, limit: number): Promise<OutboxMessage[]> {
  return db.select(messages, lte(messages.nextAt, now), asc(messages.nextAt), limit);
}

/** The time of the next attempt of any message; undefined if none waits. Milliseconds since 1970. */
export async function nextDueAt(db: StudioDb): Promise<number | undefined> {
  const fields = { at: sql<number>`${messages.nextAt}` };
  const [next] = await db.selectFields(fields, messages, isNotNull(messages.nextAt), asc(messages.nextAt), 1);
  return next?.at;
}

/** Messages about one order or price request, the latest first. */
export function messagesOf(db: StudioDb, ofEntity: SQL): Statement<OutboxMessage[]> {
  return db.select(messages, ofEntity, desc(messages.id), MAX_SHOWN);
}

/** Marks the message as being sent, and counts the attempt. False: it is no longer as it was read. */
export async function beginAttempt(db: StudioDb, message: OutboxMessage): Promise<boolean> {
  const begun = await db.update(
    messages,
    { state: "sending", attempts: message.attempts + 1, fault: null },
    isAsRead(message),
  );
  return begun.length > 0;
}

/** The end of a message, which no attempt follows. */
export type EndOfMessage =
  | { readonly state: "sent"; readonly providerId: string | null }
  | { readonly state: "failed"; readonly fault: MessageFault }
  | { readonly state: "unknown" }
  | { readonly state: "withdrawn" };

export type EndOfAttempt = EndOfMessage | NextAttempt;

/** `sending`: the provider's answer was lost, so that it may have been sent. */
interface NextAttempt {
  readonly state: Extract<MessageState, "waiting" | "sending">;
  readonly nextAt: number;
  readonly fault: MessageFault;
}

/** @param message as it was read, before the attempt began, if one did */
export async function endAttempt(db: StudioDb, message: OutboxMessage, end: EndOfAttempt, now: number): Promise<void> {
  const { round, id } = message;
  const isOpen = and(
    eq(messages.id, id),
    eq(messages.round, round),
    // A sender that was taken for dead may still learn that the message was sent.
    inArray(messages.state, ["waiting", "sending", "unknown"] satisfies MessageState[]),
  );
  await db.update(messages, columnsOf(end, now), isOpen);
}

function columnsOf(end: EndOfAttempt, now: number) {
  if ("nextAt" in end) return { state: end.state, nextAt: end.nextAt, fault: end.fault };
  return {
    state: end.state,
    nextAt: null,
    endedAt: now,
    providerId: end.state === "sent" ? end.providerId : null,
    fault: end.state === "failed" ? end.fault : null,
  };
}

/** Has a message that failed, or may not have arrived, sent anew. Undefined: there is none such. */
export async function sendAgain(db: StudioDb, id: number): Promise<OutboxMessage | undefined> {
  const now = Date.now();
  const [message] = await db.update(
    messages,
    {
      ...{ state: "waiting", round: sql`${messages.round} + 1`, attempts: 0 },
      ...{ queuedAt: now, nextAt: now, endedAt: null, providerId: null, fault: null },
    },
    and(eq(messages.id, id), inArray(messages.state, [...FAILED_STATES])),
  );
  return message;
}

function isAsRead({ id, round, attempts, state }: OutboxMessage) {
  const isSameAttempt = and(eq(messages.round, round), eq(messages.attempts, attempts));
  return and(eq(messages.id, id), isSameAttempt, eq(messages.state, state));
}
