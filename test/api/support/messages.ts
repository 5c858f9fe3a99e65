// Messages for tests: a studio's settings of them, and a provider of e-mail that follows a script.

import { env } from "cloudflare:workers";
import { messages, staffMessages } from "../../../src/db/schema.ts";
import type { CustomerEvent, StaffEvent } from "../../../src/domain/message/events.ts";
import type { SendingStudio } from "../../../src/mail/ready-message.ts";
import { changeCustomerMessages } from "../../../src/outbox/message-settings.store.ts";
import type { Mail, MailProvider, SendOutcome } from "../../../src/platform/ports.ts";
import type { TestPerson } from "./panel.ts";
import type { TestStudio } from "./studio.ts";

/** Has the studio's customers told of these events. */
export async function tellsCustomers(
  { db }: TestStudio,
  events: readonly CustomerEvent[],
  sentence: string | null = null,
): Promise<void> {
  const setting = { isOn: true, sentence, sentenceInSecondLanguage: null };
  await changeCustomerMessages(db, Object.fromEntries(events.map((event) => [event, setting])));
}

/** Has a member of the studio told of these events. */
export async function tellsPerson(
  { db }: TestStudio,
  person: TestPerson,
  events: readonly StaffEvent[],
): Promise<void> {
  for (const event of events) await db.insert(staffMessages, { personId: person.id, event, channel: "email" });
}

export const outboxOf = ({ db }: TestStudio) => db.select(messages, undefined, messages.id);

/** Its messages as `event state`. */
export const statesOf = async (studio: TestStudio) =>
  (await outboxOf(studio)).map(({ event, state }) => `${event} ${state}`);

/** A provider's answer, or an error in its place. */
type Scripted = SendOutcome | Error;

export class ScriptedProvider implements MailProvider {
  readonly deduplicates: boolean;
  /** Every mail that it was asked to send. */
  readonly asked: Mail[] = [];
  /** Its next answers; after them it sends. */
  readonly script: Scripted[];

  constructor(script: readonly Scripted[] = [], deduplicates = true) {
    this.script = [...script];
    this.deduplicates = deduplicates;
  }

  async send(mail: Mail): Promise<SendOutcome> {
    this.asked.push(mail);
    const next = this.script.shift() ?? { outcome: "sent", id: `mail-${this.asked.length}` };
    if (next instanceof Error) throw next;
    return next;
  }
}

/** The studio as its object sends its messages, by this provider. */
export function sendingBy({ db }: TestStudio, provider: MailProvider, places = 1000): SendingStudio {
  let left = places;
  return {
    db,
    secrets: env,
    sender: { provider, from: "orders@print.example", origin: "https://print.example" },
    takeOfDay: () => left-- > 0,
  };
}

/** A message about an order, due now, as a batch writes it. */
export function orderOutboxRow(event: CustomerEvent, orderId: number) {
  const now = Date.now();
  return {
    key: `${event}/${orderId}/1/customer`,
    event,
    channel: "email",
    orderId,
    state: "waiting",
    round: 1,
    attempts: 0,
    queuedAt: now,
    nextAt: now,
  } as const;
}

/** The moments of an order that its customer is told of at once. */
export const atOnce = () => ({ now: Date.now(), customerAt: Date.now() });
