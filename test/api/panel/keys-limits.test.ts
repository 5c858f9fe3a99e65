// Limits of API keys in the panel: kind, permission, end and its reminder, and replacing with an overlap.

import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { apiKeys } from "../../../src/db/schema.ts";
import { addMember, createPerson, type Page, panelStudio, posted, signedIn, staffOf } from "../support/panel.ts";
import { database, fetchApi, type TestStudio } from "../support/studio.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** A winter's noon: two hours behind Kyiv. */
const NOON = Date.parse("2027-02-10T12:00:00Z");

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(NOON);
});

function secretOn(page: Page): string {
  return page.values.find((value) => /^pk_live_[A-Za-z0-9]{64}$/.test(value)) ?? "";
}

async function keysOf(studio: TestStudio) {
  return database.select().from(apiKeys).where(eq(apiKeys.studioId, studio.id)).orderBy(apiKeys.id);
}

const statusOf = async (key: string, path = "/me") => (await fetchApi(path, key)).status;

describe("a new key", () => {
  it("has the kind, the permission and the last day that the form chose, and works through that day", async () => {
    const { owner, base, studio } = await panelStudio();
    const form = { name: "Ціни", kind: "test", permission: "quotes", lastDay: "2027-02-12" };
    const secret = secretOn(await owner.post(`${base}/keys`, form));
    const [, row] = await keysOf(studio);
    // The end of the day in Kyiv.
    expect(row).toMatchObject({ kind: "test", permission: "quotes", expiresAt: Date.parse("2027-02-12T22:00:00Z") });
    expect([await statusOf(secret), await statusOf(secret, "/printers")]).toEqual([200, 403]);
    const shown = (await owner.get(`${base}/keys`)).row("Ціни pk_live_").text;
    expect(shown).toContain("Test Prices only");
    expect(shown).toContain("through Feb 12, 2027 ends soon");
    vi.setSystemTime(Date.parse("2027-02-12T21:59:59Z"));
    expect(await statusOf(secret)).toBe(200);
    vi.setSystemTime(Date.parse("2027-02-12T22:00:00Z"));
    expect(await statusOf(secret)).toBe(401);
  });

  it("is real, open to everything and without an end if nothing else was chosen", async () => {
    const { owner, base, studio } = await panelStudio();
    const page = await owner.get(`${base}/keys`);
    const chosen = page.form(`${base}/keys`).fields.filter(([name]) => name !== "formToken" && name !== "name");
    expect(chosen).toEqual([
      ["kind", "live"],
      ["permission", "all"],
      ["lastDay", ""],
    ]);
    await owner.post(`${base}/keys`, { name: "Сайт", ...Object.fromEntries(chosen) });
    expect((await keysOf(studio)).at(-1)).toMatchObject({ kind: "live", permission: "all", expiresAt: null });
    expect((await owner.get(`${base}/keys`)).row("Сайт").text).toContain("Real Everything Feb 10, 2027 no end");
    expect(page.text).toContain("30 days are through Mar 12, 2027, 90 through May 11, 2027, 365 through Feb 10, 2028.");
  });

  it.each([
    ["lastDay", "2027-02-09", "This day has passed."],
    ["lastDay", "2027-02-30", "Enter a date that exists."],
    ["kind", "real", "Choose one of the list."],
    ["permission", "write", "Choose one of the list."],
  ])("is refused with %s %s, beside its field, and keeps what was typed", async (field, value, words) => {
    const { owner, base, studio } = await panelStudio();
    const form = { name: "Сайт", kind: "test", permission: "read", lastDay: "2027-05-01", [field]: value };
    const refused = await owner.post(`${base}/keys`, form);
    expect(refused.status).toBe(400);
    expect(Object.keys(refused.faults)).toEqual([field]);
    expect(refused.faults[field]).toBe(words);
    expect(refused.field("name").value).toBe("Сайт");
    expect(await keysOf(studio)).toHaveLength(1);
  });

  it("may take the name of a key that has ended", async () => {
    const { owner, base, studio } = await panelStudio();
    await studio.addKey("Сайт", { expiresAt: NOON });
    expect((await owner.post(`${base}/keys`, { name: "Сайт" })).status).toBe(200);
  });
});

