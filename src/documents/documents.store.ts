// Document store: drafts, issues and reads the invoices and receipts of an order.
//
// An issued document is a snapshot: a later change of the order, its payments or the studio's requisites does not change it.

import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { isAsRead } from "../db/as-read.ts";
import type { DocumentContent } from "../db/column-types.ts";
import { issuedDocuments, orderItems, orders, payments, storefronts } from "../db/schema.ts";
import type { StudioDb } from "../db/studio-db.ts";
import { requireStudio } from "../db/studio-record.ts";
import { ChangedMeanwhile, NotFound } from "../domain/errors.ts";
import type { PersonId } from "../domain/ids.ts";
import type { DocumentKind } from "../domain/order.ts";
import type { Language } from "../domain/person.ts";
import { sha256Hex } from "../platform/sha256.ts";
import { retryTransient } from "../platform/transient-fault.ts";
import { documentContent, type OrderToDocument, paidSum } from "./document-content.ts";

export type IssuedDocument = typeof issuedDocuments.$inferSelect;

/** The reason for which an order gets no document of a kind. */
export type DocumentRefusal = "cancelled" | "nothing_paid";

export interface DocumentDraft {
  readonly kind: DocumentKind;
  readonly order: OrderToDocument["order"];
  readonly content: DocumentContent;
  /** Changes with the content. */
  readonly fingerprint: string;
  /** Null: it may be issued. */
  readonly refusal: DocumentRefusal | null;
  /** The document of the same content that is issued already. */
  readonly issued: IssuedDocument | undefined;
}

const NO_REQUISITES = { payeeName: null, payeeCode: null, payeeIban: null, requisites: null };

type OrderRows = OrderToDocument & { readonly issued: readonly IssuedDocument[] };

/** The rows of a draft, in one round trip. @throws NotFound */
export async function readOrderToDocument(db: StudioDb, orderId: number): Promise<OrderRows> {
  const rows = await db.batchNamed({
    studios: db.studio(),
    storefronts: db.select(storefronts),
    orders: db.select(orders, eq(orders.id, orderId)),
    items: db.select(orderItems, eq(orderItems.orderId, orderId), orderItems.position),
    payments: db.select(
      payments,
      and(eq(payments.orderId, orderId), isNull(payments.removedAt)),
      // With the plus, the payments of all orders are not walked by their days.
      sql`+${payments.paidOn}, ${payments.id}`,
    ),
    issued: db.select(issuedDocuments, eq(issuedDocuments.orderId, orderId)),
  });
  const [order] = rows.orders;
  if (order === undefined) throw new NotFound();
  const { title } = requireStudio(rows.studios);
  const { payeeName, payeeCode, payeeIban, requisites } = rows.storefronts[0] ?? NO_REQUISITES;
  return { ...rows, order, studio: { title, payeeName, payeeCode, payeeIban, requisites } };
}

/** The document as it would be issued now. */
export async function draftDocument(kind: DocumentKind, rows: OrderRows, language: Language): Promise<DocumentDraft> {
  const content = documentContent(kind, rows, language);
  const written = JSON.stringify(content);
  return {
    kind,
    order: rows.order,
    content,
    fingerprint: await sha256Hex(written),
    refusal: refusalOf(rows.order, content),
    issued: rows.issued.find((one) => one.kind === kind && JSON.stringify(one.content) === written),
  };
}

function refusalOf({ status }: OrderToDocument["order"], { payments: paid }: DocumentContent): DocumentRefusal | null {
  if (status === "cancelled") return "cancelled";
  return paid !== undefined && paidSum(paid) <= 0 ? "nothing_paid" : null;
}

/**
 * Issues a document under the next number of its kind. An order's document of one content is issued once, however often its form is
 * sent: the first one is answered again.
 *
 * @param seen the fingerprint of the draft that the person saw
 * @throws ChangedMeanwhile if it would differ from that draft, or may not be issued any more
 */
export async function issueDocument(
  db: StudioDb,
  { kind, order, content, fingerprint, refusal }: DocumentDraft,
  { seen, personId }: { readonly seen: string; readonly personId: PersonId },
): Promise<{ readonly document: IssuedDocument; readonly isNew: boolean }> {
  if (seen !== fingerprint) throw new ChangedMeanwhile();
  const isSame = and(
    eq(issuedDocuments.orderId, order.id),
    // With the plus, the documents of all orders are not walked by their kind.
    sql`+${issuedDocuments.kind} = ${kind}`,
    eq(issuedDocuments.content, content),
  );
  const isOrderAsRead = and(eq(orders.id, order.id), isAsRead(orders, { version: 0, paidMinor: 0 }, order));
  const conditions = [
    sql`NOT EXISTS ${db.valuesOf(sql`1`, issuedDocuments, isSame)}`,
    sql`EXISTS ${db.valuesOf(sql`1`, orders, isOrderAsRead)}`,
  ];
  const row = { orderId: order.id, kind, content, personId, issuedAt: Date.now() };
  const insert = db.insert(issuedDocuments, { ...row, number: nextNumber(db, kind) });
  // Safe to repeat: an attempt that only seemed to fail has written the same content.
  const written = refusal === null ? await retryTransient(() => db.batchIf(conditions, [insert] as const)) : undefined;
  const [document] = written?.[0] ?? (await db.select(issuedDocuments, isSame));
  if (document === undefined) throw new ChangedMeanwhile();
  return { document, isNew: written !== undefined };
}

/** One more than the latest of its kind. D1 runs one statement after the other, and a document is never deleted: no number is left out. */
function nextNumber(db: StudioDb, kind: DocumentKind) {
  const latest = db.firstValuesOf(
    issuedDocuments.number,
    issuedDocuments,
    eq(issuedDocuments.kind, kind),
    desc(issuedDocuments.number),
    1,
  );
  return sql`1 + coalesce(${latest}, 0)`;
}

/** @throws NotFound for another order's document, too */
export async function readDocument(db: StudioDb, orderId: number, id: number): Promise<IssuedDocument> {
  const ofOrder = and(eq(issuedDocuments.id, id), eq(issuedDocuments.orderId, orderId));
  return requireDocument(await db.select(issuedDocuments, ofOrder));
}

/** The statement that reads a document of the order at this address; `requireDocument` takes its rows. */
export function documentOfCustomerReads(db: StudioDb, customerToken: string, id: number) {
  const orderId = db.valuesOf(orders.id, orders, eq(orders.customerToken, customerToken));
  return {
    documents: db.select(
      issuedDocuments,
      sql`${issuedDocuments.id} = ${id} AND ${issuedDocuments.orderId} = ${orderId}`,
    ),
  };
}

/** @throws NotFound */
export function requireDocument([document]: readonly IssuedDocument[]): IssuedDocument {
  if (document === undefined) throw new NotFound();
  return document;
}
