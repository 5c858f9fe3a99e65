// Waiting for a slice: Retry-After grows with the job's age, and following it costs few requests.

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { StudioClient, type StudioClientOptions } from "../../client/src/index.ts";
import { uniqueBox } from "../../harness/models.ts";
import type { SliceState } from "../../slicer-service/src/contract/slices.ts";
import { MAX_SLICE_SECONDS } from "../../slicer-service/src/engine-shutdown.ts";
import { slicingJobs } from "../../src/db/schema.ts";
import { form, modelFile, printingStudio } from "./support/requests.ts";
import { scriptedSlicer } from "./support/scripted-slicer.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const turn = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds);

/** A slicer whose slices take `seconds` by the turned clock, which it turns while it holds an answer. */
function slicerThatTakes(seconds: number) {
  const endsAt = Date.now() + seconds * 1000;
  const held: number[] = [];
  const answer = async (count: number, waitMilliseconds: number): Promise<SliceState[]> => {
    held.push(waitMilliseconds);
    turn(Math.min(waitMilliseconds, Math.max(0, endsAt - Date.now())));
    const result = {
      engine: "scripted",
      printSeconds: 60_000,
      materialCubicMm: 1000,
      solidCubicMm: 1000,
      dimensionsMm: { x: 10, y: 10, z: 10 },
      layers: 50,
    };
    const finishedAt = new Date(endsAt).toISOString();
    const state: SliceState =
      Date.now() < endsAt ? { status: "slicing", progress: 1 } : { status: "done", progress: 100, finishedAt, result };
    return Array.from({ length: count }, () => state);
  };
  const slicer = scriptedSlicer({
    start: (requests, wait) => answer(requests.length, wait),
    read: (keys, wait) => answer(keys.length, wait),
  });
  return { slicer, held };
}

/** Sends a quote, follows Retry-After to the end of its job, and sends it again. */
async function follow(sliceSeconds: number, prefer: Record<string, string> = {}) {
  const { studio: real, ...ids } = await printingStudio();
  const { slicer, held } = slicerThatTakes(sliceSeconds);
  const studio = real.meeting({ SLICER: slicer });
  const model = modelFile(uniqueBox());
  const quote = () => studio.fetch("/quotes", { method: "POST", body: form({ ...ids, model }), headers: prefer });
  const startedAt = Date.now();
  let requests = 1;
  let answer = await quote();
  expect(answer.status).toBe(202);
  const job = new URL(answer.headers.get("Location") ?? "").pathname.replace("/api/v1", "");
  const waits: number[] = [];
  for (let after = answer.headers.get("Retry-After"); after !== null; after = answer.headers.get("Retry-After")) {
    waits.push(Number(after));
    turn(Number(after) * 1000);
    answer = await studio.fetch(job, { headers: prefer });
    expect(answer.status).toBe(200);
    requests++;
  }
  const noticedAfter = (Date.now() - startedAt) / 1000;
  const last = await quote();
  expect(last.status).toBe(200);
  return { requests: requests + 1, waits, held: held.map((milliseconds) => milliseconds / 1000), noticedAfter };
}

/** The typed client's least pause, even if told a shorter one. */
const LEAST_PAUSE_MILLISECONDS = 1000;

/** The requests that the typed client sends for one quote. It does not sleep: the clock is turned by the stated wait. */
async function requestsOfTypedClient(sliceSeconds: number, options: Parameters<StudioClient["quotes"]["create"]>[1]) {
  const { studio: real, ...ids } = await printingStudio();
  const studio = real.meeting({ SLICER: slicerThatTakes(sliceSeconds).slicer });
  const baseUrl = "https://studio.example/api/v1";
  const sent: string[] = [];
  const fetch: StudioClientOptions["fetch"] = async (url, init) => {
    const path = String(url).slice(baseUrl.length);
    sent.push(`${init?.method} ${path}`);
    const answer = await studio.fetch(path, init);
    const after = answer.headers.get("Retry-After");
    if (after === null) return answer;
    turn(Number(after) * 1000);
    const atOnce = new Response(answer.body, answer);
    atOnce.headers.set("Retry-After", "0");
    return atOnce;
  };
  const { setTimeout } = globalThis;
  vi.spyOn(globalThis, "setTimeout").mockImplementation((callback, milliseconds) =>
    setTimeout(callback, milliseconds === LEAST_PAUSE_MILLISECONDS ? 0 : milliseconds),
  );
  const client = new StudioClient({ apiKey: real.key.secret, baseUrl, fetch });
  await client.quotes.create({ file: { name: "part.stl", data: uniqueBox() }, ...ids }, options);
  return sent;
}

describe("the typed client", () => {
  it.each([
    ["with a listener for progress", { onProgress: () => {} }],
    ["without one", {}],
  ])("sends at most 20 requests for the slowest slice, %s", async (_, options) => {
    const sent = await requestsOfTypedClient(MAX_SLICE_SECONDS, options);
    expect(sent.filter((request) => request === "POST /quotes")).toHaveLength(2);
    expect(sent.length, sent.join("\n")).toBeGreaterThan(10);
    expect(sent.length, sent.join("\n")).toBeLessThanOrEqual(20);
  });
});

describe("a client that follows Retry-After", () => {
  it("sends at most 20 requests for the slowest slice, the first and its repetition among them", async () => {
    const { requests, waits, held } = await follow(MAX_SLICE_SECONDS);
    expect(requests, JSON.stringify({ waits, held })).toBe(19);
    expect(waits.slice(0, 6)).toEqual([1, 1, 4, 16, 30, 30]);
    expect(Math.max(...waits)).toBe(30);
    expect(Math.max(...held)).toBe(30);
    // Also if the file takes a minute to reach its engine.
    expect((await follow(MAX_SLICE_SECONDS + 60)).requests).toBeLessThanOrEqual(20);
  });

  it.each([3, 5, 8, 15, 40, 100, 300])(
    "notices a slice of %d seconds before it has waited half as long again",
    async (seconds) => {
      const { requests, noticedAfter } = await follow(seconds);
      expect(requests).toBeLessThanOrEqual(11);
      expect(noticedAfter).toBeLessThanOrEqual(Math.max(1.5 * seconds, seconds + 2));
    },
  );

  it("is told 1, 2, 4, 8, 16 and then 30 seconds, as the job grows older", async () => {
    const { waits } = await follow(MAX_SLICE_SECONDS, { Prefer: "wait=0" });
    expect([...new Set(waits)]).toEqual([1, 2, 4, 8, 16, 30]);
    expect(waits).toEqual(waits.toSorted((a, b) => a - b));
  });

  it("has its answers held as long as it says itself, at every age of the job", async () => {
    const { held } = await follow(300, { Prefer: "wait=7" });
    expect(new Set(held)).toEqual(new Set([7]));
  });
});

describe("Retry-After", () => {
  it("grows too if the same request is sent again while its slice runs", async () => {
    const { studio: real, ...ids } = await printingStudio();
    const studio = real.meeting({ SLICER: slicerThatTakes(1000).slicer });
    const model = modelFile(uniqueBox());
    const told: (string | null)[] = [];
    for (const seconds of [0, 6, 20, 100]) {
      turn(seconds * 1000);
      const init = { method: "POST", body: form({ ...ids, model }), headers: { Prefer: "wait=0" } };
      told.push((await studio.fetch("/quotes", init)).headers.get("Retry-After"));
    }
    expect(told).toEqual(["1", "2", "8", "30"]);
    expect(await real.db.select(slicingJobs)).toHaveLength(1);
  });
});
