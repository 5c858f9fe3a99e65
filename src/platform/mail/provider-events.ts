// Events of a provider of e-mail: a mail came back, or was reported as spam.
//
// The provider signs its requests: https://resend.com/docs/webhooks/event-types and https://docs.svix.com/receiving/verifying-payloads/how-manual, read on 2026-11-23.

import { z } from "zod";
import { parsedJson } from "../parsed-json.ts";

/** An older request may be a repeated one. */
const MAX_AGE_SECONDS = 300;

/** Events after which the mail has not reached its reader, or is not welcome. */
const LOST = ["email.bounced", "email.complained"];

const eventSchema = z.object({
  type: z.string(),
  created_at: z.string(),
  data: z.object({ email_id: z.string() }),
});

export interface SignedEvent {
  readonly id: string;
  /** Seconds since 1970. */
  readonly timestamp: string;
  /** Signatures with their version, such as `v1,…`, with spaces between them. */
  readonly signatures: string;
  readonly body: string;
}

/** @param secret as the provider shows it: `whsec_` and base64 */
export async function isFromProvider(secret: string, event: SignedEvent): Promise<boolean> {
  const { id, timestamp, signatures, body } = event;
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) < MAX_AGE_SECONDS)) return false;
  const key = await crypto.subtle.importKey(
    "raw",
    bytesOf(secret.replace(/^whsec_/, "")),
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["verify"],
  );
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  for (const signature of signatures.split(" ")) {
    const [version, value = ""] = signature.split(",", 2);
    if (version === "v1" && (await crypto.subtle.verify("HMAC", key, bytesOf(value), signed))) return true;
  }
  return false;
}

/** A mail that came back, or was reported as spam. */
export interface LostMail {
  /** The provider's name for it. */
  readonly providerId: string;
  /** The event's time, milliseconds since 1970; NaN if it is not readable. */
  readonly at: number;
}

/** The mail that the event says is lost; undefined for the other events. */
export function lostMail(body: string): LostMail | undefined {
  const event = eventSchema.safeParse(parsedJson(body)).data;
  if (event === undefined || !LOST.includes(event.type)) return undefined;
  return { providerId: event.data.email_id, at: Date.parse(event.created_at) };
}

/** Empty for a text that is no base64. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}
