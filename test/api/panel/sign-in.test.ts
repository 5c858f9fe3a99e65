// Signing in to the panel: sessions, attempts, and forms that met an ended session.

import { describe, expect, it } from "vitest";
import { panelPath } from "../../../src/panel/kit/session.middleware.tsx";
import {
  addMember,
  Browser,
  createPerson,
  PASSWORD,
  type Page,
  panelStudio,
  posted,
  signedIn,
} from "../support/panel.ts";
import { createStudio } from "../support/studio.ts";

describe("signing in", () => {
  it("leads to the page that was asked for", async () => {
    const studio = await createStudio();
    const person = await createPerson();
    await addMember(studio, person, "owner");
    const browser = new Browser();
    const asked = await browser.get(`/panel/studios/${studio.slug}`);
    expect(asked.status).toBe(303);
    expect(asked.location).toBe(`/panel/sign-in?next=${encodeURIComponent(`/panel/studios/${studio.slug}`)}`);
    const { email } = person;
    const answer = await browser.post("/panel/sign-in", {
      email: ` ${email.toUpperCase()} `,
      password: PASSWORD,
      next: `/panel/studios/${studio.slug}`,
    });
    expect(answer.status, answer.html).toBe(303);
    expect(answer.location).toBe(`/panel/studios/${studio.slug}`);
    expect((await browser.follow(answer)).status).toBe(200);
  });

  it("keeps the token from scripts and from other sites", async () => {
    const { email } = await createPerson();
    const browser = new Browser();
    const answer = await browser.post("/panel/sign-in", { email, password: PASSWORD });
    const cookie = answer.headers.getSetCookie().find((line) => line.startsWith("__Host-panel="));
    expect(cookie).toMatch(/; HttpOnly/);
    expect(cookie).toMatch(/; Secure/);
    expect(cookie).toMatch(/; SameSite=Lax/);
    expect(cookie).toMatch(/; Path=\//);
  });

  it("reveals neither which of the two is wrong, nor which e-mails have an account", async () => {
    const { email } = await createPerson();
    const wrongPassword = await new Browser().post("/panel/sign-in", { email, password: "something else" });
    const wrongEmail = await new Browser().post("/panel/sign-in", { email: "nobody@example.com", password: PASSWORD });
    expect([wrongPassword.status, wrongEmail.status]).toEqual([401, 401]);
    expect(wrongPassword.text).toContain("Пошта або пароль неправильні.");
    expect(wrongEmail.text).toContain("Пошта або пароль неправильні.");
  });

  it("does not go on to another site", async () => {
    const { email } = await createPerson();
    for (const next of ["https://evil.example/", "//evil.example/panel", "/panel//evil.example", "/operator"]) {
      const answer = await new Browser().post("/panel/sign-in", { email, password: PASSWORD, next });
      expect(answer.location).toBe("/panel");
    }
  });

  it.each([
    "/panel/../../evil",
    "/panel/..",
    "/panel/%2e%2e/evil",
    "/panel/.%2E/evil",
    "/panel/x/..%2f..%2fevil",
    "/panel\\..\\evil",
    "/panel/\\evil.example",
    "/\\evil.example/panel",
    "\\\\evil.example/panel",
    "//evil.example",
    "///evil.example/panel",
    "/\t/evil.example/panel",
    "/panel/.\n./evil",
    "https://panel.example@evil.example/panel",
    "/panel@evil.example",
    "/panelevil",
    "/panel/%0d%0aLocation:evil",
    "javascript:alert(1)",
    "https://",
  ])("does not go out of the panel by %j", async (next) => {
    expect(panelPath(next)).toBe("/panel");
    const browser = new Browser();
    const page = await browser.get(`/panel/sign-in?${new URLSearchParams({ next })}`);
    expect(page.status, page.html).toBe(200);
    expect(page.field("next").value).toBe("/panel");
    const { email } = await createPerson();
    const answer = await browser.post("/panel/sign-in", { email, password: PASSWORD, next });
    expect(answer.location).toBe("/panel");
  });

  it("goes on as a browser reads the path, within the panel", () => {
    expect(panelPath("/panel/x/../account?tab=1#here")).toBe("/panel/account?tab=1");
    expect(panelPath("/panel/studios/kobza/orders/7")).toBe("/panel/studios/kobza/orders/7");
  });

  it("goes on to a search of several words", () => {
    const next = `/panel/studios/kobza/orders?${new URLSearchParams({ view: "list", search: "Леся Українка" })}`;
    expect(next).toContain("+");
    expect(panelPath(next)).toBe(next);
  });

  it("keeps the return path after every refusal", async () => {
    const { email } = await createPerson();
    for (const typed of [{ email }, { email, password: "something else" }, { password: PASSWORD }]) {
      const refused = await new Browser().post("/panel/sign-in", { ...typed, next: "/panel/account" });
      expect([400, 401]).toContain(refused.status);
      expect(refused.field("next").value).toBe("/panel/account");
    }
  });

  it("ends the session that the browser had, which would stay open without its person", async () => {
    const [before, after] = [await createPerson(), await createPerson()];
    const browser = await signedIn(before);
    const elsewhere = await signedIn(before);
    const token = browser.cookie("__Host-panel") ?? "";
    await posted(browser, "/panel/sign-in", { email: after.email, password: PASSWORD });
    expect((await browser.get("/panel/account")).text).toContain(after.name);
    const left = new Browser();
    left.setCookie("__Host-panel", token);
    expect((await left.get("/panel/account")).status).toBe(303);
    expect((await elsewhere.get("/panel/account")).status).toBe(200);
  });

  it("keeps the browser's session after a wrong password", async () => {
    const [before, after] = [await createPerson(), await createPerson()];
    const browser = await signedIn(before);
    expect((await browser.post("/panel/sign-in", { email: after.email, password: "guess" })).status).toBe(401);
    expect((await browser.get("/panel/account")).status).toBe(200);
  });

  it("ends with signing out", async () => {
    const { owner, base } = await panelStudio();
    expect((await owner.get(base)).status).toBe(200);
    await posted(owner, "/panel/sign-out");
    expect((await owner.get(base)).status).toBe(303);
  });
});

/** The form that the sign-in page carries along. */
const resumedOn = (page: Page): string => page.field("resumed").value;

describe("a form that meets an ended session", () => {
  it("is shown again after signing in, with the typed values", async () => {
    const person = await createPerson();
    const browser = await signedIn(person);
    const formToken = await browser.formToken();
    const origin = { Origin: "https://panel.example" };
    await posted(browser, "/panel/sign-out");
    const typed = { formToken, name: "<b>Нове ім'я</b>" };
    const refused = await browser.postBare("/panel/account", typed, origin);
    expect(refused.status, refused.html).toBe(401);
    const resumed = resumedOn(refused);
    const again = await browser.post("/panel/sign-in", { email: person.email, password: PASSWORD, resumed });
    expect(again.status, again.html).toBe(200);
    expect(Object.fromEntries(again.form("/panel/account").fields)).toMatchObject({ name: "<b>Нове ім'я</b>" });
  });

  it("says in words what it holds, without the values that the page sends by itself", async () => {
    const { email } = await createPerson();
    const values = {
      hourlyRate: "75",
      isDefault: "true",
      seen: '{"hourlyRate":"60"}',
      setupCost: "",
      technologyId: "1",
    };
    const resumed = JSON.stringify({ action: "/panel/account", values });
    const again = await new Browser().post("/panel/sign-in", { email, password: PASSWORD, resumed });
    expect(again.status, again.html).toBe(200);
    expect(again.text).toMatch(/Hourly rate 75 .* yes Technology FDM/);
    expect(again.text).not.toMatch(/hourlyRate|seen|setupCost|technologyId/);
    // They are sent again all the same.
    expect(Object.fromEntries(again.form("/panel/account").fields)).toMatchObject({ seen: values.seen });
  });

  it("says in words which copies, printer and columns it holds, without orders and filters", async () => {
    const { email } = await createPerson();
    const sent = {
      orders: "12,13",
      prints: "5:1:3",
      begun: "12",
      query: "late=true",
      board: "late=true",
      againSeen: "3",
    };
    const typed = {
      copies: "2",
      reason: "Warped",
      printerId: "7",
      againCopies: "1",
      againReason: "Bent",
      columns: "due",
    };
    const resumed = JSON.stringify({ action: "/panel/account", values: { ...sent, ...typed } });
    const again = await new Browser().post("/panel/sign-in", { email, password: PASSWORD, resumed });
    expect(again.text).toMatch(/Copies 2 Reason Warped Printer 7 Copies 1 What is wrong with them\? Bent Columns due/);
    expect(again.text).not.toMatch(/orders 12|prints|begun|query|board|againSeen/);
  });

  it("says in words which pieces of products it holds, without their ids", async () => {
    const { email } = await createPerson();
    const values = { "products.0.productId": "71", "products.0.colorId": "72", "products.0.quantity": "3" };
    const resumed = JSON.stringify({ action: "/panel/account", values });
    const again = await new Browser().post("/panel/sign-in", { email, password: PASSWORD, resumed });
    expect(again.text).toContain("Quantity 3");
    expect(again.text).not.toMatch(/products\.0|71|72/);
  });

  it("is kept if the password is missing or wrong", async () => {
    const { email } = await createPerson();
    const browser = new Browser();
    const resumed = JSON.stringify({ action: "/panel/account", values: { name: "Нове <ім'я>" } });
    for (const [typed, status] of [
      [{ email }, 400],
      [{ email, password: "something else" }, 401],
    ] as const) {
      const refused = await browser.post("/panel/sign-in", { ...typed, resumed });
      expect(refused.status, refused.html).toBe(status);
      expect(resumedOn(refused)).toBe(resumed);
    }
  });
});
