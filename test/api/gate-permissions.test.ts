// Restricted keys and keys with an end: each permission at each operation, and an end by the clock alone.

import { evictDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import { orders } from "../../src/db/schema.ts";
import type { KeyPermission } from "../../src/domain/api-key.ts";
import { sectionOf } from "../../src/http/permitted-operations.ts";
import { sha256Hex } from "../../src/platform/sha256.ts";
import { gatesWith } from "./support/faulty-gates.ts";
import { orderOfBox, place } from "./support/orders.ts";
import { printingStudio } from "./support/requests.ts";
import { createStudio, fetchApi, readAnswer, type TestKey, type TestStudio } from "./support/studio.ts";

const HOUR = 3_600_000;

/** The restricted permissions that open each operation of the contract. Every operation opens to `all`. */
const OPERATIONS: Readonly<Record<string, readonly KeyPermission[]>> = {
  "GET /technologies": ["quotes", "read"],
  "GET /materials": ["quotes", "read"],
  "GET /materials/{id}": ["quotes", "read"],
  "GET /printing-qualities": ["quotes", "read"],
  "GET /printing-qualities/{id}": ["quotes", "read"],
  "GET /finishings": ["quotes", "read"],
  "GET /finishings/{id}": ["quotes", "read"],
  "GET /products": ["quotes", "read"],
  "GET /products/{id}": ["quotes", "read"],
  "GET /delivery/settings": ["quotes", "read"],
  "GET /me": ["quotes", "read"],
  "POST /models": ["quotes"],
  "GET /models/{modelId}/prices": ["quotes", "read"],
  "POST /slicing-jobs": ["quotes"],
  "GET /slicing-jobs/{jobId}": ["quotes", "read"],
  "POST /quotes": ["quotes"],
  "POST /orders": [],
  "GET /orders/{id}": ["read"],
  "GET /printers": ["read"],
  "POST /printers": [],
  "GET /printers/{id}": ["read"],
  "PATCH /printers/{id}": [],
  "DELETE /printers/{id}": [],
};

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly responses: Record<string, unknown> }>>>>;
}

async function operationsOfContract() {
  const { paths }: Document = await (await fetchApi("/openapi.json")).json();
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { responses }]) => ({
      name: `${method.toUpperCase()} ${path}`,
      path,
      responses,
    })),
  );
}

/** Asks an operation with a key; ids name nothing, and bodies are empty. */
async function ask(operation: string, key: TestKey, method?: string) {
  const [ownMethod = "", path = ""] = operation.split(" ");
  const init = { method: method ?? ownMethod };
  return fetchApi(path.replace(/\{\w+\}/, "1"), key.secret, init);
}

async function answerOf(operation: string, key: TestKey) {
  return readAnswer(await ask(operation, key));
}

/** The admitted requests of the studio's hour. */
async function usedOf(studio: TestStudio): Promise<number> {
  return (await studio.gate.use()).usedThisHour;
}

describe("every operation", () => {
  it("has a permission, and the contract names it", async () => {
    const operations = await operationsOfContract();
    expect(operations.map(({ name }) => name).sort()).toEqual(Object.keys(OPERATIONS).sort());
    expect(operations.filter(({ path }) => sectionOf(path) === undefined)).toEqual([]);
    for (const { name, responses } of operations) {
      const opensToAll = OPERATIONS[name]?.length === 2;
      const expected = opensToAll ? "#/components/responses/Forbidden" : "#/components/responses/Restricted";
      expect(responses[403], name).toEqual({ $ref: expected });
    }
  });

  it.each(["all", "quotes", "read"] as const)("opens to a key of the permission %s as declared", async (permission) => {
    const studio = await createStudio();
    const key = await studio.addKey("narrow", { permission });
    let admitted = 0;
    // Twice: the second request meets the isolate that remembers the first one's refusal.
    for (const operation of [...Object.keys(OPERATIONS), ...Object.keys(OPERATIONS)]) {
      const opens = permission === "all" || OPERATIONS[operation]?.includes(permission);
      const response = await ask(operation, key);
      const { errorCode } = (await response.json()) as { errorCode: string | null };
      if (opens) {
        admitted++;
        expect([200, 400, 404, 415], operation).toContain(response.status);
        expect(errorCode, operation).not.toBe("errors.keyRestricted");
        expect(response.headers.get("RateLimit"), operation).toContain(`r=${300 - admitted};`);
      } else {
        expect(response.status, operation).toBe(403);
        expect(errorCode, operation).toBe("errors.keyRestricted");
        expect(response.headers.get("RateLimit"), operation).toBeNull();
      }
    }
    expect(await usedOf(studio)).toBe(admitted);
  });

  it("opens to HEAD as to GET", async () => {
    const studio = await createStudio();
    const quotes = await studio.addKey("prices", { permission: "quotes" });
    const read = await studio.addKey("reports", { permission: "read" });
    expect((await ask("GET /printers", read, "HEAD")).status).toBe(200);
    expect((await ask("GET /printers", quotes, "HEAD")).status).toBe(403);
    expect((await ask("GET /materials", quotes, "HEAD")).status).toBe(200);
  });
});

