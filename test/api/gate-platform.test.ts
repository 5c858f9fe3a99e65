// The gate as the real platform treats it: cold isolates, evicted objects, replicas that lag, faults, guessed keys.

import { evictDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { afterEach, describe, expect, it, vi } from "vitest";
import { apiKeys, studios } from "../../src/db/schema.ts";
import { createApiKey } from "../../src/gate/api-key.ts";
import { sha256Hex } from "../../src/platform/sha256.ts";
import { gatesWith, platformError } from "./support/faulty-gates.ts";
import { said } from "./support/operator.ts";
import { createStudio, database, fetchApi, type TestStudio } from "./support/studio.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function turnClockTo(moment: number): void {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(moment);
}

const statusOf = async (studio: TestStudio) => (await studio.fetch("/technologies")).status;

/** D1 with every call told to `asked` first, which may throw. */
function databaseWith(asked: (call: "prepare" | "batch" | "withSession") => void): D1Database {
  return new Proxy(env.DB, {
    get(real, name) {
      const member: unknown = Reflect.get(real, name);
      if (typeof member !== "function") return member;
      return (...parameters: unknown[]) => {
        if (name === "prepare" || name === "batch" || name === "withSession") asked(name);
        return Reflect.apply(member, real, parameters);
      };
    },
  });
}

function breakDatabase(): void {
  const down = () => {
    throw new Error("D1 is down");
  };
  for (const call of ["prepare", "batch", "withSession"] as const) vi.spyOn(env.DB, call).mockImplementation(down);
}

/** The lines of errors that were logged since. */
function watchLog() {
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  return () => logged.mock.calls.map(([line]) => JSON.parse(String(line)));
}

/** Gives the studio a key without a word to the gate. */
async function insertKey({ id }: TestStudio, secret: string): Promise<void> {
  const hash = await sha256Hex(secret);
  await database.insert(apiKeys).values({ studioId: id, name: "untold", hash, createdAt: Date.now() });
}

/** Revokes a key without a word to the gate. */
async function revokeInSilence({ key }: TestStudio): Promise<void> {
  await database.update(apiKeys).set({ revokedAt: Date.now() }).where(eq(apiKeys.id, key.id));
}

describe("a GET in a cold isolate", () => {
  it("asks the gate and reads its data at once, and makes no other trip", async () => {
    const studio = await createStudio();
    await studio.tellAccessChanged();
    const handlerReads = Promise.withResolvers<void>();
    const calls: string[] = [];
    const DB = databaseWith((call) => {
      calls.push(call);
      if (call === "batch") handlerReads.resolve();
    });
    // One after the other, they would wait for each other for ever.
    const gates = gatesWith("admit", async (admit) => {
      await handlerReads.promise;
      return admit();
    });
    const answer = await studio.meeting({ DB, STUDIO_GATE: gates.namespace }).fetch("/me");
    expect(answer.status).toBe(200);
    expect(gates.calls).toBe(1);
    expect(calls.filter((call) => call !== "prepare")).toEqual(["batch"]);
  });

  it("asks for the gate in the studio's region, as every caller does", async () => {
    const studio = await createStudio({ region: "oc" });
    const gates = gatesWith("admit", (admit) => admit());
    expect((await studio.meeting({ STUDIO_GATE: gates.namespace }).fetch("/me")).status).toBe(200);
    expect(gates.regions).toEqual(["oc"]);
    const get = vi.spyOn(env.STUDIO_GATE, "get");
    await said("POST", `/studios/${studio.slug}/access-changed`);
    expect(get.mock.calls.map(([, options]) => options)).toEqual([{ locationHint: "oc" }]);
  });
});

describe("a gate that was evicted", () => {
  it("admits, and refuses a key that was revoked before, without D1", async () => {
    const studio = await createStudio();
    const revoked = await studio.addKey();
    await studio.revoke(revoked);
    expect(await statusOf(studio)).toBe(200);
    await evictDurableObject(studio.gate);
    breakDatabase();
    expect(await statusOf(studio)).toBe(200);
    expect((await fetchApi("/technologies", revoked.secret)).status).toBe(401);
  });

  it("reads D1 for a key that it does not know, though not for each of many", async () => {
    const studio = await createStudio();
    expect(await statusOf(studio)).toBe(200);
    await evictDurableObject(studio.gate);
    const secret = await createApiKey(env.LINK_SECRET, studio.id, "eeur");
    await insertKey(studio, secret);
    expect((await fetchApi("/technologies", secret)).status).toBe(200);
    const batch = vi.spyOn(env.DB, "batch");
    for (let again = 0; again < 5; again++) {
      const unknown = await createApiKey(env.LINK_SECRET, studio.id, "eeur");
      expect((await fetchApi("/technologies", unknown)).status).toBe(401);
    }
    expect(batch).not.toHaveBeenCalled();
  });
});

