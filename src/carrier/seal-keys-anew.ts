// Seals the keys of all carriers anew, after the Worker's secret was replaced.

import { readAllCarrierAccounts } from "../db/carrier-accounts.ts";
import { asStudioId } from "../domain/ids.ts";
import type { Env } from "../env.ts";
import { primaryOf } from "../platform/d1.ts";
import { openStudio } from "../tenant/tenant.ts";
import { openCarrierKey } from "./carrier-account.store.ts";

/** Answers the number of accounts that it has looked at: none while there is no previous secret. */
export async function sealKeysAnew(env: Env): Promise<number> {
  if (!env.LINK_SECRET_PREVIOUS) return 0;
  const accounts = await readAllCarrierAccounts(primaryOf(env.DB));
  for (const account of accounts) {
    await openCarrierKey(openStudio(env, asStudioId(account.studioId)).db, env, account);
  }
  return accounts.length;
}
