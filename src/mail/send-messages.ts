// Sending a studio's messages: one after the other, with growing pauses for a day, and each at most once.

import type { StudioDb } from "../db/studio-db.ts";
import type { MessageFault } from "../domain/message/states.ts";
import {
  beginAttempt,
  dueMessages,
  type EndOfAttempt,
  type EndOfMessage,
  endAttempt,
  nextDueAt,
  type OutboxMessage,
} from "../outbox/sending.store.ts";
import { logError } from "../platform/error-log.ts";
import type { SendOutcome } from "../platform/ports.ts";
import { writeMail } from "./letters.ts";
import type { ReadyMessage, SendingStudio } from "./ready-message.ts";
import { readyTelegram } from "./telegram-message.ts";
import { readTold } from "./told.store.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Between the first attempts. */
const PAUSES = [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR];
const LONGEST_PAUSE = 3 * HOUR;
/** Providers forget keys after 24 hours. */
const MAX_AGE = DAY;
/** A daily limit is waited for longer, if no provider was asked yet. */
const MAX_AGE_OF_LIMITED = 3 * DAY;

/** Messages of one run. The next run begins at once. */
const MESSAGES_OF_RUN = 20;

/**
 * Sends the messages that are due. To be called by one object at a time.
 *
 * @returns the time for the next call: milliseconds since 1970; undefined if no message waits
 */
export async function sendDueMessages(studio: SendingStudio): Promise<number | undefined> {
  const { db } = studio;
  for (const message of await dueMessages(db, Date.now(), MESSAGES_OF_RUN)) {
    const end = await attempt(studio, message).catch(async (error: unknown) => {
      // No provider was called: its own failures are ends. One message must not hold up the others.
      logError({ studioId: db.studioId, message: message.id, failed: "message" }, error);
      return (await beginAttempt(db, message)) ? later(message, "content") : undefined;
    });
    if (end !== undefined) await endAttempt(db, message, end, Date.now());
  }
  return nextDueAt(db);
}

/** Undefined: another sender has taken the message. */
async function attempt(studio: SendingStudio, message: OutboxMessage): Promise<EndOfAttempt | undefined> {
  const { db, sender } = studio;
  const isMail = message.channel === "email";
  const deduplicates = isMail && sender?.provider.deduplicates === true;
  // The provider may have taken it: only a person may have it sent again, or a provider that knows its key.
  const isKeyKnown = deduplicates && Date.now() <= message.queuedAt + MAX_AGE;
  if (isInDoubt(message) && !isKeyKnown) return { state: "unknown" };
  const ready = await (isMail ? readyMail(studio, message) : readyTelegram(studio, message));
  if ("state" in ready) return endedUnsent(message, ready);
  if ("pausedUntil" in ready) return until(message, ready.pausedUntil);
  if (!studio.takeOfDay()) return untilNextDay(message);
  if (!(await beginAttempt(db, message))) return undefined;
  let outcome: SendOutcome;
  try {
    outcome = await ready.send();
  } catch (error) {
    logError({ studioId: db.studioId, message: message.id, failed: message.channel }, error);
    return deduplicates ? later({ ...message, state: "sending" }) : { state: "unknown" };
  }
  switch (outcome.outcome) {
    case "sent":
      return { state: "sent", providerId: outcome.id };
    case "refused": {
      const failed = { state: "failed", fault: outcome.fault } as const;
      // A provider that refuses its caller looks up no key.
      return outcome.fault === "sender" ? endedUnsent(message, failed) : failed;
    }
    case "later":
      return later(message, "unreachable", outcome.afterSeconds);
    default:
      return outcome satisfies never;
  }
}

async function readyMail({ db, sender }: SendingStudio, message: OutboxMessage): Promise<ReadyMessage> {
  if (sender === undefined) return { state: "failed", fault: "not_set_up" };
  const { provider, from, origin } = sender;
  const written = await writeMail(await readTold(db, message), origin);
  if (written === "outdated") return { state: "withdrawn" };
  if (written === "no_address") return { state: "failed", fault: "no_address" };
  const mail = { ...written, key: keyOf(db, message), from: { name: written.fromName, email: from } };
  return { send: () => provider.send(mail) };
}

/** Unique at a provider that several deployments share: an outbox of another has other moments. */
function keyOf({ studioId }: StudioDb, { key, round, id, queuedAt }: OutboxMessage): string {
  return `${studioId}/${id}/${key}/${round}/${queuedAt}`;
}

function later(message: OutboxMessage, fault: MessageFault = "unreachable", afterSeconds = 0): EndOfAttempt {
  const pause = PAUSES[message.attempts] ?? LONGEST_PAUSE;
  return until(message, Date.now() + Math.max(pause, afterSeconds * 1000), fault);
}

function untilNextDay(message: OutboxMessage): EndOfAttempt {
  const nextAt = (Math.floor(Date.now() / DAY) + 1) * DAY;
  return until(message, nextAt, "daily_limit", message.attempts === 0 ? MAX_AGE_OF_LIMITED : MAX_AGE);
}

function until(
  message: OutboxMessage,
  nextAt: number,
  fault: MessageFault = "unreachable",
  maximumAge = MAX_AGE,
): EndOfAttempt {
  if (nextAt > message.queuedAt + maximumAge) return endedUnsent(message, { state: "failed", fault });
  return { state: isInDoubt(message) ? "sending" : "waiting", nextAt, fault };
}

/** Its sender has died, or the provider's answer was lost: it may have been sent. Only the provider's own answer ends the doubt. */
function isInDoubt({ state }: OutboxMessage): boolean {
  return state === "sending";
}

/** The end of a message that no provider has taken, unless it is in doubt: "not sent" would have a person send it twice. */
function endedUnsent(message: OutboxMessage, end: EndOfMessage): EndOfMessage {
  return isInDoubt(message) ? { state: "unknown" } : end;
}