describe("a gate that was not told of a change", () => {
  it("admits for a minute, reads D1 beside the next request, and then holds to the change", async () => {
    const studio = await createStudio();
    const start = Date.now();
    turnClockTo(start);
    expect(await statusOf(studio)).toBe(200);
    await revokeInSilence(studio);
    const batch = vi.spyOn(env.DB, "batch");
    turnClockTo(start + 59_000);
    await evictDurableObject(studio.gate);
    expect(await statusOf(studio)).toBe(200);
    expect(batch).not.toHaveBeenCalled();
    turnClockTo(start + 60_000);
    expect(await statusOf(studio)).toBe(200);
    await vi.waitFor(async () => expect(await statusOf(studio)).toBe(401));
    expect(batch).toHaveBeenCalledOnce();
  });

  it("reads D1 beside the first request after a step of its clock back, and asks it of unknown keys again", async () => {
    const studio = await createStudio();
    const start = Date.now();
    turnClockTo(start + 3_600_000);
    expect(await statusOf(studio)).toBe(200);
    const unknown = await createApiKey(env.LINK_SECRET, studio.id, "eeur");
    expect((await fetchApi("/technologies", unknown)).status).toBe(401);
    await insertKey(studio, unknown);
    turnClockTo(start);
    expect((await fetchApi("/technologies", unknown)).status).toBe(200);
    await revokeInSilence(studio);
    turnClockTo(start - 3_600_000);
    expect(await statusOf(studio)).toBe(200);
    await vi.waitFor(async () => expect(await statusOf(studio)).toBe(401));
  });

  it("goes on with the known access while D1 is down, and answers a reported change that it does not hold", async () => {
    const studio = await createStudio();
    const start = Date.now();
    turnClockTo(start);
    expect(await statusOf(studio)).toBe(200);
    const linesLogged = watchLog();
    const batch = vi.spyOn(env.DB, "batch").mockRejectedValue(new Error("D1 is down"));
    turnClockTo(start + 61_000);
    expect(await statusOf(studio)).toBe(200);
    expect(await statusOf(studio)).toBe(200);
    expect(batch).toHaveBeenCalledOnce();
    expect(await studio.notify()).toBe(false);
    const errors = ["Error: D1 is down"];
    expect(linesLogged()).toEqual([
      { studioId: studio.id, failed: "repair", errors },
      { studioId: studio.id, failed: "accessChanged", errors },
    ]);
    batch.mockRestore();
    await revokeInSilence(studio);
    expect(await studio.notify()).toBe(true);
    expect(await statusOf(studio)).toBe(401);
  });

  it("lets no request wait for ever for a reading that hangs", async () => {
    const studio = await createStudio();
    const linesLogged = watchLog();
    const batch = vi.spyOn(env.DB, "batch").mockReturnValue(new Promise(() => {}));
    expect(await Promise.all([statusOf(studio), statusOf(studio)])).toEqual([503, 503]);
    expect(linesLogged().filter(({ failed }) => failed === "access")).toContainEqual({
      studioId: studio.id,
      failed: "access",
      errors: ["Error: D1 did not answer within 5000 ms"],
    });
    batch.mockRestore();
    expect(await statusOf(studio)).toBe(200);
  });

  it("is not taken back by a reading that began before the change and ended after it", async () => {
    const studio = await createStudio();
    const begun = Promise.withResolvers<void>();
    const mayEnd = Promise.withResolvers<void>();
    const read = env.DB.batch.bind(env.DB);
    const batch = vi.spyOn(env.DB, "batch").mockImplementationOnce(async <Row>(statements: D1PreparedStatement[]) => {
      const results = await read<Row>(statements);
      begun.resolve();
      await mayEnd.promise;
      return results;
    });
    const first = statusOf(studio);
    await begun.promise;
    await database.update(studios).set({ plan: "basic" }).where(eq(studios.id, studio.id));
    await studio.tellAccessChanged();
    mayEnd.resolve();
    expect(await first).toBe(403);
    expect(await statusOf(studio)).toBe(403);
    expect(batch).toHaveBeenCalledTimes(2);
  });
});

describe("a fault of D1 that another try may mend", () => {
  const lost = () => Promise.reject(new Error("D1_ERROR: Network connection lost."));

  it("is met with another try if a request waits for it, and with none if the reporter of a change repeats it", async () => {
    const studio = await createStudio();
    vi.spyOn(console, "error").mockImplementation(() => {});
    const batch = vi.spyOn(env.DB, "batch").mockImplementationOnce(lost);
    expect(await statusOf(studio)).toBe(200);
    expect(batch).toHaveBeenCalledTimes(2);
    batch.mockImplementation(lost);
    expect(await studio.notify()).toBe(false);
    expect(batch).toHaveBeenCalledTimes(3);
  });
});

