// The running service, for telling it of a change it would else learn of only by itself.

import { z } from "zod";
import { BASE_PATH } from "../../src/http/base-path.ts";
import { readJson } from "../local/private-file.ts";
import type { LocalState } from "../local/project.ts";

const operatorFileSchema = z.object({ baseUrl: z.url(), token: z.string() });

/** What operator.json holds: where the service is, and the token that its operator's door asks for. */
export type RunningService = z.infer<typeof operatorFileSchema>;

/** The local service if it runs; for the deployed one (no state) what the environment names. */
export async function findService(state: LocalState | undefined): Promise<RunningService | undefined> {
  if (state !== undefined) return operatorFileSchema.safeParse(await readJson(state.operatorFile)).data;
  const { STUDIO_API_URL, OPERATOR_TOKEN } = process.env;
  if (!STUDIO_API_URL || !OPERATOR_TOKEN || !URL.canParse(STUDIO_API_URL)) return undefined;
  return { baseUrl: new URL(BASE_PATH, STUDIO_API_URL).href, token: OPERATOR_TOKEN };
}

/**
 * Tells the service that a studio's plan or keys have changed in the database. Once it has been told, the change holds
 * for every request.
 *
 * @returns false where the service cannot be reached or does not accept the token
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