describe("the reminder", () => {
  const near = (page: Page) => page.ofClass("warning").map(({ text }) => text);

  it("stands above the keys and on the owner's start page from 14 days before the end, and after it", async () => {
    const { owner, base, studio } = await panelStudio();
    await studio.addKey("Сайт", { expiresAt: NOON + 20 * DAY });
    for (const path of [base, `${base}/keys`]) {
      vi.setSystemTime(NOON + 6 * DAY - 1);
      expect(near(await owner.get(path)), path).toEqual([]);
      vi.setSystemTime(NOON + 6 * DAY);
      expect(near(await owner.get(path))[0], path).toContain("The key “Сайт” works until Mar 2, 2027, 14:00.");
      expect((await owner.get(base)).ofClass("warning")[0]?.addresses).toEqual([`${base}/keys`]);
      vi.setSystemTime(NOON + 20 * DAY);
      expect(near(await owner.get(path))[0], path).toContain(
        "The key “Сайт” has ended: it worked until Mar 2, 2027, 14:00.",
      );
      vi.setSystemTime(NOON + 35 * DAY);
      expect(near(await owner.get(path)), path).toEqual([]);
    }
  });

  it("is silent about revoked keys, and stands on no page of staff", async () => {
    const shop = await panelStudio();
    const { owner, base, studio } = shop;
    const key = await studio.addKey("Сайт", { expiresAt: NOON + DAY });
    expect(near(await (await staffOf(shop)).get(base))).toEqual([]);
    await studio.revoke(key);
    for (const path of [base, `${base}/keys`]) expect(near(await owner.get(path))).toEqual([]);
  });

  it("speaks the person's language", async () => {
    const { base, studio } = await panelStudio();
    await studio.addKey("Сайт", { expiresAt: Date.parse("2027-02-12T22:00:00Z") });
    const person = await createPerson({ language: "uk" });
    await addMember(studio, person, "owner");
    const said = near(await (await signedIn(person)).get(base))[0];
    expect(said).toContain("Ключ «Сайт» діє до 12 лют. 2027 р. включно.");
  });
});

describe("the list of keys", () => {
  it("keeps ended keys apart, to be given another end or revoked, and never to be replaced", async () => {
    const { owner, base, studio } = await panelStudio();
    const { id } = await studio.addKey("Акція", { expiresAt: NOON });
    const page = await owner.get(`${base}/keys`);
    expect(page.headings).toContain("Ended keys");
    expect(page.row("Акція pk_live_").text).toContain("Change the end Revoke");
    expect(page.row("Акція pk_live_").text).not.toContain("Replace");
    expect((await owner.get(`${base}/keys/${id}/replace`)).location).toBe(`${base}/keys`);
    const refused = await owner.post(`${base}/keys/${id}/replace`, { name: "Акція 2", overlap: "day" });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain("The key “Акція” has ended or is revoked");
    expect(await keysOf(studio)).toHaveLength(2);
  });
});

describe("the end of a key", () => {
  it("is set, holds by the clock, and is undone from the notice", async () => {
    const { owner, base, studio } = await panelStudio();
    const { id, secret } = studio.key;
    expect(await statusOf(secret)).toBe(200);
    const page = await posted(owner, `${base}/keys/${id}/end`, { lastDay: "2027-02-10" });
    expect(page.notice).toBe("The key “first” works through Feb 10, 2027.");
    expect((await owner.get(`${base}/keys/${id}/end`)).field("lastDay").value).toBe("2027-02-10");
    vi.setSystemTime(Date.parse("2027-02-10T22:00:00Z"));
    expect(await statusOf(secret)).toBe(401);
    const { action = "", fields = [] } = page.undo ?? {};
    const undone = await posted(owner, action, Object.fromEntries(fields));
    expect(undone.notice).toBe("The key “first” has no end.");
    expect(await statusOf(secret)).toBe(200);
  });

  it("is put off for a key that has ended, and undone to the same moment", async () => {
    const { owner, base, studio } = await panelStudio();
    const { id, secret } = await studio.addKey("Акція", { expiresAt: NOON - HOUR });
    expect(await statusOf(secret)).toBe(401);
    const page = await posted(owner, `${base}/keys/${id}/end`, { lastDay: "" });
    expect(await statusOf(secret)).toBe(200);
    const { action = "", fields = [] } = page.undo ?? {};
    const undone = await posted(owner, action, Object.fromEntries(fields));
    expect(undone.notice).toBe("The key “Акція” has ended: it worked until Feb 10, 2027, 13:00.");
    expect((await keysOf(studio)).at(-1)?.expiresAt).toBe(NOON - HOUR);
    expect(await statusOf(secret)).toBe(401);
  });

  it("is restored to no moment that calendars do not have", async () => {
    const { owner, base, studio } = await panelStudio();
    for (const expiresAt of ["9007199254740991", "8640000000000000"]) {
      const refused = await owner.post(`${base}/keys/${studio.key.id}/end/restore`, { expiresAt });
      expect(refused.status).toBe(400);
    }
    expect((await keysOf(studio)).at(0)?.expiresAt).toBe(null);
    expect([(await owner.get(`${base}/keys`)).status, await statusOf(studio.key.secret)]).toEqual([200, 200]);
  });

  it("stays as it is if a key in use has the ended one's name, or the day has passed", async () => {
    const { owner, base, studio } = await panelStudio();
    const { id } = await studio.addKey("first", { expiresAt: NOON });
    const taken = await owner.post(`${base}/keys/${id}/end`, { lastDay: "2027-05-01" });
    expect(taken.status).toBe(400);
    expect(taken.text).toContain("A key in use has the same name");
    const passed = await owner.post(`${base}/keys/${id}/end`, { lastDay: "2027-01-01" });
    expect(passed.faults.lastDay).toBe("This day has passed.");
    expect((await keysOf(studio)).at(-1)?.expiresAt).toBe(NOON);
  });

  it("is none of a revoked key, of another studio's or of staff", async () => {
    const shop = await panelStudio();
    const { owner, base, studio } = shop;
    const other = await panelStudio();
    await studio.revoke(studio.key);
    expect((await owner.post(`${base}/keys/${studio.key.id}/end`, { lastDay: "" })).location).toBe(`${base}/keys`);
    expect((await owner.post(`${base}/keys/${other.studio.key.id}/end`, { lastDay: "" })).status).toBe(404);
    expect((await owner.get(`${base}/keys/${other.studio.key.id}/end`)).status).toBe(404);
    const staff = await staffOf(shop);
    expect((await staff.post(`${base}/keys/${studio.key.id}/end`, { lastDay: "" })).status).toBe(403);
  });
});

