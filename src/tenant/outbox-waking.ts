// Port to a studio's outbox: wakes the object that sends its messages.

import { isNotNull, sql } from "drizzle-orm";
import type { DataPlace } from "../../slicer-service/src/contract/place.ts";
import { type PlacedNamespace, placedObject } from "../../slicer-service/src/contract/placed-object.ts";
import { messages } from "../db/schema.ts";
import { prepared, type StudioDb } from "../db/studio-db.ts";
import type { StudioId } from "../domain/ids.ts";
import { logError } from "../platform/error-log.ts";

/** The used part of the Worker's bindings. The object's class stands above this room. */
interface OutboxBindings {
  readonly STUDIO_OUTBOX: PlacedNamespace<DurableObjectId, { wake(studioId: StudioId): Promise<void> }>;
  readonly PLACE: DataPlace;
}

/** Wakes the outbox if a message waits. Never rejects: the hourly sweep finds the messages that are left. */
export async function wakeOutboxIfAny(env: OutboxBindings, db: StudioDb, studioId: StudioId): Promise<void> {
  try {
    const [waiting] = await waitingRead(db, {}).waiting;
    if (waiting !== undefined) await wakeOutbox(env, studioId);
  } catch (error) {
    logError({ studioId, failed: "outbox" }, error);
  }
}

/** Has the outbox send the messages that are due. */
export async function wakeOutbox(env: OutboxBindings, studioId: StudioId): Promise<void> {
  await placedObject(env.STUDIO_OUTBOX, String(studioId), env.PLACE).wake(studioId);
}

const waitingRead = prepared((db) => ({
  waiting: db.selectFields({ one: sql<number>`1` }, messages, isNotNull(messages.nextAt), undefined, 1),
}));
