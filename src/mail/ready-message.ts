// A message ready to be sent by its channel, and the studio that it is sent for.

import type { StudioDb } from "../db/studio-db.ts";
import type { EndOfMessage } from "../outbox/sending.store.ts";
import type { SendOutcome } from "../platform/ports.ts";
import type { SealingSecrets } from "../platform/sealed-text.ts";
import type { MailSender } from "./mail-sender.ts";

export interface SendingStudio {
  readonly db: StudioDb;
  /** They open the token of the studio's bot. */
  readonly secrets: SealingSecrets;
  /** Undefined: the deployment has none. */
  readonly sender: MailSender | undefined;
  /** Takes a place in the studio's day. False: the day is full. */
  takeOfDay(): boolean;
}

/** A message to send, its end without an attempt, or the end of a pause that its provider asked for: milliseconds since 1970. */
export type ReadyMessage = { send(): Promise<SendOutcome> } | EndOfMessage | { readonly pausedUntil: number };
