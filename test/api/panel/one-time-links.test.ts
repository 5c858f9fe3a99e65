// One-time links: joining a studio, setting a new password, and the ways in which a link closes.

import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { oneTimeLinks, people, sessions, studioMembers } from "../../../src/db/schema.ts";
import type { Role } from "../../../src/domain/person.ts";
import { newLink, PASSWORD_LINK_DAYS } from "../../../src/people/new-link.ts";
import { findLink, inviteIntoStudio } from "../../../src/people/one-time-link.store.ts";
import { findSession } from "../../../src/people/session.store.ts";
import { standInForMail } from "../support/mail-provider.ts";
import { addMember, Browser, createPerson, PASSWORD, panelStudio, signedIn } from "../support/panel.ts";
import { createStudio, database, type TestStudio } from "../support/studio.ts";

const ENGLISH = { "Accept-Language": "en" };
const NEW_PASSWORD = "нова довга фраза";

// A new password is told of by e-mail.
beforeEach(() => void standInForMail());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function invitation(studio: TestStudio, role: Role = "staff", email: string | null = null): Promise<string> {
  return `/panel/links/${await inviteIntoStudio(database, studio.id, { role, email })}`;
}

async function passwordLink(email: string): Promise<string> {
  const { token, row } = await newLink(PASSWORD_LINK_DAYS);
  await database.insert(oneTimeLinks).values({ ...row, email });
  return `/panel/links/${token}`;
}

async function rolesIn(studio: TestStudio): Promise<Record<string, Role>> {
  const rows = await database
    .select({ email: people.email, role: studioMembers.role })
    .from(studioMembers)
    .innerJoin(people, eq(people.id, studioMembers.personId))
    .where(eq(studioMembers.studioId, studio.id));
  return Object.fromEntries(rows.map(({ email, role }) => [email, role]));
}

const newEmail = () => `${crypto.randomUUID()}@example.com`;

