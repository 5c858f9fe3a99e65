// Stand-in for the provider of e-mail that a deployment reaches by HTTP.

import { env } from "cloudflare:workers";
import { vi } from "vitest";

interface MailRequest {
  readonly url: string;
  readonly headers: Headers;
  readonly body: Readonly<Record<"from" | "subject" | "text" | "html", string>> & {
    readonly to: readonly string[];
    readonly reply_to?: string;
  };
}

export interface MailStandIn {
  /** Every mail that it was asked to send. */
  readonly asked: MailRequest[];
  /** Its next answers: a status with the error's name, or no answer. After them it sends. */
  readonly script: (readonly [status: number, name: string] | "no answer")[];
}

/** Answers in the provider's place until mocks are restored. */
export function standInForMail(): MailStandIn {
  const standIn: MailStandIn = { asked: [], script: [] };
  const fetched = globalThis.fetch;
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    if (!String(input).startsWith(`${env.MAIL_API_URL}/`)) return fetched(input, init);
    const { asked, script } = standIn;
    asked.push({ url: String(input), headers: new Headers(init?.headers), body: JSON.parse(String(init?.body)) });
    const next = script.shift();
    if (next === "no answer") throw new Error("no answer");
    return next === undefined
      ? Response.json({ id: `mail-${asked.length}` })
      : Response.json({ name: next[1] }, { status: next[0] });
  });
  return standIn;
}
