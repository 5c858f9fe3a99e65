// Turnstile at the order page in a real browser, with a stand-in for its script. Skipped without Chromium.

import type { Page, Route } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findChromium } from "../../../scripts/browser/chromium.ts";
import { LESIA } from "../../../scripts/browser/storefront-visitor.ts";
import { PASS_HEADER, type Refused, type VisitorPass } from "../../../src/storefront/wire.ts";
import { DESKTOP, PanelSystem, PHONE } from "../panel/panel-system.ts";
import { exampleFile, visit } from "./visits.ts";

const chromium = await findChromium();
if (chromium === undefined) console.log("There is no Chromium: the visitor check is skipped.");

const SCRIPT = "https://challenges.cloudflare.com/**";
/** Gives another answer each time, as Turnstile does. */
const STAND_IN = `
  let answers = 0;
  globalThis.turnstile = {
    render(place, { sitekey, callback }) {
      setTimeout(() => callback(sitekey + " answer " + ++answers));
      return "widget";
    },
    remove() {},
  };`;
const REFUSED: Refused = { status: "refused", reason: "check", message: "Ще раз, будь ласка.", faults: {} };

describe.skipIf(chromium === undefined)("a studio that asks whether a person is there, only with Chromium", () => {
  let system: PanelSystem;

  beforeAll(async () => {
    system = await PanelSystem.start(chromium ?? "");
  });

  afterAll(() => system?.stop());

  /** The page as of a studio with keys. No test reaches Cloudflare, so the passes are made here, and the server asks for none. */
  async function visitWithKeys(viewport: typeof PHONE, script: (route: Route) => Promise<void>) {
    const { page, visitor, context, path, complaints } = await visit(system, "uk", { viewport });
    const answers: string[] = [];
    await page.route(`**${path}`, async (route) => {
      const response = await route.fetch();
      const headers = response.headers();
      const policy = headers["content-security-policy"]?.replace("'self'", "'self' https://challenges.cloudflare.com");
      const body = (await response.text()).replace('"turnstileSiteKey":null', '"turnstileSiteKey":"key"');
      await route.fulfill({ response, headers: { ...headers, "content-security-policy": policy ?? "" }, body });
    });
    await page.route(SCRIPT, script);
    await page.route("**/passes", async (route) => {
      answers.push(answerIn(route));
      const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
      const pass: VisitorPass = { pass: `pass ${answers.length}`, expiresAt };
      await route.fulfill({ status: 201, json: pass });
    });
    await page.goto(path, { waitUntil: "networkidle" });
    return { page, visitor, context, answers, complaints };
  }

  /** Answers such requests as if their pass, or their answer of Turnstile's, were of no use, a number of times. */
  async function refuse(page: Page, address: string, times: number): Promise<void> {
    await page.route(address, (route) => route.fulfill({ status: 403, json: REFUSED }), { times });
  }

  it("asks once for a pass, and sends it along with files and questions about prices", async () => {
    const { page, visitor, context, answers } = await visitWithKeys(PHONE, (route) =>
      route.fulfill({ contentType: "text/javascript", body: STAND_IN }),
    );
    const passes: (string | undefined)[] = [];
    page.on("request", (request) => {
      if (/\/(models|quotes)/.test(request.url())) passes.push(request.headers()[PASS_HEADER.toLowerCase()]);
    });
    await visitor.choose(await exampleFile("part.stl"), await exampleFile("lid.3mf"));
    await visitor.priceOf("part.stl");
    await visitor.priceOf("lid.3mf");
    expect(answers).toEqual(["key answer 1"]);
    expect(new Set(passes)).toEqual(new Set(["pass 1"]));
    await context.close();
  });

  it("gets another pass if the first is of no use any more, and goes on by itself", async () => {
    const { page, visitor, context, answers } = await visitWithKeys(PHONE, (route) =>
      route.fulfill({ contentType: "text/javascript", body: STAND_IN }),
    );
    await refuse(page, "**/models", 1);
    await visitor.choose(await exampleFile("part.stl"));
    await visitor.priceOf("part.stl");
    expect(answers).toEqual(["key answer 1", "key answer 2"]);
    await context.close();
  });

  it("sends a fresh answer with each order, and shows a refusal", async () => {
    const { page, visitor, context, answers } = await visitWithKeys(DESKTOP, (route) =>
      route.fulfill({ contentType: "text/javascript", body: STAND_IN }),
    );
    await visitor.choose(await exampleFile("part.stl"));
    await visitor.card("part.stl").getByLabel(visitor.parts.choices.quantity).fill("9");
    await visitor.priceOf("part.stl");
    await visitor.goToOrder(9);
    await visitor.fillIn(LESIA);
    const sent: string[] = [];
    page.on("request", (request) => {
      if (/\/orders$/.test(request.url())) sent.push(answerOf(request.postDataJSON()));
    });
    await refuse(page, "**/orders", 1);
    await visitor.placing.click();
    await page.getByRole("alert").getByText(REFUSED.message).waitFor();
    await visitor.place();
    expect(sent).toEqual(["key answer 2", "key answer 3"]);
    expect(answers).toEqual(["key answer 1"]);
    await context.close();
  });

  it("advises if the script is blocked, and goes on once it is not", async () => {
    let isBlocked = true;
    const { page, visitor, context, answers } = await visitWithKeys(PHONE, (route) =>
      isBlocked ? route.abort("blockedbyclient") : route.fulfill({ contentType: "text/javascript", body: STAND_IN }),
    );
    await refuse(page, "**/models", 1);
    await visitor.choose(await exampleFile("part.stl"));
    const card = visitor.card("part.stl");
    await card.getByText(visitor.parts.trouble.checkHelp).waitFor();
    expect(answers).toEqual([]);
    isBlocked = false;
    await card.getByRole("button", { name: visitor.parts.trouble.tryAgain }).click();
    await visitor.priceOf("part.stl");
    expect(answers).toEqual(["key answer 1"]);
    await context.close();
  });
});

function answerIn(route: Route): string {
  return answerOf(route.request().postDataJSON());
}

/** A request of the page's script: an order, or the question for a pass. */
function answerOf(body: unknown): string {
  if (typeof body !== "object" || body === null || !("turnstile" in body)) return "none";
  return String(body.turnstile);
}
