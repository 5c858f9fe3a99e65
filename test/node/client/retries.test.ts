// Repetitions by the client: their causes, their pauses, and requests that are never repeated.

import { beforeEach, describe, expect, it, vi } from "vitest";
import {
  ConflictError,
  ConnectionError,
  RateLimitError,
  TimeoutError,
  UnavailableError,
} from "../../../client/src/index.ts";
import { answer, overHour, refusal, ScriptedService } from "./scripted-service.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date", "performance"] });
});

/** The outcome of a call, after all the time that it takes. */
async function outcome<Result>(call: Promise<Result>): Promise<Result | Error> {
  const settled = call.catch((error: Error) => error);
  await vi.runAllTimersAsync();
  return settled;
}

const printer = { name: "Ender 3", technologyId: 1 };
const busy = (headers = {}) => refusal(503, "errors.overloaded", null, headers);
const running = () => refusal(409, "errors.idempotencyInProgress", { "Idempotency-Key": ["is still running"] });

describe("a lost answer", () => {
  it("is followed by another attempt, with a longer pause each time", async () => {
    const service = new ScriptedService(["lost", "lost", "lost", answer(200, [])]);
    expect(await outcome(service.studio.materials.list())).toEqual([]);
    const pauses = service.seen.map(({ at }, index) => at - (service.seen[index - 1]?.at ?? 0)).slice(1);
    expect(pauses).toHaveLength(3);
    for (const [index, pause] of pauses.entries()) {
      expect(pause).toBeGreaterThanOrEqual(250 * 2 ** index);
      expect(pause).toBeLessThanOrEqual(500 * 2 ** index);
    }
  });

  it("is an error that says so after the last attempt, and why", async () => {
    const service = new ScriptedService(["lost", "lost"], { retries: 1 });
    const error = await outcome(service.studio.orders.get(7));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ message: "GET /orders/7 got no answer from api.test: read ECONNRESET" });
    expect(service.requests).toEqual(["GET /orders/7", "GET /orders/7"]);
  });

  it("of a removal is no error if the printer is gone then", async () => {
    const service = new ScriptedService(["lost", refusal(404, "errors.notFound")]);
    expect(await outcome(service.studio.printers.delete(3))).toBeUndefined();
  });

  it("repeats nothing if retries is 0", async () => {
    const service = new ScriptedService(["lost"], { retries: 0 });
    expect(await outcome(service.studio.me())).toBeInstanceOf(ConnectionError);
    expect(service.seen).toHaveLength(1);
  });
});

describe("an answer that broke off", () => {
  it("counts as lost", async () => {
    const cut = new Response(new ReadableStream({ start: (stream) => stream.error(new TypeError("terminated")) }));
    const service = new ScriptedService([cut, answer(200, [])]);
    expect(await outcome(service.studio.printers.list())).toEqual([]);
  });
});

describe("503", () => {
  it("is followed by another attempt, after as many seconds as Retry-After says", async () => {
    const service = new ScriptedService([busy({ "Retry-After": "7" }), answer(200, [])]);
    expect(await outcome(service.studio.materials.list())).toEqual([]);
    expect(service.seen.map(({ at }) => at)).toEqual([0, 7000]);
  });

  it("is followed by another attempt at the time that Retry-After names", async () => {
    vi.setSystemTime("2026-11-21T12:00:00Z");
    const service = new ScriptedService([busy({ "Retry-After": "Sat, 21 Nov 2026 12:00:20 GMT" }), answer(200, [])]);
    expect(await outcome(service.studio.materials.list())).toEqual([]);
    expect(service.seen.map(({ at }) => at)).toEqual([0, 20_000]);
  });

  it("is waited for at most as long as a timer can be", async () => {
    const service = new ScriptedService([busy({ "Retry-After": "9999999" }), answer(200, [])]);
    const call = outcome(service.studio.materials.list({ timeoutSeconds: 99_999_999 }));
    await vi.advanceTimersByTimeAsync(1000);
    expect(service.seen).toHaveLength(1);
    await call;
  });

  it("is followed by another attempt although the clock was set forward", async () => {
    const service = new ScriptedService([busy(), answer(200, [])]);
    const call = service.studio.materials.list();
    vi.setSystemTime(Date.now() + 3_600_000);
    expect(await outcome(call)).toEqual([]);
  });

  it("is an error after the last attempt", async () => {
    const service = new ScriptedService([busy(), busy(), busy(), busy()]);
    expect(await outcome(service.studio.materials.list())).toBeInstanceOf(UnavailableError);
    expect(service.seen).toHaveLength(4);
  });

  it("is an error at once if waiting would outlast the call", async () => {
    const service = new ScriptedService([busy({ "Retry-After": "3600" })]);
    expect(await outcome(service.studio.materials.list({ timeoutSeconds: 30 }))).toBeInstanceOf(UnavailableError);
  });
});

describe("429", () => {
  it("is never repeated, and says when a request is free again", async () => {
    const service = new ScriptedService([overHour()]);
    const error = await outcome(service.studio.materials.list());
    expect(error).toBeInstanceOf(RateLimitError);
    expect(error).toMatchObject({
      secondsUntilFree: 240,
      rateLimit: { limit: 300, remaining: 0, windowSeconds: 3600 },
    });
    expect(service.seen).toHaveLength(1);
    expect(service.studio.rateLimit?.remaining).toBe(0);
  });
});

