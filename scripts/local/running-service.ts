// The running API service: its address and operator token, and what the operator tells and asks it.

import { z } from "zod";
import type { ProfilesTrial, TrialSlice } from "../../src/catalog/trial/combinations.ts";
import type { UnfinishedWork } from "../../src/domain/slicing.ts";
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

const moment = z.number().nullable();

const unfinishedWorkSchema = z.object({
  engine: z.discriminatedUnion("status", [
    z.object({ status: z.literal("answering"), engineName: z.string().nullable() }),
    z.object({ status: z.literal("on_demand"), engineName: z.string() }),
    z.object({ status: z.literal("other_image"), image: z.string(), answeredAs: z.string(), since: z.number() }),
    z.object({ status: z.literal("unreachable"), since: moment }),
  ]),
  total: z.number(),
  slices: z.array(
    z.object({
      sliceKey: z.string(),
      studioId: z.number(),
      studio: z.string().nullable(),
      jobIds: z.array(z.string()),
      queuedAt: z.number(),
      status: z.enum(["queued", "slicing", "unknown"]),
      slicingSince: moment,
      refusedSince: moment,
      silentSince: moment,
      lostRuns: z.number(),
      // Of a service of before these are not told.
      isLong: z.boolean().default(false),
      gaveWay: z.boolean().default(false),
    }),
  ),
}) satisfies z.ZodType<UnfinishedWork>;

/**
 * Asks the service which slices wait or run.
 *
 * @returns a word in place of the answer: `unreachable`; `refused`, for another token or a version without this; `failed`
 */
export async function askUnfinishedWork({
  baseUrl,
  token,
}: RunningService): Promise<UnfinishedWork | "unreachable" | "refused" | "failed"> {
  try {
    const response = await fetch(new URL("/operator/unfinished-slices", baseUrl), {
      headers: { Authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(15_000),
    });
    const text = await response.text();
    if (response.status === 404) return "refused";
    const answer = response.ok ? unfinishedWorkSchema.safeParse(JSON.parse(text)).data : undefined;
    return answer ?? "failed";
  } catch (error) {
    return error instanceof SyntaxError ? "failed" : "unreachable";
  }
}

const sentence = z.object({ en: z.string(), uk: z.string() });

const profilesTrialSchema = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.literal("sliced") }),
  z.object({ outcome: z.literal("partly_tried") }),
  z.object({ outcome: z.literal("not_tried") }),
  z.object({
    outcome: z.literal("refused"),
    refusals: z.array(z.object({ qualityName: z.string().nullable(), reason: sentence, numbers: z.array(z.string()) })),
  }),
]) satisfies z.ZodType<ProfilesTrial>;

/** Has the service slice a sample by each profile, at most by MAX_TRIED. A service that does not answer has tried none. */
export async function askProfilesTrial(
  { baseUrl, token }: RunningService,
  studioId: number,
  slices: readonly TrialSlice[],
): Promise<ProfilesTrial> {
  try {
    const response = await fetch(new URL(`/operator/studios/${studioId}/profile-trials`, baseUrl), {
      method: "POST",
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      body: JSON.stringify({ slices }),
      signal: AbortSignal.timeout(30_000),
    });
    const text = await response.text();
    const answer = response.ok ? profilesTrialSchema.safeParse(JSON.parse(text)).data : undefined;
    return answer ?? { outcome: "not_tried" };
  } catch {
    return { outcome: "not_tried" };
  }
}
