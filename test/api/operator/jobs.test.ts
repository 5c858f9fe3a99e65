// The operator's command on jobs: waiting and running slices, and advice on slow ones.

import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import { anotherBox } from "../../../harness/models.ts";
import type { SlicerHealth, UnfinishedSlice } from "../../../slicer-service/src/contract/slices.ts";
import { callOperator, refused, said } from "../support/operator.ts";
import { databaseOfTests } from "../support/recorded-statements.ts";
import { modelFile, post, printingStudio } from "../support/requests.ts";
import { idleSlicer, scriptedSlicer } from "../support/scripted-slicer.ts";
import { createStudio } from "../support/studio.ts";

const MINUTE = 60_000;
const ON_DEMAND: SlicerHealth["engine"] = { status: "on_demand", engineName: env.SLICE_ENGINE };

/** A slice that has waited so long, of no studio. */
const slice = (minutes: number, fields: Partial<UnfinishedSlice> = {}): UnfinishedSlice => ({
  sliceKey: "ab".repeat(32),
  studioId: 0,
  queuedAt: Date.now() - minutes * MINUTE,
  status: "queued",
  slicingSince: null,
  refusedSince: null,
  silentSince: null,
  lostRuns: 0,
  isLong: false,
  gaveWay: false,
  ...fields,
});

/** A slicer that has these slices to do. */
const busyWith = (
  slices: readonly UnfinishedSlice[],
  engine: SlicerHealth["engine"] = ON_DEMAND,
  total = slices.length,
) => ({
  bindings: {
    SLICER: scriptedSlicer({
      health: async () => ({ engine, oldestQueuedAt: null }),
      unfinished: async () => ({ total, slices: [...slices] }),
    }),
  },
});

const ALL = "/jobs?stuck=false";
const STUCK = "/jobs?stuck=true";

describe("jobs", () => {
  it("answers of the real slicer, and of its engine", async () => {
    expect(await said("GET", ALL)).toContain(`The engine ${env.SLICE_ENGINE} answers.`);
  });

  it("says that nothing waits", async () => {
    expect(await said("GET", ALL, busyWith([]))).toBe("Nothing waits, and nothing is sliced.");
  });

  it("names the studio of each slice, and the jobs of that studio that wait for it", async () => {
    const { studio, printingQualityId } = await printingStudio();
    const queued = studio.meeting({ SLICER: idleSlicer });
    const fields = { model: modelFile(anotherBox()), printingQualityId };
    const { status, body } = await post<{ jobId: string }>(queued, "/slicing-jobs", fields, { Prefer: "wait=0" });
    expect(status).toBe(202);
    const job = await databaseOfTests
      .prepare("SELECT items FROM slicing_jobs WHERE id = ?")
      .bind(body.data.jobId)
      .first();
    const [item] = JSON.parse(String(job?.items)) as { sliceKey: string }[];
    const { sliceKey = "" } = item ?? {};
    const other = await createStudio();
    const since = { status: "slicing", slicingSince: Date.now() - 2 * MINUTE } as const;
    const slices = [
      slice(4, { ...since, sliceKey, studioId: studio.id, lostRuns: 1 }),
      slice(3, { sliceKey: "0".repeat(64), studioId: other.id }),
      slice(0, { sliceKey: "1".repeat(64) }),
    ];
    const lines = (await said("GET", ALL, busyWith(slices, ON_DEMAND, 8))).split("\n");
    expect(lines[0]).toMatch(/^STUDIO +JOB +AGE +STATE$/);
    expect(lines[1]).toMatch(new RegExp(`^${studio.slug} +${body.data.jobId} +4 min +is sliced for 2 min, lost once$`));
    expect(lines[2]).toMatch(new RegExp(`^${other.slug} +- +3 min +waits$`));
    expect(lines[3]).toMatch(/^\(no studio 0\) +- +\d s +waits$/);
    expect(lines[4]).toBe("… and 5 slices more, all younger.");
  });

  it("--stuck lists only slices of more than 15 minutes, with advice on each, and is refused", async () => {
    const stuck = [
      slice(90, { refusedSince: Date.now() - 80 * MINUTE }),
      slice(60, { status: "slicing", slicingSince: Date.now() - 16 * MINUTE }),
      slice(20),
      slice(1, { status: "unknown" }),
    ];
    const young = [slice(60, { status: "slicing", slicingSince: Date.now() - MINUTE }), slice(14)];
    const [first, , ...lines] = (await refused("GET", STUCK, busyWith([...stuck, ...young]))).split("\n");
    expect(first).toBe("4 slices wait or run for longer than 15 minutes:");
    expect(lines).toHaveLength(4);
    expect(lines[0]).toMatch(/1 h 30 min +waits, refused for 1 h 20 min +the engine is not the one that SLICE_ENGINE/);
    expect(lines[1]).toMatch(/is sliced for 16 min +nothing: it ends by itself.*slicer's log: abababababab/);
    expect(lines[2]).toMatch(/20 min +waits +more slices than places: raise max_instances/);
    expect(lines[3]).toMatch(/its object does not answer +ask again in a minute/);
  });

  it("--stuck is answered if nothing takes long", async () => {
    expect(await said("GET", STUCK, busyWith([slice(14)]))).toBe(
      "Nothing waits or runs for longer than 15 minutes: 1 slice in all.",
    );
  });

  it("says of all waiting slices that a container is of another image, if that is so", async () => {
    const engine = {
      status: "other_image",
      image: "engine/2 layers/1 protocol/3",
      answeredAs: "engine/1",
      since: Date.now() - 20 * MINUTE,
    } as const;
    const busy = busyWith([slice(25, { refusedSince: Date.now() - MINUTE })], engine);
    expect(await refused("GET", STUCK, busy)).toMatch(/a container of another image: docs\/operating\.md/);
    expect(await said("GET", ALL, busy)).toContain(
      "A container answers as engine/1, and should be engine/2 layers/1 protocol/3, for 20 min.",
    );
  });

  it("says of all waiting slices that no engine answers, if that is so", async () => {
    const busy = busyWith([slice(25)], { status: "unreachable", since: Date.now() - 30 * MINUTE });
    expect(await refused("GET", STUCK, busy)).toMatch(/no engine answers: start one/);
    expect(await said("GET", ALL, busy)).toContain("No engine answers, for 30 min: what waits fails");
  });

  it("is 500, and says nothing more, if the slicer does not answer", async () => {
    const logged = vi.spyOn(console, "error").mockImplementation(() => {});
    const answer = await callOperator("GET", ALL, { bindings: { SLICER: scriptedSlicer({}) } });
    logged.mockRestore();
    expect(answer.status).toBe(500);
    expect(await answer.json()).toMatchObject({ errorCode: "errors.internal", errors: null });
  });
});
