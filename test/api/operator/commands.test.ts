// The operator's commands where the platform decides: regions, gates that cannot be told, profiles that the slicer refuses.

import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { writeImport } from "../../../src/catalog/catalog-import.store.ts";
import { apiKeys, machineProfiles, materials, studios } from "../../../src/db/schema.ts";
import type { Env } from "../../../src/env.ts";
import { studioNamedBy } from "../../../src/gate/api-key.ts";
import { addQuality } from "../support/catalog.ts";
import { gatesWith } from "../support/faulty-gates.ts";
import { type OperatorCall, refused, said } from "../support/operator.ts";
import { idleSlicer, scriptedSlicer } from "../support/scripted-slicer.ts";
import { createStudio, database, fetchApi } from "../support/studio.ts";

const newStudio = (more: object = {}) => ({
  slug: `s-${crypto.randomUUID()}`,
  title: "Студія",
  plan: "pro",
  currency: "UAH",
  locale: "uk",
  "hourly-rate": "60.00",
  "setup-cost": "0",
  "minimum-price": "0",
  markup: "0",
  ...more,
});

const create = (more: object = {}, bindings: Partial<Env> = {}): OperatorCall => ({ body: newStudio(more), bindings });

describe("create", () => {
  it("makes a studio in its environment's region, or in the one that is named", async () => {
    expect(await said("POST", "/studios", create())).toContain("in the region eeur");
    const PLACE = { location: "apac" } as const;
    expect(await said("POST", "/studios", create({}, { PLACE }))).toContain("in the region apac");
    expect(await said("POST", "/studios", create({ region: "me" }, { PLACE }))).toContain("in the region me");
    const oceania = newStudio({ region: "oc" });
    await said("POST", "/studios", { body: oceania });
    const [secret = ""] =
      /pk_live_\w+/.exec(await said("POST", `/studios/${oceania.slug}/keys`, { body: { name: "Site" } })) ?? [];
    expect(await studioNamedBy(secret, [env.LINK_SECRET])).toMatchObject({ region: "oc" });
  });

  it("makes it in a jurisdiction in no other region", async () => {
    const PLACE = { jurisdiction: "eu" } as const;
    expect(await said("POST", "/studios", create({}, { PLACE }))).toContain("in the region eeur");
    expect(await refused("POST", "/studios", create({ region: "enam" }, { PLACE }))).toBe(
      "Leave out --region: here every studio's requests are admitted in the jurisdiction eu.",
    );
  });

  it("prints a link of the service that was asked", async () => {
    expect(await said("POST", "/studios", create())).toMatch(
      /^ {2}https:\/\/studio\.example\/panel\/links\/[\w-]{43}$/m,
    );
  });
});

describe("a changed plan and a revoked key", () => {
  it("hold from the next request on", async () => {
    const studio = await createStudio();
    const { slug, key } = studio;
    const status = async () => (await fetchApi("/me", key.secret)).status;
    expect(await status()).toBe(200);
    expect(await said("PUT", `/studios/${slug}/plan`, { body: { plan: "basic" } })).toContain("has been told");
    expect(await status()).toBe(403);
    await said("PUT", `/studios/${slug}/plan`, { body: { plan: "pro" } });
    expect(await status()).toBe(200);
    expect(await said("DELETE", `/studios/${slug}/keys/${key.id}`)).toContain("holds from the next request on");
    expect(await status()).toBe(401);
    expect(await refused("DELETE", `/studios/${slug}/keys/${key.id}`)).toBe(
      `Key ${key.id} of ${slug} is revoked already.`,
    );
  });

  it("are told again if the gate did not hear, and refused with the command to tell it later if it never does", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const { slug, id } = await createStudio();
    const once = gatesWith("accessChanged", (call, before) => (before === 0 ? Promise.resolve(false) : call()));
    const plan = { body: { plan: "enterprise" } };
    const bindings = (gates: typeof once) => ({ STUDIO_GATE: gates.namespace });
    expect(await said("PUT", `/studios/${slug}/plan`, { ...plan, bindings: bindings(once) })).toContain(
      "has been told",
    );
    expect(once.calls).toBe(2);

    const never = gatesWith("accessChanged", () => Promise.resolve(false));
    const basic = { body: { plan: "basic" }, bindings: bindings(never) };
    expect(await refused("PUT", `/studios/${slug}/plan`, basic)).toBe(
      `${slug} now has the plan basic. The running service could not be told, so this does not hold yet: requests are admitted \
as before. Tell it again: npm run studio -- tell ${slug}`,
    );
    const [row] = await database.select().from(studios).where(eq(studios.id, id));
    expect(row?.plan).toBe("basic");
    const key = { body: { name: "Late" }, bindings: bindings(never) };
    await said("PUT", `/studios/${slug}/plan`, { body: { plan: "pro" } });
    expect(await said("POST", `/studios/${slug}/keys`, key)).toContain("it may refuse the key for some seconds");
    expect(await said("POST", `/studios/${slug}/access-changed`)).toContain("has been told");
    vi.restoreAllMocks();
  });
});

