// Conditions on API keys by their state: in use, or near their end.

import { and, gt, isNull, lte, or, type SQL } from "drizzle-orm";
import { KEY_REMINDER_MILLISECONDS } from "../domain/api-key.ts";
import { apiKeys } from "./schema.ts";

/** Keys that are neither revoked nor ended. */
export function areKeysInUse(now: number): SQL | undefined {
  return and(isNull(apiKeys.revokedAt), or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, now)));
}

/** Unrevoked keys near their end, before it and after. */
export function areKeysNearEnd(now: number): SQL | undefined {
  return and(
    isNull(apiKeys.revokedAt),
    gt(apiKeys.expiresAt, now - KEY_REMINDER_MILLISECONDS),
    lte(apiKeys.expiresAt, now + KEY_REMINDER_MILLISECONDS),
  );
}
