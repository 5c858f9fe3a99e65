// The client's calls: the answer beside the data, the debug log, and settings from the environment.

import { afterEach, describe, expect, it, vi } from "vitest";
import { NotFoundError, StudioClient } from "../../../client/src/index.ts";
import {
  accepted,
  answer,
  job,
  KEY,
  outcome,
  refusal,
  ScriptedService,
  waitInVirtualTime,
} from "./scripted-service.ts";

waitInVirtualTime();

afterEach(() => vi.unstubAllEnvs());

const part = { name: "part.stl", data: new TextEncoder().encode("solid part") };
const choice = { materialId: 1, printingQualityId: 2 };
const materials = () => answer(200, [{ id: 1 }], { "X-Request-Id": "request-1", ETag: '"tag"' });

describe("a call's withResponse()", () => {
  it("gives the data with status, headers, request id and the hour's rest", async () => {
    const { studio } = new ScriptedService([materials()]);
    const { data, response, requestId, rateLimit } = await studio.materials.list().withResponse();
    expect(data).toEqual([{ id: 1 }]);
    expect(response.status).toBe(200);
    expect(response.headers.get("ETag")).toBe('"tag"');
    expect(requestId).toBe("request-1");
    expect(rateLimit).toEqual({ limit: 300, remaining: 12, secondsUntilFree: 34, windowSeconds: 3600 });
  });

  it("gives the last answer of a call that made several requests", async () => {
    const priced = answer(200, { quantity: 1 }, { "X-Request-Id": "request-3" });
    const service = new ScriptedService([accepted({ modelId: "mdl_1" }), job("done"), priced]);
    const answered = await outcome(service.studio.quotes.create({ file: part, ...choice }).withResponse());
    expect(service.seen).toHaveLength(3);
    expect(answered).toMatchObject({ data: { quantity: 1 }, requestId: "request-3" });
  });

  it("sends nothing of its own, however often it is asked for", async () => {
    const service = new ScriptedService([materials()]);
    const call = service.studio.materials.list();
    const [plain, first, second] = await Promise.all([call, call.withResponse(), call.withResponse()]);
    expect(first.data).toBe(plain);
    expect(second.response).toBe(first.response);
    expect(service.seen).toHaveLength(1);
  });

  it("has the status of an answer without data", async () => {
    const { studio } = new ScriptedService([new Response(null, { status: 204, headers: { "X-Request-Id": "r" } })]);
    const { data, response } = await studio.printers.delete(7).withResponse();
    expect([data, response.status]).toEqual([undefined, 204]);
  });

  it("fails as the call does", async () => {
    const { studio } = new ScriptedService([refusal(404, "errors.notFound"), refusal(404, "errors.notFound")]);
    await expect(studio.materials.get(1).withResponse()).rejects.toBeInstanceOf(NotFoundError);
    await expect(studio.materials.get(1)).rejects.toBeInstanceOf(NotFoundError);
  });

  it("leaves no failure unhandled if only one of promise and answer is waited for", async () => {
    const unhandled = vi.fn();
    process.on("unhandledRejection", unhandled);
    const refused = () => refusal(404, "errors.notFound");
    const { studio } = new ScriptedService([refused(), refused(), refused()]);
    await studio.materials
      .get(1)
      .withResponse()
      .catch(() => {});
    await studio.materials.get(1).catch(() => {});
    await studio.materials.get(1).then(undefined, () => {});
    await new Promise((resolve) => setImmediate(resolve));
    process.off("unhandledRejection", unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });
});

describe("a call", () => {
  it("is a promise to every part of the language", async () => {
    const { studio } = new ScriptedService([materials(), materials(), materials(), refusal(404, "errors.notFound")]);
    expect(studio.materials.list()).toBeInstanceOf(Promise);
    expect(await Promise.race([studio.materials.list()])).toEqual([{ id: 1 }]);
    const ended = vi.fn();
    expect(await studio.materials.list().finally(ended)).toEqual([{ id: 1 }]);
    expect(ended).toHaveBeenCalledOnce();
    const [refused] = await Promise.allSettled([studio.materials.get(1)]);
    expect(refused.status).toBe("rejected");
  });
});

describe("the debug log", () => {
  it("tells each request by one line: method, path, status, milliseconds, attempt and request id", async () => {
    const lines: string[] = [];
    const busy = refusal(503, "errors.slicerUnavailable");
    const { studio } = new ScriptedService([busy, "lost", materials()], { debug: (line) => void lines.push(line) });
    await outcome(studio.materials.list());
    expect(lines).toEqual([
      "GET /materials 503 in 0 ms, attempt 1, request request-7",
      "GET /materials got no answer in 0 ms, attempt 2, request unknown",
      "GET /materials 200 in 0 ms, attempt 3, request request-1",
    ]);
  });

  it("has no key, no query, no body, and no word of a customer", async () => {
    const lines: string[] = [];
    const refused = refusal(400, "errors.validationFailed", { customerEmail: ["lesia@example.com is none"] });
    const { studio } = new ScriptedService([answer(200, []), refused], { debug: (line) => void lines.push(line) });
    await outcome(studio.models.prices("mdl_1", { printingQualityIds: [77] }));
    const customer = { customerFirstName: "Леся", customerLastName: "Українка", customerPhoneNumber: "+380501234567" };
    const order = { items: [{ file: part, ...choice }], ...customer, customerEmail: "lesia@example.com" };
    await outcome(studio.orders.create(order, { idempotencyKey: "cart-1001" }));
    expect(lines).toHaveLength(2);
    expect(lines.join("\n")).not.toMatch(/pk_live|77|Леся|lesia|380|cart-1001|part\.stl|api\.test/);
  });

  it("goes to the console's debug output if it is switched on, and nowhere otherwise", async () => {
    const written = vi.spyOn(console, "debug").mockImplementation(() => {});
    await new ScriptedService([materials()]).studio.materials.list();
    await new ScriptedService([materials()], { debug: false }).studio.materials.list();
    expect(written).not.toHaveBeenCalled();
    await new ScriptedService([materials()], { debug: true }).studio.materials.list();
    expect(written.mock.calls).toEqual([["GET /materials 200 in 0 ms, attempt 1, request request-1"]]);
  });
});

describe("a client without options", () => {
  const BASE = "https://api.test/api/v1";
  const requests: string[] = [];
  const fetch: typeof globalThis.fetch = async (url, init) => {
    requests.push(`${url} ${new Headers(init?.headers).get("Authorization")}`);
    return materials();
  };

  it("takes key and address from STUDIO_API_KEY and STUDIO_API_URL", async () => {
    vi.stubEnv("STUDIO_API_KEY", ` ${KEY}\n`);
    vi.stubEnv("STUDIO_API_URL", `${BASE}/`);
    vi.stubGlobal("fetch", fetch);
    await new StudioClient().materials.list();
    vi.unstubAllGlobals();
    expect(requests.splice(0)).toEqual([`${BASE}/materials Bearer ${KEY}`]);
  });

  it("prefers its options to them", async () => {
    vi.stubEnv("STUDIO_API_KEY", "pk_live_of_another");
    vi.stubEnv("STUDIO_API_URL", "https://another.test/api/v1");
    await new StudioClient({ apiKey: KEY, baseUrl: BASE, fetch }).materials.list();
    expect(requests.splice(0)).toEqual([`${BASE}/materials Bearer ${KEY}`]);
  });

  it.each([
    ["apiKey", "STUDIO_API_KEY", { baseUrl: BASE }],
    ["baseUrl", "STUDIO_API_URL", { apiKey: KEY }],
  ])("is refused without %s, with the option and the variable named", (option, variable, given) => {
    vi.stubEnv(variable, "");
    const make = () => new StudioClient(given);
    expect(make).toThrow(TypeError);
    expect(make).toThrow(`${option} is missing: give it as an option, or set the environment variable ${variable}`);
  });

  it("is refused in the same words on a platform without an environment, or one that may not be read", () => {
    const forbidden = {
      get env(): never {
        throw new Error("--allow-env");
      },
    };
    for (const platform of [undefined, {}, forbidden]) {
      vi.stubGlobal("process", platform);
      const refusal = attempt(() => new StudioClient({ baseUrl: BASE }));
      vi.unstubAllGlobals();
      expect(String(refusal)).toContain("set the environment variable STUDIO_API_KEY");
    }
  });
});

function attempt(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}
