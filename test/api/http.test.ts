// HTTP promises of every path: envelope, request id, CORS, methods, and the documentation.

import { exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { createStudio, fetchApi } from "./support/studio.ts";

describe("every response", () => {
  const OWN_ID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

  it.each(["0b9c7c1e-6f0e-4f0c-9f61-6d1f7f6a2d10", "4bf92f3577b34da6a3ce929d0e0e4736", "00F067AA0BA902B7"])(
    "has the client's own X-Request-Id if it can mean nothing else: %s",
    async (sent) => {
      for (const url of ["https://studio.example/api/v1/me", "https://panel.example/panel/sign-in"]) {
        const answer = await exports.default.fetch(url, { headers: { "X-Request-Id": sent } });
        expect(answer.headers.get("X-Request-Id"), url).toBe(sent);
      }
    },
  );

  it.each(["380501234567", "4111111111111111", "lesia-ukrainka", `pk_live_${"a1".repeat(32)}`, "a".repeat(65), "beef"])(
    "has an X-Request-Id of the service's own in place of %s",
    async (sent) => {
      for (const url of ["https://studio.example/api/v1/me", "https://panel.example/panel/sign-in"]) {
        const answer = await exports.default.fetch(url, { headers: { "X-Request-Id": sent } });
        expect(answer.headers.get("X-Request-Id"), url).toMatch(OWN_ID);
      }
    },
  );

  it("has an X-Request-Id if the client sent none", async () => {
    const studio = await createStudio();
    for (const response of [
      await fetchApi("/technologies"),
      await studio.fetch("/nothing"),
      await exports.default.fetch("https://studio.example/elsewhere"),
    ]) {
      expect(response.headers.get("X-Request-Id")).toMatch(OWN_ID);
    }
  });

  it("has the envelope, outside the API too", async () => {
    const response = await exports.default.fetch("https://studio.example/elsewhere");
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({
      data: null,
      metadata: null,
      errors: null,
      errorCode: "errors.pathUnknown",
    });
  });
});

describe("a studio's data", () => {
  it("is kept by no cache and taken for no other type, refusals included", async () => {
    const studio = await createStudio();
    for (const response of [
      await studio.fetch("/me"),
      await studio.fetch("/orders/1"),
      await studio.fetch("/printers", { method: "POST", body: "{" }),
      await fetchApi("/me"),
      await exports.default.fetch("https://studio.example/files/x"),
      await exports.default.fetch("https://studio.example/elsewhere"),
    ]) {
      expect(response.headers.get("Cache-Control"), response.url).toBe("no-store");
      expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
      await response.body?.cancel();
    }
  });
});

describe("CORS", () => {
  it("answers a preflight for any origin, without a key, credentials or quota", async () => {
    const studio = await createStudio();
    for (let times = 0; times < 3; times++) {
      const preflight = await fetchApi("/orders", undefined, {
        method: "OPTIONS",
        headers: {
          Origin: "https://shop.example",
          "Access-Control-Request-Method": "POST",
          "Access-Control-Request-Headers": "authorization, idempotency-key, prefer",
        },
      });
      expect(preflight.status).toBe(204);
      expect(preflight.headers.get("Access-Control-Allow-Origin")).toBe("*");
      expect(preflight.headers.get("Access-Control-Allow-Credentials")).toBeNull();
      expect(preflight.headers.get("Access-Control-Allow-Methods")).toContain("PATCH");
      const allowed = preflight.headers.get("Access-Control-Allow-Headers")?.toLowerCase();
      for (const header of ["authorization", "content-type", "idempotency-key", "prefer"])
        expect(allowed).toContain(header);
    }
    const first = await studio.fetch("/technologies", { headers: { Origin: "https://shop.example" } });
    expect(first.headers.get("RateLimit")).toContain("r=299");
    expect(first.headers.get("Access-Control-Allow-Origin")).toBe("*");
    const exposed = first.headers.get("Access-Control-Expose-Headers");
    for (const header of ["Location", "Retry-After", "RateLimit", "X-Request-Id"]) expect(exposed).toContain(header);
  });

  it("lets a browser read refusals too", async () => {
    const refused = await fetchApi("/technologies", undefined, { headers: { Origin: "https://shop.example" } });
    expect(refused.status).toBe(401);
    expect(refused.headers.get("Access-Control-Allow-Origin")).toBe("*");
  });
});

describe("methods", () => {
  it.each([
    ["DELETE", "/materials", "GET, HEAD, OPTIONS"],
    ["PUT", "/orders", "OPTIONS, POST"],
    ["GET", "/orders", "OPTIONS, POST"],
    ["POST", "/orders/1", "GET, HEAD, OPTIONS"],
  ])("answers 405 and Allow for %s %s", async (method, path, allow) => {
    const studio = await createStudio();
    const answer = await studio.answer(path, { method });
    expect(answer.status).toBe(405);
    expect(answer.body.errorCode).toBe("errors.methodNotAllowed");
    expect(answer.headers.get("Allow")).toBe(allow);
    expect(answer.headers.get("RateLimit")).toContain("r=299");
  });

  it.each([
    [403, { plan: "basic" }],
    [401, {}],
  ] as const)("answers every path alike to a refused request: %d", async (status, row) => {
    const studio = await createStudio(row);
    if (status === 401) await studio.revoke(studio.key);
    for (const [method, path] of [
      ["GET", "/orders"],
      ["GET", "/nothing"],
      ["GET", "/me"],
      ["POST", "/quotes"],
    ] as const) {
      const answer = await studio.answer(path, { method });
      expect(answer.status, `${method} ${path}`).toBe(status);
      expect(answer.headers.get("Allow")).toBeNull();
      expect(answer.headers.get("RateLimit")).toBeNull();
      expect(answer.headers.get("X-Request-Id")).toBeTruthy();
      expect(answer.body.data).toBeNull();
    }
  });

  it("answers HEAD as GET without a body", async () => {
    const studio = await createStudio();
    const response = await studio.fetch("/technologies", { method: "HEAD" });
    expect(response.status).toBe(200);
    expect(await response.text()).toBe("");
  });
});

describe("GET /openapi.json", () => {
  it("is one document for every Host", async () => {
    const ask = async (host: string) => (await exports.default.fetch(`https://${host}/api/v1/openapi.json`)).text();
    const [first, second] = [await ask("one.example"), await ask("two.example")];
    expect(first).toBe(second);
    expect(first).not.toContain("one.example");
  });

  it("describes every operation in OpenAPI 3.1, without a key", async () => {
    const response = await fetchApi("/openapi.json");
    expect(response.status).toBe(200);
    expect(response.headers.get("Access-Control-Allow-Origin")).toBe("*");
    const document = await response.json<{
      openapi: string;
      servers: { url: string }[];
      paths: Record<string, Record<string, { responses: Record<string, unknown>; requestBody?: { content: object } }>>;
      components: { schemas: Record<string, unknown> };
    }>();
    expect(document.openapi).toBe("3.1.0");
    expect(document.servers).toMatchObject([{ url: "/api/v1" }]);
    for (const path of [
      "/technologies",
      "/materials",
      "/printing-qualities",
      "/finishings",
      "/products",
      "/me",
      "/orders/{id}",
    ]) {
      expect(document.paths[path]?.get, path).toBeDefined();
      expect(Object.keys(document.paths[path]?.get?.responses ?? {})).toEqual(
        expect.arrayContaining(["200", "401", "403", "429", "503"]),
      );
    }
    const order = document.paths["/orders"]?.post;
    expect(Object.keys(order?.responses ?? {})).toEqual(
      expect.arrayContaining(["201", "202", "400", "404", "409", "413", "415", "422"]),
    );
    const { schema } = Object.values(order?.requestBody?.content ?? {})[0] as {
      schema: { properties: object; required: string[] };
    };
    expect(Object.keys(schema.properties)).toEqual(
      expect.arrayContaining(["models[]", "items", "customerFirstName", "deliveryNpServiceType"]),
    );
    expect(document.components.schemas.ItemChoice).toBeDefined();
    expect(schema.required).toEqual(expect.arrayContaining(["items", "customerFirstName", "customerPhoneNumber"]));
    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining(["Material", "Order", "Quote", "CostBreakdown", "SlicingJob"]),
    );
  });
});
