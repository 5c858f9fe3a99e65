// The order page's promises for every request: its studio, its language, its refusals.

import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import worker from "../../../src/index.ts";
import { refused, SHOP_ORIGIN, setPage, Visitor } from "../support/storefront.ts";
import { createStudio } from "../support/studio.ts";

const noFile = { method: "POST", body: new FormData() };

describe("the order page's door", () => {
  it("opens for every studio on every plan, and answers an address of none like the API", async () => {
    const studio = await createStudio({ plan: "free" });
    expect((await new Visitor(studio).fetch("/models", noFile)).status).toBe(400);
    const answer = await worker.fetch(new Request(`${SHOP_ORIGIN}/no-studio-has-this`), env, createExecutionContext());
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ errorCode: "errors.pathUnknown" });
  });

  it("answers 404 for an unknown address below a studio's page, in the visitor's language", async () => {
    const visitor = new Visitor(await createStudio());
    const english = refused(await visitor.answer("/nothing?lang=en"), 404);
    expect(english).toMatchObject({ reason: "not_found", message: expect.stringContaining("nothing here") });
    const ukrainian = refused(await visitor.answer("/nothing?lang=uk"), 404);
    expect(ukrainian.message).toContain("нічого немає");
  });

  it("speaks the language that the address names, else the browser's, else the studio's, else Ukrainian", async () => {
    const said = async (locale: string, query: string, accepted?: string) => {
      const visitor = new Visitor(await createStudio({ locale }));
      const headers: Record<string, string> = accepted === undefined ? {} : { "Accept-Language": accepted };
      const { message } = refused(await visitor.answer(`/nothing${query}`, { headers }), 404);
      return message.includes("nothing") ? "en" : "uk";
    };
    expect(await said("uk", "?lang=en", "uk")).toBe("en");
    expect(await said("en", "?lang=fr", "uk-UA,en;q=0.5")).toBe("uk");
    expect(await said("en-GB", "")).toBe("en");
    expect(await said("pl", "", "pl")).toBe("uk");
  });

  it("takes nothing while the studio has closed its page, and says so", async () => {
    const studio = await createStudio();
    await setPage(studio, { isOpen: false });
    const answer = refused(await new Visitor(studio).answer("/models?lang=en", noFile), 404);
    expect(answer).toMatchObject({ reason: "closed", message: expect.stringContaining("takes no orders") });
  });

  it.each([["https://elsewhere.example"], ["null"], [""]])(
    "refuses another page's request: Origin %j",
    async (origin) => {
      const visitor = new Visitor(await createStudio());
      const answer = await visitor.answer("/models?lang=en", { ...noFile, headers: { Origin: origin } });
      expect(refused(answer, 403).message).toContain("not sent from the page itself");
    },
  );

  it("redirects a visitor from plain HTTP to HTTPS, and takes nothing that was sent in the clear", async () => {
    const { slug } = await createStudio();
    const ask = (method: string) =>
      worker.fetch(new Request(`http://shop.example/${slug}`, { method }), env, createExecutionContext());
    const page = await ask("GET");
    expect([page.status, page.headers.get("Location")]).toEqual([308, `https://shop.example/${slug}`]);
    expect((await ask("POST")).status).toBe(403);
  });

  it("tells nothing of a fault of its own but the number under which it is logged", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    const studio = await createStudio();
    const broken = { ...env.DB, batch: () => Promise.reject(new Error("a secret of the database")) };
    const database: D1Database = new Proxy(env.DB, {
      get: (real, name) => (name === "batch" ? broken.batch : Reflect.get(real, name).bind(real)),
    });
    const answer = await new Visitor(studio, { DB: database }).answer("/models", noFile);
    expect(refused(answer, 500).reason).toBe("failed");
    expect(answer.text).not.toContain("secret");
    expect(answer.text).toContain(answer.headers.get("X-Request-Id"));
    expect(log).toHaveBeenCalled();
    vi.restoreAllMocks();
  });
});
