// A forgotten password: a link by e-mail, which tells no stranger about accounts, and sets a new password once.

import { eq, like } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { oneTimeLinks, signInAttempts } from "../../../src/db/schema.ts";
import type { Language } from "../../../src/domain/person.ts";
import { type MailStandIn, standInForMail } from "../support/mail-provider.ts";
import { Browser, createPerson, PASSWORD, type Page, posted, signedIn } from "../support/panel.ts";
import { database } from "../support/studio.ts";

const FORGOTTEN = "/panel/forgotten-password";
const NEW_PASSWORD = "нова довга фраза";
const HOUR = 3_600_000;

let mails: MailStandIn;
/** Asks in every test, from an address of its own. */
let browser: Browser;

beforeEach(() => {
  mails = standInForMail();
  browser = new Browser();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function ask(email: string, headers: Record<string, string> = {}): Promise<Page> {
  const answer = await browser.post(FORGOTTEN, { email }, { "Accept-Language": "en", ...headers });
  await browser.settled();
  return answer;
}

/** The path of the link in a text; "" if there is none. */
function linkIn(text = ""): string {
  const [, path = ""] = /https:\/\/print\.example(\/panel\/links\/[\w-]{43})\b/.exec(text) ?? [];
  return path;
}

/** A person who has forgotten their password, and the link sent to them. */
async function personWithLink({ language = "en" }: { readonly language?: Language } = {}) {
  const person = await createPerson({ language });
  const answer = await ask(person.email);
  expect(answer.status, answer.html).toBe(200);
  const [mail] = mails.asked.splice(0);
  return { person, mail: mail?.body, link: linkIn(mail?.body.text) };
}

describe("a forgotten password", () => {
  it("has a link sent to the account's address, in the account's language and from this service's own address", async () => {
    const { person, mail, link } = await personWithLink({ language: "uk" });
    expect(mail).toMatchObject({ from: '"Панель студії" <orders@print.example>', to: [person.email] });
    expect(mail?.reply_to).toBeUndefined();
    expect(mail?.subject).toBe("Новий пароль до панелі студії");
    expect(link, mail?.text).not.toBe("");
    expect(mail?.html).toContain(`href="https://print.example${link}"`);
    const rows = await database.select().from(oneTimeLinks).where(eq(oneTimeLinks.email, person.email));
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(link.slice(-43));
  });

  it("is set by the link's form, once: opening the link changes nothing, and setting it ends every session and tells the person", async () => {
    const { person, link } = await personWithLink();
    const before = await signedIn(person);
    for (const page of [await browser.get(link), await browser.head(link), await browser.get(link)]) {
      expect(page.status, page.html).toBe(200);
    }
    expect((await before.get("/panel/account")).status).toBe(200);
    await posted(browser, link, { password: NEW_PASSWORD });
    await browser.settled();
    expect((await browser.get("/panel/account")).text).toContain(person.email);
    expect((await before.get("/panel/account")).status).toBe(303);
    expect((await new Browser().post(link, { password: PASSWORD })).status).toBe(410);
    const [told, ...others] = mails.asked.map(({ body }) => body);
    expect(others).toEqual([]);
    expect(told).toMatchObject({ to: [person.email], subject: "Your password was changed" });
    expect(told?.text).toContain(`https://print.example${FORGOTTEN}`);
    expect(linkIn(told?.text)).toBe("");
  });

  it("is answered alike for an unknown address, whatever the provider says", async () => {
    const { email } = await createPerson();
    const unknown = "nobody-here@example.com";
    mails.script.push([422, "validation_error"], "no answer");
    vi.spyOn(console, "error").mockImplementation(() => {});
    const shown = async (address: string) => {
      const { status, headers, text } = await ask(address);
      return { status, headers: [...headers.keys()], text: text.replaceAll(address, "ADDRESS") };
    };
    const answer = await shown(email);
    expect(answer.text).toContain("If there is an account of ADDRESS");
    expect(await shown(email)).toEqual(answer);
    expect(mails.asked.splice(0)).toHaveLength(2);
    expect(await shown(unknown)).toEqual(answer);
    expect(mails.asked).toEqual([]);
    expect(await database.select().from(oneTimeLinks).where(eq(oneTimeLinks.email, unknown))).toEqual([]);
  });

  it("is answered without waiting for the provider: the time taken tells of no account either", async () => {
    const { email } = await createPerson();
    const { promise, resolve } = Promise.withResolvers<Response>();
    const sending = vi.spyOn(globalThis, "fetch").mockImplementation(() => promise);
    expect((await browser.post(FORGOTTEN, { email })).status).toBe(200);
    resolve(Response.json({ id: "mail-1" }));
    await browser.settled();
    expect(sending).toHaveBeenCalledOnce();
  });

  it("has three links an hour for an account from one network, known or not, and leaves signing in as it is", async () => {
    const { email } = await createPerson();
    vi.useFakeTimers({ toFake: ["Date"] });
    const start = Date.now();
    for (const address of [email, "nobody-else@example.com"]) {
      for (let count = 0; count < 3; count++) expect((await ask(address)).status).toBe(200);
      const refused = await ask(address.toUpperCase());
      expect(refused.status, refused.html).toBe(429);
      expect(refused.text).toContain("Too many attempts. Try again in 60 min.");
      expect(refused.field("email").value).toBe(address.toUpperCase());
    }
    expect(mails.asked).toHaveLength(3);
    expect((await browser.post("/panel/sign-in", { email, password: PASSWORD })).status).toBe(303);
    const elsewhere = { "CF-Connecting-IP": "203.0.113.50" };
    for (const status of [200, 200, 200, 429]) expect((await ask(email, elsewhere)).status).toBe(status);
    // Six from all networks.
    expect((await ask(email, { "CF-Connecting-IP": "198.51.100.9" })).status).toBe(429);
    vi.setSystemTime(start + HOUR);
    expect((await ask(email)).status).toBe(200);
  });

  it("has twenty links an hour from one network for all accounts", async () => {
    const { email } = await createPerson();
    expect((await ask("first@example.com")).status).toBe(200);
    await database.update(signInAttempts).set({ attempts: 20 }).where(like(signInAttempts.key, "forgotten-address:%"));
    expect((await ask(email)).status).toBe(429);
    expect(mails.asked).toEqual([]);
  });

  it("keeps its link for an hour", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const { link } = await personWithLink();
    vi.setSystemTime(Date.now() + HOUR - 1000);
    expect((await browser.get(link)).status).toBe(200);
    vi.setSystemTime(Date.now() + 1000);
    const closed = await browser.post(link, { password: NEW_PASSWORD }, { "Accept-Language": "en" });
    expect(closed.status).toBe(410);
    expect(closed.text).toContain("Forgot your password?");
  });

  it("is refused beside the field for a text that is no address", async () => {
    const refused = await ask("lesia");
    expect(refused.status).toBe(400);
    expect(refused.faults.email).toBe("Enter an e-mail address, such as name@example.com.");
    expect(refused.field("email").value).toBe("lesia");
  });

  it("is the owner's matter where no e-mail is sent", async () => {
    const without = new Browser({ MAIL_FROM: "" });
    const page = await without.get("/panel/sign-in", { "Accept-Language": "en" });
    expect(page.text).toContain("The owner of your studio can make you a link");
    expect(page.html).not.toContain(FORGOTTEN);
    const { email } = await createPerson();
    expect((await without.get(FORGOTTEN)).status).toBe(404);
    expect((await without.post(FORGOTTEN, { email })).status).toBe(404);
    expect(mails.asked).toEqual([]);
  });
});
