// Bounced messages: a provider names a mail by its own id, which tells no studio.

import { and, eq } from "drizzle-orm";
import { asStudioId, type StudioId } from "../domain/ids.ts";
import { openDatabase } from "./database.ts";
import { messages } from "./schema.ts";

/** Marks a sent message as bounced. Answers its studio; undefined if no message was sent under this id. */
export async function markBounced(binding: D1Database, providerId: string): Promise<StudioId | undefined> {
  const [message] = await openDatabase(binding)
    .update(messages)
    .set({ state: "bounced", endedAt: Date.now() })
    .where(and(eq(messages.providerId, providerId), eq(messages.state, "sent")))
    .returning({ studioId: messages.studioId });
  return message && asStudioId(message.studioId);
}
