// Cloudflare Email Service: the mail that its binding gets, and its errors' codes.

import { describe, expect, it } from "vitest";
import { emailService } from "../../../src/platform/mail/email-service.ts";

const MAIL = {
  ...{ key: "a key", from: { name: "Кобза", email: "orders@print.example" }, replyTo: "druk@example.com" },
  ...{ to: "l@example.com", subject: "S", text: "T", html: "<p>H</p>" },
};

/** A binding that answers each call so, and keeps each mail. */
function binding(answer: () => Promise<{ messageId: string }>) {
  const sent: unknown[] = [];
  const send = (message: unknown) => {
    sent.push(message);
    return answer();
  };
  return { sent, provider: emailService({ send }) };
}

const failing = (code: string) => binding(() => Promise.reject(Object.assign(new Error("said"), { code })));

describe("Email Service", () => {
  it("gets the mail without its key, of which it knows nothing", async () => {
    const { sent, provider } = binding(async () => ({ messageId: "<1@print.example>" }));
    expect(await provider.send(MAIL)).toEqual({ outcome: "sent", id: "<1@print.example>" });
    const { key: _, ...mail } = MAIL;
    expect(sent).toEqual([mail]);
    expect(provider.deduplicates).toBe(false);
  });

  it("gets no address for answers where the studio has none", async () => {
    const { sent, provider } = binding(async () => ({ messageId: "1" }));
    await provider.send({ ...MAIL, replyTo: null });
    expect(sent[0]).not.toHaveProperty("replyTo");
  });

  it.each([
    ["E_SENDER_NOT_VERIFIED", { outcome: "refused", fault: "sender" }],
    ["E_RECIPIENT_SUPPRESSED", { outcome: "refused", fault: "recipient" }],
    ["E_CONTENT_TOO_LARGE", { outcome: "refused", fault: "content" }],
    ["E_RATE_LIMIT_EXCEEDED", { outcome: "later" }],
    ["E_DAILY_LIMIT_EXCEEDED", { outcome: "later" }],
  ])("that fails with %s is understood", async (code, outcome) => {
    expect(await failing(code).provider.send(MAIL)).toEqual(outcome);
  });

  it.each(["E_INTERNAL_SERVER_ERROR", "a code of tomorrow"])("that fails with %s leaves it open", async (code) => {
    await expect(failing(code).provider.send(MAIL)).rejects.toThrow("said");
  });
});
