// Outbox store: the statements that write messages, for the batch of the change that they tell of.
//
// Each is one INSERT … SELECT from the studio's own settings: where nothing is switched on, it writes nothing.

import { and, eq, exists, inArray, lt, notInArray, type SQL, sql } from "drizzle-orm";
import {
  customerMessages,
  materials,
  messages,
  orders,
  priceRequests,
  staffMessages,
  studioMembers,
} from "../db/schema.ts";
import type { Statement, StudioDb } from "../db/studio-db.ts";
import type { CustomerEvent, MessageEvent, StaffEvent } from "../domain/message/events.ts";
import { canBeLate, ORDER_STATUSES, type OrderStatus } from "../domain/order.ts";

type Message = typeof messages.$inferSelect;

/**
 * The time until a customer is told of a change by the studio: an undo from its notice takes the message back (src/mail/letters.ts).
 * Milliseconds.
 */
export const UNDO_MILLISECONDS = 30_000;

/** An order goes back from printing to confirmed, which its customer was told of before, unless that message may not have arrived. */
const TOLD_ONCE: readonly CustomerEvent[] = ["confirmed"];

/** An event as a message's row names it, with its entity and the entity's version. */
interface ToldEvent<Event extends MessageEvent> {
  readonly event: Event;
  /** The table of its entity, and the condition that finds the one row of it. */
  readonly entity: typeof orders | typeof priceRequests | typeof materials;
  readonly isEntity: SQL;
  readonly version: SQL;
  readonly row: { readonly orderId?: SQL; readonly requestId?: SQL; readonly materialId?: SQL };
  /** Milliseconds since 1970. */
  readonly now: number | SQL;
  readonly nextAt: number | SQL;
}

/**
 * Tells the customer of the event, if the studio has switched it on, and the customer has given an address. A message that still waits
 * is written from the rows as they are when it is sent, so none is added to it.
 */
function tellCustomer(
  db: StudioDb,
  told: ToldEvent<CustomerEvent> & { readonly entity: typeof orders | typeof priceRequests },
): Statement<Message[]> {
  const { event, entity } = told;
  const isOn = and(
    eq(customerMessages.studioId, db.studioId),
    eq(customerMessages.event, event),
    eq(customerMessages.isOn, true),
  );
  const earlier = and(
    eq(entity === orders ? messages.orderId : messages.requestId, entity.id),
    eq(messages.event, event),
    TOLD_ONCE.includes(event) ? notInArray(messages.state, ["withdrawn", "unknown"]) : eq(messages.state, "waiting"),
  );
  const isUntold = sql`NOT EXISTS ${db.valuesOf(sql`1`, messages, earlier)}`;
  const isEntity = sql`${told.isEntity} AND ${isUntold} AND json_extract(${entity.contact}, '$.email') <> ''`;
  return add(
    db,
    { ...told, isEntity },
    { recipient: sql`'customer'`, channel: sql`'email'`, personId: sql`NULL` },
    customerMessages,
    isOn,
  );
}

/** Tells the members of the studio who chose the event. */
function tellStaff(db: StudioDb, told: ToldEvent<StaffEvent>): Statement<Message[]> {
  const isMember = exists(db.valuesOf(sql`1`, studioMembers, eq(studioMembers.personId, staffMessages.personId)));
  const isChosen = and(eq(staffMessages.studioId, db.studioId), eq(staffMessages.event, told.event), isMember);
  const recipient = sql`${staffMessages.personId} || '/' || ${staffMessages.channel}`;
  const { channel, personId } = staffMessages;
  return add(db, told, { recipient, channel: sql`${channel}`, personId: sql`${personId}` }, staffMessages, isChosen);
}

function add<Event extends MessageEvent>(
  db: StudioDb,
  { event, entity, isEntity, version, row, now, nextAt }: ToldEvent<Event>,
  { recipient, channel, personId }: { readonly recipient: SQL; readonly channel: SQL; readonly personId: SQL },
  settings: typeof customerMessages | typeof staffMessages,
  isChosen: SQL | undefined,
): Statement<Message[]> {
  const key = sql`${event} || '/' || ${entity.id} || '/' || ${version} || '/' || ${recipient}`;
  // CROSS JOIN: the settings are read first, and without one of them nothing else is.
  const source = sql`${settings} CROSS JOIN ${entity} WHERE ${isChosen} AND ${entity.studioId} = ${db.studioId} AND ${isEntity}`;
  return db.insertFrom(
    messages,
    {
      key,
      event,
      channel,
      personId,
      ...row,
      state: "waiting",
      round: 1,
      attempts: 0,
      queuedAt: now,
      nextAt,
    },
    source,
  );
}

