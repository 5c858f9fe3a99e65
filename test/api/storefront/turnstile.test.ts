// Turnstile at the order page: off without keys; with them a pass, for one network and an hour.

import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { anotherBox } from "../../../harness/models.ts";
import { askTurnstile } from "../../../src/platform/turnstile.ts";
import type { VisitorPass } from "../../../src/storefront/wire.ts";
import { addMaterial, addQuality } from "../support/catalog.ts";
import { modelFile, objectsOf } from "../support/requests.ts";
import { refused, SHOP_ORIGIN, setPage, Visitor } from "../support/storefront.ts";
import { createStudio } from "../support/studio.ts";

const HOUR = 3_600_000;
const SECRET = "a Turnstile secret that only tests know";
const HOSTNAME = new URL(SHOP_ORIGIN).hostname;

/** Turnstile, as its documentation says that it answers: an answer is good once, or again for the same question. */
class TestTurnstile {
  readonly asked: URLSearchParams[] = [];
  readonly #questionOf = new Map<string, string>();
  /** Its next answers, before its usual one. */
  readonly next: (() => Promise<Response>)[] = [];

  async answer(address: string | URL | Request, init?: RequestInit): Promise<Response> {
    // A real request: workerd checks it as its fetch does, and refuses an unknown kind of redirect.
    const request = new Request(address, init);
    expect(request.url).toBe("https://challenges.cloudflare.com/turnstile/v0/siteverify");
    const sent = new URLSearchParams(await request.text());
    this.asked.push(sent);
    const next = this.next.shift();
    if (next !== undefined) return next();
    if (sent.get("secret") !== SECRET) return verdict({ success: false, "error-codes": ["invalid-input-secret"] });
    const answer = sent.get("response") ?? "";
    if (!answer.startsWith("good")) return verdict({ success: false, "error-codes": ["invalid-input-response"] });
    const question = sent.get("idempotency_key") ?? "";
    const known = this.#questionOf.get(answer) ?? question;
    if (known !== question) return verdict({ success: false, "error-codes": ["timeout-or-duplicate"] });
    this.#questionOf.set(answer, question);
    return verdict({ success: true, "error-codes": [], hostname: HOSTNAME, challenge_ts: new Date().toISOString() });
  }
}

const verdict = (body: unknown, status = 200) => Response.json(body, { status });

let turnstile: TestTurnstile;
let logged: string[];

