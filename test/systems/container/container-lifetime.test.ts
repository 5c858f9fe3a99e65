// One container's object: starting it, keeping it awake, and answers without it.

import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { readEngineSettings } from "../../../slicer-service/engine/engine.settings.ts";
import { MAX_DRAIN_SECONDS, MAX_SHUTDOWN_SECONDS } from "../../../slicer-service/src/engine-shutdown.ts";
import { type ContainerSettings, ContainerSystem } from "./container-system.ts";
import { engineThat } from "./stand-in-engines.ts";

/** A container that is not used sleeps within seconds: a divided minute and a quarter, in which every request has ended. */
const SHORT = { sleepsAfterSeconds: 1, waitDivisor: 20 };
const SLICE = "/slices/1";
const TEXT = "the bytes of a model";
const MODEL = new TextEncoder().encode(TEXT);
const SUBMIT = { method: "PUT", body: MODEL } as const;
const POLL = { method: "GET" } as const;
/** Longer than anything here takes on a busy machine. */
const PATIENCE = { timeout: 60_000, interval: 50 };

/** Gives a test one container, in which `answers` listens, and stops it however the test ends. */
async function withContainer(
  settings: Omit<ContainerSettings, "startImage"> & Partial<Pick<ContainerSettings, "startImage">>,
  test: (system: ContainerSystem) => Promise<void>,
): Promise<void> {
  const system = await ContainerSystem.start({ startImage: () => engineThat(answerAll), ...settings });
  try {
    await test(system);
  } finally {
    await system.close();
  }
}

const answerAll: RequestListener = (request, response) => {
  request.resume();
  request.on("end", () => answer(response, 200, {}));
};

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
}

async function untilAsleep(system: ContainerSystem): Promise<void> {
  await vi.waitFor(() => expect(system.docker.running()).toEqual([]), PATIENCE);
}

describe("a container", { concurrent: true }, () => {
  it("sleeps although its object is evicted again and again before its alarm", () =>
    // Evicted more often than it is allowed to idle: an object that takes its waking for a use would never let it sleep.
    withContainer({ ...SHORT, sleepsAfterSeconds: 5 }, async (system) => {
      await system.ask(SLICE, SUBMIT);
      while (system.docker.running().length > 0) {
        await system.evict();
        await delay(1000);
      }
      expect(system.docker.started).toHaveLength(1);
    }));

  it("sleeps after a caller that hung up in the middle of a request which the engine never answers", () => {
    const hangsOnPolls: RequestListener = (request, response) => {
      if (request.url === SLICE && request.method === "GET") return;
      answerAll(request, response);
    };
    return withContainer({ ...SHORT, startImage: () => engineThat(hangsOnPolls) }, async (system) => {
      await system.ask(SLICE, SUBMIT);
      const poll = system.ask(SLICE, { ...POLL, signal: AbortSignal.timeout(200) });
      await expect(poll).rejects.toThrow();
      await untilAsleep(system);
    });
  });

  it("stays awake while it is asked again and again, an eviction between, and sleeps afterwards", () => {
    const idleSeconds = 6;
    return withContainer({ ...SHORT, sleepsAfterSeconds: idleSeconds }, async (system) => {
      await system.ask(SLICE, SUBMIT);
      for (let second = 0; second < idleSeconds + 2; second++) {
        await delay(1000);
        if (second === idleSeconds / 2) await system.evict();
        expect(await system.ask(SLICE, POLL)).toMatchObject({ status: 200 });
      }
      await untilAsleep(system);
      expect(system.docker.started).toHaveLength(1);
    });
  });

  it("is ended if it does not end by itself in the time that the platform gives it", () => {
    const deaf = async () => {
      const engine = await engineThat(answerAll);
      return { ...engine, kill: (signal: NodeJS.Signals) => signal !== "SIGTERM" && engine.kill(signal) };
    };
    return withContainer({ sleepsAfterSeconds: 1, waitDivisor: 150, startImage: deaf }, async (system) => {
      await vi.waitFor(async () => expect(await system.ask(SLICE, SUBMIT)).toMatchObject({ status: 200 }), PATIENCE);
      await untilAsleep(system);
    });
  });

  it("is started for a new slice only: one that sleeps knows no slice", () =>
    withContainer({}, async (system) => {
      const unknown = await system.ask(SLICE, POLL);
      expect(unknown).toMatchObject({ status: 404, text: expect.stringContaining('"unknown_slice"') });
      expect(await system.ask(SLICE, { method: "DELETE" })).toMatchObject({ status: 204 });
      expect(system.docker.started).toEqual([]);
    }));

  it("that ended behind the back of an evicted object is started anew", () =>
    withContainer({}, async (system) => {
      await system.ask(SLICE, SUBMIT);
      await system.evict();
      for (const container of system.docker.running()) container.kill("SIGKILL");
      await vi.waitFor(async () => expect(await system.ask(SLICE, SUBMIT)).toMatchObject({ status: 200 }), PATIENCE);
      expect(system.docker.started).toHaveLength(2);
    }));

  it("that ends at once is started again for the waiting caller", () => {
    let starts = 0;
    const endsOnce = async () => {
      const engine = await engineThat(answerAll);
      if (++starts === 1) engine.kill("SIGKILL");
      return engine;
    };
    return withContainer({ startImage: endsOnce }, async (system) => {
      expect(await system.ask(SLICE, SUBMIT)).toMatchObject({ status: 200 });
      expect(starts).toBe(2);
    });
  });

  it("that ends at every start is refused as unreachable, for the next callers at once, and tried again later", () => {
    let starts = 0;
    let isBroken = true;
    const ends = async () => {
      starts++;
      const engine = await engineThat(answerAll);
      if (isBroken) engine.kill("SIGKILL");
      return engine;
    };
    return withContainer({ startImage: ends }, async (system) => {
      const refusal = { status: 503, text: expect.stringContaining('"engine_unreachable"') };
      expect(await system.ask(SLICE, SUBMIT)).toMatchObject(refusal);
      const startsOfFirst = starts;
      expect(await system.ask(SLICE, SUBMIT)).toMatchObject(refusal);
      expect(starts).toBe(startsOfFirst);
      isBroken = false;
      await vi.waitFor(async () => expect(await system.ask(SLICE, SUBMIT)).toMatchObject({ status: 200 }), PATIENCE);
    });
  });

  it("is ready for the next caller even if its first caller hung up", () => {
    let listensAt: number | undefined;
    const slow: RequestListener = (request, response) => {
      listensAt ??= Date.now() + 2_000;
      if (Date.now() < listensAt) answer(response, 503, {});
      else answerAll(request, response);
    };
    return withContainer({ startImage: () => engineThat(slow) }, async (system) => {
      const first = system.ask(SLICE, { ...SUBMIT, signal: AbortSignal.timeout(1_000) });
      await expect(first).rejects.toThrow();
      expect(await system.ask(SLICE, SUBMIT)).toMatchObject({ status: 200 });
      expect(system.docker.started).toHaveLength(1);
    });
  });
});

