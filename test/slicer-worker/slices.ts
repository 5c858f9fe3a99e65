// Slices in the slicer Worker under test, with their objects, the dispatcher, and a clock to put forward.

import { reset } from "cloudflare:test";
import { env as workerEnv } from "cloudflare:workers";
import { expect, vi } from "vitest";
import { STANDARD_PROFILE } from "../../harness/profiles/standard-profile.ts";
import type { SliceRequest } from "../../slicer-service/src/contract/slices.ts";
import type { SlicerEnv } from "../../slicer-service/src/env.ts";

// This project's main Worker is the slicer, so its bindings are these.
export const env = workerEnv as unknown as SlicerEnv;

export type SliceJob = ReturnType<typeof jobOf>;

/** Empties all storage, and puts a clock in the Worker's place that goes on, `later` milliseconds ahead of the real one. */
export async function freshWorker(): Promise<{ later: number }> {
  // A reset while the dispatcher writes leaves its rows, and their slices hold every place.
  do await reset();
  while ((await dispatcher().unfinished(1)).total > 0);
  const clock = { later: 0 };
  const now = Date.now.bind(Date);
  vi.spyOn(Date, "now").mockImplementation(() => now() + clock.later);
  vi.spyOn(console, "warn").mockImplementation(() => {});
  return clock;
}

/** A slice with its stored model. It is not started. */
export async function newSlice(studioId = 1): Promise<{ request: SliceRequest; job: SliceJob }> {
  const sliceKey = crypto.randomUUID().replaceAll("-", "").padEnd(64, "0");
  const objectKey = `studios/${studioId}/models/${sliceKey}`;
  await env.MODELS.put(objectKey, "the model's bytes");
  const request = {
    sliceKey,
    studioId,
    engineName: "scripted/1",
    model: { objectKey, sizeBytes: 17, format: "stl" },
    profile: STANDARD_PROFILE,
  } as const;
  return { request, job: jobOf(sliceKey) };
}

export const jobOf = (sliceKey: string) => env.SLICE_OBJECT.get(env.SLICE_OBJECT.idFromName(sliceKey));

export const dispatcher = () => env.DISPATCHER.get(env.DISPATCHER.idFromName("dispatcher"));

/** Waits until the slice is as wanted by itself. */
export async function until(job: SliceJob, status: string): Promise<void> {
  await vi.waitFor(async () => expect((await job.read(0))?.status).toBe(status), { timeout: 20_000, interval: 20 });
}
