// Studio store: the studio's own record, and the name of the key a request came with.

import { eq } from "drizzle-orm";
import { apiKeys } from "../db/schema.ts";
import type { StudioDb } from "../db/studio-db.ts";
import { requireStudio, type Studio } from "../db/studio-record.ts";

export async function readStudioAndKey(
  db: StudioDb,
  keyHash: string,
): Promise<{ readonly studio: Studio; readonly keyName: string }> {
  const [studioRows, [key]] = await db.batch([db.studio(), db.select(apiKeys, eq(apiKeys.hash, keyHash))]);
  return { studio: requireStudio(studioRows), keyName: key?.name ?? "" };
}
