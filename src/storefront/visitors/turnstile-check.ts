// Turnstile at the order page: orders, price requests and passes need an answer of Turnstile's.
//
// A studio without keys has no such check. During an outage of Turnstile visitors are refused for now: a check that opens in an
// outage protects nothing, and a visitor without an answer of Turnstile's cannot be checked anyway.

import { logError } from "../../platform/error-log.ts";
import { sha256Hex } from "../../platform/sha256.ts";
import { askTurnstile } from "../../platform/turnstile.ts";
import type { StorefrontContext } from "../kit/page-context.ts";
import { StorefrontError } from "../kit/storefront-error.ts";
import { checkWords } from "./turnstile-check.words.ts";
import { networkAddressOf } from "./visitor.ts";

/** Turnstile's answers are shorter (its documentation: at most 2,048 characters). */
export const MAX_ANSWER_LENGTH = 2_048;

const UNAVAILABLE_RETRY_AFTER_SECONDS = 30;

/**
 * Demands Turnstile's answer of orders and price requests, if the studio has set its keys.
 *
 * @param about the name of the order or request within the studio: an answer holds for this one, also if sent again, and for no other
 * @throws StorefrontError 403 without an answer or for one that Turnstile refuses, 503 if Turnstile cannot be asked
 */
export async function requireAnswer(
  context: StorefrontContext,
  answer: string | undefined,
  about: string,
): Promise<void> {
  const { settings, tenant } = context.var;
  const secret = settings.turnstileSecret;
  if (secret === null) return;
  if (answer === undefined || answer === "" || answer.length > MAX_ANSWER_LENGTH) throw notChecked(context, "answer");
  const asked = await askTurnstile({
    secret,
    answer,
    address: networkAddressOf(context),
    hostname: new URL(context.req.url).hostname,
    questionId: await uuidOf(`${tenant.studioId} ${answer} ${about}`),
  });
  switch (asked.verdict) {
    case "passed":
      return;
    case "refused":
      throw notChecked(context, "answer");
    case "unavailable":
      logError({ studioId: tenant.studioId, failed: "turnstile" }, new Error(asked.why));
      throw new StorefrontError({
        status: 503,
        reason: "unavailable",
        message: checkWords(context.var.view.language).unavailable,
        retryAfterSeconds: UNAVAILABLE_RETRY_AFTER_SECONDS,
      });
    default:
      return asked satisfies never;
  }
}

/** The refusal of a missing or wrong answer. */
export function notChecked(context: StorefrontContext, missing: "pass" | "answer"): StorefrontError {
  return new StorefrontError({ status: 403, reason: "check", message: checkWords(context.var.view.language)[missing] });
}

/** A UUID of our own making (RFC 9562, version 8), the same for the same text. */
async function uuidOf(text: string): Promise<string> {
  const hash = await sha256Hex(text);
  const [a, b, c, d, e] = [
    hash.slice(0, 8),
    hash.slice(8, 12),
    hash.slice(12, 15),
    hash.slice(15, 18),
    hash.slice(18, 30),
  ];
  return `${a}-${b}-8${c}-a${d}-${e}`;
}
