// A failed request: refused by the server, or never answered.

import type { Refused } from "../../wire.ts";

export interface Refusal {
  /** `offline`: the request did not arrive, or its answer did not. */
  readonly reason: Refused["reason"] | "offline";
  /** In the visitor's language; empty if the answer held no sentence for people. */
  readonly message: string;
  readonly faults: Refused["faults"];
  readonly retryAfterSeconds: number | null;
}

export type Outcome<Body> =
  | { readonly ok: true; readonly body: Body }
  | { readonly ok: false; readonly refusal: Refusal };

export const OFFLINE: Refusal = { reason: "offline", message: "", faults: {}, retryAfterSeconds: null };

/** @param body the answer's body, parsed if it is JSON */
export function readRefusal(status: number, body: unknown, retryAfter: string | null): Refusal {
  const seconds = retryAfter !== null && /^\d+$/.test(retryAfter) ? Number(retryAfter) : null;
  if (isRefused(body)) {
    const { reason, message, faults } = body;
    return { reason, message, faults, retryAfterSeconds: seconds };
  }
  // The answer of a proxy before the server.
  const reason = status === 429 ? "limit" : status === 413 ? "too_large" : status >= 500 ? "unavailable" : "failed";
  return { reason, message: "", faults: {}, retryAfterSeconds: seconds };
}

/** The sent models that the server has removed, a day after their last use. @param modelIds in the order of the sent items */
export function lostModels({ reason, faults }: Refusal, modelIds: readonly string[]): readonly string[] {
  if (reason !== "not_found" && reason !== "invalid") return [];
  return modelIds.filter((_, index) => faults[`items.${index}.modelId`] !== undefined);
}

/** As `lostModels`, of files for a price request. @param attachmentIds in the order of the sent files */
export function lostAttachments({ faults }: Refusal, attachmentIds: readonly string[]): readonly string[] {
  return attachmentIds.filter((_, index) => faults[`attachments.${index}.attachmentId`] !== undefined);
}

function isRefused(body: unknown): body is Refused {
  return typeof body === "object" && body !== null && "status" in body && body.status === "refused";
}

/** True if the same request may succeed later, without any change by the visitor. */
export function isTemporary({ reason }: Refusal): boolean {
  return reason === "offline" || reason === "unavailable" || reason === "limit";
}
