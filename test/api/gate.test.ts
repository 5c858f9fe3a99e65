// The gate: which requests pass, how soon a revocation or plan change holds, and the exact hourly limit.

import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createApiKey } from "../../src/gate/api-key.ts";
import { sha256Hex } from "../../src/platform/sha256.ts";
import { createStudio, fetchApi, readAnswer, type TestStudio } from "./support/studio.ts";

const HOUR = 3_600_000;

afterEach(() => void vi.useRealTimers());

function turnClockTo(moment: number): void {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(moment);
}

/** Sends `count` requests at once, with the keys in turn, and returns their statuses. */
async function flood(keys: readonly string[], count: number): Promise<number[]> {
  const requests = Array.from({ length: count }, (_, index) => fetchApi("/technologies", keys[index % keys.length]));
  const responses = await Promise.all(requests);
  await Promise.all(responses.map((response) => response.arrayBuffer()));
  return responses.map((response) => response.status);
}

/** Asks the gate itself `count` times, to begin a test with an hour that is partly used. Returns the number that it admits. */
async function admitted(studio: TestStudio, count: number): Promise<number> {
  const keyHash = await sha256Hex(studio.key.secret);
  return runInDurableObject(studio.gate, async (gate) => {
    const admissions = [];
    for (let index = 0; index < count; index++) {
      admissions.push(await gate.admit({ studioId: studio.id, keyHash, attempt: crypto.randomUUID() }));
    }
    return admissions.filter(({ outcome }) => outcome === "admitted").length;
  });
}

const admittedOf = (statuses: number[]) => statuses.filter((status) => status === 200).length;
const statusOf = async (studio: TestStudio) => (await studio.fetch("/technologies")).status;

