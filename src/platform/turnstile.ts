// Cloudflare Turnstile: verifies the token that a visitor's browser sends with a form.

import { z } from "zod";

const ADDRESS = "https://challenges.cloudflare.com/turnstile/v0/siteverify";
const TIMEOUT_MILLISECONDS = 4_000;
const MAX_TRIES = 2;

export interface TurnstileQuestion {
  /** The secret key of the studio's own Turnstile widget. It leaves the service in this request only. */
  readonly secret: string;
  /** The token that Turnstile gave the browser. */
  readonly answer: string;
  /** The browser's address, if it is known. */
  readonly address: string | undefined;
  /** The host of the page that shows the widget: a token solved elsewhere is refused. */
  readonly hostname: string;
  /**
   * A UUID that makes the verification repeatable: Turnstile accepts a token once, or again with the same UUID. We repeat it after a
   * fault, and the visitor by sending the same order twice.
   */
  readonly questionId: string;
}

export type TurnstileVerdict =
  | { readonly verdict: "passed" }
  | { readonly verdict: "refused" }
  /** Turnstile could not be asked, or does not know the secret. `why` quotes nothing of the request. */
  | { readonly verdict: "unavailable"; readonly why: string };

const responseSchema = z.object({
  success: z.boolean(),
  "error-codes": z.array(z.string()).default([]),
  hostname: z.string().optional(),
  metadata: z.object({ result_with_testing_key: z.boolean().optional() }).optional(),
});
type SiteverifyAnswer = z.output<typeof responseSchema>;

/** Codes about the visitor's token. All others are faults of Turnstile's or of the studio's keys: another token would not help. */
const OF_TOKENS = ["missing-input-response", "invalid-input-response", "timeout-or-duplicate"];

export async function askTurnstile(
  question: TurnstileQuestion,
  timeoutMilliseconds = TIMEOUT_MILLISECONDS,
): Promise<TurnstileVerdict> {
  let why = "";
  for (let tries = 1; tries <= MAX_TRIES; tries++) {
    const asked = await verify(question, timeoutMilliseconds);
    if (typeof asked === "string") why = asked;
    else {
      const fault = notTheVisitors(asked);
      if (fault === undefined) return { verdict: isForStudio(question, asked) ? "passed" : "refused" };
      why = `Turnstile answered ${fault}`;
      if (fault !== "internal-error") break;
    }
  }
  return { verdict: "unavailable", why };
}

function notTheVisitors(answer: SiteverifyAnswer): string | undefined {
  return answer["error-codes"].find((code) => !OF_TOKENS.includes(code));
}

/** No token of a widget: Turnstile compares the secret first. */
const NO_TOKEN = "secret-check";

/** Asks Turnstile whether it knows a secret: with a wrong one no visitor could order. It knows Cloudflare's testing secrets too. */
export async function checkSecret(secret: string): Promise<"known" | "unknown" | "unavailable"> {
  const answered = await verify({ secret, answer: NO_TOKEN }, TIMEOUT_MILLISECONDS);
  if (typeof answered === "string") return "unavailable";
  const fault = notTheVisitors(answered);
  if (fault === undefined) return answered.success || answered["error-codes"].length > 0 ? "known" : "unavailable";
  return fault === "invalid-input-secret" ? "unknown" : "unavailable";
}

/**
 * The key of another site's widget would let through tokens solved there. Turnstile's testing keys answer without a site's name; a
 * studio that has set such keys accepts that. There is one kind of widget here, so its action is not compared.
 */
function isForStudio({ hostname }: TurnstileQuestion, response: SiteverifyAnswer): boolean {
  if (!response.success) return false;
  return response.hostname === hostname || response.metadata?.result_with_testing_key === true;
}

/** Turnstile's answer, or the reason why there is none. */
async function verify(
  { secret, answer, questionId, address }: Pick<TurnstileQuestion, "secret" | "answer"> & Partial<TurnstileQuestion>,
  timeoutMilliseconds: number,
): Promise<SiteverifyAnswer | string> {
  const body = new URLSearchParams({
    ...{ secret, response: answer },
    ...(questionId === undefined ? {} : { idempotency_key: questionId }),
    ...(address === undefined ? {} : { remoteip: address }),
  });
  try {
    const signal = AbortSignal.timeout(timeoutMilliseconds);
    const response = await fetch(ADDRESS, { method: "POST", body, signal, redirect: "manual" });
    // A refusal may come as 400, with the same body.
    const parsed = responseSchema.safeParse(await response.json().catch(() => undefined));
    return parsed.success ? parsed.data : `Turnstile answered ${response.status} without a verdict`;
  } catch (error) {
    // The error's message may quote the request.
    return `Turnstile could not be reached: ${error instanceof Error ? error.name : typeof error}`;
  }
}
