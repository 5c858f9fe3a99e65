// The running API service: its address and operator token, and the call that tells it of changed access.

import { z } from "zod";
import type { LocalState } from "./local-state.ts";
import { readJson } from "./private-file.ts";

const operatorFileSchema = z.object({ baseUrl: z.url(), token: z.string(), engineUrl: z.url().optional() });

/**
 * A service and the token that its operator routes accept: the content of operator.json. A local one also names its engine.
 */
export type RunningService = z.infer<typeof operatorFileSchema>;

/** The local service; undefined if it is not running. */
export async function findLocalService({ operatorFile }: LocalState): Promise<RunningService | undefined> {
  return operatorFileSchema.safeParse(await readJson(operatorFile)).data;
}

/**
 * Tells the service that a studio's plan or keys have changed in the database. After `true` the change holds for every
 * further request.
 *
 * @returns false if the service is unreachable or refuses the token
 */
export async function tellAccessChanged({ baseUrl, token }: RunningService, studioId: number): Promise<boolean> {
  try {
    const response = await fetch(new URL(`/operator/studios/${studioId}/access-changed`, baseUrl), {
      method: "POST",
      headers: { Authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(10_000),
    });
    await response.arrayBuffer();
    return response.status === 204;
  } catch {
    return false;
  }
}
