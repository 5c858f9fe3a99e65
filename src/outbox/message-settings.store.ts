// Message settings: the messages to a studio's customers, the choices of each of its people, and the address for answers.

import { and, eq, or, type SQL, sql } from "drizzle-orm";
import { isAsRead } from "../db/as-read.ts";
import { customerMessages, staffMessages, studios } from "../db/schema.ts";
import type { Statement, StudioDb } from "../db/studio-db.ts";
import type { Studio } from "../db/studio-record.ts";
import { ChangedMeanwhile } from "../domain/errors.ts";
import type { PersonId } from "../domain/ids.ts";
import {
  CUSTOMER_EVENTS,
  type CustomerEvent,
  type MessageChannel,
  STAFF_EVENTS,
  type StaffEvent,
} from "../domain/message/events.ts";

/** The studio's choice for one event. */
export type CustomerMessage = Omit<typeof customerMessages.$inferSelect, "studioId" | "event">;

export type CustomerMessages = Readonly<Record<CustomerEvent, CustomerMessage>>;

/** An event that the studio never decided on. */
const OFF: CustomerMessage = { isOn: false, sentence: null, sentenceInSecondLanguage: null };

type SettingsRow = typeof customerMessages.$inferSelect;
type ChoiceRow = typeof staffMessages.$inferSelect;

/** The statements that read a studio's messages to customers, and a person's own choices. */
export function messageSettingReads(db: StudioDb, personId: PersonId) {
  return {
    customerMessages: db.select(customerMessages),
    choices: db.select(staffMessages, eq(staffMessages.personId, personId)),
  } satisfies Record<string, Statement<unknown>>;
}

export function toCustomerMessages(rows: readonly SettingsRow[]): CustomerMessages {
  const settings = CUSTOMER_EVENTS.map((event) => [event, rows.find((row) => row.event === event) ?? OFF] as const);
  // Every event has its entry.
  return Object.fromEntries(settings) as CustomerMessages;
}

export function toChosenEvents(rows: readonly ChoiceRow[], by: MessageChannel): ReadonlySet<StaffEvent> {
  return new Set(rows.filter(({ channel }) => channel === by).map(({ event }) => event));
}

/**
 * Writes the settings of the named events.
 *
 * @param read the settings as they were read, if no change since then may be overwritten
 * @throws ChangedMeanwhile if they are no longer as they were read: nothing took place
 */
export async function changeCustomerMessages(
  db: StudioDb,
  changes: Readonly<Partial<Record<CustomerEvent, CustomerMessage>>>,
  read?: CustomerMessages,
): Promise<void> {
  const writes = CUSTOMER_EVENTS.flatMap((event) => {
    const changed = changes[event];
    if (changed === undefined) return [];
    const { isOn, sentence, sentenceInSecondLanguage } = changed;
    const set = { isOn, sentence, sentenceInSecondLanguage };
    const target = [customerMessages.studioId, customerMessages.event];
    return [db.insert(customerMessages, { event, ...set }, { target, set })];
  });
  const written = await db.batchIf(read === undefined ? [] : [areAsRead(db, read)], writes);
  if (written === undefined) throw new ChangedMeanwhile();
}

/** An event without a row is as it was read, too: rows are only added with other values. */
function areAsRead(db: StudioDb, read: CustomerMessages): SQL {
  const others = CUSTOMER_EVENTS.map((event) => {
    const { isOn, sentence, sentenceInSecondLanguage } = read[event];
    const row = { isOn, sentence, sentenceInSecondLanguage };
    return and(eq(customerMessages.event, event), sql`NOT (${isAsRead(customerMessages, row, row)})`);
  });
  return sql`NOT EXISTS ${db.valuesOf(sql`1`, customerMessages, or(...others))}`;
}

/** Has a person told of exactly these events by this channel. */
export async function chooseEvents(
  db: StudioDb,
  personId: PersonId,
  channel: MessageChannel,
  events: readonly StaffEvent[],
): Promise<void> {
  const chosen = STAFF_EVENTS.filter((event) => events.includes(event));
  await db.batch([
    db.delete(staffMessages, and(eq(staffMessages.personId, personId), eq(staffMessages.channel, channel))),
    ...chosen.map((event) => db.insert(staffMessages, { personId, event, channel })),
  ]);
}

/**
 * @param replyTo null: answers go nowhere
 * @throws ChangedMeanwhile if the address is no longer as it was `read`
 */
export async function changeReplyTo(db: StudioDb, replyTo: string | null, read: Studio): Promise<void> {
  const [changed] = await db.updateStudio({ replyTo }, isAsRead(studios, { replyTo }, read));
  if (changed === undefined) throw new ChangedMeanwhile();
}