describe("the model of a slice", () => {
  it("is read from R2 by the container's object if the request names it, else goes through as it comes", () => {
    /** Answers with its request. */
    const echo: RequestListener = async (request, response) => {
      const text = await textOf(request);
      const { "content-length": length, "model-object-key": objectKey, "slice-options": options } = request.headers;
      answer(response, 200, { text, length, objectKey, options });
    };
    return withContainer({ startImage: () => engineThat(echo) }, async (system) => {
      await system.putModel("models/one", MODEL);
      const submit = (headers: Record<string, string>, body?: typeof MODEL) =>
        system.ask(SLICE, { method: "PUT", headers: { ...headers, "Slice-Options": "{}" }, ...(body && { body }) });

      const named = await submit({ "Model-Object-Key": "models/one" });
      expect(JSON.parse(named.text)).toEqual({ text: TEXT, length: String(MODEL.length), options: "{}" });
      const carried = await submit({}, MODEL);
      expect(JSON.parse(carried.text)).toMatchObject({ text: TEXT, options: "{}" });
      const gone = await submit({ "Model-Object-Key": "models/none" });
      expect(gone).toMatchObject({ status: 410, text: expect.stringContaining('"model_file_missing"') });
    });
  });
});

describe("the limits of a shutdown", () => {
  it("leave the longest slice the time to end and be read before the container is killed", async () => {
    const { maxSliceSeconds } = await readEngineSettings({ ENGINE_SLICER: "curaengine" });
    expect(maxSliceSeconds + MAX_DRAIN_SECONDS).toBeLessThan(MAX_SHUTDOWN_SECONDS);
    const longer = { ENGINE_SLICER: "curaengine", ENGINE_SLICE_SECONDS: String(maxSliceSeconds + 1) };
    await expect(readEngineSettings(longer)).rejects.toThrow("ENGINE_SLICE_SECONDS");
  });
});

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}
