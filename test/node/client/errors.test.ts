// Errors of the client: a class for each status, a message that helps, and never the key.

import { inspect } from "node:util";
import { describe, expect, it, vi } from "vitest";
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
import { answer, job, KEY, refusal, ScriptedService } from "./scripted-service.ts";

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
    [refusal(401, "errors.unauthorized"), "no studio has this API key"],
    [refusal(403, "errors.planAccessRequired"), "Pro and Enterprise"],
    [refusal(403, "errors.httpsRequired"), "https"],
    [refusal(404, "errors.pathUnknown"), "check baseUrl"],
    [new Response("<h1>Not found</h1>", { status: 404 }), "404: not an answer of the API: check baseUrl"],
    [new Response("<h1>Welcome</h1>"), "200: not an answer of the API: check baseUrl"],
    [
      Response.redirect("https://elsewhere.test/api/v1/materials", 308),
      "redirects to https://elsewhere.test/api/v1/mat",
    ],
    [refusal(429, "errors.some"), "one more request is free in 34 seconds"],
  ])("advises the caller: %#", async (response, words) => {
    expect(await errorOf(response)).toMatchObject({ message: expect.stringContaining(words) });
  });

  it("has no advice if its code only looks like one", async () => {
    expect(await errorOf(refusal(400, "constructor"))).toMatchObject({
      message: "GET /materials answered 400 constructor (request request-7)",
    });
  });

  it.each([["a text"], [["a list"]], [{ field: "a text" }], [{ field: null }]])(
    "has no fields if they are not as the contract says: %j",
    async (errors) => {
      const body = { data: null, metadata: null, errors, errorCode: "errors.validationFailed" };
      const error = await errorOf(Response.json(body, { status: 400 }));
      expect(error).toBeInstanceOf(ValidationError);
      expect(error).toMatchObject({ errors: {} });
    },
  );

  it("says nothing of a key that the answer repeats", async () => {
    const headers = { "WWW-Authenticate": `Bearer error_description="no ${KEY}"` };
    for (const errors of [{ Authorization: [`"${KEY}" is wrong`], [KEY]: ["is wrong"] }, null]) {
      const error = await errorOf(refusal(400, `errors.${KEY}`, errors, headers));
      expect(String(error) + JSON.stringify(error)).not.toContain(KEY);
      expect(String(error)).toContain("pk_live_…");
    }
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

describe("an answer that is not as the contract says", () => {
  const choice = { modelId: "mdl_1", materialId: 1, printingQualityId: 1 };
  const customer = {
    customerFirstName: "Л",
    customerLastName: "У",
    customerPhoneNumber: "+380",
    customerEmail: "l@u.ua",
  };

  it.each([
    [202, null],
    [202, {}],
    [202, { jobId: ".." }],
    [201, null],
  ])("is an error that names request and key: %i with %j", async (status, data) => {
    const service = new ScriptedService([answer(status, data, { "X-Request-Id": "request-8" })]);
    const order = { items: [choice], ...customer };
    const error = await service.studio.orders.create(order, { idempotencyKey: "cart-7" }).catch((error) => error);
    expect(error).toBeInstanceOf(StudioError);
    expect(error).toMatchObject({
      message: `POST /orders answered ${status}: the answer is not as the contract says (request request-8)`,
      requestId: "request-8",
      idempotencyKey: "cart-7",
    });
    expect(service.seen).toHaveLength(1);
  });

  it.each([{ items: null }, { items: undefined }, { items: [null] }])("is an error of a job with %j", async (items) => {
    const service = new ScriptedService([job("failed", items)]);
    const error = await service.studio.slicingJobs.wait("job-1").catch((error) => error);
    expect(error).toBeInstanceOf(StudioError);
    expect(error).toMatchObject({ message: expect.stringContaining("the answer is not as the contract says") });
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

  it.each(["https://user:secret@api.test/api/v1", "https://api.test/api/v1?version=1", "https://api.test/api/v1#top"])(
    "refuses an address that is more than one, and does not repeat it: %s",
    (baseUrl) => {
      expect(() => new StudioClient({ ...settings, baseUrl })).toThrow(
        /^(?!.*secret)baseUrl must be .* without user, \? and #/,
      );
    },
  );

  it.each(["", ".", ".."])("refuses the id %j, which would be another path", async (id) => {
    const service = new ScriptedService([]);
    const calls = [service.studio.models.prices(id, { printingQualityIds: [1] }), service.studio.slicingJobs.get(id)];
    for (const call of calls) await expect(call).rejects.toThrow(/^(modelId|jobId) must be an id/);
    expect(service.seen).toEqual([]);
  });

  it("follows no redirect: its requests are for its own address", async () => {
    const service = new ScriptedService([answer(200, [])]);
    await service.studio.materials.list();
    expect(service.seen[0]?.redirect).toBe("manual");
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

  it("knows the rest of the hour from the last answer", async () => {
    const later = { RateLimit: '"hourly";r=11;t=0' };
    const service = new ScriptedService([answer(200, []), answer(200, [], later)]);
    expect(service.studio.rateLimit).toBeUndefined();
    await service.studio.materials.list();
    expect(service.studio.rateLimit).toEqual({ limit: 300, remaining: 12, secondsUntilFree: 34, windowSeconds: 3600 });
    await service.studio.materials.list();
    expect(service.studio.rateLimit?.remaining).toBe(11);
  });
});
