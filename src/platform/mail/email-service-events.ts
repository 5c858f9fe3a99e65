// Events of Cloudflare Email Service: a mail came back, or was reported as spam.
//
// https://developers.cloudflare.com/email-service/platform/event-subscriptions/, read on 2026-11-23.

import { z } from "zod";

/** Events after which the mail has not reached its reader, or is not welcome. */
const LOST = ["bounced", "failed", "rejected", "complained"].map((end) => `cf.email.sending.message.${end}`);

const eventSchema = z.object({ type: z.string(), payload: z.object({ messageId: z.string() }) });

/** The service's name for the mail that the event says is lost; undefined for the other events. */
export function lostByEmailService(event: unknown): string | undefined {
  const { data } = eventSchema.safeParse(event);
  return data !== undefined && LOST.includes(data.type) ? data.payload.messageId : undefined;
}