beforeEach(() => {
  turnstile = new TestTurnstile();
  vi.spyOn(globalThis, "fetch").mockImplementation((address, init) => turnstile.answer(String(address), init));
  logged = [];
  vi.spyOn(console, "error").mockImplementation((...said) => void logged.push(said.map(String).join(" ")));
  vi.spyOn(console, "log").mockImplementation(() => {});
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function guardedStudio(turnstileSecret = SECRET) {
  const studio = await createStudio();
  await setPage(studio, { turnstileSiteKey: "a site key", turnstileSecret });
  return studio;
}

const good = () => `good ${crypto.randomUUID()}`;
const askForPass = (visitor: Visitor, turnstile: unknown = good()) =>
  visitor.post<VisitorPass>("/passes?lang=en", { turnstile });

async function passOf(visitor: Visitor): Promise<string> {
  const { status, body, text } = await askForPass(visitor);
  expect(status, text).toBe(201);
  return body.pass;
}

const upload = (visitor: Visitor, pass?: string) => {
  const headers = pass === undefined ? {} : { "X-Visitor-Pass": pass };
  return new Visitor(visitor.studio, {}, visitor.address, headers).upload(modelFile(anotherBox()), "?lang=en");
};

describe("a page without Turnstile's keys", () => {
  it("asks for no pass, gives none, and never asks Turnstile", async () => {
    const visitor = new Visitor(await createStudio());
    expect((await upload(visitor)).status).toBe(201);
    expect(refused(await askForPass(visitor), 404).reason).toBe("not_found");
    expect(turnstile.asked).toEqual([]);
  });
});

describe("a page with Turnstile's keys", () => {
  it("takes no file, and tells no price, without a pass", async () => {
    const studio = await guardedStudio();
    const visitor = new Visitor(studio);
    expect(refused(await upload(visitor), 403).reason).toBe("check");
    expect(
      refused(await visitor.answer(`/models/mdl_${studio.id}_${"a".repeat(64)}/prices?quality=1`), 403).reason,
    ).toBe("check");
    expect(refused(await visitor.post("/quotes", { items: [] }), 403).reason).toBe("check");
    expect(refused(await visitor.post("/quotes/keep", { token: "x" }), 403).reason).toBe("check");
    expect(await objectsOf(studio)).toEqual([]);
    expect((await visitor.fetch("")).status).toBe(200);
  });

  it("gives a pass for Turnstile's answer, which opens it for an hour", async () => {
    const start = Date.now();
    vi.useFakeTimers({ toFake: ["Date"] });
    vi.setSystemTime(start);
    const visitor = new Visitor(await guardedStudio());
    const { body } = await askForPass(visitor);
    expect(Date.parse(body.expiresAt)).toBe(start + HOUR);
    expect(turnstile.asked.map((sent) => Object.fromEntries(sent))).toEqual([
      {
        secret: SECRET,
        response: expect.stringMatching(/^good/),
        idempotency_key: expect.any(String),
        remoteip: visitor.address,
      },
    ]);
    vi.setSystemTime(start + HOUR - 1000);
    expect((await upload(visitor, body.pass)).status).toBe(201);
    vi.setSystemTime(start + HOUR);
    expect(refused(await upload(visitor, body.pass), 403).reason).toBe("check");
    expect(turnstile.asked).toHaveLength(1);
  });

  it("refuses a pass of another network or studio, an altered one, and a text that is none", async () => {
    const [studio, other] = await Promise.all([guardedStudio(), guardedStudio()]);
    const visitor = new Visitor(studio);
    const pass = await passOf(visitor);
    expect(refused(await upload(new Visitor(studio), pass), 403).reason).toBe("check");
    expect(refused(await upload(new Visitor(other, {}, visitor.address), pass), 403).reason).toBe("check");
    const [expiresAt = "", signature = ""] = pass.split(".");
    const altered = [
      `${Number(expiresAt) + HOUR}.${signature}`,
      `${expiresAt}.${signature.split("").reverse().join("")}`,
      `${expiresAt}.`,
      `${pass}x`,
      "Infinity.x",
      "__proto__",
      "",
    ];
    for (const one of altered) expect(refused(await upload(visitor, one), 403).reason, one).toBe("check");
    expect((await upload(visitor, pass)).status).toBe(201);
  });

  it("knows a pass again of the link secret before, while that is set", async () => {
    const visitor = new Visitor(await guardedStudio());
    const pass = await passOf(visitor);
    const replaced = {
      LINK_SECRET: "another secret for links that only tests know",
      LINK_SECRET_PREVIOUS: env.LINK_SECRET,
    };
    const again = new Visitor(visitor.studio, replaced, visitor.address, { "X-Visitor-Pass": pass });
    expect((await again.upload(modelFile(anotherBox()))).status).toBe(201);
  });

  it("gives no pass for an answer that Turnstile refuses, or has been brought before", async () => {
    const visitor = new Visitor(await guardedStudio());
    expect(refused(await askForPass(visitor, "bad"), 403)).toMatchObject({
      reason: "check",
      message: "The check that you are not a program was not passed, or is too old. Do it once more, and send again.",
    });
    const answer = good();
    expect((await askForPass(visitor, answer)).status).toBe(201);
    expect(refused(await askForPass(visitor, answer), 403).reason).toBe("check");
  });

  it("asks Turnstile nothing about a text that cannot be an answer", async () => {
    const visitor = new Visitor(await guardedStudio());
    for (const wrong of ["", "x".repeat(2049), 7, null, { toString: "x" }]) {
      expect(Object.keys(refused(await askForPass(visitor, wrong), 400).faults), JSON.stringify(wrong)).toEqual([
        "turnstile",
      ]);
    }
    expect(turnstile.asked).toEqual([]);
  });

  it("gives no pass for an answer that was given on another site", async () => {
    const visitor = new Visitor(await guardedStudio());
    turnstile.next.push(async () => verdict({ success: true, "error-codes": [], hostname: "elsewhere.example" }));
    expect(refused(await askForPass(visitor), 403).reason).toBe("check");
    const testing = { success: true, hostname: "example.com", metadata: { result_with_testing_key: true } };
    turnstile.next.push(async () => verdict(testing));
    expect((await askForPass(visitor)).status).toBe(201);
  });

  it("asks once more if Turnstile fails, as the same question", async () => {
    const visitor = new Visitor(await guardedStudio());
    turnstile.next.push(() => Promise.reject(new TypeError("connection lost")));
    expect((await askForPass(visitor)).status).toBe(201);
    expect(new Set(turnstile.asked.map((sent) => sent.get("idempotency_key"))).size).toBe(1);
    expect(turnstile.asked).toHaveLength(2);
  });

  it.each([
    ["cannot be reached", () => Promise.reject(new TypeError(`connection lost: ${SECRET}`))],
    ["answers no JSON", async () => new Response("<h1>502</h1>", { status: 502 })],
    ["has a fault of its own", async () => verdict({ success: false, "error-codes": ["internal-error"] }, 500)],
  ])("admits no visitor while Turnstile %s, and says that it is for now", async (_, fault) => {
    const visitor = new Visitor(await guardedStudio());
    turnstile.next.push(fault, fault);
    const answer = await askForPass(visitor);
    expect(refused(answer, 503)).toMatchObject({
      reason: "unavailable",
      message: expect.stringContaining("right now"),
    });
    expect(answer.headers.get("Retry-After")).toBe("30");
    expect(logged.join()).toContain("turnstile");
    expect(logged.join()).not.toContain(SECRET);
  });

  it("tells the operator's log, and not the visitor, that the studio's secret is wrong", async () => {
    const visitor = new Visitor(await guardedStudio("not the secret of this key"));
    const answer = await askForPass(visitor);
    refused(answer, 503);
    expect(answer.text).not.toContain("secret");
    expect(turnstile.asked).toHaveLength(1);
    expect(logged.join()).toContain("invalid-input-secret");
    expect(logged.join()).not.toContain("not the secret of this key");
  });

  it("never shows the secret to a visitor", async () => {
    const studio = await guardedStudio();
    await Promise.all([addMaterial(studio), addQuality(studio)]);
    const visitor = new Visitor(studio);
    const page = await (await visitor.fetch("")).text();
    expect(page).toContain("a site key");
    expect(page).not.toContain(SECRET);
    expect((await askForPass(visitor)).text).not.toContain(SECRET);
  });
});

describe("asking Turnstile", () => {
  it("waits so long and no longer", async () => {
    const hanging = (_: unknown, init?: RequestInit) =>
      new Promise<Response>((_resolve, reject) => {
        init?.signal?.addEventListener("abort", () => reject(init.signal?.reason));
      });
    vi.mocked(globalThis.fetch).mockImplementation(hanging);
    const question = { secret: SECRET, answer: "good", address: undefined, hostname: HOSTNAME, questionId: "1" };
    expect(await askTurnstile(question, 10)).toEqual({
      verdict: "unavailable",
      why: "Turnstile could not be reached: TimeoutError",
    });
  });
});
