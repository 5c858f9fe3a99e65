// API keys in the panel: created, shown once, used, revoked.

import { evictDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { afterEach, describe, expect, it, vi } from "vitest";
import { apiKeys } from "../../../src/db/schema.ts";
import type { Env } from "../../../src/env.ts";
import { gatesWith } from "../support/faulty-gates.ts";
import { type Page, panelStudio, posted, signedIn, staffOf } from "../support/panel.ts";
import { createStudio, database, fetchApi, type TestStudio } from "../support/studio.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** The secret shown once on the page of a created key; "" if there is none. */
function secretOn(page: Page): string {
  return page.values.find((value) => /^pk_live_[A-Za-z0-9]{64}$/.test(value)) ?? "";
}

async function keysOf(studio: TestStudio) {
  return database.select().from(apiKeys).where(eq(apiKeys.studioId, studio.id)).orderBy(apiKeys.id);
}

const statusOf = async (key: string) => (await fetchApi("/me", key)).status;

describe("creating a key", () => {
  it("shows the secret exactly once, in an answer that nothing stores, and the key works", async () => {
    const { owner, base, studio } = await panelStudio();
    const created = await owner.post(`${base}/keys`, { name: ' <b>Сайт</b> "1" ' });
    expect(created.status, created.html).toBe(200);
    expect(created.headers.get("Cache-Control")).toBe("no-store");
    expect(created.headers.getSetCookie().join()).not.toContain("pk_live_");
    expect(created.text).toContain("<b>Сайт</b>");
    const secret = secretOn(created);
    expect(await statusOf(secret), created.html).toBe(200);

    const later = await owner.get(`${base}/keys`);
    expect(later.html).not.toContain(secret);
    expect(later.text).toContain(secret.slice(0, 12));
    expect(JSON.stringify(await keysOf(studio))).not.toContain(secret);
    expect((await keysOf(studio)).at(-1)).toMatchObject({
      name: '<b>Сайт</b> "1"',
      firstCharacters: secret.slice(0, 12),
    });
  });

  it.each([
    ["", "Fill in this field."],
    ["к".repeat(101), "Use at most 100 characters."],
    ["\u200b", "Fill in this field."],
    ["Сайт\u202e", "Type it anew: it holds characters that cannot be seen."],
  ])("refuses the name %j beside its field", async (name, words) => {
    const { owner, base, studio } = await panelStudio();
    const refused = await owner.post(`${base}/keys`, { name });
    expect(refused.status, refused.html).toBe(400);
    expect(refused.faults.name).toBe(words);
    expect(await keysOf(studio)).toHaveLength(1);
  });

  it("is not done again if its page is reloaded and the form posted again", async () => {
    const { owner, base, studio } = await panelStudio();
    const created = await owner.post(`${base}/keys`, { name: "Site" });
    const again = await owner.post(`${base}/keys`, { name: "Site" });
    expect(again.status, again.html).toBe(400);
    expect(again.faults.name).toBe("This is taken already.");
    expect(await keysOf(studio)).toHaveLength(2);
    await owner.post(`${base}/keys/${(await keysOf(studio)).at(-1)?.id}/revoke`);
    const afterRevoking = await owner.post(`${base}/keys`, { name: "Site" });
    expect(secretOn(afterRevoking), afterRevoking.html).not.toBe(secretOn(created));
    expect(afterRevoking.status).toBe(200);
  });

  it.each(["free", "basic"] as const)(
    "is refused on the plan %s, and the page says why in place of the form",
    async (plan) => {
      const { owner, base, studio } = await panelStudio({ plan });
      const page = await owner.get(`${base}/keys`);
      expect(page.status, page.html).toBe(200);
      expect(page.text).toContain(`The plan ${plan === "free" ? "Free" : "Basic"} has no API`);
      expect(page.fields("name")).toEqual([]);
      const refused = await owner.post(`${base}/keys`, { name: "Сайт" });
      expect(refused.status, refused.html).toBe(403);
      expect(secretOn(refused)).toBe("");
      expect(await keysOf(studio)).toHaveLength(1);
    },
  );
});

describe("a key that the gate could not be told of", () => {
  it("is shown with a word on its first seconds", async () => {
    const { ownerPerson, base } = await panelStudio();
    vi.spyOn(console, "error").mockImplementation(() => {});
    const owner = await signedIn(ownerPerson, { STUDIO_GATE: brokenGate() });
    const created = await owner.post(`${base}/keys`, { name: "Site" });
    expect(created.text).toContain("The service could not be told of it yet");
    expect(await statusOf(secretOn(created))).toBe(200);
  });
});

describe("the list of keys", () => {
  it("says when each was last used, and how much of the hour is used by all", async () => {
    const { owner, base, studio } = await panelStudio();
    await studio.addKey("ніколи");
    const other = await studio.addKey("інший");
    for (const key of [studio.key.secret, studio.key.secret, other.secret]) expect(await statusOf(key)).toBe(200);
    const page = await owner.get(`${base}/keys`);
    expect(page.text).toContain("3 of 300, over all keys");
    expect(page.row("ніколи").text).toMatch(/^ніколи pk_live_\w{4}… .* never Requests Replace Change the end Revoke$/);
    expect(page.row("інший").text).toMatch(/^інший pk_live_\w{4}… .* just now Requests Replace Change the end Revoke$/);
    // Looking counts nothing.
    expect((await owner.get(`${base}/keys`)).text).toContain("3 of 300");
  });

  it("remembers both when the studio's object is evicted", async () => {
    const { owner, base, studio } = await panelStudio();
    expect(await statusOf(studio.key.secret)).toBe(200);
    await evictDurableObject(studio.gate);
    const page = await owner.get(`${base}/keys`);
    expect(page.text).toContain("1 of 300");
    expect(page.row("first").text).toMatch(/^first pk_live_\w{4}… .* just now Requests Replace Change the end Revoke$/);
  });

  it("forgets an hour's use after the hour, and the last use never", async () => {
    const { owner, base, studio } = await panelStudio();
    vi.useFakeTimers({ toFake: ["Date"] });
    expect(await statusOf(studio.key.secret)).toBe(200);
    vi.setSystemTime(Date.now() + 3_600_000);
    const page = await owner.get(`${base}/keys`);
    expect(page.text).toContain("0 of 300");
    expect(page.row("first").text).toMatch(
      /^first pk_live_\w{4}… .* 1 hour ago Requests Replace Change the end Revoke$/,
    );
  });

  it("counts no request that the gate refused", async () => {
    const { owner, base, studio } = await panelStudio();
    await studio.revoke(studio.key);
    expect(await statusOf(studio.key.secret)).toBe(401);
    const page = await owner.get(`${base}/keys`);
    expect(page.text).toContain("0 of 300");
    expect((await studio.gate.use()).lastUsedAt.size).toBe(0);
  });

  it("is shown while the gate cannot be asked, and says so", async () => {
    const { ownerPerson, base } = await panelStudio();
    vi.spyOn(console, "error").mockImplementation(() => {});
    const owner = await signedIn(ownerPerson, { STUDIO_GATE: brokenGate() });
    const page = await owner.get(`${base}/keys`);
    expect(page.status, page.html).toBe(200);
    expect(page.text).toContain("Cannot be told right now.");
    expect(page.row("first").text).toContain("unknown");
  });

  it("marks keys made before their first characters were kept", async () => {
    const { owner, base, studio } = await panelStudio();
    await database.update(apiKeys).set({ firstCharacters: null }).where(eq(apiKeys.studioId, studio.id));
    expect((await owner.get(`${base}/keys`)).row("first").cells.slice(0, 2)).toEqual(["first", "—"]);
  });
});

describe("revoking a key", () => {
  it("asks first, and then holds for the very next request", async () => {
    const { owner, base, studio } = await panelStudio();
    const { id, secret } = studio.key;
    expect(await statusOf(secret)).toBe(200);
    const question = await owner.get(`${base}/keys/${id}/revoke`);
    expect(question.text).toContain("Revoke the key “first”?");
    expect(await statusOf(secret)).toBe(200);
    const page = await posted(owner, `${base}/keys/${id}/revoke`);
    expect(await statusOf(secret)).toBe(401);
    expect(page.text).toContain("The key “first” is revoked: its next request is refused.");
    expect(page.text).toContain("1 revoked key");
  });

  it("leaves a key that is revoked already as it is", async () => {
    const { owner, base, studio } = await panelStudio();
    await posted(owner, `${base}/keys/${studio.key.id}/revoke`);
    const before = await keysOf(studio);
    await posted(owner, `${base}/keys/${studio.key.id}/revoke`);
    expect(await keysOf(studio)).toEqual(before);
    expect((await owner.get(`${base}/keys/${studio.key.id}/revoke`)).location).toBe(`${base}/keys`);
  });

  it("answers 404 for another studio's key, and leaves it working", async () => {
    const { owner, base } = await panelStudio();
    const other = await createStudio();
    expect((await owner.get(`${base}/keys/${other.key.id}/revoke`)).status).toBe(404);
    expect((await owner.post(`${base}/keys/${other.key.id}/revoke`)).status).toBe(404);
    expect((await owner.post(`${base}/keys/abc/revoke`)).status).toBe(404);
    expect(await statusOf(other.key.secret)).toBe(200);
  });

  it("tells that it does not hold yet if the gate does not answer, and repeats the message until it does", async () => {
    const { ownerPerson, base, studio } = await panelStudio({ region: "oc" });
    vi.spyOn(console, "error").mockImplementation(() => {});
    expect(await statusOf(studio.key.secret)).toBe(200);
    let isReachable = false;
    const gates = gatesWith("accessChanged", async (tell) => (isReachable ? tell() : unreachable()));
    const owner = await signedIn(ownerPerson, { STUDIO_GATE: gates.namespace });
    const page = await posted(owner, `${base}/keys/${studio.key.id}/revoke`);
    expect(page.text).toContain("The key “first” is revoked, but this does not hold yet");
    expect((await keysOf(studio))[0]?.revokedAt).not.toBeNull();
    expect(await statusOf(studio.key.secret)).toBe(200);
    // Three tries come before the page.
    expect(gates.calls).toBeGreaterThanOrEqual(3);
    isReachable = true;
    await vi.waitFor(async () => expect(await statusOf(studio.key.secret)).toBe(401), {
      timeout: 30_000,
      interval: 500,
    });
    expect(gates.calls).toBeGreaterThan(3);
    expect(new Set(gates.regions)).toEqual(new Set(["oc"]));
  });

  it("answers 403 to staff", async () => {
    const shop = await panelStudio();
    const staff = await staffOf(shop);
    const { base, studio } = shop;
    expect((await staff.get(`${base}/keys`)).status).toBe(403);
    expect((await staff.post(`${base}/keys`, { name: "Сайт" })).status).toBe(403);
    expect((await staff.post(`${base}/keys/${studio.key.id}/revoke`)).status).toBe(403);
    expect(await statusOf(studio.key.secret)).toBe(200);
  });
});

/** A gate whose objects cannot be reached. */
function brokenGate(): Env["STUDIO_GATE"] {
  const broken = { accessChanged: unreachable, use: unreachable };
  // Only the methods that the panel calls.
  return {
    idFromName: env.STUDIO_GATE.idFromName.bind(env.STUDIO_GATE),
    get: () => broken,
  } as unknown as Env["STUDIO_GATE"];
}

async function unreachable(): Promise<never> {
  throw new Error("the object cannot be reached");
}