const OTHER_SECRET = "another secret for links, which is not the service's";

describe("a key that this service has not made", () => {
  it("reaches no gate and runs no handler, whichever studio it seems to name", async () => {
    const studio = await createStudio();
    await studio.tellAccessChanged();
    const asked: string[] = [];
    const gates = gatesWith("admit", (admit) => admit());
    const bindings = { DB: databaseWith((call) => asked.push(call)), STUDIO_GATE: gates.namespace };
    for (const studioId of [studio.id, 20_000_000]) {
      const forged = await createApiKey(OTHER_SECRET, studioId, "eeur");
      expect((await fetchApi("/me", forged, {}, bindings)).status).toBe(401);
    }
    // The copy of D1, the primary, and no statement of a handler.
    expect(asked).toEqual(["withSession", "prepare", "withSession", "prepare"]);
    expect(gates.regions).toEqual([]);
  });
});

describe("a replaced LINK_SECRET", () => {
  it("costs a key no trip while the old one is accepted, and after that one to the nearest copy of D1", async () => {
    const studio = await createStudio();
    const asked: string[] = [];
    const DB = databaseWith((call) => asked.push(call));
    const ask = async (LINK_SECRET_PREVIOUS: string) => {
      const key = await studio.addKey();
      asked.length = 0;
      const replaced = { DB, LINK_SECRET: OTHER_SECRET, LINK_SECRET_PREVIOUS };
      return (await fetchApi("/technologies", key.secret, {}, replaced)).status;
    };
    expect(await ask(env.LINK_SECRET)).toBe(200);
    expect(asked).toEqual([]);
    expect(await ask("")).toBe(200);
    expect(asked).toEqual(["withSession"]);
  });
});

describe("a key of the first form, which names no studio", () => {
  /** Stands in for a replica that was copied before the key was made: it answers every look-up of a key with nothing. */
  function laggingReplica(): D1Database {
    return new Proxy(env.DB, {
      get(real, name) {
        if (name === "withSession") return () => ({ prepare: (query: string) => real.prepare(`${query} AND 0`) });
        const member: unknown = Reflect.get(real, name);
        return typeof member === "function" ? member.bind(real) : member;
      },
    });
  }

  async function keyOfFirstForm(studio: TestStudio): Promise<string> {
    const secret = `pk_live_${crypto.randomUUID().replaceAll("-", "").repeat(2)}`;
    await insertKey(studio, secret);
    await studio.tellAccessChanged();
    return secret;
  }

  it("is known by a replica, and the primary is not asked", async () => {
    const key = await keyOfFirstForm(await createStudio());
    const asked: string[] = [];
    const DB = databaseWith((call) => asked.push(call));
    expect((await fetchApi("/technologies", key, {}, { DB })).status).toBe(200);
    expect(asked).toEqual(["withSession"]);
  });

  it("is remembered beside others: no further request looks for its studio, until the gate does not know it", async () => {
    const studio = await createStudio();
    const keys = [await keyOfFirstForm(studio), await keyOfFirstForm(studio)];
    const asked: string[] = [];
    const DB = databaseWith((call) => asked.push(call));
    const statuses = async () => {
      const answers: number[] = [];
      for (const key of keys) answers.push((await fetchApi("/technologies", key, {}, { DB })).status);
      return answers;
    };
    expect(await statuses()).toEqual([200, 200]);
    expect(asked).toEqual(["withSession", "withSession"]);
    expect(await statuses()).toEqual([200, 200]);
    expect(asked).toHaveLength(2);
    await database.delete(apiKeys).where(eq(apiKeys.studioId, studio.id));
    await studio.tellAccessChanged();
    expect(await statuses()).toEqual([401, 401]);
    expect(asked).toHaveLength(2);
    expect(await statuses()).toEqual([401, 401]);
    // The nearest copy and the primary, for each.
    expect(asked.slice(2)).toEqual(["withSession", "prepare", "withSession", "prepare"]);
  });

  it("is looked up at the primary before it is 401, if the replica lags", async () => {
    const key = await keyOfFirstForm(await createStudio());
    expect((await fetchApi("/technologies", key, {}, { DB: laggingReplica() })).status).toBe(200);
    const guessed = `pk_live_${"z".repeat(64)}`;
    expect((await fetchApi("/technologies", guessed, {}, { DB: laggingReplica() })).status).toBe(401);
  });
});

