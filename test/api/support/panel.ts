// The panel as a person uses it: a browser that keeps cookies and posts forms.

import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { readHtml } from "../../../harness/pages/html-tree.ts";
import { PageView } from "../../../harness/pages/page-view.ts";
import { people, studioMembers } from "../../../src/db/schema.ts";
import { asPersonId, type PersonId } from "../../../src/domain/ids.ts";
import type { Language, Role } from "../../../src/domain/person.ts";
import type { Env } from "../../../src/env.ts";
import worker from "../../../src/index.ts";
import { hashPassword } from "../../../src/people/password.ts";
import { beginSession } from "../../../src/people/session.store.ts";
import { createStudio, database, type TestStudio } from "./studio.ts";

export const PANEL_ORIGIN = "https://panel.example";
const BROWSER_COOKIE = "__Host-panel";
export const PASSWORD = "правильний кінь акумулятор";

export interface TestPerson {
  readonly id: PersonId;
  readonly email: string;
  readonly name: string;
}

/** Every person of the tests has the same password, and a hash that is quick to check. */
let passwordHash: Promise<string> | undefined;

export async function createPerson(
  row: { readonly name?: string; readonly language?: Language } = {},
): Promise<TestPerson> {
  passwordHash ??= hashPassword(PASSWORD, { cost: 2, blockSize: 1, parallelization: 1 });
  const email = `${crypto.randomUUID()}@example.com`;
  const { name = "Оксана Майстренко", language = "en" } = row;
  const [added] = await database
    .insert(people)
    .values({ email, name, passwordHash: await passwordHash, language, theme: "system", createdAt: Date.now() })
    .returning();
  if (added === undefined) throw new Error("The database returned no row");
  return { id: asPersonId(added.id), email, name };
}

export async function addMember(studio: TestStudio, person: TestPerson, role: Role): Promise<void> {
  await database
    .insert(studioMembers)
    .values({ studioId: studio.id, personId: person.id, role, createdAt: Date.now() });
}

/** An answer of the panel, with the page that it shows. */
export class Page extends PageView {
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;

  constructor({ status, headers }: Response, html: string, isHtml: boolean) {
    super(() => readHtml(isHtml ? html : ""));
    this.status = status;
    this.headers = headers;
    this.html = html;
  }

  /** The address that the answer sends the browser to. */
  get location(): string | null {
    return this.headers.get("Location");
  }
}

/** Reads an answer whole; one that is no page, such as a picture, has no elements. */
export async function readPage(response: Response): Promise<Page> {
  const html = await response.text();
  const isHtml = response.headers.get("Content-Type")?.startsWith("text/html") === true;
  // An attribute whose value is no text is written so.
  if (isHtml && html.includes("[object Object]")) throw new Error(`an object is written into the page:\n${html}`);
  return new Page(response, html, isHtml);
}

export type FormFields = Readonly<Record<string, string | File | readonly string[] | readonly File[]>>;

export class Browser {
  readonly #cookies = new Map<string, string>();
  /** One of its own, since attempts to sign in are counted by address. */
  readonly #address = `test-${crypto.randomUUID()}`;
  /** By the cookie that it belongs to. */
  readonly #formTokens = new Map<string | undefined, string>();
  readonly #bindings: Partial<Env>;
  /** Requests may still work after their answers. */
  readonly #contexts: ExecutionContext[] = [];

  /** @param bindings take the place of the real ones, to inject faults */
  constructor(bindings: Partial<Env> = {}) {
    this.#bindings = bindings;
  }

  async get(path: string, headers: Record<string, string> = {}): Promise<Page> {
    return this.#fetch(path, { headers });
  }

  /** A file, which is no text. */
  async download(path: string): Promise<Response> {
    return this.#respond(path, {});
  }

  async head(path: string): Promise<Page> {
    return this.#fetch(path, { method: "HEAD" });
  }

  /** The page that a redirect leads to, or the page itself. */
  async follow(page: Page): Promise<Page> {
    return page.location === null ? page : this.get(page.location);
  }

  /** Posts a form as a page of the panel does: with this browser's form token and from the panel's origin. */
  async post(path: string, fields: FormFields = {}, headers: Record<string, string> = {}): Promise<Page> {
    return this.postBare(path, { formToken: await this.formToken(), ...fields }, { Origin: PANEL_ORIGIN, ...headers });
  }

