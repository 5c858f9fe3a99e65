// A price through the API, the slicer Worker and a real container, and the container's life: killed, asleep.

import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { docker } from "../../harness/engine/docker.ts";
import { binaryStl, sphere } from "../../harness/models.ts";
import { form } from "../../harness/upload-requests.ts";
import { smoke } from "../../scripts/smoke/smoke-checks.ts";
import { type ContainerWorkers, startContainerWorkers } from "./container-workers.ts";

const engineImage = inject("engineImage");
const projectCopy = inject("projectCopy");

/** The least that a container idles: every request has ended by then. */
const IDLE_SECONDS = 75;
/** Slices for long enough to be met in the middle. */
const LARGE = binaryStl(sphere(60, 300));

interface Job {
  readonly status: "pending" | "processing" | "done" | "failed";
  readonly progress: number;
}

describe.skipIf(engineImage === undefined)("under wrangler dev with containers", () => {
  let workers: ContainerWorkers;

  beforeAll(async () => {
    if (engineImage === undefined) return;
    const variables = { ENGINE_SLEEPS_AFTER_SECONDS: IDLE_SECONDS };
    workers = await startContainerWorkers({ projectCopy, engineImage, variables });
  });
  afterAll(() => workers?.stop());

  const api = async <Data>(path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    headers.set("Authorization", `Bearer ${workers.studio.key}`);
    const response = await fetch(`${workers.baseUrl}${path}`, { ...init, headers });
    // The envelope of every answer (wire: Every response); the caller states its content.
    const { data } = (await response.json()) as { data: Data };
    return { status: response.status, data };
  };

  it("everything that the smoke test tries works, a new model's price among it", async () => {
    const customer = { firstName: "Олена", lastName: "Коваль" };
    const results = await smoke({ baseUrl: workers.baseUrl, apiKey: workers.studio.key, customer });
    expect(results.filter(({ outcome }) => outcome !== "works")).toEqual([]);
    expect(await workers.engines()).toHaveLength(1);
  });

  it("a slice whose container is killed in the middle is sliced in another", async () => {
    const { materialId, printingQualityId } = workers.studio;
    const { contentType, body } = await form({ materialId, printingQualityId }, [["model", LARGE]]);
    const quote = await api<{ jobId: string }>("/quotes", {
      method: "POST",
      body: new Uint8Array(body),
      headers: { "Content-Type": contentType, Prefer: "wait=0" },
    });
    expect(quote).toMatchObject({ status: 202 });
    const job = async () =>
      (await api<Job>(`/slicing-jobs/${quote.data.jobId}`, { headers: { Prefer: "wait=0" } })).data;
    await expect
      .poll(
        async () => {
          const { status, progress } = await job();
          return status === "processing" && progress > 0;
        },
        { timeout: 120_000, interval: 100 },
      )
      .toBe(true);
    const killed = await workers.engines();
    expect(killed).toHaveLength(1);
    await docker(["kill", ...killed]);
    await expect.poll(async () => (await job()).status, { timeout: 300_000, interval: 500 }).toBe("done");
    expect(await workers.engines()).toHaveLength(1);
  });

  it("a container that is not used is ended by its lease, and the service stays well", async () => {
    expect(await workers.engines()).toHaveLength(1);
    await expect.poll(() => workers.engines(), { timeout: 300_000, interval: 2_000 }).toEqual([]);
    const health = await fetch(new URL("/health", workers.baseUrl));
    expect([health.status, await health.json()]).toMatchObject([200, { slicer: { ok: true, engine: "on_demand" } }]);
  });
});
