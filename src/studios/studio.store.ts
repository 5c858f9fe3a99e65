// Studio store: the studio's own record, and the name of the key a request came with.

import { eq } from "drizzle-orm";
import { apiKeys } from "../db/schema.ts";
import { requireStudio, type Studio } from "../db/studio-record.ts";
import type { Tenant } from "../tenant/tenant.ts";

export async function readStudioAndKey({
  db,
  keyId,
}: Tenant): Promise<{ readonly studio: Studio; readonly keyName: string }> {
  const [studioRows, [key]] = await db.batch([db.studio(), db.select(apiKeys, eq(apiKeys.id, keyId))]);
  return { studio: requireStudio(studioRows), keyName: key?.name ?? "" };
}
