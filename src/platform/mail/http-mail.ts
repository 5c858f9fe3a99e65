// E-mail by HTTP: a provider with the JSON interface that Resend has published, which sends each key once.
//
// https://resend.com/docs/api-reference/emails/send-email, …/errors and …/dashboard/emails/idempotency-keys, read on 2026-11-23.

import { z } from "zod";
import type { MessageFault } from "../../domain/message/states.ts";
import type { Mail, MailProvider, SendOutcome } from "../ports.ts";

const TIMEOUT_MILLISECONDS = 15_000;

const sentSchema = z.object({ id: z.string() });
const errorSchema = z.object({ name: z.string() });

/** @param address of the provider's interface, such as `https://api.resend.com` */
export function httpMail(address: string, apiKey: string): MailProvider {
  return { deduplicates: true, send: (mail) => send(address, apiKey, mail) };
}

/** @throws Error if there is no answer that says whether the mail was accepted */
async function send(address: string, apiKey: string, mail: Mail): Promise<SendOutcome> {
  const { from, replyTo, to, subject, text, html } = mail;
  const answer = await fetch(`${address}/emails`, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${apiKey}`,
      "Content-Type": "application/json",
      "Idempotency-Key": mail.key,
      // Without one it answers 403.
      "User-Agent": "studio-integration-api",
    },
    body: JSON.stringify({
      from: `${quotedName(from.name)} <${from.email}>`,
      to: [to],
      ...{ subject, text, html },
      ...(replyTo === null ? {} : { reply_to: replyTo }),
    }),
    signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
    // The platform knows no "error".
    redirect: "manual",
  });
  const body: unknown = await answer.json().catch(() => undefined);
  if (answer.ok) return { outcome: "sent", id: sentSchema.safeParse(body).data?.id ?? null };
  const name = errorSchema.safeParse(body).data?.name;
  // This key was sent with other words: the order had changed between the attempts.
  if (name === "invalid_idempotent_request") return { outcome: "sent", id: null };
  if (answer.status === 409 || answer.status === 429) return { outcome: "later" };
  if (answer.status < 400 || answer.status >= 500) throw new Error(`the provider of e-mail answered ${answer.status}`);
  return { outcome: "refused", fault: faultOf(answer.status, name) };
}

function faultOf(status: number, name: string | undefined): MessageFault {
  if (status === 401 || status === 403 || name === "invalid_from_address") return "sender";
  return status === 422 ? "recipient" : "content";
}

/** The display name as a quoted string (RFC 5322, 3.2.4), without the characters that could end it or begin another header. */
function quotedName(name: string): string {
  return `"${name.replace(/[\p{Cc}\s"\\<>]+/gu, " ").trim()}"`;
}
