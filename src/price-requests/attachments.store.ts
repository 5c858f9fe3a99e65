// Attachment store: files of price requests that are kept and never opened, such as photos and drawings.
//
// A file arrives before its request, and is kept for a day. The request that names it takes it over, for as long as the request is kept.

import { and, eq, gt, type SQL, sql } from "drizzle-orm";
import { inValues } from "../db/in-values.ts";
import { attachments } from "../db/schema.ts";
import type { Statement, StudioDb } from "../db/studio-db.ts";
import { type Faults, NotFound } from "../domain/errors.ts";
import { VISITOR_RETENTION_MILLISECONDS } from "../domain/visitor.ts";
import { createToken } from "../platform/secret-token.ts";
import { retryTransient } from "../platform/transient-fault.ts";
import type { Tenant } from "../tenant/tenant.ts";

export type Attachment = typeof attachments.$inferSelect;

/** A file that arrives from a visitor. */
export interface ArrivingFile {
  readonly fileName: string;
  readonly sizeBytes: number;
  readonly bytes: ReadableStream<Uint8Array>;
}

/** Stores the file, which no request has yet. Its row is written although the client hangs up. */
export async function keepAttachment(
  { db, attachedFiles, runToEnd }: Pick<Tenant, "db" | "attachedFiles" | "runToEnd">,
  { fileName, sizeBytes, bytes }: ArrivingFile,
): Promise<Attachment> {
  const stored = await attachedFiles.save(bytes, sizeBytes);
  const now = Date.now();
  const row = {
    ...stored,
    token: createToken(),
    fileName,
    sizeBytes,
    createdAt: now,
    keptUntil: now + VISITOR_RETENTION_MILLISECONDS,
  };
  // The token is unique: a row that an attempt without an answer has written stands.
  const adding = retryTransient(async () =>
    db.insert(attachments, row, { target: [attachments.studioId, attachments.token], set: { sizeBytes } }),
  );
  runToEnd(adding);
  const [kept] = await adding;
  if (kept === undefined) throw new Error("an attachment that was added is not there");
  return kept;
}

/** A file as a request names it. */
export interface NamedAttachment {
  /** The request's field, for the fault of a file that is gone. */
  readonly field: string;
  readonly token: string;
  /** The page's own sentence about a model that cannot be read. */
  readonly said: string | null;
}

/** The statement that finds the files without a request, and restarts their retention: the sweep leaves them until they are taken over. */
export function attachmentsToSend(db: StudioDb, named: readonly NamedAttachment[]): Statement<Attachment[]> {
  const isNamed = inValues(
    attachments.token,
    named.map(({ token }) => token),
  );
  const now = Date.now();
  return db.update(
    attachments,
    { keptUntil: now + VISITOR_RETENTION_MILLISECONDS },
    and(isNamed, gt(attachments.keptUntil, now)),
  );
}

/** Adds a fault for each named file that was not found. */
export function addMissingAttachments(
  named: readonly NamedAttachment[],
  found: readonly Attachment[],
  faults: Faults,
): void {
  for (const { field, token } of named) {
    if (found.some((one) => one.token === token)) continue;
    faults.addMissing(field, {
      en: "this file is no longer kept: send it again",
      uk: "цей файл уже видалено: надішліть його знову",
    });
  }
}

/** The statements by which the request takes over the files. With a file of another request the whole batch fails. */
export function takeAttachments(db: StudioDb, named: readonly NamedAttachment[], requestId: SQL): Statement<unknown>[] {
  const unlessTaken = sql<number>`iif(${attachments.requestId} IS NULL, ${requestId}, NULL)`;
  return named.map(({ token, said }, position) =>
    db.update(attachments, { requestId: unlessTaken, keptUntil: null, position, said }, eq(attachments.token, token)),
  );
}

/** Whether a batch with `takeAttachments` failed by a file of another request. SQLite tells this by the name of the CHECK only. */
export function isFileTaken(error: unknown): boolean {
  return String(error).includes("CHECK constraint failed: attachments_kept");
}

/** @param requestId of the requests */
export function attachmentsOf(db: StudioDb, requestId: SQL): Statement<Attachment[]> {
  return db.select(attachments, requestId, attachments.position);
}

/** One file of a request. @throws NotFound */
export async function readAttachment(db: StudioDb, requestId: number, id: number): Promise<Attachment> {
  const [found] = await retryTransient(async () =>
    db.select(attachments, and(eq(attachments.id, id), eq(attachments.requestId, requestId))),
  );
  if (found === undefined) throw new NotFound();
  return found;
}
