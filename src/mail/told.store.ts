// Told store: the rows that a message is written from, as they are when it is sent. One round trip.

import { and, desc, eq, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import {
  customerMessages,
  materials,
  orderChanges,
  orderItems,
  orders,
  people,
  priceRequestItems,
  priceRequests,
  studioMembers,
  telegramBots,
  telegramChats,
} from "../db/schema.ts";
import type { NamedResults, StudioDb } from "../db/studio-db.ts";
import { requireStudio, type Studio } from "../db/studio-record.ts";
import type { MessageEvent } from "../domain/message/events.ts";
import type { Language } from "../domain/person.ts";
import type { OutboxMessage } from "../outbox/sending.store.ts";
import type { Payee } from "../payments/transfer-code.ts";
import { storefrontRead, storefrontSettings } from "../studios/storefront-settings.store.ts";

/** No row has it. */
const NO_ID = 0;

type Row<Table extends { readonly $inferSelect: unknown }> = Table["$inferSelect"];

/** The content of a message before it is worded: the preview's is made up. */
export interface Told {
  readonly event: MessageEvent;
  readonly studio: Studio;
  readonly requisites: string | null;
  readonly payee: Payee;
  /** The studio's own sentence, in its two languages. */
  readonly sentences: Pick<Row<typeof customerMessages>, "sentence" | "sentenceInSecondLanguage"> | undefined;
  /** The member of the studio who gets it; undefined: the customer, or a person who has left. */
  readonly reader: { readonly email: string; readonly language: Language } | undefined;
  readonly order: Row<typeof orders> | undefined;
  readonly items: readonly { readonly item: Row<typeof orderItems>; readonly material: string | undefined }[];
  readonly isCancelledByCustomer: boolean;
  readonly request: Row<typeof priceRequests> | undefined;
  readonly requestedNames: readonly string[];
  readonly material: Row<typeof materials> | undefined;
  /** The studio's bot and the reader's chat with it. Undefined: there is none. */
  readonly bot?: Row<typeof telegramBots> | undefined;
  readonly chatId?: number | undefined;
}

export async function readTold(db: StudioDb, message: OutboxMessage): Promise<Told> {
  return toTold(message, await db.batchNamed(readsOf(db, message)));
}

function readsOf(db: StudioDb, { event, orderId, requestId, materialId, personId }: OutboxMessage) {
  const ofOrder = eq(orderItems.orderId, orderId ?? NO_ID);
  const ofRequest = eq(priceRequestItems.requestId, requestId ?? NO_ID);
  const usedMaterials = sql`${materials.id} IN ${db.valuesOf(orderItems.materialId, orderItems, ofOrder)}`;
  const isCancelled = and(eq(orderChanges.orderId, orderId ?? NO_ID), eq(orderChanges.status, "cancelled"));
  const ofPerson = (column: SQLiteColumn) =>
    sql`(SELECT ${column} FROM ${people} WHERE ${people.id} = ${studioMembers.personId})`;
  return {
    studio: db.studio(),
    storefronts: storefrontRead(db),
    settings: db.select(customerMessages, sql`${customerMessages.event} = ${event}`),
    readers: db.selectFields(
      {
        email: ofPerson(people.email).mapWith(people.email),
        language: ofPerson(people.language).mapWith(people.language),
      },
      studioMembers,
      eq(studioMembers.personId, personId ?? NO_ID),
    ),
    orders: db.select(orders, eq(orders.id, orderId ?? NO_ID)),
    items: db.select(orderItems, ofOrder, orderItems.position),
    itemMaterials: db.select(materials, usedMaterials),
    cancellations: db.select(orderChanges, isCancelled, desc(orderChanges.version), 1),
    requests: db.select(priceRequests, eq(priceRequests.id, requestId ?? NO_ID)),
    requestItems: db.select(priceRequestItems, ofRequest, priceRequestItems.position),
    materials: db.select(materials, eq(materials.id, materialId ?? NO_ID)),
    bots: db.select(telegramBots),
    chats: db.select(telegramChats, eq(telegramChats.personId, personId ?? NO_ID)),
  };
}

function toTold({ event }: OutboxMessage, rows: NamedResults<ReturnType<typeof readsOf>>): Told {
  const { requisites, payeeName, payeeIban, payeeCode } = storefrontSettings(rows.storefronts);
  return {
    event,
    studio: requireStudio(rows.studio),
    requisites,
    payee: { payeeName, payeeIban, payeeCode },
    sentences: rows.settings[0],
    reader: rows.readers[0],
    order: rows.orders[0],
    items: rows.items.map((item) => ({
      item,
      material: rows.itemMaterials.find(({ id }) => id === item.materialId)?.name,
    })),
    isCancelledByCustomer: rows.cancellations[0]?.isByCustomer ?? false,
    request: rows.requests[0],
    requestedNames: rows.requestItems.map(({ originalFileName }) => originalFileName),
    material: rows.materials[0],
    bot: rows.bots[0],
    chatId: rows.chats[0]?.chatId ?? undefined,
  };
}