describe("keys create", () => {
  it("is refused if the plan has no API access, and under a name that a key in use has", async () => {
    const { slug } = await createStudio({ plan: "free" });
    const call = { body: { name: "Site" } };
    expect(await refused("POST", `/studios/${slug}/keys`, call)).toContain("which has no API access");
    const other = await createStudio();
    await said("POST", `/studios/${other.slug}/keys`, call);
    expect(await refused("POST", `/studios/${other.slug}/keys`, call)).toContain('has a key "Site" in use already');
  });

  it("makes a key of the kind, the permission and the last day that are named, and lists them", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    vi.setSystemTime(Date.parse("2027-02-10T12:00:00Z"));
    const { slug } = await createStudio();
    const body = { name: "Prices", kind: "test", permission: "quotes", expires: "2027-03-31" };
    const [secret = ""] = /pk_live_\w+/.exec(await said("POST", `/studios/${slug}/keys`, { body })) ?? [];
    const { data } = (await (await fetchApi("/me", secret)).json()) as { data: object };
    // The end of the day in Kyiv, where summer time has begun.
    expect(data).toMatchObject({ apiKeyPermission: "quotes", apiKeyExpiresAt: "2027-03-31T21:00:00.000Z" });
    expect((await fetchApi("/printers", secret)).status).toBe(403);
    const [titles = "", , row = ""] = (await said("GET", `/studios/${slug}/keys`)).split("\n");
    expect(titles).toMatch(/^ID +KIND +PERMISSION +CREATED \(UTC\) +ENDS \(UTC\) +REVOKED \(UTC\) +NAME$/);
    expect(row).toMatch(/^\d+ +test +quotes +2027-02-10 12:00 +2027-03-31 21:00 +- +Prices$/);
  });

  it.each([
    [{ kind: "real" }, '--kind must be one of live, test, not "real".'],
    [{ permission: "write" }, '--permission must be one of all, quotes, read, not "write".'],
    [{ expires: "31.03.2099" }, "--expires is a key's last day, from today on, such as 20"],
    [{ expires: "2020-01-01" }, 'not "2020-01-01".'],
  ])("refuses %j in words that name the right ones, and makes no key", async (option, words) => {
    const { slug, id } = await createStudio();
    expect(await refused("POST", `/studios/${slug}/keys`, { body: { name: "Site", ...option } })).toContain(words);
    expect(await database.select().from(apiKeys).where(eq(apiKeys.studioId, id))).toHaveLength(1);
  });
});

describe("keys replace", () => {
  it("makes a second key of the same kind and permission, and lets the old one end after the overlap", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    vi.setSystemTime(Date.parse("2027-02-10T12:00:00Z"));
    const studio = await createStudio();
    const old = await studio.addKey("Reports", { kind: "test", permission: "read" });
    const path = `/studios/${studio.slug}/keys/${old.id}/replacements`;
    const words = await said("POST", path, { body: { overlap: "week" } });
    expect(words).toContain('"Reports 2"');
    expect(words).toContain(`Key ${old.id}, "Reports", ends at 2027-02-17 12:00 UTC.`);
    const [secret = ""] = /pk_live_\w+/.exec(words) ?? [];
    const statusOf = async (key: string) => (await fetchApi("/printers", key)).status;
    expect([await statusOf(old.secret), await statusOf(secret)]).toEqual([200, 200]);
    expect((await fetchApi("/orders", secret, { method: "POST" })).status).toBe(403);
    vi.setSystemTime(Date.parse("2027-02-17T12:00:00Z"));
    expect([await statusOf(old.secret), await statusOf(secret)]).toEqual([401, 200]);
    expect(await refused("POST", path, { body: {} })).toContain("has ended or is revoked");
    expect(await refused("POST", `/studios/${studio.slug}/keys/999999/replacements`, { body: {} })).toContain(
      "has no key",
    );
  });
});

