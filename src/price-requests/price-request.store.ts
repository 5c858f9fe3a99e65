// Price-request store: writes a request whole or not at all, and reads it back, each in one D1 batch.

import { eq, type SQL, sql } from "drizzle-orm";
import { inValues } from "../db/in-values.ts";
import {
  attachments,
  finishings,
  materials,
  messages,
  models,
  orders,
  people,
  priceRequestItems,
  priceRequests,
  printingQualities,
} from "../db/schema.ts";
import type { NamedResults, Statement, StudioDb } from "../db/studio-db.ts";
import { NotFound } from "../domain/errors.ts";
import { requestMessages } from "../outbox/outbox.store.ts";
import { messagesOf, type OutboxMessage } from "../outbox/sending.store.ts";
import { retryTransient } from "../platform/transient-fault.ts";
import { attachmentsOf, type NamedAttachment, takeAttachments } from "./attachments.store.ts";
import { countNewOfSender, type NewOfSender } from "./clear-inbox.store.ts";

type RequestRow = typeof priceRequests.$inferInsert;
type ItemRow = typeof priceRequestItems.$inferInsert;

export interface NewPriceRequest
  extends Pick<RequestRow, "requestKey" | "customerToken" | "contact" | "source" | "consentedAt"> {
  /** null: no address is known. */
  readonly senderHash: string | null;
  readonly comment: string | null;
  /** In the customer's order. */
  readonly items: readonly (Pick<ItemRow, "originalFileName" | "quantity" | "finishingIds" | "reason" | "modelId"> & {
    /** The page's own sentence about the missing price. */
    readonly said: string | null;
    readonly materialId: number | null;
    readonly printingQualityId: number | null;
  })[];
  /** Files that are kept unopened, in the customer's order. */
  readonly attachments: readonly NamedAttachment[];
}

export type PriceRequest = typeof priceRequests.$inferSelect;

/** A request with all that it names, for the studio and for its customer. */
export type PriceRequestDetails = ReturnType<typeof toRequestDetails>;
export type PriceRequestItem = PriceRequestDetails["items"][number];

/**
 * Writes the request, and keeps its models for ever. After a transient fault it is written again: its request key is unique, so
 * it cannot be there twice.
 */
export async function writePriceRequest(db: StudioDb, request: NewPriceRequest): Promise<PriceRequest> {
  const ofKey = eq(priceRequests.requestKey, request.requestKey);
  try {
    const [[written]] = await retryTransient(() =>
      db.writeThenRead(writesOf(db, request), [db.select(priceRequests, ofKey)]),
    );
    if (written === undefined) throw new Error("a price request that was written cannot be read");
    return written;
  } catch (error) {
    // An attempt that seemed to fail may have been written all the same.
    const written = await findWrittenRequest(db, request.requestKey);
    if (written === undefined) throw error;
    return written;
  }
}

/** The request that an earlier attempt wrote, or undefined. */
export async function findWrittenRequest(db: StudioDb, requestKey: string): Promise<PriceRequest | undefined> {
  const [written] = await db.select(priceRequests, eq(priceRequests.requestKey, requestKey));
  return written;
}

/** For the panel, with the numbers of new ones from the same sender. @throws NotFound */
export async function readPriceRequest(
  db: StudioDb,
  id: number,
): Promise<PriceRequestDetails & { readonly newOfSender: NewOfSender; readonly messages: readonly OutboxMessage[] }> {
  const condition = eq(priceRequests.id, id);
  const { counted, ...found } = await retryTransient(() =>
    db.batchNamed({
      counted: countNewOfSender(db, condition),
      messages: messagesOf(db, eq(messages.requestId, id)),
      ...readsOf(db, condition),
    }),
  );
  const [newOfSender] = counted;
  if (newOfSender === undefined) throw new NotFound();
  return { ...toRequestDetails(found), newOfSender, messages: found.messages };
}

/** The statements that read the request at its customer's address, by the secret part; `toRequestDetails` takes their rows. */
export function requestOfCustomerReads(db: StudioDb, customerToken: string) {
  return readsOf(db, eq(priceRequests.customerToken, customerToken));
}

function writesOf(db: StudioDb, { items, attachments: named, ...request }: NewPriceRequest): Statement<unknown>[] {
  const now = Date.now();
  const requestId = db.valuesOf(priceRequests.id, priceRequests, eq(priceRequests.requestKey, request.requestKey));
  const modelIds = items.map(({ modelId }) => modelId);
  return [
    db.insert(priceRequests, {
      ...request,
      status: "new",
      answer: null,
      personId: null,
      createdAt: now,
      updatedAt: now,
    }),
    db.update(models, { isOrdered: true }, inValues(models.id, modelIds)),
    ...items.map((item, position) => db.insert(priceRequestItems, { ...item, requestId, position })),
    ...takeAttachments(db, named, requestId),
    requestMessages(db, eq(priceRequests.requestKey, request.requestKey), now),
  ];
}

function readsOf(db: StudioDb, condition: SQL) {
  const requestId = db.valuesOf(priceRequests.id, priceRequests, condition);
  const ofRequest = sql`${priceRequestItems.requestId} = ${requestId}`;
  const finishingIds = sql`(SELECT value FROM ${priceRequestItems}, json_each(${priceRequestItems.finishingIds}) WHERE ${priceRequestItems.studioId} = ${db.studioId} AND ${ofRequest})`;
  return {
    requests: db.select(priceRequests, condition),
    items: db.select(priceRequestItems, ofRequest, priceRequestItems.position),
    attachments: attachmentsOf(db, sql`${attachments.requestId} = ${requestId}`),
    models: db.select(
      models,
      sql`${models.id} IN ${db.valuesOf(priceRequestItems.modelId, priceRequestItems, ofRequest)}`,
    ),
    materials: db.select(
      materials,
      sql`${materials.id} IN ${db.valuesOf(priceRequestItems.materialId, priceRequestItems, ofRequest)}`,
    ),
    qualities: db.select(
      printingQualities,
      sql`${printingQualities.id} IN ${db.valuesOf(priceRequestItems.printingQualityId, priceRequestItems, ofRequest)}`,
    ),
    finishings: db.select(finishings, sql`${finishings.id} IN ${finishingIds}`),
    orders: db.select(orders, sql`${orders.id} = ${db.valuesOf(priceRequests.orderId, priceRequests, condition)}`),
    changedBy: db.selectFields(
      {
        /** The person of the panel who changed it last. */
        personName: sql<
          string | null
        >`(SELECT ${people.name} FROM ${people} WHERE ${people.id} = ${priceRequests.personId})`,
      },
      priceRequests,
      condition,
    ),
  };
}

/** @throws NotFound */
export function toRequestDetails(rows: NamedResults<ReturnType<typeof readsOf>>) {
  const [request] = rows.requests;
  if (request === undefined) throw new NotFound();
  return {
    request,
    attachments: rows.attachments,
    /** The order that it has become. */
    order: rows.orders[0],
    personName: rows.changedBy[0]?.personName ?? null,
    items: rows.items.map((item) => ({
      item,
      model: rows.models.find(({ id }) => id === item.modelId),
      material: rows.materials.find(({ id }) => id === item.materialId),
      quality: rows.qualities.find(({ id }) => id === item.printingQualityId),
      finishings: rows.finishings.filter(({ id }) => item.finishingIds.includes(id)),
    })),
  };
}
