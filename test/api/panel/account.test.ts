// A person's own account: name, language, look, password, sessions.

import { eq } from "drizzle-orm";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { FormView } from "../../../harness/pages/page-view.ts";
import { sessions } from "../../../src/db/schema.ts";
import { beginSession } from "../../../src/people/session.store.ts";
import { standInForMail } from "../support/mail-provider.ts";
import { Browser, createPerson, PASSWORD, posted, signedIn } from "../support/panel.ts";
import { database } from "../support/studio.ts";

afterEach(() => void vi.restoreAllMocks());

const NEW_PASSWORD = "нова довга фраза";

const endsSession = ({ action = "" }: FormView) => /^\/panel\/account\/sessions\/\d+\/end$/.test(action);

const statusOf = async (email: string, password: string) =>
  (await new Browser().post("/panel/sign-in", { email, password })).status;

describe("the account page", () => {
  it("changes name, language and look, and answers in the new language", async () => {
    const browser = await signedIn(await createPerson());
    const page = await posted(browser, "/panel/account", { name: "<b>Леся</b>", language: "uk", theme: "dark" });
    expect(page.html).toContain('<html lang="uk" data-theme="dark">');
    expect(page.field("name").value).toBe("<b>Леся</b>");
    expect(page.text).toContain("<b>Леся</b>");
    expect(page.notice).toBe("Збережено.");
  });

  it("changes the name alone if only it is sent", async () => {
    const browser = await signedIn(await createPerson({ language: "uk" }));
    const page = await posted(browser, "/panel/account", { name: "Леся" });
    expect(page.html).toContain('<html lang="uk" data-theme="system">');
    expect(page.field("name").value).toBe("Леся");
  });

  it.each([
    [{ name: "" }, "name", "Fill in this field."],
    [{ name: "є".repeat(101) }, "name", "Use at most 100 characters."],
    [{ name: "\u200b\u2060" }, "name", "Fill in this field."],
    [{ name: "Леся\u202e" }, "name", "Type it anew: it holds characters that cannot be seen."],
    [{ name: "Леся", language: "ru" }, "language", "Choose one of the list."],
    [{ name: "Леся", theme: "blue" }, "theme", "Choose one of the list."],
  ])("refuses %j beside the field", async (typed, field, words) => {
    const browser = await signedIn(await createPerson());
    const refused = await browser.post("/panel/account", typed);
    expect(refused.status, refused.html).toBe(400);
    expect(refused.faults[field]).toBe(words);
    expect(refused.field("name").value).toBe(typed.name);
  });
});

describe("changing the password", () => {
  it("asks the old one, ends the other sessions, and tells the person by e-mail", async () => {
    const mails = standInForMail();
    const person = await createPerson();
    const [here, there] = [await signedIn(person), await signedIn(person)];
    const page = await posted(here, "/panel/account/password", { oldPassword: PASSWORD, newPassword: NEW_PASSWORD });
    expect(page.text).toContain("Your new password is set");
    expect((await here.get("/panel/account")).status).toBe(200);
    expect((await there.get("/panel/account")).status).toBe(303);
    expect(await statusOf(person.email, PASSWORD)).toBe(401);
    expect(await statusOf(person.email, NEW_PASSWORD)).toBe(303);
    await here.settled();
    const subject = "Your password was changed";
    expect(mails.asked.map(({ body }) => body)).toMatchObject([{ to: [person.email], subject }]);
  });

  it("refuses a wrong old password, changes nothing and shows neither again", async () => {
    const person = await createPerson();
    const [here, there] = [await signedIn(person), await signedIn(person)];
    const typed = { oldPassword: "щось зовсім інше", newPassword: NEW_PASSWORD };
    const refused = await here.post("/panel/account/password", typed);
    expect(refused.status, refused.html).toBe(400);
    expect(refused.faults.oldPassword).toBe("This is not your present password.");
    expect(refused.html).not.toContain(NEW_PASSWORD);
    expect((await there.get("/panel/account")).status).toBe(200);
    expect(await statusOf(person.email, PASSWORD)).toBe(303);
  });

  it("refuses a new password that is too short beside its field", async () => {
    const browser = await signedIn(await createPerson());
    const refused = await browser.post("/panel/account/password", { oldPassword: PASSWORD, newPassword: "коротко" });
    expect(refused.status, refused.html).toBe(400);
    expect(refused.faults.newPassword).toBe("Use 10 to 200 characters.");
  });

  it("counts wrong attempts as signing in does: an open session is no way to guess", async () => {
    const person = await createPerson();
    const browser = await signedIn(person);
    const guess = (oldPassword: string) =>
      browser.post("/panel/account/password", { oldPassword, newPassword: NEW_PASSWORD });
    for (let attempt = 0; attempt < 10; attempt++) expect((await guess("guess")).status).toBe(400);
    const refused = await guess(PASSWORD);
    expect(refused.status, refused.html).toBe(429);
    expect(refused.text).toContain("Too many attempts.");
    const { email } = person;
    expect((await browser.post("/panel/sign-in", { email, password: PASSWORD })).status).toBe(429);
  });
});

describe("sessions", () => {
  it("are listed with the browser in words, this one marked", async () => {
    const person = await createPerson();
    const browser = await signedIn(person);
    const agents = [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0",
      "Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0",
      "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36",
      "<script>alert(1)</script>",
    ];
    for (const agent of agents) await beginSession(database, person.id, agent);
    const page = await browser.get("/panel/account");
    for (const words of ["Safari, iPhone", "Edge, Windows", "Firefox, Linux", "Chrome, Android"]) {
      expect(page.text).toContain(words);
    }
    expect(page.text.match(/this one/g)).toHaveLength(1);
    expect(page.html).not.toContain("alert(1)");
    expect(page.forms.filter(endsSession)).toHaveLength(agents.length);
  });

  it("are ended one by one, and all others at once", async () => {
    const person = await createPerson();
    const [here, one, two] = [await signedIn(person), await signedIn(person), await signedIn(person)];
    const ends = (await here.get("/panel/account")).forms.filter(endsSession);
    expect(ends).toHaveLength(2);
    await posted(here, ends[0]?.action ?? "");
    const alive = async () =>
      [(await one.get("/panel/account")).status, (await two.get("/panel/account")).status].sort();
    expect(await alive()).toEqual([200, 303]);
    const page = await posted(here, "/panel/account/sessions/end-others");
    expect(page.text).toContain("You are signed in nowhere else.");
    expect(await alive()).toEqual([303, 303]);
    expect((await here.get("/panel/account")).status).toBe(200);
  });

  it("of another person cannot be ended", async () => {
    const [person, other] = [await createPerson(), await createPerson()];
    const browser = await signedIn(person);
    await signedIn(other);
    const [row] = await database.select().from(sessions).where(eq(sessions.personId, other.id));
    await posted(browser, `/panel/account/sessions/${row?.id}/end`);
    expect(await database.select().from(sessions).where(eq(sessions.personId, other.id))).toHaveLength(1);
  });
});