describe("access", () => {
  it.each([
    ["no Authorization header", undefined, "errors.authorizationMissing"],
    ["an empty Authorization header", "", "errors.authorizationMissing"],
    ["another scheme", "Basic cGtfbGl2ZTo=", "errors.authorizationMalformed"],
    ["an empty bearer token", "Bearer ", "errors.authorizationMalformed"],
    ["a key without the word Bearer", `pk_live_${"a".repeat(64)}`, "errors.authorizationMalformed"],
    ["a key without its prefix", `Bearer ${"a".repeat(72)}`, "errors.authorizationMalformed"],
    ["a key that is too short", `Bearer pk_live_${"a".repeat(63)}`, "errors.authorizationMalformed"],
    ["an unknown key of the first form", `Bearer pk_live_${"a".repeat(64)}`, "errors.unauthorized"],
  ])("answers 401 for %s, and says so by its code", async (_, authorization, errorCode) => {
    const headers: HeadersInit = authorization === undefined ? {} : { Authorization: authorization };
    const answer = await readAnswer(await fetchApi("/technologies", undefined, { headers }));
    expect(answer.status).toBe(401);
    expect(answer.body).toEqual({ data: null, metadata: null, errors: null, errorCode });
    expect(answer.headers.get("RateLimit")).toBeNull();
  });

  it.each([
    // RFC 6750, 3.1: a request without credentials is told no error code.
    [undefined, /^Bearer realm="studio-integration-api", error_description="[^"]+"$/],
    [
      "Basic cGtfbGl2ZTo=",
      /^Bearer realm="studio-integration-api", error="invalid_request", error_description="[^"]+"$/,
    ],
    [
      `Bearer pk_live_${"a".repeat(64)}`,
      /^Bearer realm="studio-integration-api", error="invalid_token", error_description="[^"]+"$/,
    ],
  ])("challenges the Authorization %s by RFC 6750", async (authorization, challenge) => {
    const headers: HeadersInit = authorization === undefined ? {} : { Authorization: authorization };
    const answer = await readAnswer(await fetchApi("/technologies", undefined, { headers }));
    expect(answer.headers.get("WWW-Authenticate")).toMatch(challenge);
  });

  it("answers 401 for an unknown path without a key, and 404 with one", async () => {
    expect((await fetchApi("/nothing-here")).status).toBe(401);
    const studio = await createStudio();
    const answer = await studio.answer("/nothing-here");
    expect(answer.status).toBe(404);
    expect(answer.body).toMatchObject({ errors: null, errorCode: "errors.pathUnknown" });
    expect(answer.headers.get("RateLimit")).toBe('"hourly";r=299;t=3600');
  });

  it.each(["free", "basic"] as const)("answers 403 on the %s plan, even for a revoked key", async (plan) => {
    const studio = await createStudio({ plan });
    const answer = await studio.answer("/technologies");
    expect(answer.status).toBe(403);
    expect(answer.body.errorCode).toBe("errors.planAccessRequired");
    await studio.revoke(studio.key);
    expect(await statusOf(studio)).toBe(403);
  });

  it("answers 401 for a revoked key with the very next request, and still admits the studio's other keys", async () => {
    const studio = await createStudio();
    const other = await studio.addKey();
    expect(await statusOf(studio)).toBe(200);
    await studio.revoke(studio.key);
    const refused = await studio.answer("/technologies");
    expect(refused.status).toBe(401);
    expect(refused.body.data).toBeNull();
    expect((await fetchApi("/technologies", other.secret)).status).toBe(200);
  });

  it("refuses a read with the request's id, and with no header of the answer that was made beside the refusal", async () => {
    const studio = await createStudio();
    const admitted = await studio.fetch("/materials");
    expect(admitted.headers.has("ETag")).toBe(true);
    await studio.revoke(studio.key);
    const refusal = await studio.fetch("/materials", {
      headers: { "X-Request-Id": "4bf92f3577b34da6a3ce929d0e0e4736" },
    });
    expect(refusal.status).toBe(401);
    expect(refusal.headers.get("X-Request-Id")).toBe("4bf92f3577b34da6a3ce929d0e0e4736");
    expect(refusal.headers.has("ETag")).toBe(false);
  });

  it("applies a plan change to the very next request, in both directions", async () => {
    const studio = await createStudio({ plan: "pro" });
    expect(await statusOf(studio)).toBe(200);
    await studio.setPlan("basic");
    expect(await statusOf(studio)).toBe(403);
    await studio.setPlan("enterprise");
    const answer = await studio.answer("/technologies");
    expect(answer.status).toBe(200);
    expect(answer.headers.get("RateLimit-Policy")).toBe('"hourly";q=2000;w=3600');
  });

  it("answers 401 for a key of its own making that no studio has, and for one of a studio that is gone", async () => {
    const studio = await createStudio();
    expect(await statusOf(studio)).toBe(200);
    for (const studioId of [studio.id, 10_000_000]) {
      const unknown = await createApiKey(env.LINK_SECRET, studioId, "eeur");
      for (const path of ["/me", "/orders/1"]) {
        const refused = await readAnswer(await fetchApi(path, unknown));
        expect(refused.status).toBe(401);
        expect(refused.body).toEqual({ data: null, metadata: null, errors: null, errorCode: "errors.unauthorized" });
      }
    }
    const other = await createStudio({ plan: "free" });
    expect((await fetchApi("/me", await createApiKey(env.LINK_SECRET, other.id, "eeur"))).status).toBe(401);
  });

  it("reads plan and keys once for all requests that wait for them", async () => {
    const studio = await createStudio();
    const batch = vi.spyOn(env.DB, "batch");
    expect(admittedOf(await flood([studio.key.secret], 50))).toBe(50);
    expect(batch).toHaveBeenCalledOnce();
    batch.mockRestore();
  });

  it("answers 503 while D1 cannot be read for a studio that it was never told of, and admits it as soon as it can", async () => {
    const studio = await createStudio();
    const logged = vi.spyOn(console, "error").mockImplementation(() => {});
    const batch = vi.spyOn(env.DB, "batch").mockRejectedValue(new Error("D1 is down"));
    const answer = await studio.answer("/technologies");
    expect(answer.status).toBe(503);
    expect(answer.body.errorCode).toBe("errors.overloaded");
    expect(answer.headers.get("Retry-After")).toBeTruthy();
    batch.mockRestore();
    logged.mockRestore();
    expect(await statusOf(studio)).toBe(200);
  });
});

