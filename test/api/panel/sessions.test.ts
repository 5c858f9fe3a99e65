// Sessions: invalid cookies, people of several studios, members who are removed, a database that fails.

import { env } from "cloudflare:workers";
import { and, eq } from "drizzle-orm";
import { afterEach, describe, expect, it, vi } from "vitest";
import { sessions, studioMembers } from "../../../src/db/schema.ts";
import { addMember, Browser, createPerson, panelStudio, posted, signedIn } from "../support/panel.ts";
import { createStudio, database } from "../support/studio.ts";

const DAY = 86_400_000;

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("a cookie that is no session's", () => {
  it.each(["", "x", "%", "%E0%A4%A", '"quoted"', "a".repeat(43), "a".repeat(8000), "' OR 1=1 --", "undefined"])(
    "counts as a visitor's: %j",
    async (value) => {
      const browser = new Browser();
      browser.setCookie("__Host-panel", value);
      const page = await browser.get("/panel/sign-in");
      expect(page.status, page.html).toBe(200);
      expect((await browser.get("/panel/account")).status).toBe(303);
    },
  );

  it.each(["", "x", "x.y", "%7B%7D.AAAA", `${"a".repeat(44)}=`, `%7B%7D.${"A".repeat(43)}%3D`])(
    "shows no notice without a valid signature: %j",
    async (value) => {
      const { owner, base } = await panelStudio();
      owner.setCookie("panel-notice", value);
      const page = await owner.get(base);
      expect(page.status, page.html).toBe(200);
      expect(page.html).toContain('<div id="notice" role="status" aria-live="polite"></div>');
    },
  );
});

describe("a notice", () => {
  it("is shown once, and neither HEAD nor a part that is kept up to date takes it away", async () => {
    const browser = await signedIn(await createPerson());
    await browser.post("/panel/account", { name: "Леся" });
    await browser.head("/panel/account");
    const part = await browser.get("/panel/account", { "Sec-Fetch-Dest": "empty" });
    expect(part.text).not.toContain("Saved.");
    expect((await browser.get("/panel/account", { "Sec-Fetch-Dest": "document" })).text).toContain("Saved.");
    expect((await browser.get("/panel/account")).text).not.toContain("Saved.");
  });
});

describe("a session", () => {
  it("opens each studio of the person with the role they have there, and no other", async () => {
    const { owner, ownerPerson, base } = await panelStudio();
    const [staffed, strange] = [await createStudio(), await createStudio()];
    await addMember(staffed, ownerPerson, "staff");
    expect((await owner.get(`${base}/people`)).status).toBe(200);
    expect((await owner.get(`/panel/studios/${staffed.slug}`)).status).toBe(200);
    expect((await owner.get(`/panel/studios/${staffed.slug}/people`)).status).toBe(403);
    expect((await owner.get(`/panel/studios/${strange.slug}`)).status).toBe(404);
  });

  it("no longer opens a studio that the person was removed from meanwhile", async () => {
    const { owner, ownerPerson, studio, base } = await panelStudio();
    expect((await owner.get(base)).status).toBe(200);
    await database
      .delete(studioMembers)
      .where(and(eq(studioMembers.studioId, studio.id), eq(studioMembers.personId, ownerPerson.id)));
    const page = await owner.get(base);
    expect(page.status, page.html).toBe(404);
    expect((await owner.post(`${base}/keys`, { name: "Сайт" })).status).toBe(404);
    expect((await owner.get("/panel/account")).status).toBe(200);
  });

  it("ends after 30 days without use, and moves its end with every use", async () => {
    const start = Date.now();
    vi.useFakeTimers({ toFake: ["Date"] });
    vi.setSystemTime(start);
    const person = await createPerson();
    const [used, unused] = [await signedIn(person), await signedIn(person)];
    vi.setSystemTime(start + 20 * DAY);
    expect((await used.get("/panel/account")).status).toBe(200);
    await expect
      .poll(async () =>
        (await database.select().from(sessions).where(eq(sessions.personId, person.id))).map(
          ({ lastUsedAt }) => lastUsedAt,
        ),
      )
      .toContain(start + 20 * DAY);
    vi.setSystemTime(start + 30 * DAY);
    expect((await used.get("/panel/account")).status).toBe(200);
    expect((await unused.get("/panel/account")).status).toBe(303);
  });

  it("is another after signing in: the token of a visitor is not taken over", async () => {
    const person = await createPerson();
    const browser = new Browser();
    await browser.get("/panel/sign-in");
    const visitors = browser.cookie("__Host-panel");
    await posted(browser, "/panel/sign-in", { email: person.email, password: "правильний кінь акумулятор" });
    expect(browser.cookie("__Host-panel")).not.toBe(visitors);
  });
});

describe("an error of the database", () => {
  it.each(["/panel/account", "/panel", "/panel/sign-in"])(
    "is told on a page with its number, before the session is known: %s",
    async (path) => {
      const person = await createPerson();
      const browser = await signedIn(person, { DB: brokenDatabase() });
      const logged = vi.spyOn(console, "error").mockImplementation(() => {});
      const page = await browser.get(path, { "Accept-Language": "en" });
      expect(page.status, page.html).toBe(500);
      expect(page.text).toContain("Something went wrong on our side");
      const requestId = page.headers.get("X-Request-Id") ?? "none";
      expect(page.html).toContain(`<code>${requestId}</code>`);
      expect(page.html).not.toContain("D1 is down");
      expect(logged.mock.calls.join()).toContain(requestId);
      expect(page.headers.get("Content-Security-Policy")).toContain("default-src 'none'");
      expect(page.headers.get("Cache-Control")).toBe("no-store");
    },
  );
});

function brokenDatabase(): typeof env.DB {
  return new Proxy(env.DB, {
    get: () => () => {
      throw new Error("D1 is down");
    },
  });
}
