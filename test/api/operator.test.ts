// The operator's routes: which slices wait or run, and profiles that are tried, with the operator's token only.

import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import { uniqueBox } from "../../harness/models.ts";
import { STANDARD_PROFILE } from "../../harness/profiles/standard-profile.ts";
import type { UnfinishedSlice } from "../../slicer-service/src/contract/slices.ts";
import type { UnfinishedWork } from "../../src/domain/slicing.ts";
import type { Env } from "../../src/env.ts";
import worker from "../../src/index.ts";
import { modelFile, post, printingStudio } from "./support/requests.ts";
import { idleSlicer, scriptedSlicer } from "./support/scripted-slicer.ts";
import { createStudio } from "./support/studio.ts";

const ADDRESS = "https://studio.example/operator/unfinished-slices";

const ask = (bindings: Partial<Env> = {}, token = env.OPERATOR_TOKEN) =>
  worker.fetch(
    new Request(ADDRESS, { headers: { Authorization: `Bearer ${token}` } }),
    { ...env, ...bindings },
    createExecutionContext(),
  );

/** A slicer that has these slices to do. */
const busyWith = (slices: readonly Pick<UnfinishedSlice, "sliceKey" | "studioId" | "queuedAt">[]) =>
  scriptedSlicer({
    health: async () => ({ engine: { status: "on_demand", engineName: env.SLICE_ENGINE }, oldestQueuedAt: null }),
    unfinished: async () => ({
      total: slices.length,
      slices: slices.map((slice) => ({
        ...slice,
        status: "queued",
        slicingSince: null,
        refusedSince: null,
        silentSince: null,
        lostRuns: 0,
        isLong: false,
        gaveWay: false,
      })),
    }),
  });

describe("GET /operator/unfinished-slices", () => {
  it("is 404 without the operator's token", async () => {
    for (const token of ["", "a guess"]) expect((await ask({}, token)).status).toBe(404);
  });

  it("answers of the real slicer, and of its engine", async () => {
    const answer = await ask();
    expect(answer.status, await answer.clone().text()).toBe(200);
    const { engine, total, slices } = await answer.json<UnfinishedWork>();
    expect(engine).toEqual({ status: "answering", engineName: env.SLICE_ENGINE });
    expect(slices.length).toBeLessThanOrEqual(total);
  });

  it("names the studio of each slice, and the jobs of that studio that wait for it", async () => {
    const since = Date.now();
    const { studio, printingQualityId } = await printingStudio();
    const queued = studio.meeting({ SLICER: idleSlicer });
    const fields = { model: modelFile(uniqueBox()), printingQualityId };
    const { status, body } = await post<{ jobId: string }>(queued, "/slicing-jobs", fields, { Prefer: "wait=0" });
    expect(status).toBe(202);
    const job = await env.DB.prepare("SELECT items FROM slicing_jobs WHERE id = ?").bind(body.data.jobId).first();
    const [item] = JSON.parse(String(job?.items)) as { sliceKey: string }[];
    const { sliceKey = "" } = item ?? {};
    const other = await createStudio();
    const slices = [
      { sliceKey, studioId: studio.id, queuedAt: since },
      { sliceKey: "0".repeat(64), studioId: other.id, queuedAt: since },
      { sliceKey: "1".repeat(64), studioId: 0, queuedAt: since },
    ];
    const answer = await ask({ SLICER: busyWith(slices) });
    const work = await answer.json<UnfinishedWork>();
    expect(work.total).toBe(3);
    expect(work.slices).toMatchObject([
      { sliceKey, studio: studio.slug, jobIds: [body.data.jobId] },
      { studio: other.slug, jobIds: [] },
      { studio: null, jobIds: [] },
    ]);
  });

  it("is 500, and says nothing more, where the slicer does not answer", async () => {
    const logged = vi.spyOn(console, "error").mockImplementation(() => {});
    const answer = await ask({ SLICER: scriptedSlicer({}) });
    logged.mockRestore();
    expect(answer.status).toBe(500);
    expect(await answer.json()).toMatchObject({ errorCode: "errors.internal", errors: null });
  });
});

describe("POST /operator/studios/{id}/profile-trials", () => {
  const tryProfile = (studioId: number, profile: unknown, bindings: Partial<Env> = {}, token = env.OPERATOR_TOKEN) =>
    send(studioId, JSON.stringify({ slices: [{ qualityName: "Fine", profile }] }), bindings, token);

  const send = async (studioId: number, body: string, bindings: Partial<Env> = {}, token = env.OPERATOR_TOKEN) => {
    const request = new Request(`https://studio.example/operator/studios/${studioId}/profile-trials`, {
      method: "POST",
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      body,
    });
    const answer = await worker.fetch(request, { ...env, ...bindings }, createExecutionContext());
    return { status: answer.status, body: await answer.json() };
  };

  it("slices the sample with the real slicer, and is 404 without the operator's token", async () => {
    const { id } = await createStudio();
    expect(await tryProfile(id, STANDARD_PROFILE)).toEqual({ status: 200, body: { outcome: "sliced" } });
    expect((await tryProfile(id, STANDARD_PROFILE, {}, "a guess")).status).toBe(404);
  });

  it("answers what the slicer refuses in its words", async () => {
    const { id } = await createStudio();
    const failure = {
      fault: "profile",
      code: "slicer_failed",
      message: "Refused.",
      slicerSaid: "Value out of range: perimeters",
      numbers: ["wallCount"],
    } as const;
    const SLICER = scriptedSlicer({
      start: async (requests) =>
        requests.map(() => ({ status: "failed", progress: 0, finishedAt: "2026-11-22T09:00:00.000Z", failure })),
    });
    expect((await tryProfile(id, STANDARD_PROFILE, { SLICER })).body).toMatchObject({
      outcome: "refused",
      refusals: [
        {
          qualityName: "Fine",
          reason: { en: expect.stringContaining("Value out of range: perimeters") },
          numbers: ["wallCount"],
        },
      ],
    });
  });

  it("refuses a wrong profile by its values, and a body that is no JSON or has no profiles", async () => {
    const { id } = await createStudio();
    const refused = async (answer: ReturnType<typeof send>) => {
      const { status, body } = await answer;
      expect(status, JSON.stringify(body)).toBe(400);
      return body;
    };
    const wrong = await refused(tryProfile(id, { ...STANDARD_PROFILE, wallCount: -1, topLayers: "many" }));
    expect(wrong).toMatchObject({
      errors: { "slices.0.profile": [expect.stringContaining("wallCount"), expect.stringContaining("topLayers")] },
    });
    expect(await refused(tryProfile(id, null))).toMatchObject({
      errors: { "slices.0.profile": ["profile is not an object"] },
    });
    expect(await refused(send(id, "{}"))).toMatchObject({ errors: { slices: ["is required"] } });
    expect(await refused(send(id, '{"slices": ['))).toMatchObject({ errors: { body: ["is not valid JSON"] } });
  });
});