  /** Posts exactly these fields with exactly these headers. */
  async postBare(path: string, fields: FormFields, headers: Record<string, string>): Promise<Page> {
    const hasFile = Object.values(fields).some((value) => [value].flat().some((entry) => entry instanceof File));
    const body = hasFile ? new FormData() : new URLSearchParams();
    for (const [name, value] of Object.entries(fields)) {
      for (const entry of [value].flat()) {
        if (entry instanceof File && body instanceof FormData) body.append(name, entry);
        else body.append(name, String(entry));
      }
    }
    return this.postBody(path, body, headers);
  }

  /** Posts exactly this body with exactly these headers. */
  async postBody(path: string, body: NonNullable<RequestInit["body"]>, headers: Record<string, string>): Promise<Page> {
    return this.#fetch(path, { method: "POST", body, headers });
  }

  /** The form token of this browser, as every page of its shows it. */
  async formToken(): Promise<string> {
    const known = this.#formTokens.get(this.cookie(BROWSER_COOKIE));
    if (known !== undefined) return known;
    const page = await this.get("/panel/account");
    const { html } = page.status === 303 ? await this.get("/panel/sign-in") : page;
    const [, token] = /name="formToken" value="([^"]+)"/.exec(html) ?? [];
    if (token === undefined) throw new Error(`no form on the page:\n${html}`);
    this.#formTokens.set(this.cookie(BROWSER_COOKIE), token);
    return token;
  }

  /** Waits for the work that goes on after the answers. */
  async settled(): Promise<void> {
    await Promise.all(this.#contexts.splice(0).map(waitOnExecutionContext));
  }

  setCookie(name: string, value: string): void {
    this.#cookies.set(name, value);
  }

  cookie(name: string): string | undefined {
    return this.#cookies.get(name);
  }

  /** Asks for a WebSocket, as a script of the panel's page does. */
  async socket(path: string, headers: Record<string, string> = { Origin: PANEL_ORIGIN }): Promise<Response> {
    return this.#respond(path, { headers: { Upgrade: "websocket", ...headers } });
  }

  async #fetch(path: string, init: RequestInit): Promise<Page> {
    return readPage(await this.#respond(path, init));
  }

  async #respond(path: string, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers);
    if (!headers.has("CF-Connecting-IP")) headers.set("CF-Connecting-IP", this.#address);
    if (this.#cookies.size > 0) {
      headers.set("Cookie", [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    }
    // A whole address takes the place of the panel's origin.
    const request = new Request(new URL(path, PANEL_ORIGIN), { ...init, headers, redirect: "manual" });
    const executionContext = createExecutionContext();
    this.#contexts.push(executionContext);
    const response = await worker.fetch(request, { ...env, ...this.#bindings }, executionContext);
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (/Max-Age=0/i.test(cookie)) this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    return response;
  }
}

/** A browser in which the person is signed in. */
export async function signedIn(person: TestPerson, bindings: Partial<Env> = {}): Promise<Browser> {
  const browser = new Browser(bindings);
  browser.setCookie(BROWSER_COOKIE, await beginSession(database, person.id, "a test's browser"));
  return browser;
}

export interface PanelStudio {
  readonly studio: TestStudio;
  /** Every page of the studio is below. */
  readonly base: string;
  readonly owner: Browser;
  readonly ownerPerson: TestPerson;
}

/** A studio with its owner, signed in. */
export async function panelStudio(row: Parameters<typeof createStudio>[0] = {}): Promise<PanelStudio> {
  return panelOf(await createStudio(row));
}

/** The panel of a studio that is there, with an owner signed in. */
export async function panelOf(studio: TestStudio): Promise<PanelStudio> {
  const ownerPerson = await createPerson();
  await addMember(studio, ownerPerson, "owner");
  return { studio, base: `/panel/studios/${studio.slug}`, owner: await signedIn(ownerPerson), ownerPerson };
}

/** A member of the studio's staff, signed in. */
export async function staffOf({ studio }: PanelStudio): Promise<Browser> {
  const person = await createPerson({ name: "Петро Друкар" });
  await addMember(studio, person, "staff");
  return signedIn(person);
}

/** Posts a form that must succeed, and answers the page that it leads to. */
export async function posted(browser: Browser, path: string, fields: FormFields = {}): Promise<Page> {
  const answer = await browser.post(path, fields);
  expect(answer.status, answer.html).toBe(303);
  return browser.follow(answer);
}

/** A page's text; catalog tests still call it so. */
export function textOf({ text }: Page): string {
  return text;
}