describe("a catalog's import", () => {
  it("leaves nothing of a plan if the database refuses one row", async () => {
    const { db } = await createStudio();
    const material = { technologyId: 1, costPerKgMinor: 100, status: "active", position: 0 };
    const plan = (densities: readonly number[]) => ({
      added: densities.map((densityMilligramsPerCubicCm, index) => {
        const name = `PLA ${index}`;
        return { kind: "material", name, row: { ...material, name, densityMilligramsPerCubicCm } } as const;
      }),
      ...{ changed: [], unchanged: 0, photosLeftOut: 0, faults: [] },
    });
    await expect(writeImport(db, plan([1240, 0]))).rejects.toThrow();
    expect(await db.select(materials)).toEqual([]);
    await writeImport(db, plan([1240, 1250]));
    expect(await db.select(materials)).toHaveLength(2);
  });
});

describe("a setting that the slicer refuses", () => {
  const failure = {
    fault: "profile",
    code: "slicer_failed",
    message: "Refused.",
    slicerSaid: "Value out of range: raft_first_layer_density",
    numbers: ["supportDensityPercent"],
  } as const;
  const SLICER = scriptedSlicer({
    start: async (requests) =>
      requests.map(() => ({ status: "failed", progress: 0, finishedAt: "2026-11-22T09:00:00.000Z", failure })),
  });

  it("is not written, and told in its words", async () => {
    const studio = await createStudio();
    const quality = await addQuality(studio);
    const machinesOf = () => studio.db.select(machineProfiles);
    const preset = (name: string, bindings: Partial<Env> = {}) => ({ body: { preset: "prusa-xl", name }, bindings });
    await said("POST", `/studios/${studio.slug}/machines`, preset("Tried"));
    const before = await machinesOf();
    const id = before[0]?.id;
    const words = `Nothing was written, because nothing could be sliced by it:
  The slicer refuses it: “Value out of range: raft_first_layer_density” (supportDensityPercent)`;
    const changes = ["supportDensityPercent=7.772"];
    const calls: [string, string, object][] = [
      ["PATCH", `/machines/${id}`, { changes }],
      ["POST", "/machines", { preset: "prusa-mk4s", name: "Second" }],
    ];
    for (const [method, path, body] of calls) {
      expect(await refused(method, `/studios/${studio.slug}${path}`, { body, bindings: { SLICER } })).toBe(words);
    }
    const named = { body: { machine: String(id) }, bindings: { SLICER } };
    expect(await refused("PUT", `/studios/${studio.slug}/qualities/${quality}/machine`, named)).toContain(
      "Value out of range",
    );
    const printingQualities = [{ technology: "fdm", name: "Нова", layerHeight: "0.2" }];
    const file = { file: "new.json", content: { json: { printingQualities } }, "dry-run": false };
    expect(await refused("POST", `/studios/${studio.slug}/catalog`, { body: file, bindings: { SLICER } })).toContain(
      'with the quality "Нова": The slicer refuses it',
    );
    expect(await machinesOf()).toEqual(before);
  });

  it("is not known if the slicer does not answer in time: the command says that nothing was tried", async () => {
    const studio = await createStudio();
    const preset = { body: { preset: "prusa-xl", name: "Tried" } };
    expect(await said("POST", `/studios/${studio.slug}/machines`, preset)).not.toContain("Not tried on a sample");
    const untried = { body: { preset: "prusa-mini" }, bindings: { SLICER: idleSlicer } };
    expect(await said("POST", `/studios/${studio.slug}/machines`, untried)).toContain("Not tried on a sample");
  });
});