describe.each([400, 401, 403, 404, 405, 413, 415, 422, 500])("%i", (status) => {
  it("is never repeated", async () => {
    const service = new ScriptedService([refusal(status, "errors.some")]);
    expect(await outcome(service.studio.printers.create(printer))).toMatchObject({ status });
    expect(service.seen).toHaveLength(1);
  });
});

describe("409", () => {
  it("is followed by another attempt until the first of the equal requests has ended", async () => {
    const service = new ScriptedService(["lost", ...Array.from({ length: 6 }, running), answer(201, { id: 5 })]);
    expect(await outcome(service.studio.printers.create(printer))).toEqual({ id: 5 });
    expect(new Set(service.seen.map(({ headers }) => headers.get("Idempotency-Key"))).size).toBe(1);
  });

  it.each(["0", "Sat, 21 Nov 2026 12:00:00 GMT"])(
    "is repeated with ever longer pauses, Retry-After %s or not",
    async (time) => {
      vi.setSystemTime("2026-11-22T12:00:00Z");
      const again = () => refusal(409, "errors.idempotencyInProgress", null, { "Retry-After": time });
      const service = new ScriptedService(Array.from({ length: 200 }, again));
      const error = await outcome(service.studio.printers.create(printer, { timeoutSeconds: 100_000 }));
      expect(error).toBeInstanceOf(ConflictError);
      expect(service.seen.length).toBeLessThanOrEqual(31);
      expect(service.seen[1]?.at).toBeGreaterThanOrEqual(1000);
      expect(service.seen.at(-1)?.at).toBeGreaterThan(60_000);
    },
  );

  it("is an error once the call has no time left", async () => {
    const service = new ScriptedService(Array.from({ length: 20 }, running));
    const error = await outcome(service.studio.printers.create(printer, { timeoutSeconds: 20 }));
    expect(error).toBeInstanceOf(ConflictError);
  });
});

describe("the idempotency key", () => {
  it("is a random one for each call", async () => {
    const service = new ScriptedService([answer(201, { id: 1 }), answer(201, { id: 2 })]);
    await outcome(service.studio.printers.create(printer));
    await outcome(service.studio.printers.create(printer));
    const keys = service.seen.map(({ headers }) => headers.get("Idempotency-Key"));
    expect(new Set(keys).size).toBe(2);
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), expect.stringMatching(/^[0-9a-f-]{36}$/)]);
  });

  it.each(["замовлення-7", "cart\n7", " cart", "", "a".repeat(256)])(
    "is refused if no header can be %j",
    async (idempotencyKey) => {
      const service = new ScriptedService([]);
      const error = await outcome(service.studio.printers.create(printer, { idempotencyKey }));
      expect(error).toBeInstanceOf(TypeError);
      expect(String(error)).toContain("printable ASCII");
      expect(service.seen).toEqual([]);
    },
  );

  it("can be the caller's, and is named by an error, so that the call can be made again", async () => {
    const service = new ScriptedService(["lost"], { retries: 0 });
    const error = await outcome(service.studio.printers.create(printer, { idempotencyKey: "cart-1001" }));
    expect(error).toMatchObject({ idempotencyKey: "cart-1001" });
    expect(service.seen[0]?.headers.get("Idempotency-Key")).toBe("cart-1001");
  });
});

describe("a call", () => {
  it("ends after its time with a TimeoutError", async () => {
    const service = new ScriptedService(["silent"]);
    const error = await outcome(service.studio.me({ timeoutSeconds: 5 }));
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error).toMatchObject({ message: "The call took longer than 5 seconds" });
  });

  it.each([0, 3])("ends with the reason of its signal, during a request, with %i retries", async (retries) => {
    const service = new ScriptedService(["silent"], { retries });
    const controller = new AbortController();
    const call = service.studio.me({ signal: controller.signal });
    const reason = new Error("the customer has left");
    controller.abort(reason);
    expect(await outcome(call)).toBe(reason);
  });

  it("ends with the reason of its signal, during a pause", async () => {
    const service = new ScriptedService([busy({ "Retry-After": "50" })]);
    const controller = new AbortController();
    const call = outcome(service.studio.me({ signal: controller.signal }));
    setTimeout(() => controller.abort(new Error("the customer has left")), 1000);
    expect(await call).toMatchObject({ message: "the customer has left" });
  });

  it("does not begin if its signal was aborted before", async () => {
    const service = new ScriptedService([]);
    expect(await outcome(service.studio.me({ signal: AbortSignal.abort(new Error("gone")) }))).toMatchObject({
      message: "gone",
    });
    expect(service.seen).toEqual([]);
  });

  it("leaves no timer and no listener behind", async () => {
    const service = new ScriptedService([busy(), answer(200, [])]);
    const { signal } = new AbortController();
    const removed = vi.spyOn(signal, "removeEventListener");
    const added = vi.spyOn(signal, "addEventListener");
    await outcome(service.studio.materials.list({ signal }));
    expect(vi.getTimerCount()).toBe(0);
    expect(removed.mock.calls.length).toBe(added.mock.calls.length);
  });
});
