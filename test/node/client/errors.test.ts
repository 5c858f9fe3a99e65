// Errors of the client: a class for each status, a message that helps, and never the key.

import { inspect } from "node:util";
import { afterEach, describe, expect, it, vi } from "vitest";
import {
  AccessError,
  AuthenticationError,
  ConflictError,
  IdempotencyKeyReusedError,
  MethodNotAllowedError,
  NotFoundError,
  PayloadTooLargeError,
  RateLimitError,
  ServerError,
  StudioApiError,
  StudioClient,
  StudioError,
  UnavailableError,
  UnsupportedMediaTypeError,
  ValidationError,
} from "../../../client/src/index.ts";
import { answer, KEY, refusal, ScriptedService } from "./scripted-service.ts";

const CLASSES = {
  AccessError,
  AuthenticationError,
  ConflictError,
  IdempotencyKeyReusedError,
  MethodNotAllowedError,
  NotFoundError,
  PayloadTooLargeError,
  RateLimitError,
  ServerError,
  UnavailableError,
  UnsupportedMediaTypeError,
  ValidationError,
};

afterEach(() => {
  vi.unstubAllGlobals();
});

async function errorOf(response: Response): Promise<unknown> {
  const { studio } = new ScriptedService([response], { retries: 0 });
  return studio.materials.list().then(
    (data) => expect.unreachable(`answered ${JSON.stringify(data)}`),
    (error: unknown) => error,
  );
}

describe("a refused request", () => {
  it.each([
    [400, "ValidationError"],
    [401, "AuthenticationError"],
    [403, "AccessError"],
    [404, "NotFoundError"],
    [405, "MethodNotAllowedError"],
    [409, "ConflictError"],
    [413, "PayloadTooLargeError"],
    [415, "UnsupportedMediaTypeError"],
    [422, "IdempotencyKeyReusedError"],
    [429, "RateLimitError"],
    [500, "ServerError"],
    [503, "UnavailableError"],
  ] as const)("with %i is a %s", async (status, name) => {
    const error = await errorOf(refusal(status, "errors.some", null, { "X-Other": "1" }));
    expect(error).toBeInstanceOf(CLASSES[name]);
    expect(error).toBeInstanceOf(StudioApiError);
    expect(error).toBeInstanceOf(StudioError);
    expect(error).toMatchObject({ name, status, errorCode: "errors.some", requestId: "request-7" });
    expect(error).toMatchObject({
      rateLimit: { limit: 300, remaining: 12, secondsUntilFree: 34, windowSeconds: 3600 },
    });
    expect(error instanceof StudioApiError && error.headers.get("X-Other")).toBe("1");
  });

  it("names every field with its sentences, and the request", async () => {
    const errors = {
      "items.0.materialId": ["is required"],
      "models[]": ['"a.txt" is no model', "must be one file per item"],
    };
    const error = await errorOf(refusal(400, "errors.validationFailed", errors));
    expect(error).toMatchObject({
      errors,
      message:
        'GET /materials answered 400 errors.validationFailed: items.0.materialId: is required; models[]: "a.txt" is no model, ' +
        "must be one file per item (request request-7)",
    });
  });

  it.each([
    [
      refusal(401, "errors.unauthorized", null, {
        "WWW-Authenticate": 'Bearer realm="studio", error="invalid_token", error_description="the key was revoked"',
      }),
      "401 errors.unauthorized: the key was revoked",
    ],
    [refusal(401, "errors.unauthorized"), "nobody has this API key"],
    [refusal(403, "errors.planAccessRequired"), "Pro and Enterprise"],
    [refusal(403, "errors.httpsRequired"), "https"],
    [refusal(404, "errors.pathUnknown"), "check baseUrl"],
    [new Response("<h1>Not found</h1>", { status: 404 }), "404: not an answer of the API: check baseUrl"],
    [new Response("<h1>Welcome</h1>"), "200: not an answer of the API: check baseUrl"],
    [refusal(429, "errors.some"), "one more request is free in 34 seconds"],
  ])("says what to do: %#", async (response, words) => {
    expect(await errorOf(response)).toMatchObject({ message: expect.stringContaining(words) });
  });

  it("says nothing of the key", async () => {
    const service = new ScriptedService([refusal(401, "errors.unauthorized"), "lost"], { retries: 0 });
    for (let call = 0; call < 2; call++) {
      const error = await service.studio.me().catch((error: Error) => error);
      expect(inspect(error, { depth: 9, showHidden: true }) + JSON.stringify(error)).not.toContain(KEY);
    }
    expect(inspect(service.studio, { depth: 9, showHidden: true })).not.toContain(KEY);
  });
});

describe("the client", () => {
  const settings = { apiKey: KEY, baseUrl: "https://api.test/api/v1" };

  it.each(["", "pk_live_short", `${KEY}\u0000`, `Bearer ${KEY}`])("refuses a key that cannot be one: %j", (apiKey) => {
    let error: unknown;
    try {
      new StudioClient({ ...settings, apiKey });
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(TypeError);
    expect(String(error)).toContain("apiKey must be pk_live_ and 64 letters or digits");
    expect(String(error)).not.toContain("a1a1");
  });

  it("takes a key as a file or the environment has it, with a line break", () => {
    expect(() => new StudioClient({ ...settings, apiKey: `${KEY}\n` })).not.toThrow();
  });

  it("refuses an address without its scheme", () => {
    expect(() => new StudioClient({ ...settings, baseUrl: "api.test/api/v1" })).toThrow("baseUrl must be");
  });

  it("refuses to run in a web page, unless it is told that the key may be seen", () => {
    vi.stubGlobal("window", {});
    vi.stubGlobal("document", {});
    expect(() => new StudioClient(settings)).toThrow("An API key does not belong in a web page");
    expect(() => new StudioClient({ ...settings, exposeKeyInBrowser: true })).not.toThrow();
  });

  it("asks for the sentences of errors in its language", async () => {
    const service = new ScriptedService([answer(200, [])], { language: "uk" });
    await service.studio.materials.list();
    expect(service.seen[0]?.headers.get("Accept-Language")).toBe("uk");
  });

  it("does not mind a slash at the end of the address", async () => {
    const service = new ScriptedService([answer(200, [])], { baseUrl: "https://api.test/api/v1/" });
    await service.studio.materials.list();
    expect(service.requests).toEqual(["GET /materials"]);
  });

  it("knows what is left of the hour, as the last answer said", async () => {
    const later = { RateLimit: '"hourly";r=11;t=0' };
    const service = new ScriptedService([answer(200, []), answer(200, [], later)]);
    expect(service.studio.rateLimit).toBeUndefined();
    await service.studio.materials.list();
    expect(service.studio.rateLimit).toEqual({ limit: 300, remaining: 12, secondsUntilFree: 34, windowSeconds: 3600 });
    await service.studio.materials.list();
    expect(service.studio.rateLimit?.remaining).toBe(11);
  });
});