describe("the last use of a key", () => {
  const storedUses = (studio: TestStudio) =>
    runInDurableObject(studio.gate, (_, { storage }) => {
      return storage.sql.exec<{ key_id: number; at: number }>("SELECT key_id, at FROM last_uses").toArray();
    });

  it("is known to the moment, and stored once a minute at most", async () => {
    const studio = await createStudio();
    const start = Date.now();
    for (const seconds of [0, 30, 59, 60, 90]) {
      turnClockTo(start + seconds * 1000);
      expect(await statusOf(studio)).toBe(200);
      expect((await studio.gate.use()).lastUsedAt).toEqual(new Map([[studio.key.id, start + seconds * 1000]]));
      const storedAt = seconds < 60 ? start : start + 60_000;
      expect(await storedUses(studio)).toEqual([{ key_id: studio.key.id, at: storedAt }]);
    }
    await evictDurableObject(studio.gate);
    expect((await studio.gate.use()).lastUsedAt).toEqual(new Map([[studio.key.id, start + 60_000]]));
  });
});

describe("the hourly limit", () => {
  it("admits exactly 300 of 1,000 concurrent requests over several keys of a Pro studio", async () => {
    const studio = await createStudio();
    const keys = [studio.key.secret, (await studio.addKey()).secret, (await studio.addKey()).secret];
    const statuses = await flood(keys, 1000);
    expect(admittedOf(statuses)).toBe(300);
    expect(statuses.filter((status) => status === 429)).toHaveLength(700);
  });

  it("admits exactly 2,000 of an Enterprise studio", async () => {
    const studio = await createStudio({ plan: "enterprise" });
    expect(await admitted(studio, 1900)).toBe(1900);
    expect(admittedOf(await flood([studio.key.secret], 200))).toBe(100);
  });

  it("keeps its count when the Durable Object is evicted", async () => {
    const studio = await createStudio();
    expect(await admitted(studio, 200)).toBe(200);
    await evictDurableObject(studio.gate);
    expect(admittedOf(await flood([studio.key.secret], 200))).toBe(100);
    await evictDurableObject(studio.gate);
    expect(await statusOf(studio)).toBe(429);
  });

  it("admits request 301 as soon as the first is 3,600 seconds old, and not before", async () => {
    const studio = await createStudio();
    const start = Date.now();
    turnClockTo(start);
    expect(await statusOf(studio)).toBe(200);
    turnClockTo(start + 10_000);
    expect(await admitted(studio, 299)).toBe(299);

    turnClockTo(start + HOUR - 1);
    const refused = await studio.fetch("/technologies");
    expect(refused.status).toBe(429);
    expect(refused.headers.get("RateLimit")).toBe('"hourly";r=0;t=1');
    turnClockTo(start + HOUR);
    expect(await statusOf(studio)).toBe(200);
    expect(await statusOf(studio)).toBe(429);

    await evictDurableObject(studio.gate);
    turnClockTo(start + 10_000 + HOUR);
    expect(await admitted(studio, 250)).toBe(250);
    expect(admittedOf(await flood([studio.key.secret], 100))).toBe(49);
  });

  it("never admits more than the limit in any span of an hour, by any clock", async () => {
    const studio = await createStudio();
    const start = Date.now();
    const admittedAt: number[] = [];
    for (const offset of [0, 600_000, 300_000, 1_800_000, 3_600_001, 3_500_000, 4_200_001, 5_400_002, 7_200_003]) {
      turnClockTo(start + offset);
      const count = await admitted(studio, 120);
      // For the gate, a clock that steps back stands still.
      const moment = Math.max(start + offset, admittedAt.at(-1) ?? 0);
      admittedAt.push(...Array.from({ length: count }, () => moment));
    }
    for (const [index, moment] of admittedAt.entries()) {
      const later = admittedAt[index + 300];
      if (later !== undefined) expect(later - moment).toBeGreaterThanOrEqual(HOUR);
    }
    expect(admittedAt.length).toBeGreaterThan(600);
  });

  it("is not moved by a clock that was wrong for a moment, unless a request was admitted by it", async () => {
    const studio = await createStudio({ plan: "enterprise" });
    const start = Date.now();
    turnClockTo(start);
    expect(await admitted(studio, 200)).toBe(200);
    turnClockTo(start + 60_000);
    expect(await admitted(studio, 400)).toBe(400);
    await studio.setPlan("pro");
    turnClockTo(start + HOUR);
    expect((await studio.gate.use()).usedThisHour).toBe(400);
    expect(await statusOf(studio)).toBe(429);
    turnClockTo(start + 60_001);
    expect((await studio.gate.use()).usedThisHour).toBe(600);
    await studio.setPlan("enterprise");
    expect((await studio.fetch("/technologies")).headers.get("RateLimit")).toBe('"hourly";r=1399;t=3540');
  });

  it("tells the seconds until a place is free by the clock that has stepped back", async () => {
    const studio = await createStudio();
    const start = Date.now();
    turnClockTo(start);
    expect(await admitted(studio, 300)).toBe(300);
    turnClockTo(start - 90_000);
    expect((await studio.fetch("/technologies")).headers.get("RateLimit")).toBe('"hourly";r=0;t=3690');
    turnClockTo(start + HOUR - 1);
    expect(await statusOf(studio)).toBe(429);
    turnClockTo(start + HOUR);
    expect(await statusOf(studio)).toBe(200);
  });

  it("counts admitted requests, with 400 and 404 among them, and no refused ones", async () => {
    const studio = await createStudio();
    const other = await studio.addKey();
    await studio.revoke(other);
    expect((await fetchApi("/technologies", other.secret)).status).toBe(401);
    expect((await studio.fetch("/nothing")).status).toBe(404);
    const faulty = { method: "POST", body: "{}", headers: { "Content-Type": "application/json" } };
    expect((await studio.fetch("/printers", faulty)).status).toBe(400);
    const { headers } = await studio.fetch("/technologies");
    expect(headers.get("RateLimit")).toMatch(/^"hourly";r=297;t=(3600|35\d\d)$/);
    await studio.setPlan("basic");
    expect(await statusOf(studio)).toBe(403);
    await studio.setPlan("pro");
    expect((await studio.fetch("/technologies")).headers.get("RateLimit")).toMatch(/r=296;/);
  });

  it("answers 429 without querying D1 for a studio over its limit, and admits it at once when the limit is raised", async () => {
    const studio = await createStudio();
    const start = Date.now();
    turnClockTo(start);
    expect(await admitted(studio, 300)).toBe(300);
    expect((await studio.fetch("/materials")).status).toBe(429);
    const batch = vi.spyOn(env.DB, "batch");
    expect((await studio.fetch("/materials")).status).toBe(429);
    expect(batch).not.toHaveBeenCalled();
    await studio.setPlan("enterprise");
    expect((await studio.fetch("/materials")).status).toBe(200);
    batch.mockRestore();
  });

  it("answers 429 with the body of specification 4.5, the limit's headers and no Retry-After", async () => {
    const studio = await createStudio();
    expect(await admitted(studio, 300)).toBe(300);
    const response = await studio.fetch("/materials");
    expect(response.status).toBe(429);
    expect(await response.json()).toEqual({ error: "API rate limit exceeded for this studio's plan" });
    expect(response.headers.get("RateLimit-Policy")).toBe('"hourly";q=300;w=3600');
    expect(response.headers.get("RateLimit")).toMatch(/^"hourly";r=0;t=(3600|35\d\d)$/);
    expect(response.headers.get("Retry-After")).toBeNull();
    expect(response.headers.get("X-Request-Id")).toBeTruthy();
    expect(response.headers.get("Access-Control-Allow-Origin")).toBe("*");
  });

  it("admits nothing after a change to a smaller plan until enough requests are an hour old", async () => {
    const studio = await createStudio({ plan: "enterprise" });
    const start = Date.now();
    turnClockTo(start);
    expect(await admitted(studio, 100)).toBe(100);
    turnClockTo(start + 60_000);
    expect(await admitted(studio, 300)).toBe(300);
    await studio.setPlan("pro");
    expect(await statusOf(studio)).toBe(429);
    turnClockTo(start + HOUR);
    const refused = await studio.fetch("/technologies");
    expect(refused.status).toBe(429);
    expect(refused.headers.get("RateLimit")).toBe('"hourly";r=0;t=60');
    turnClockTo(start + HOUR + 60_000);
    expect(await statusOf(studio)).toBe(200);
  });
});
