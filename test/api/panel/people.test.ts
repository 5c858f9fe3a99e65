// The people of a studio: invited, given another role, removed, and never without an owner.

import { env } from "cloudflare:workers";
import { and, eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openRetainedRecords } from "../../../src/db/retained-records.ts";
import { oneTimeLinks, signInAttempts, studioMembers } from "../../../src/db/schema.ts";
import type { Role } from "../../../src/domain/person.ts";
import type { Env } from "../../../src/env.ts";
import { deleteExpiredSignIns } from "../../../src/people/retention.ts";
import { type MailStandIn, standInForMail } from "../support/mail-provider.ts";
import { undo } from "../support/page-forms.ts";
import {
  addMember,
  Browser,
  createPerson,
  PASSWORD,
  type Page,
  panelStudio,
  posted,
  signedIn,
  type TestPerson,
} from "../support/panel.ts";
import { createStudio, database, type TestStudio } from "../support/studio.ts";

let mails: MailStandIn;

beforeEach(() => {
  mails = standInForMail();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function roleOf(studio: TestStudio, person: TestPerson): Promise<Role | undefined> {
  const [row] = await database
    .select()
    .from(studioMembers)
    .where(and(eq(studioMembers.studioId, studio.id), eq(studioMembers.personId, person.id)));
  return row?.role;
}

/** A studio with its owner and a member of its staff. */
async function studioWithStaff() {
  const shop = await panelStudio();
  const person = await createPerson({ name: "<i>Петро</i>" });
  await addMember(shop.studio, person, "staff");
  return { ...shop, person, people: `${shop.base}/people` };
}

/** The link shown once on a page; "" if there is none. */
function linkOn(page: Page): string {
  return page.values.find((value) => /^https:\/\/panel\.example\/panel\/links\/[\w-]{43}$/.test(value)) ?? "";
}

/** The form that undoes a removal, in the notice on a page. */
function undoOn(page: Page): { action: string; removal: string } {
  const { action = "", fields = [] } = page.undo ?? {};
  return { action, removal: Object.fromEntries(fields).removal ?? "" };
}

describe("the people page", () => {
  it("lists the members with their roles, and their names as text", async () => {
    const { owner, people, ownerPerson, person } = await studioWithStaff();
    const page = await owner.get(people);
    expect(page.status, page.html).toBe(200);
    expect(page.text).toContain("<i>Петро</i>");
    for (const { email } of [ownerPerson, person]) expect(page.text).toContain(email);
    expect(page.text).toContain("No invitation is open.");
  });

  it("shows an invitation's link once, absolute, and lists the invitation until it is revoked", async () => {
    const { owner, people } = await studioWithStaff();
    const made = await owner.post(`${people}/invitations`, { role: "staff", email: "Lesia@Example.com" });
    expect(made.status, made.html).toBe(200);
    expect(made.headers.get("Cache-Control")).toBe("no-store");
    const link = linkOn(made);
    expect(link, made.html).not.toBe("");
    expect((await new Browser().get(link)).status).toBe(200);
    const later = await owner.get(people);
    expect(later.html).not.toContain(link.slice(-43));
    expect(later.text).toContain("lesia@example.com");
    const [revoke] = later.row("lesia@example.com").forms;
    const revoked = await posted(owner, revoke?.action ?? "");
    expect(revoked.notice).toBe("The invitation is revoked.");
    expect(revoked.text).toContain("No invitation is open.");
    expect((await new Browser().get(link)).status).toBe(410);
  });

  it.each([
    [{ role: "boss" }, "role", "Choose one of the list."],
    [{ role: "staff", email: "nobody" }, "email", "Enter an e-mail address, such as name@example.com."],
  ])("refuses the invitation %j and keeps the typed values", async (typed, field, words) => {
    const { owner, people, studio } = await studioWithStaff();
    const refused = await owner.post(`${people}/invitations`, typed);
    expect(refused.status, refused.html).toBe(400);
    expect(refused.faults[field]).toBe(words);
    if ("email" in typed) expect(refused.field("email").value).toBe(typed.email);
    expect(await database.select().from(oneTimeLinks).where(eq(oneTimeLinks.studioId, studio.id))).toEqual([]);
  });

  it("does not invite a person who is a member already", async () => {
    const { owner, people, person } = await studioWithStaff();
    const refused = await owner.post(`${people}/invitations`, { role: "staff", email: person.email.toUpperCase() });
    expect(refused.status, refused.html).toBe(400);
    expect(refused.text).toContain("They belong to the studio already.");
  });

  it("revokes no invitation of another studio", async () => {
    const { owner, people } = await studioWithStaff();
    const other = await panelStudio();
    await other.owner.post(`${other.base}/people/invitations`, { role: "staff" });
    const [row] = await database.select().from(oneTimeLinks).where(eq(oneTimeLinks.studioId, other.studio.id));
    await posted(owner, `${people}/invitations/${row?.id}/revoke`);
    expect(await database.select().from(oneTimeLinks).where(eq(oneTimeLinks.studioId, other.studio.id))).toHaveLength(
      1,
    );
  });
});

describe("an invitation by e-mail", () => {
  /** A studio with an invitation of its owner, and the page that shows it. */
  async function invited(email: string, bindings: Partial<Env> = {}) {
    const shop = await panelStudio({ title: "Друк <1>", replyTo: "druk@example.com" });
    const owner = await signedIn(shop.ownerPerson, bindings);
    const page = await owner.post(`${shop.base}/people/invitations`, { role: "owner", email });
    expect(page.status, page.html).toBe(200);
    expect(linkOn(page), page.html).not.toBe("");
    return { ...shop, page, email };
  }
  const newEmail = () => `${crypto.randomUUID()}@example.com`;

  it("goes to its address in the studio's name, and its link stays to be copied", async () => {
    const { page, email } = await invited(newEmail());
    expect(page.text).toContain(`An e-mail with this link is on its way to ${email}.`);
    const [one, ...others] = mails.asked;
    expect(others).toEqual([]);
    expect(one?.headers.get("Idempotency-Key")).toMatch(/^account\//);
    expect(one?.body).toMatchObject({
      from: '"Друк 1" <orders@print.example>',
      ...{ to: [email], reply_to: "druk@example.com", subject: "Друк <1>: you are invited" },
    });
    // The page's own address is the test's; the mail's is the deployment's.
    const sent = linkOn(page).replace("https://panel.example", "https://print.example");
    expect(one?.body.text).toContain(`Join the studio:\n${sent}\n`);
    expect(one?.body.text).toContain("Оксана Майстренко invites you to the studio’s panel as an owner.");
    expect(one?.body.html).toContain(`href="${sent}"`);
    expect(one?.body.html).toContain("Join “Друк &lt;1&gt;”");
  });

  it("speaks the language of an account that is there", async () => {
    const { email } = await createPerson({ language: "uk" });
    await invited(email);
    expect(mails.asked[0]?.body.subject).toBe("Друк <1>: вас запрошено");
  });

  it.each([
    [[422, "validation_error"], "No e-mail was sent to ADDRESS. The provider refuses this address."],
    [[401, "missing_api_key"], "No e-mail was sent to ADDRESS. The provider refuses the sender."],
    ["no answer", "Perhaps no e-mail was sent to ADDRESS: the provider’s answer was lost."],
  ] as const)("says so if the provider answers %s, and is passed on by its link", async (answer, words) => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    mails.script.push(answer);
    const { page, email } = await invited(newEmail());
    expect(page.text).toContain(words.replace("ADDRESS", email));
    expect(page.text).toContain("Pass on this link now");
    expect(mails.asked).toHaveLength(1);
  });

  it("is tried once more if the provider asks for patience", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    mails.script.push([429, "rate_limit_exceeded"]);
    const inviting = invited(newEmail());
    await vi.waitFor(() => expect(mails.asked).toHaveLength(1), { timeout: 10_000 });
    await vi.advanceTimersByTimeAsync(2000);
    const { page } = await inviting;
    expect(page.text).toContain("is on its way");
    const keys = mails.asked.map(({ headers }) => headers.get("Idempotency-Key"));
    expect(keys).toEqual([keys[0], keys[0]]);
  });

  it("is one of fifty that a studio's owners send in a day", async () => {
    const { studio, owner, base } = await invited(newEmail());
    await database
      .update(signInAttempts)
      .set({ attempts: 50, since: Date.now() - 23 * 3_600_000 })
      .where(eq(signInAttempts.key, `mails:${studio.id}`));
    const page = await owner.post(`${base}/people/invitations`, { role: "staff", email: newEmail() });
    expect(page.text).toContain("The studio has sent as many as it may in a day.");
    expect(linkOn(page), page.html).not.toBe("");
    expect(mails.asked).toHaveLength(1);
  });

  it("is not sent without an address, nor where no e-mail is sent", async () => {
    expect((await invited("")).page.text).toContain("The invitation is made");
    const { page } = await invited(newEmail(), { MAIL_FROM: "" });
    expect(page.text).toContain("No e-mail is sent: you get a link, and pass it on yourself.");
    expect(mails.asked).toEqual([]);
  });
});

describe("a member's role", () => {
  it("changes the member's access, with their next request", async () => {
    const { owner, people, person, studio } = await studioWithStaff();
    const staff = await signedIn(person);
    expect((await staff.get(people)).status).toBe(403);
    const page = await posted(owner, `${people}/${person.id}/role`, { role: "owner" });
    expect(page.notice).toBe("<i>Петро</i>: Owner.");
    expect((await staff.get(people)).status).toBe(200);
    expect(await roleOf(studio, person)).toBe("owner");
  });

  it("can be undone, and offers no undo if nothing changed", async () => {
    const { owner, people, person, studio } = await studioWithStaff();
    const page = await posted(owner, `${people}/${person.id}/role`, { role: "owner" });
    expect(page.undo?.action).toBe(`${people}/${person.id}/role`);
    await undo(owner, page);
    expect(await roleOf(studio, person)).toBe("staff");
    const same = await posted(owner, `${people}/${person.id}/role`, { role: "staff" });
    expect(same.undo).toBeUndefined();
  });

  it("is not taken from the last owner, and words say why", async () => {
    const { owner, people, ownerPerson, studio } = await studioWithStaff();
    const refused = await owner.post(`${people}/${ownerPerson.id}/role`, { role: "staff" });
    expect(refused.status, refused.html).toBe(400);
    expect(refused.text).toContain("The studio needs an owner.");
    expect(await roleOf(studio, ownerPerson)).toBe("owner");
  });

  it("refuses the second of two owners who resign at once", async () => {
    const { owner, people, ownerPerson, person, studio } = await studioWithStaff();
    await posted(owner, `${people}/${person.id}/role`, { role: "owner" });
    const other = await signedIn(person);
    const answers = await Promise.all([
      owner.post(`${people}/${ownerPerson.id}/role`, { role: "staff" }),
      other.post(`${people}/${person.id}/role`, { role: "staff" }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 400]);
    expect([await roleOf(studio, ownerPerson), await roleOf(studio, person)].sort()).toEqual(["owner", "staff"]);
  });

  it("of oneself leads back to a page that one still reaches", async () => {
    const { owner, base, people, ownerPerson, person } = await studioWithStaff();
    await posted(owner, `${people}/${person.id}/role`, { role: "owner" });
    const page = await posted(owner, `${people}/${ownerPerson.id}/role`, { role: "staff" });
    expect(page.status, page.html).toBe(200);
    expect((await owner.get(base)).status).toBe(200);
  });

  it("answers 404 for a person of another studio, and changes nothing", async () => {
    const { owner, people } = await studioWithStaff();
    const other = await studioWithStaff();
    for (const [path, fields] of [
      ["role", { role: "owner" }],
      ["remove", {}],
      ["password-link", {}],
    ] as const) {
      const answer = await owner.post(`${people}/${other.person.id}/${path}`, fields);
      expect(answer.status, answer.html).toBe(404);
    }
    expect(await roleOf(other.studio, other.person)).toBe("staff");
  });
});

describe("removing a member", () => {
  it("shuts them out with their next request, and can be undone", async () => {
    const { owner, base, people, person, studio } = await studioWithStaff();
    const staff = await signedIn(person);
    expect((await staff.get(base)).status).toBe(200);
    const page = await posted(owner, `${people}/${person.id}/remove`);
    expect(page.text).toContain("<i>Петро</i> no longer belongs to the studio.");
    expect((await staff.get(base)).status).toBe(404);
    const undone = await undo(owner, page);
    expect(undone.notice).toContain("belongs to the studio again");
    expect(await roleOf(studio, person)).toBe("staff");
    expect((await staff.get(base)).status).toBe(200);
  });

  it("keeps one of two owners that remove each other at once", async () => {
    const { owner, people, ownerPerson, person, studio } = await studioWithStaff();
    await posted(owner, `${people}/${person.id}/role`, { role: "owner" });
    const other = await signedIn(person);
    await Promise.all([owner.post(`${people}/${person.id}/remove`), other.post(`${people}/${ownerPerson.id}/remove`)]);
    const roles = [await roleOf(studio, ownerPerson), await roleOf(studio, person)];
    expect(roles.filter((role) => role === "owner")).toHaveLength(1);
  });

  it("is neither offered nor possible for oneself: it could not be undone", async () => {
    const { owner, people, ownerPerson, person, studio } = await studioWithStaff();
    await posted(owner, `${people}/${person.id}/role`, { role: "owner" });
    const page = await owner.get(people);
    expect(page.forms.map(({ action }) => action)).toContain(`${people}/${person.id}/remove`);
    expect(page.html).not.toContain(`${people}/${ownerPerson.id}/remove`);
    const refused = await owner.post(`${people}/${ownerPerson.id}/remove`);
    expect(refused.status, refused.html).toBe(400);
    expect(refused.text).toContain("You cannot remove yourself");
    expect(await roleOf(studio, ownerPerson)).toBe("owner");
  });

  it("cannot be undone with a removal that is forged, changed, or another studio's", async () => {
    const { owner, people, person, studio } = await studioWithStaff();
    const { removal } = undoOn(await posted(owner, `${people}/${person.id}/remove`));
    const other = await panelStudio();
    const stranger = await createPerson();
    const [content = "", signature = ""] = removal.split(".");
    const changed = btoa(
      atob(content.replaceAll("-", "+").replaceAll("_", "/")).replace(
        `"personId":${person.id}`,
        `"personId":${stranger.id}`,
      ),
    )
      .replaceAll("+", "-")
      .replaceAll("/", "_")
      .replaceAll("=", "");
    for (const forged of ["", "x", `${content}.${"A".repeat(43)}`, `${changed}.${signature}`]) {
      expect((await owner.post(`${people}/restore`, { removal: forged })).status).toBe(400);
    }
    expect((await other.owner.post(`${other.base}/people/restore`, { removal })).status).toBe(400);
    expect(await roleOf(studio, stranger)).toBeUndefined();
    expect(await roleOf(other.studio, person)).toBeUndefined();
    expect(await roleOf(studio, person)).toBeUndefined();
  });

  it("is undone once: a later removal cannot be undone by the form of an earlier one", async () => {
    const { owner, people, person, studio } = await studioWithStaff();
    const { action, removal } = undoOn(await posted(owner, `${people}/${person.id}/remove`));
    await posted(owner, action, { removal });
    // Pressed twice.
    await posted(owner, action, { removal });
    const later = undoOn(await posted(owner, `${people}/${person.id}/remove`));
    const replayed = await owner.post(action, { removal });
    expect(replayed.status, replayed.html).toBe(400);
    expect(replayed.text).toContain("It is too late to undo this.");
    expect(await roleOf(studio, person)).toBeUndefined();
    await posted(owner, action, { removal: later.removal });
    expect(await roleOf(studio, person)).toBe("staff");
    // An undone removal leaves no invitation behind.
    expect((await owner.get(people)).text).toContain("No invitation is open.");
  });

  it("stays undone once while the scheduled retention runs", async () => {
    const { owner, people, person, studio } = await studioWithStaff();
    const { action, removal } = undoOn(await posted(owner, `${people}/${person.id}/remove`));
    await posted(owner, action, { removal });
    await posted(owner, `${people}/${person.id}/remove`);
    vi.useFakeTimers({ toFake: ["Date"] });
    vi.setSystemTime(Date.now() + 30 * 60_000);
    await deleteExpiredSignIns(openRetainedRecords(env.DB));
    expect((await owner.post(action, { removal })).status).toBe(400);
    expect(await roleOf(studio, person)).toBeUndefined();
  });

  it.each(["AAAAA.".padEnd(49, "A"), "A.".padEnd(45, "A"), `e30.${"A".repeat(43)}`])(
    "tells that it is too late if the removal is %s",
    async (removal) => {
      const { owner, people } = await studioWithStaff();
      const refused = await owner.post(`${people}/restore`, { removal });
      expect(refused.status, refused.html).toBe(400);
      expect(refused.text).toContain("It is too late to undo this.");
    },
  );
});

describe("a password link of the owner", () => {
  it("is shown once and sent to the member, and lets them set a new password", async () => {
    const { owner, people, person } = await studioWithStaff();
    const made = await owner.post(`${people}/${person.id}/password-link`);
    expect(made.status, made.html).toBe(200);
    expect(made.text).toContain(`An e-mail with this link is on its way to ${person.email}.`);
    const link = linkOn(made);
    expect(mails.asked.map(({ body }) => body.to)).toEqual([[person.email]]);
    expect(mails.asked[0]?.body.text).toContain(`https://print.example${new URL(link).pathname}`);
    const set = await new Browser().post(new URL(link).pathname, { password: "нова довга фраза" });
    expect(set.status, set.html).toBe(303);
  });

  it("is refused for a member of another studio", async () => {
    const { owner, people, person } = await studioWithStaff();
    await addMember(await createStudio(), person, "staff");
    expect((await owner.get(people)).html).not.toContain(`${person.id}/password-link`);
    const refused = await owner.post(`${people}/${person.id}/password-link`);
    expect(refused.status, refused.html).toBe(400);
    expect(refused.text).toContain("They belong to another studio too");
    expect(await database.select().from(oneTimeLinks).where(eq(oneTimeLinks.email, person.email))).toEqual([]);
  });
});

/** A person who is staff in the first studio and an owner of the second, with another owner, who has removed them. */
async function removedFromSecondStudio() {
  const [first, second] = [await panelStudio(), await panelStudio()];
  const person = await createPerson();
  await addMember(first.studio, person, "staff");
  await addMember(second.studio, person, "owner");
  const removed = await posted(second.owner, `${second.base}/people/${person.id}/remove`);
  const makeLink = async () => {
    const made = await first.owner.post(`${first.base}/people/${person.id}/password-link`);
    expect(made.status, made.html).toBe(200);
    return new URL(linkOn(made)).pathname;
  };
  return { first, second, person, undo: undoOn(removed), makeLink };
}

const NEW_PASSWORD = "нова довга фраза";

describe("a password link of one studio's owner", () => {
  it("is no way into the studio that takes its person back while the link is open", async () => {
    const { second, person, undo, makeLink } = await removedFromSecondStudio();
    const link = await makeLink();
    await posted(second.owner, undo.action, { removal: undo.removal });
    expect(await roleOf(second.studio, person)).toBe("owner");
    const attacker = new Browser();
    expect((await attacker.get(link)).status).toBe(410);
    expect((await attacker.post(link, { password: NEW_PASSWORD })).status).toBe(410);
    expect((await attacker.get(`${second.base}/people`)).status).toBe(303);
  });

  it("is no way into the studio that would take its person back after the link was used", async () => {
    const { second, person, undo, makeLink } = await removedFromSecondStudio();
    const attacker = new Browser();
    await posted(attacker, await makeLink(), { password: NEW_PASSWORD });
    const refused = await second.owner.post(undo.action, { removal: undo.removal });
    expect(refused.status, refused.html).toBe(400);
    expect(refused.text).toContain("It is too late to undo this. Invite them again.");
    expect(await roleOf(second.studio, person)).toBeUndefined();
    expect((await attacker.get(second.base)).status).toBe(404);
  });

  it("is closed when the owner removes its person, and by no other's try", async () => {
    const { first, second, person, makeLink } = await removedFromSecondStudio();
    const link = await makeLink();
    expect((await second.owner.post(`${second.base}/people/${person.id}/remove`)).status).toBe(404);
    expect((await new Browser().get(link)).status).toBe(200);
    await posted(first.owner, `${first.base}/people/${person.id}/remove`);
    expect((await new Browser().post(link, { password: NEW_PASSWORD })).status).toBe(410);
  });

  it("is closed when its person changes the password themselves, and not by a wrong one", async () => {
    const { person, makeLink } = await removedFromSecondStudio();
    const link = await makeLink();
    const browser = await signedIn(person);
    const typed = { oldPassword: "щось зовсім інше", newPassword: "інша довга фраза" };
    expect((await browser.post("/panel/account/password", typed)).status).toBe(400);
    expect((await new Browser().get(link)).status).toBe(200);
    await posted(browser, "/panel/account/password", { ...typed, oldPassword: PASSWORD });
    expect((await new Browser().post(link, { password: NEW_PASSWORD })).status).toBe(410);
  });
});