describe("an invitation", () => {
  it("makes an account for a new person, lets them in, and shows the studio with a welcome", async () => {
    const studio = await createStudio({ title: "<b>Кобза</b>" });
    const link = await invitation(studio);
    const browser = new Browser();
    const page = await browser.get(link, ENGLISH);
    expect(page.status, page.html).toBe(200);
    expect(page.text).toContain("Join <b>Кобза</b>");
    const email = newEmail();
    const typed = { email: ` ${email.toUpperCase()} `, name: "Іван Франко", password: NEW_PASSWORD };
    const joined = await browser.post(link, typed, ENGLISH);
    expect(joined.status, joined.html).toBe(303);
    expect(joined.location).toBe(`/panel/studios/${studio.slug}`);
    const start = await browser.follow(joined);
    expect(start.status, start.html).toBe(200);
    expect(start.text).toContain("Welcome!");
    expect(await rolesIn(studio)).toEqual({ [email]: "staff" });
    const again = await new Browser().post("/panel/sign-in", { email, password: NEW_PASSWORD });
    expect(again.status, again.html).toBe(303);
  });

  it("of an e-mail does not ask for it, and is that person's only", async () => {
    const studio = await createStudio();
    const email = newEmail();
    const link = await invitation(studio, "owner", email);
    const browser = new Browser();
    expect((await browser.get(link, ENGLISH)).text).toContain(email);
    const joined = await browser.post(link, { email: newEmail(), name: "Леся", password: NEW_PASSWORD });
    expect(joined.status, joined.html).toBe(303);
    expect(await rolesIn(studio)).toEqual({ [email]: "owner" });
  });

  it("asks a known person for their password, and makes no second account", async () => {
    const studio = await createStudio();
    const person = await createPerson();
    const link = await invitation(studio, "staff", person.email);
    const browser = new Browser();
    expect((await browser.get(link, ENGLISH)).text).toContain("You have an account already.");
    const wrong = await browser.post(link, { password: "something else" }, ENGLISH);
    expect(wrong.status, wrong.html).toBe(401);
    expect(await rolesIn(studio)).toEqual({});
    const joined = await browser.post(link, { password: PASSWORD });
    expect(joined.status, joined.html).toBe(303);
    expect(await rolesIn(studio)).toEqual({ [person.email]: "staff" });
    expect(await database.select().from(people).where(eq(people.email, person.email))).toHaveLength(1);
  });

  it("without an e-mail does not take over the account of a typed one", async () => {
    const studio = await createStudio();
    const { email } = await createPerson();
    const link = await invitation(studio);
    const typed = { email, name: "Хтось інший", password: NEW_PASSWORD };
    const refused = await new Browser().post(link, typed, ENGLISH);
    expect(refused.status, refused.html).toBe(401);
    expect(refused.text).toContain("There is an account with this e-mail, and its password is another one.");
    expect(refused.field("email").value).toBe(email);
    expect(await rolesIn(studio)).toEqual({});
    const joined = await new Browser().post(link, { email, password: PASSWORD });
    expect(joined.status, joined.html).toBe(303);
  });

  it("counts wrong passwords as signing in does", async () => {
    const studio = await createStudio();
    const { email } = await createPerson();
    const link = await invitation(studio);
    const browser = new Browser();
    for (let attempt = 0; attempt < 10; attempt++) {
      expect((await browser.post("/panel/sign-in", { email, password: "guess" })).status).toBe(401);
    }
    const refused = await browser.post(link, { email, password: PASSWORD }, ENGLISH);
    expect(refused.status, refused.html).toBe(429);
    expect(refused.text).toContain("Too many attempts.");
    expect(await rolesIn(studio)).toEqual({});
  });

  it("forgets the attempts of a person who has joined", async () => {
    const { email } = await createPerson();
    const browser = new Browser();
    const guess = () => browser.post("/panel/sign-in", { email, password: "guess" });
    for (let attempt = 0; attempt < 9; attempt++) expect((await guess()).status).toBe(401);
    const link = await invitation(await createStudio());
    expect((await new Browser().post(link, { email, password: PASSWORD })).status).toBe(303);
    for (let attempt = 0; attempt < 2; attempt++) expect((await guess()).status).toBe(401);
  });

  it.each([
    ["no e-mail", { email: "", name: "Леся", password: NEW_PASSWORD }, "email", "Fill in this field."],
    [
      "no e-mail address",
      { email: "lesia", name: "Леся", password: NEW_PASSWORD },
      "email",
      "Enter an e-mail address, such as name@example.com.",
    ],
    [
      "no name to be seen",
      { email: newEmail(), name: "\u200b", password: NEW_PASSWORD },
      "name",
      "Fill in this field.",
    ],
    ["no name", { email: newEmail(), password: NEW_PASSWORD }, "name", "Fill in this field."],
    [
      "a password of nine letters",
      { email: newEmail(), name: "Леся", password: "дев’ять99" },
      "password",
      "Use 10 to 200 characters.",
    ],
    [
      "one of 201",
      { email: newEmail(), name: "Леся", password: "ї".repeat(201) },
      "password",
      "Use 10 to 200 characters.",
    ],
  ])("refuses a new person with %s, keeps the typed values, and can still be used", async (_, typed, field, words) => {
    const studio = await createStudio();
    const link = await invitation(studio);
    const refused = await new Browser().post(link, { name: "", ...typed }, ENGLISH);
    expect(refused.status, refused.html).toBe(400);
    expect(refused.faults[field]).toBe(words);
    expect(refused.field("email").value).toBe(typed.email);
    expect(refused.html).not.toContain(typed.password);
    expect((await new Browser().get(link)).status).toBe(200);
    expect(await rolesIn(studio)).toEqual({});
  });

  it("takes a password of 10 and one of 200 characters", async () => {
    const studio = await createStudio();
    for (const password of ["ї".repeat(10), "ї".repeat(200)]) {
      const typed = { email: newEmail(), name: "Леся", password };
      const joined = await new Browser().post(await invitation(studio), typed);
      expect(joined.status, joined.html).toBe(303);
    }
  });

  it("makes an owner of a member of the staff, and staff of no owner", async () => {
    const studio = await createStudio();
    const [staff, owner] = [await createPerson(), await createPerson()];
    await addMember(studio, staff, "staff");
    await addMember(studio, owner, "owner");
    for (const [person, role] of [
      [staff, "owner"],
      [owner, "staff"],
    ] as const) {
      const joined = await new Browser().post(await invitation(studio, role, person.email), { password: PASSWORD });
      expect(joined.status, joined.html).toBe(303);
    }
    expect(await rolesIn(studio)).toEqual({ [staff.email]: "owner", [owner.email]: "owner" });
  });

  it("is used once: of two at once one wins, and the other makes neither account nor session", async () => {
    const studio = await createStudio();
    const link = await invitation(studio);
    const typed = [newEmail(), newEmail()].map((email) => ({ email, name: "Леся", password: NEW_PASSWORD }));
    const browsers = [new Browser(), new Browser()];
    const answers = await Promise.all(browsers.map((browser, index) => browser.post(link, typed[index])));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 410]);
    expect(Object.keys(await rolesIn(studio))).toHaveLength(1);
    const made = await Promise.all(
      typed.map(({ email }) => database.select().from(people).where(eq(people.email, email))),
    );
    expect(made.flat()).toHaveLength(1);
    const closed = await new Browser().get(link, ENGLISH);
    expect(closed.status).toBe(410);
    expect(closed.text).toContain("This link is no longer valid");
  });

  it("ends after seven days, and not before", async () => {
    const studio = await createStudio();
    const link = await invitation(studio);
    vi.useFakeTimers({ toFake: ["Date"] });
    const start = Date.now();
    vi.setSystemTime(start + 7 * 86_400_000 - 5000);
    expect((await new Browser().get(link)).status).toBe(200);
    vi.setSystemTime(start + 7 * 86_400_000);
    expect((await new Browser().get(link)).status).toBe(410);
    const typed = { email: newEmail(), name: "Леся", password: NEW_PASSWORD };
    expect((await new Browser().post(link, typed)).status).toBe(410);
    expect(await rolesIn(studio)).toEqual({});
  });

  it("is kept only as a hash", async () => {
    const studio = await createStudio();
    const token = await inviteIntoStudio(database, studio.id, { role: "staff", email: null });
    const rows = await database.select().from(oneTimeLinks).where(eq(oneTimeLinks.studioId, studio.id));
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(await findLink(database, token)).toMatchObject({ purpose: "invitation", studioSlug: studio.slug });
  });

  it.each(["x", "a".repeat(43), "a".repeat(5000)])("shows the closed page for the token %s", async (token) => {
    const page = await new Browser().get(`/panel/links/${token}`);
    expect(page.status, page.html).toBe(410);
  });
});

