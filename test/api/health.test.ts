// GET /health: a monitor's answer from a healthy service, and for each unhealthy part.

import { createExecutionContext } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { LongSlices, SlicerHealth } from "../../slicer-service/src/contract/slices.ts";
import { createApp } from "../../src/app.ts";
import type { Env } from "../../src/env.ts";
import type { PartHealth } from "../../src/health/service-health.ts";
import { failingAt } from "./support/faulty-database.ts";
import { gatesWith } from "./support/faulty-gates.ts";
import { scriptedSlicer } from "./support/scripted-slicer.ts";

type Part = PartHealth & {
  readonly engine?: string | null;
  readonly oldestQueuedSeconds?: number | null;
  readonly longSlices?: LongSlices | null;
};

interface Health {
  readonly status: "ok" | "failing";
  readonly database: Part;
  readonly gate: Part;
  readonly slicer: Part;
  readonly queue: Part;
}

const ADDRESS = "https://studio.example/health";

let logged: ReturnType<typeof vi.spyOn>;

beforeEach(() => {
  logged = vi.spyOn(console, "error").mockImplementation(() => {});
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A monitor of a service in an isolate of its own, which keeps no answer of an earlier test. */
function monitorOf(bindings: Partial<Env> = {}) {
  const app = createApp();
  return async (): Promise<{ readonly status: number; readonly text: string; readonly health: Health }> => {
    const answer = await app.fetch(new Request(ADDRESS), { ...env, ...bindings }, createExecutionContext());
    const text = await answer.text();
    return { status: answer.status, text, health: JSON.parse(text) as Health };
  };
}

const slicerThatSays = (health: Partial<SlicerHealth>) =>
  scriptedSlicer({
    health: async () => ({
      engine: { status: "answering", engineName: env.SLICE_ENGINE },
      oldestQueuedAt: null,
      ...health,
    }),
  });

describe("GET /health", () => {
  it("answers 200 without a key if everything works, and is kept in no cache", async () => {
    const answer = await exports.default.fetch(ADDRESS);
    const text = await answer.text();
    expect(answer.status, text).toBe(200);
    expect(answer.headers.get("Content-Type")).toBe("application/json");
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
    expect(JSON.parse(text)).toMatchObject({
      status: "ok",
      database: { ok: true },
      gate: { ok: true },
      slicer: { ok: true, engine: "answering" },
      queue: { ok: true },
    });
    expect((await exports.default.fetch(ADDRESS, { method: "HEAD" })).status).toBe(200);
  });

  it("has one line for each part, and no more than a monitor needs", async () => {
    const { text, health } = await monitorOf()();
    const lines = text.trim().split("\n").slice(1, -1);
    expect(lines.map((line) => /^ {2}"(\w+)":/.exec(line)?.[1])).toEqual(Object.keys(health));
    expect(Object.keys(health)).toEqual(["status", "checkedAt", "database", "gate", "slicer", "queue"]);
    for (const name of ["database", "gate", "slicer", "queue"] as const) {
      const allowed = ["ok", "milliseconds", "problem", "engine", "oldestQueuedSeconds", "longSlices"];
      expect(allowed, text).toEqual(expect.arrayContaining(Object.keys(health[name])));
    }
  });

  it("answers 503 if D1 does not, and names it and no other part", async () => {
    const { status, text, health } = await monitorOf({ DB: failingAt("select") })();
    expect(status, text).toBe(503);
    expect(health).toMatchObject({
      status: "failing",
      database: { ok: false, problem: "answers with an error: see the log" },
      gate: { ok: true },
      slicer: { ok: true },
      queue: { ok: true },
    });
    expect(text).not.toContain("D1_ERROR");
    expect(logged.mock.calls.map(([line]: unknown[]) => JSON.parse(String(line)))).toMatchObject([
      { operation: "health", part: "database", errors: [expect.stringContaining("Failed query"), "Error: D1_ERROR"] },
    ]);
  });

  it("answers 503 if gates do not", async () => {
    const { namespace } = gatesWith("use", () => Promise.reject(new Error("no object answers")));
    const { status, text, health } = await monitorOf({ STUDIO_GATE: namespace })();
    expect(status, text).toBe(503);
    expect(health).toMatchObject({ database: { ok: true }, gate: { ok: false }, slicer: { ok: true } });
  });

  it("does not hang with a slicer that hangs, and says that the queue is not known", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const answering = monitorOf({ SLICER: scriptedSlicer({ health: () => new Promise(() => {}) }) })();
    // Sets its deadlines first.
    await vi.advanceTimersByTimeAsync(1);
    await vi.advanceTimersByTimeAsync(3000);
    const { status, text, health } = await answering;
    expect(status, text).toBe(503);
    expect(health).toMatchObject({
      database: { ok: true },
      slicer: { ok: false, problem: "does not answer within 3 s", engine: null },
      queue: { ok: false, oldestQueuedSeconds: null },
    });
  });

  it.each([
    [{ status: "unreachable", since: null }, "no engine answers"],
    [{ status: "unreachable", since: 0 }, "no engine has answered a slice since 1970-01-01T00:00:00.000Z"],
    [
      { status: "answering", engineName: "another/1" },
      `the engine is another/1, and SLICE_ENGINE asks for ${env.SLICE_ENGINE}`,
    ],
    [
      { status: "on_demand", engineName: "another/1" },
      `containers are started as another/1, and SLICE_ENGINE asks for ${env.SLICE_ENGINE}`,
    ],
    [
      { status: "other_image", answeredAs: "another/1", image: "wanted/2 layers/3", since: 0 },
      "a container answers as another/1, and should be wanted/2 layers/3, since 1970-01-01T00:00:00.000Z",
    ],
  ] as const)("answers 503 if the slicer says of its engine %j", async (engine, problem) => {
    const { status, text, health } = await monitorOf({ SLICER: slicerThatSays({ engine }) })();
    expect(status, text).toBe(503);
    expect(health.slicer.problem).toContain(problem);
    expect(health.queue.ok).toBe(true);
  });

  it("answers 200 if engines are containers that sleep", async () => {
    const { status, text, health } = await monitorOf({
      SLICER: slicerThatSays({ engine: { status: "on_demand", engineName: env.SLICE_ENGINE } }),
    })();
    expect(status, text).toBe(200);
    expect(health.slicer).toMatchObject({ ok: true, engine: "on_demand" });
  });

  it.each([
    [14, 200],
    [16, 503],
  ])("says how long the oldest slice waits: %d minutes are %d", async (minutes, expected) => {
    const oldestQueuedAt = Date.now() - minutes * 60_000;
    const { status, text, health } = await monitorOf({ SLICER: slicerThatSays({ oldestQueuedAt }) })();
    expect(status, text).toBe(expected);
    expect(health.queue.ok).toBe(expected === 200);
    expect(health.queue.oldestQueuedSeconds).toBeGreaterThanOrEqual(minutes * 60);
  });

  it("says how many long slices run and wait, and is well with them", async () => {
    const longSlices = { running: 2, waiting: 7 };
    const { status, text, health } = await monitorOf({ SLICER: slicerThatSays({ longSlices }) })();
    expect(status, text).toBe(200);
    expect(health.queue).toMatchObject({ ok: true, longSlices });
  });

  it("asks the parts once for all callers within five seconds, and then again", async () => {
    let asked = 0;
    const SLICER = scriptedSlicer({
      health: async () => {
        asked++;
        return { engine: { status: "on_demand", engineName: env.SLICE_ENGINE }, oldestQueuedAt: null };
      },
    });
    const batch = vi.spyOn(env.DB, "prepare");
    const ask = monitorOf({ SLICER });
    const answers = await Promise.all(Array.from({ length: 200 }, ask));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(asked).toBe(1);
    expect(batch).toHaveBeenCalledOnce();
    vi.useFakeTimers({ toFake: ["Date"] });
    vi.setSystemTime(Date.now() + 5001);
    await ask();
    expect(asked).toBe(2);
  });

  it("answers the next callers although the request that began the check was ended with it", async () => {
    vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] });
    let isFirst = true;
    const SLICER = scriptedSlicer({
      health: async () => ({ engine: { status: "on_demand", engineName: env.SLICE_ENGINE }, oldestQueuedAt: null }),
    });
    // The first reading never ends, and neither does its deadline: the platform ended the request.
    const DB = new Proxy(env.DB, {
      get(real, name) {
        if (name === "prepare" && isFirst) {
          isFirst = false;
          return () => ({ bind: () => ({ raw: () => new Promise(() => {}) }) });
        }
        const value: unknown = Reflect.get(real, name);
        return typeof value === "function" ? value.bind(real) : value;
      },
    });
    const ask = monitorOf({ DB, SLICER });
    ask().catch(() => {});
    await vi.advanceTimersByTimeAsync(1);
    vi.clearAllTimers();
    const second = ask();
    for (let step = 0; step < 60; step++) await vi.advanceTimersByTimeAsync(100);
    expect((await second).status).toBe(200);
  });
});
