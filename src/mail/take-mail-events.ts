// The queue of Cloudflare Email Service's events: mails that came back, or were reported as spam.

import { markBounced } from "../db/bounced-messages.ts";
import type { Env } from "../env.ts";
import { tellStudio } from "../news/studio-news.ts";
import { primaryOf } from "../platform/d1.ts";
import { lostByEmailService } from "../platform/mail/email-service-events.ts";

/** An event may come before its message is stored as sent: it is asked again so often. Mails of accounts have no message. */
const MAX_ATTEMPTS = 3;
const PAUSE_SECONDS = 60;

/** If the database is out of reach, the platform repeats the events that are not acknowledged. */
export async function takeMailEvents(
  { messages: events }: MessageBatch,
  env: Env,
  context: Pick<ExecutionContext, "waitUntil">,
): Promise<void> {
  for (const event of events) {
    const lost = lostByEmailService(event.body);
    const studioId = lost === undefined ? undefined : await markBounced(primaryOf(env.DB), lost);
    if (studioId !== undefined) context.waitUntil(tellStudio(env, studioId, "orders"));
    if (lost !== undefined && studioId === undefined && event.attempts < MAX_ATTEMPTS) {
      event.retry({ delaySeconds: PAUSE_SECONDS });
    } else {
      event.ack();
    }
  }
}
