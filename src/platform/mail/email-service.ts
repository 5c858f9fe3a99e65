// Cloudflare Email Service: sends a mail by the Worker's `send_email` binding.
//
// Its errors have a code (https://developers.cloudflare.com/email-service/api/send-emails/workers-api/, read on 2026-11-23). It knows
// no keys: after a lost answer, the mail may have been sent.

import type { MessageFault } from "../../domain/message/states.ts";
import type { MailProvider } from "../ports.ts";

const FAULTS: Readonly<Record<string, MessageFault>> = {
  E_SENDER_NOT_VERIFIED: "sender",
  E_SENDER_DOMAIN_NOT_AVAILABLE: "sender",
  E_RECIPIENT_NOT_ALLOWED: "recipient",
  // It bounced before, or its owner has reported a mail as spam.
  E_RECIPIENT_SUPPRESSED: "recipient",
  E_DELIVERY_FAILED: "recipient",
  E_VALIDATION_ERROR: "content",
  E_FIELD_MISSING: "content",
  E_CONTENT_TOO_LARGE: "content",
};
const LATER = ["E_RATE_LIMIT_EXCEEDED", "E_DAILY_LIMIT_EXCEEDED"];

export function emailService(binding: SendEmail): MailProvider {
  return {
    deduplicates: false,
    async send({ from, replyTo, to, subject, text, html }) {
      try {
        const { messageId } = await binding.send({
          ...{ from, to, subject, text, html },
          ...(replyTo === null ? {} : { replyTo }),
        });
        return { outcome: "sent", id: messageId };
      } catch (error) {
        const code = codeOf(error);
        const fault = FAULTS[code];
        if (fault !== undefined) return { outcome: "refused", fault };
        if (LATER.includes(code)) return { outcome: "later" };
        // E_INTERNAL_SERVER_ERROR is among them: it does not say whether the mail was taken.
        throw error;
      }
    },
  };
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