describe("the refusal of a restricted key", () => {
  it("says the permission by RFC 6750, leaves errors null, and carries nothing of the handler's answer", async () => {
    const studio = await createStudio();
    const key = await studio.addKey("prices", { permission: "quotes" });
    const refused = await answerOf("GET /printers", key);
    expect(refused.body).toEqual({ data: null, metadata: null, errors: null, errorCode: "errors.keyRestricted" });
    expect(refused.headers.get("WWW-Authenticate")).toBe(
      'Bearer realm="studio-integration-api", error="insufficient_scope", error_description="The key\'s permission is quotes, which does not open this operation"',
    );
    expect([...refused.headers.keys()].sort()).toEqual(
      [...(await answerOf("POST /orders", key)).headers.keys()].sort(),
    );
  });

  it("runs no handler of the same kind again, while the key's own reads go on", async () => {
    const studio = await createStudio();
    const key = await studio.addKey("prices", { permission: "quotes" });
    expect((await answerOf("GET /printers", key)).status).toBe(403);
    const batch = vi.spyOn(env.DB, "batch");
    const session = vi.spyOn(env.DB, "withSession");
    expect((await answerOf("GET /printers", key)).status).toBe(403);
    expect((await answerOf("GET /orders/{id}", key)).status).toBe(403);
    expect(batch.mock.calls.length + session.mock.calls.length).toBe(0);
    expect((await answerOf("GET /materials", key)).status).toBe(200);
    expect(batch.mock.calls.length + session.mock.calls.length).toBeGreaterThan(0);
    vi.restoreAllMocks();
    // Another key of the studio meets nothing of it.
    expect((await answerOf("GET /printers", studio.key)).status).toBe(200);
  });

  it("comes after the plan, the revocation and the end, and before the hour", async () => {
    const studio = await createStudio();
    const key = await studio.addKey("prices", { permission: "quotes" });
    const codeOf = async () => (await answerOf("POST /orders", key)).body.errorCode;
    await studio.setPlan("basic");
    expect(await codeOf()).toBe("errors.planAccessRequired");
    await studio.setPlan("pro");
    expect(await codeOf()).toBe("errors.keyRestricted");
    await studio.setKeyEnd(key, Date.now());
    expect(await codeOf()).toBe("errors.unauthorized");
    await studio.setKeyEnd(key, null);
    await Promise.all(Array.from({ length: 300 }, () => ask("GET /me", studio.key).then((answer) => answer.text())));
    expect((await ask("GET /me", key)).status).toBe(429);
    expect(await codeOf()).toBe("errors.keyRestricted");
    await studio.revoke(key);
    expect(await codeOf()).toBe("errors.unauthorized");
  });

  it("is none at an address without an operation: 404, or 405 with Allow", async () => {
    const studio = await createStudio();
    for (const permission of ["quotes", "read"] as const) {
      const key = await studio.addKey(permission, { permission });
      expect((await answerOf("GET /nothing", key)).body.errorCode).toBe("errors.pathUnknown");
      expect((await answerOf("POST /orders/1/nothing", key)).body.errorCode).toBe("errors.pathUnknown");
      const wrongMethod = await answerOf("DELETE /orders/{id}", key);
      expect(wrongMethod.body.errorCode).toBe("errors.methodNotAllowed");
      expect(wrongMethod.headers.get("Allow")).toBe("GET, HEAD, OPTIONS");
    }
  });

  it("is none of a preflight", async () => {
    const studio = await createStudio();
    const key = await studio.addKey("reports", { permission: "read" });
    const headers = { Origin: "https://site.example", "Access-Control-Request-Method": "POST" };
    const preflight = await fetchApi("/orders", key.secret, { method: "OPTIONS", headers });
    expect(preflight.status).toBe(204);
    expect(await usedOf(studio)).toBe(0);
  });
});

