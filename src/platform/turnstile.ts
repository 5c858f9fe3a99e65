// Cloudflare Turnstile: asks whether an answer that a visitor's browser brought is good.

import { z } from "zod";

const ADDRESS = "https://challenges.cloudflare.com/turnstile/v0/siteverify";
const TIMEOUT_MILLISECONDS = 4_000;
const MAX_TRIES = 2;

export interface TurnstileQuestion {
  /** Of the studio's own Turnstile widget. It leaves the service in this request only. */
  readonly secret: string;
  /** What Turnstile gave the browser. */
  readonly answer: string;
  /** The browser's address, where it is known. */
  readonly address: string | undefined;
  /** Of the page that the answer must have been given on. */
  readonly hostname: string;
  /**
   * A UUID. An answer is good for one question, and this names it: the same question may be asked again, by us after a fault and by
   * the visitor who sends the same order twice.
   */
  readonly questionId: string;
}

export type TurnstileVerdict =
  | { readonly verdict: "passed" }
  | { readonly verdict: "refused" }
  /** Turnstile could not be asked, or does not know the secret. `why` holds nothing that was sent. */
  | { readonly verdict: "unavailable"; readonly why: string };

const responseSchema = z.object({
  success: z.boolean(),
  "error-codes": z.array(z.string()).default([]),
  hostname: z.string().optional(),
  metadata: z.object({ result_with_testing_key: z.boolean().optional() }).optional(),
});
type SiteverifyAnswer = z.output<typeof responseSchema>;

/** Codes by which Turnstile says that it is at fault, or that we are: no other answer of the visitor's would change them. */
const NOT_THE_VISITORS = ["internal-error", "missing-input-secret", "invalid-input-secret", "bad-request"];

export async function askTurnstile(
  question: TurnstileQuestion,
  timeoutMilliseconds = TIMEOUT_MILLISECONDS,
): Promise<TurnstileVerdict> {
  let why = "";
  for (let tries = 1; tries <= MAX_TRIES; tries++) {
    const asked = await ask(question, timeoutMilliseconds);
    if (typeof asked === "string") why = asked;
    else {
      const fault = asked["error-codes"].find((code) => NOT_THE_VISITORS.includes(code));
      if (fault === undefined) return { verdict: isFor(question, asked) ? "passed" : "refused" };
      why = `Turnstile answered ${fault}`;
      if (fault !== "internal-error") break;
    }
  }
  return { verdict: "unavailable", why };
}

/**
 * The key of another site's widget would let through what was solved there. What a widget of Turnstile's testing keys says has the
 * name of no site; a studio that has set such keys wants it so. There is one kind of widget here, so its action is not asked for.
 */
function isFor({ hostname }: TurnstileQuestion, response: SiteverifyAnswer): boolean {
  if (!response.success) return false;
  return response.hostname === hostname || response.metadata?.result_with_testing_key === true;
}

/** What Turnstile says, or why it could not be asked. */
async function ask(question: TurnstileQuestion, timeoutMilliseconds: number): Promise<SiteverifyAnswer | string> {
  const body = new URLSearchParams({
    secret: question.secret,
    response: question.answer,
    idempotency_key: question.questionId,
    ...(question.address === undefined ? {} : { remoteip: question.address }),
  });
  try {
    const signal = AbortSignal.timeout(timeoutMilliseconds);
    const response = await fetch(ADDRESS, { method: "POST", body, signal, redirect: "error" });
    // A refusal may come as 400, with the same body.
    const parsed = responseSchema.safeParse(await response.json().catch(() => undefined));
    return parsed.success ? parsed.data : `Turnstile answered ${response.status} without a verdict`;
  } catch (error) {
    // Its message may hold what was sent.
    return `Turnstile could not be reached: ${error instanceof Error ? error.name : typeof error}`;
  }
}