describe("replacing a key", () => {
  it("shows a second key of the same kind and permission once, and ends the old one after the overlap", async () => {
    const { owner, base, studio } = await panelStudio();
    const old = await studio.addKey("Звіти", { kind: "test", permission: "read" });
    const question = await owner.get(`${base}/keys/${old.id}/replace`);
    expect(question.field("name").value).toBe("Звіти 2");
    expect(question.field("overlap").options).toEqual(["hour", "day", "week", "month"]);
    const page = await owner.post(`${base}/keys/${old.id}/replace`, { name: "Звіти 2", overlap: "week", lastDay: "" });
    const secret = secretOn(page);
    expect(page.text).toContain("The old key “Звіти” works until Feb 17, 2027, 14:00");
    expect((await owner.get(`${base}/keys`)).html).not.toContain(secret);
    expect((await keysOf(studio)).slice(1)).toMatchObject([
      { id: old.id, expiresAt: NOON + 7 * DAY },
      { name: "Звіти 2", kind: "test", permission: "read", expiresAt: null },
    ]);
    expect([await statusOf(old.secret), await statusOf(secret)]).toEqual([200, 200]);
    vi.setSystemTime(NOON + 7 * DAY);
    expect([await statusOf(old.secret), await statusOf(secret)]).toEqual([401, 200]);
  });

  it("makes no second one by a reload, or by two forms sent at once", async () => {
    const { owner, base, studio } = await panelStudio();
    const form = { name: "first 2", overlap: "day" };
    const both = await Promise.all([
      owner.post(`${base}/keys/${studio.key.id}/replace`, form),
      owner.post(`${base}/keys/${studio.key.id}/replace`, form),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    const again = await owner.post(`${base}/keys/${studio.key.id}/replace`, { ...form, overlap: "month" });
    expect(again.faults.name).toBe("This is taken already.");
    expect((await keysOf(studio)).map(({ expiresAt }) => expiresAt)).toEqual([NOON + DAY, null]);
  });

  it("leaves the old key without an end if the new one is refused", async () => {
    const { owner, base, studio } = await panelStudio();
    vi.spyOn(console, "error").mockImplementation(() => {});
    const random = crypto.getRandomValues.bind(crypto);
    await owner.formToken();
    // The same key twice: the database refuses the second.
    vi.spyOn(crypto, "getRandomValues").mockImplementation((array) => {
      const filled = random(array);
      return filled instanceof Uint8Array && filled.length > 64 ? Object.assign(filled, filled.fill(7)) : filled;
    });
    expect((await owner.post(`${base}/keys`, { name: "Сайт" })).status).toBe(200);
    const before = await keysOf(studio);
    expect((await owner.post(`${base}/keys/${studio.key.id}/replace`, { name: "n", overlap: "day" })).status).toBe(500);
    expect(await keysOf(studio)).toEqual(before);
  });

  it("keeps an earlier end of the old key, and counts the names on", async () => {
    const { owner, base, studio } = await panelStudio();
    const old = await studio.addKey("Сайт 2", { expiresAt: NOON + HOUR });
    await studio.addKey("Сайт 3");
    const question = await owner.get(`${base}/keys/${old.id}/replace`);
    expect(question.field("name").value).toBe("Сайт 4");
    await owner.post(`${base}/keys/${old.id}/replace`, { name: "Сайт 4", overlap: "month", lastDay: "2027-03-01" });
    const [, replaced, , added] = await keysOf(studio);
    expect(replaced?.expiresAt).toBe(NOON + HOUR);
    expect(added).toMatchObject({ name: "Сайт 4", expiresAt: Date.parse("2027-03-01T22:00:00Z") });
  });

  it("is the owner's alone, on a plan with the API", async () => {
    const shop = await panelStudio();
    const { owner, base, studio } = shop;
    const path = `${base}/keys/${studio.key.id}/replace`;
    const staff = await staffOf(shop);
    expect((await staff.get(path)).status).toBe(403);
    expect((await staff.post(path, { name: "n", overlap: "day" })).status).toBe(403);
    const other = await panelStudio();
    expect(
      (await other.owner.post(`${other.base}/keys/${studio.key.id}/replace`, { name: "n", overlap: "day" })).status,
    ).toBe(404);
    await studio.setPlan("basic");
    expect((await owner.post(path, { name: "n", overlap: "day" })).status).toBe(403);
    expect(await keysOf(studio)).toHaveLength(1);
  });
});