describe("a key with an end", () => {
  const statusOf = async (key: TestKey) => (await ask("GET /me", key)).status;

  it("is admitted until its end and refused from it on, with no message to the gate, evicted or not", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const start = Date.now();
    const studio = await createStudio();
    const key = await studio.addKey("campaign", { expiresAt: start + HOUR });
    expect(await statusOf(key)).toBe(200);
    vi.setSystemTime(start + HOUR - 1);
    expect(await statusOf(key)).toBe(200);
    const told = await usedOf(studio);
    vi.setSystemTime(start + HOUR);
    for (const operation of ["GET /me", "POST /orders", "GET /orders/{id}"]) {
      const refused = await answerOf(operation, key);
      expect(refused.status, operation).toBe(401);
      expect(refused.body).toEqual({ data: null, metadata: null, errors: null, errorCode: "errors.unauthorized" });
      expect(refused.headers.get("WWW-Authenticate")).toBe(
        'Bearer realm="studio-integration-api", error="invalid_token", error_description="The key has expired"',
      );
      expect(refused.headers.get("RateLimit")).toBeNull();
    }
    // The first request was an hour ago.
    expect(await usedOf(studio)).toBe(told - 1);
    expect(await statusOf(studio.key)).toBe(200);
    await evictDurableObject(studio.gate);
    expect(await statusOf(key)).toBe(401);
    expect(await statusOf(studio.key)).toBe(200);
  });

  it("ends in an object that was evicted before its end, while D1 is down", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const start = Date.now();
    const studio = await createStudio();
    const key = await studio.addKey("campaign", { expiresAt: start + HOUR });
    expect(await statusOf(key)).toBe(200);
    await evictDurableObject(studio.gate);
    vi.spyOn(console, "error").mockImplementation(() => {});
    vi.spyOn(env.DB, "batch").mockRejectedValue(new Error("D1 is down"));
    vi.setSystemTime(start + HOUR);
    const refused = await answerOf("POST /orders", key);
    expect(refused.status).toBe(401);
    expect(refused.headers.get("WWW-Authenticate")).toContain("expired");
  });

  it("says nothing of its end once it is revoked", async () => {
    const studio = await createStudio();
    const key = await studio.addKey("campaign", { expiresAt: Date.now() });
    await studio.revoke(key);
    const refused = await answerOf("GET /me", key);
    expect(refused.status).toBe(401);
    expect(refused.headers.get("WWW-Authenticate")).not.toContain("expired");
  });

  it("is admitted again by the next request after its end was put off", async () => {
    const studio = await createStudio();
    const key = await studio.addKey("campaign", { expiresAt: Date.now() });
    expect(await statusOf(key)).toBe(401);
    await studio.setKeyEnd(key, Date.now() + HOUR);
    expect(await statusOf(key)).toBe(200);
  });

  it("is told its permission and its end by /me", async () => {
    const studio = await createStudio();
    const expiresAt = Date.now() + HOUR;
    const key = await studio.addKey("prices", { permission: "quotes", expiresAt });
    expect((await answerOf("GET /me", key)).body.data).toMatchObject({
      apiKeyName: "prices",
      apiKeyPermission: "quotes",
      apiKeyExpiresAt: new Date(expiresAt).toISOString(),
    });
    expect((await answerOf("GET /me", studio.key)).body.data).toMatchObject({
      apiKeyPermission: "all",
      apiKeyExpiresAt: null,
    });
  });
});

describe("a Worker of the version before, which names no operation and admits at an outcome that it does not know", () => {
  it("is told of an ended, a restricted and a test key that it is revoked, and admits a live one", async () => {
    const studio = await createStudio();
    const outcomeFor = async ({ secret }: TestKey) => {
      const request = { studioId: studio.id, keyHash: await sha256Hex(secret), attempt: crypto.randomUUID() };
      return (await studio.gate.admit(request)).outcome;
    };
    for (const row of [{ expiresAt: Date.now() }, { permission: "quotes" }, { kind: "test" }] as const) {
      expect(await outcomeFor(await studio.addKey(Object.keys(row).join(), row))).toBe("key_revoked");
    }
    expect(await usedOf(studio)).toBe(0);
    expect(await outcomeFor(studio.key)).toBe("admitted");
  });
});

describe("a gate of the version before, which admits without a word of the key", () => {
  it("is asked again later, and no order is placed", async () => {
    const { studio, ...ids } = await printingStudio();
    const before = gatesWith("admit", async (call) => {
      const { key: _, ...admission } = Object(await call());
      return admission;
    });
    const met = studio.meeting({ STUDIO_GATE: before.namespace });
    const refused = await place(met, orderOfBox(ids));
    expect(refused.status).toBe(503);
    expect(refused.headers.get("Retry-After")).not.toBeNull();
    expect((await met.answer("/me")).status).toBe(503);
    expect(await studio.db.select(orders)).toEqual([]);
  });
});