describe("a fault of the platform in asking the gate", () => {
  it("is met with another try, which counts once even if the first had been counted", async () => {
    const studio = await createStudio();
    const gates = gatesWith("admit", async (admit, before) => {
      const admission = await admit();
      if (before === 0) throw platformError("retryable");
      return admission;
    });
    const answer = await studio.meeting({ STUDIO_GATE: gates.namespace }).fetch("/technologies");
    expect(answer.status).toBe(200);
    expect(answer.headers.get("RateLimit")).toMatch(/r=299;/);
    expect(gates.calls).toBe(2);
    expect(gates.regions).toHaveLength(2);
  });

  it("is 503 in the envelope if the gate is overloaded, and is not tried again", async () => {
    const studio = await createStudio();
    const gates = gatesWith("admit", async () => {
      throw platformError("overloaded");
    });
    const answer = await studio.meeting({ STUDIO_GATE: gates.namespace }).answer("/materials");
    expect(answer.status).toBe(503);
    expect(answer.body).toEqual({ data: null, metadata: null, errors: null, errorCode: "errors.overloaded" });
    expect(answer.headers.get("Retry-After")).toBeTruthy();
    expect(gates.calls).toBe(1);
  });
});

describe("a client that was refused", () => {
  it.each([
    [
      "a plan without API",
      403,
      (studio: TestStudio) => studio.setPlan("free"),
      (studio: TestStudio) => studio.setPlan("pro"),
    ],
    ["a revoked key", 401, (studio: TestStudio) => studio.revoke(studio.key), undefined],
  ])(
    "for %s costs no read of D1 from its second read on, and is admitted at once when that changes",
    async (_, status, refuse, allow) => {
      const studio = await createStudio();
      await refuse(studio);
      expect((await studio.fetch("/me")).status).toBe(status);
      const batch = vi.spyOn(env.DB, "batch");
      for (let again = 0; again < 3; again++) expect((await studio.fetch("/me")).status).toBe(status);
      expect(batch).not.toHaveBeenCalled();
      batch.mockRestore();
      await allow?.(studio);
      if (allow !== undefined) expect((await studio.fetch("/me")).status).toBe(200);
    },
  );
});

describe("guessed keys", () => {
  const from = (address: string) => ({ headers: { "CF-Connecting-IP": address } });
  const LIMIT = 100;
  it("stop reaching D1 after a hundred a minute from one network, which keys that the service has made do not feel", async () => {
    // The platform counts a network for as long as it runs.
    const network = `2001:db8:${crypto.randomUUID().slice(0, 4)}`;
    // The local platform counts by the clock's minutes: one that ends soon would begin the count anew.
    const leftOfMinute = 60_000 - (Date.now() % 60_000);
    if (leftOfMinute < 15_000) await scheduler.wait(leftOfMinute);
    const studio = await createStudio();
    expect((await studio.fetch("/technologies", from(`${network}:7::1`))).status).toBe(200);
    const guess = async (index: number, bindings = {}) => {
      const isForged = index % 2 === 0;
      const key = isForged
        ? await createApiKey(OTHER_SECRET, studio.id, "eeur")
        : `pk_live_${`${index}`.padStart(64, "g")}`;
      return fetchApi("/technologies", key, from(`${network}:7::${index.toString(16)}`), bindings);
    };
    const statuses = await Promise.all(Array.from({ length: LIMIT }, async (_, index) => (await guess(index)).status));
    expect(new Set(statuses)).toEqual(new Set([401]));
    // The one that is too many is still looked up: the platform says so when it is counted.
    await guess(LIMIT);
    const asked: string[] = [];
    const gates = gatesWith("admit", (admit) => admit());
    const bindings = { DB: databaseWith((call) => asked.push(call)), STUDIO_GATE: gates.namespace };
    for (const index of [LIMIT + 1, LIMIT + 2]) {
      const answer = await guess(index, bindings);
      expect(answer.status).toBe(503);
      const seconds = Number(answer.headers.get("Retry-After"));
      expect(seconds).toBeGreaterThan(2);
      expect(seconds).toBeLessThanOrEqual(60);
    }
    expect(asked).toEqual([]);
    expect(gates.calls).toBe(0);
    expect((await studio.fetch("/technologies", from(`${network}:7::1`))).status).toBe(200);
    // No request has carried its key: to this isolate it is as new as the guesses.
    const neighbour = await createStudio();
    expect((await neighbour.fetch("/technologies", from(`${network}:7::2`))).status).toBe(200);
    const elsewhere = await createApiKey(OTHER_SECRET, studio.id, "eeur");
    expect((await fetchApi("/technologies", elsewhere, from(`${network}:8::1`))).status).toBe(401);
    expect((await fetchApi("/technologies", elsewhere)).status).toBe(401);
  });
});
