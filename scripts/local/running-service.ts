// The running API service: its address and operator token.

import { z } from "zod";
import { readJsonFile } from "../private-file.ts";
import type { LocalState } from "./local-state.ts";

const operatorFileSchema = z.object({ baseUrl: z.url(), token: z.string(), engineUrl: z.url().optional() });

/** A service and the token that opens its operator's door: the content of operator.json. A local one also names its engine. */
export type RunningService = z.infer<typeof operatorFileSchema>;

/** The local service; undefined if it is not running. */
export async function findLocalService({ operatorFile }: LocalState): Promise<RunningService | undefined> {
  return operatorFileSchema.safeParse(await readJsonFile(operatorFile)).data;
}

/** Whether the service runs and accepts the token. It changes nothing. */
export async function isReady({ baseUrl, token }: RunningService): Promise<boolean> {
  try {
    const response = await fetch(new URL("/operator/studios", baseUrl), {
      headers: { Authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(10_000),
    });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}