describe("a password link", () => {
  it("sets the password, ends all sessions, and signs in", async () => {
    const { owner, ownerPerson, base } = await panelStudio();
    const link = await passwordLink(ownerPerson.email);
    const browser = new Browser();
    expect((await browser.get(link, ENGLISH)).text).toContain(ownerPerson.email);
    const answer = await browser.post(link, { password: NEW_PASSWORD });
    expect(answer.status, answer.html).toBe(303);
    expect((await owner.get(base)).status).toBe(303);
    expect((await browser.get(base)).status).toBe(200);
    const { email } = ownerPerson;
    expect((await new Browser().post("/panel/sign-in", { email, password: PASSWORD })).status).toBe(401);
    expect((await new Browser().post("/panel/sign-in", { email, password: NEW_PASSWORD })).status).toBe(303);
  });

  it("ends the session of another that the browser had", async () => {
    const { owner } = await panelStudio();
    const token = owner.cookie("__Host-panel") ?? "";
    const { email } = await createPerson();
    expect((await owner.post(await passwordLink(email), { password: NEW_PASSWORD })).status).toBe(303);
    expect((await owner.get("/panel/account")).text).toContain(email);
    expect(await findSession(database, token)).toBeUndefined();
  });

  it("shows its notice on the page after two redirects", async () => {
    const { ownerPerson } = await panelStudio();
    const browser = new Browser();
    const answer = await browser.post(await passwordLink(ownerPerson.email), { password: NEW_PASSWORD }, ENGLISH);
    const start = await browser.follow(await browser.follow(answer));
    expect(start.text).toContain("Your new password is set");
    expect((await browser.get("/panel/account")).text).not.toContain("Your new password is set");
  });

  it("is used once, and closes every other password link of the person", async () => {
    const { email } = await createPerson();
    const links = await Promise.all([passwordLink(email), passwordLink(email)]);
    const [first = "", second = ""] = links;
    const answers = await Promise.all(
      ["перша довга фраза", "друга довга фраза"].map((password) => new Browser().post(first, { password })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 410]);
    expect((await new Browser().get(second)).status).toBe(410);
  });

  it("lets in a person who was locked out by their attempts", async () => {
    const { email } = await createPerson();
    const browser = new Browser();
    for (let attempt = 0; attempt < 11; attempt++) {
      await browser.post("/panel/sign-in", { email, password: "guess" });
    }
    expect((await browser.post("/panel/sign-in", { email, password: PASSWORD })).status).toBe(429);
    expect((await new Browser().post(await passwordLink(email), { password: NEW_PASSWORD })).status).toBe(303);
    expect((await browser.post("/panel/sign-in", { email, password: NEW_PASSWORD })).status).toBe(303);
  });

  it("refuses a password that is too short, and changes nothing", async () => {
    const person = await createPerson();
    const browser = await signedIn(person);
    const link = await passwordLink(person.email);
    const refused = await new Browser().post(link, { password: "коротко" }, ENGLISH);
    expect(refused.status, refused.html).toBe(400);
    expect(refused.faults.password).toBe("Use 10 to 200 characters.");
    expect(await findSession(database, browser.cookie("__Host-panel"))).toBeDefined();
  });

  it("ends after a day", async () => {
    const { email } = await createPerson();
    const link = await passwordLink(email);
    vi.useFakeTimers({ toFake: ["Date"] });
    vi.setSystemTime(Date.now() + 86_400_000);
    expect((await new Browser().post(link, { password: NEW_PASSWORD })).status).toBe(410);
  });

  it("is closed when its person joins another studio: it may be of the first studio's owner", async () => {
    const person = await createPerson();
    await addMember(await createStudio(), person, "staff");
    const link = await passwordLink(person.email);
    const other = await createStudio();
    expect(
      (await new Browser().post(await invitation(other), { email: person.email, password: PASSWORD })).status,
    ).toBe(303);
    expect((await new Browser().get(link)).status).toBe(410);
    const rows = await database.select().from(sessions).where(eq(sessions.personId, person.id));
    expect(rows).toHaveLength(1);
  });
});