/**
 * The order's events at its placing: for its customer, and for staff. An accepted price makes an order that is confirmed at once.
 *
 * @param moments the time of the placing, and the one from which the customer is told; milliseconds since 1970
 */
export function placingMessages(
  db: StudioDb,
  isOrder: SQL,
  event: "received" | "confirmed",
  moments: Readonly<Record<"now" | "customerAt", number | SQL>>,
): [Statement<Message[]>, Statement<Message[]>] {
  const { now, customerAt } = moments;
  return [
    tellCustomer(db, { ...ofOrder(event, isOrder, now), nextAt: customerAt }),
    tellStaff(db, { ...ofOrder("new_order", isOrder, now), nextAt: now }),
  ];
}

const EVENT_OF_MOVE: Partial<Record<OrderStatus, CustomerEvent>> = {
  confirmed: "confirmed",
  ready: "ready",
  shipped: "shipped",
  completed: "completed",
  cancelled: "cancelled",
};

/** The events of an order's move to a status, after the batch has moved it. */
export function moveMessages(
  db: StudioDb,
  isOrder: SQL,
  to: OrderStatus,
  { isByCustomer, now }: { readonly isByCustomer: boolean; readonly now: number },
): Statement<Message[]>[] {
  const event = EVENT_OF_MOVE[to];
  if (event === undefined) return [];
  const nextAt = isByCustomer ? now : now + UNDO_MILLISECONDS;
  const told = tellCustomer(db, { ...ofOrder(event, isOrder, now), nextAt });
  if (!isByCustomer) return [told];
  return [told, tellStaff(db, { ...ofOrder("cancelled_by_customer", isOrder, now), nextAt })];
}

function ofOrder<Event extends MessageEvent>(event: Event, isEntity: SQL, now: number | SQL) {
  return { event, entity: orders, isEntity, version: sql`${orders.version}`, row: { orderId: sql`${orders.id}` }, now };
}

/** Tells staff of a parcel that its customer has not taken, after the batch has noted it. */
export function returnMessages(db: StudioDb, isOrder: SQL, now: number): Statement<Message[]> {
  return tellStaff(db, { ...ofOrder("parcel_returns", isOrder, now), nextAt: now });
}

const CAN_BE_LATE = ORDER_STATUSES.filter(canBeLate);

/** Tells staff of late orders, of each due day once. @param today YYYY-MM-DD */
export function lateMessages(db: StudioDb, today: string): Statement<Message[]> {
  const now = Date.now();
  const isLate = and(inArray(orders.status, CAN_BE_LATE), lt(orders.dueOn, today)) ?? sql`false`;
  return tellStaff(db, { ...ofOrder("late", isLate, now), version: sql`${orders.dueOn}`, nextAt: now });
}

/** Tells staff once a day of a material that the batch has brought down to its threshold. @param day YYYY-MM-DD */
export function lowStockMessages(
  db: StudioDb,
  {
    materialId,
    takenHundredthsOfGram,
    day,
  }: { readonly materialId: number; readonly takenHundredthsOfGram: number; readonly day: string },
): Statement<Message[]> {
  const { id, stockHundredthsOfGram: stock, lowStockHundredthsOfGram: threshold } = materials;
  const now = Date.now();
  return tellStaff(db, {
    event: "low_stock",
    entity: materials,
    isEntity: sql`${id} = ${materialId} AND ${stock} <= ${threshold} AND ${stock} + ${takenHundredthsOfGram} > ${threshold}`,
    version: sql`${day}`,
    row: { materialId: sql`${id}` },
    now,
    nextAt: now,
  });
}

/** Tells staff of a request that the batch has written. */
export function requestMessages(db: StudioDb, isRequest: SQL, now: number): Statement<Message[]> {
  return tellStaff(db, { ...ofRequest("new_request", isRequest, now), nextAt: now });
}

/** Tells the customer of the answer to a request, which the batch has written. */
export function answerMessages(db: StudioDb, isAnswered: SQL, now: number): Statement<Message[]> {
  return tellCustomer(db, { ...ofRequest("priced", isAnswered, now), nextAt: now + UNDO_MILLISECONDS });
}

function ofRequest<Event extends MessageEvent>(event: Event, isEntity: SQL, now: number) {
  const version = sql`${priceRequests.version}`;
  return { event, entity: priceRequests, isEntity, version, row: { requestId: sql`${priceRequests.id}` }, now };
}
