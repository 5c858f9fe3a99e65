// Refusals in words: the page that explains each, the right place of a misplaced key, and the nearest path.

import { exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { ERROR_CODES } from "../../src/http/errors.ts";
import { HOUR_USED_UP, helpLink } from "../../src/http/help-link.ts";
import { createStudio, fetchApi } from "./support/studio.ts";

const SECRET = `pk_live_${"a1B2".repeat(16)}`;

const EXPLAINED: readonly Parameters<typeof helpLink>[0][] = [...Object.values(ERROR_CODES).flat(), HOUR_USED_UP];

describe("the page that a refusal links", () => {
  it.each(EXPLAINED)("explains %s in a row of its own", async (explained) => {
    const [, address = ""] = /^<([^>]+)>; rel="help"$/.exec(helpLink(explained, "https://studio.example/x")) ?? [];
    const { origin, pathname, hash } = new URL(address);
    expect(origin).toBe("https://studio.example");
    const page = await exports.default.fetch(origin + pathname);
    expect(page.status).toBe(200);
    const [, row = ""] = (await page.text()).split(`<tr id="${hash.slice(1)}">`);
    expect(row).toMatch(/^<td>\d{3}\b/);
  });

  it.each(["https://studio.example", "http://127.0.0.1:8787"])("is the service's own, at %s", async (origin) => {
    const answer = await exports.default.fetch(`${origin}/api/v1/me`);
    expect(answer.headers.get("Link")).toBe(`<${origin}/api/v1/docs/errors#errors.authorizationMissing>; rel="help"`);
  });

  it("may be read by a browser's script, as the nearest path may", async () => {
    const { headers } = await fetchApi("/me");
    const exposed = headers.get("Access-Control-Expose-Headers")?.split(",");
    expect(exposed).toEqual(expect.arrayContaining(["Link", "X-Nearest-Path", "WWW-Authenticate"]));
  });

  it("is not linked by an answer that refuses nothing", async () => {
    const studio = await createStudio();
    expect((await studio.fetch("/me")).headers.get("Link")).toBeNull();
  });
});

describe("a request without Authorization", () => {
  const challengeOf = async (path: string, headers: HeadersInit = {}) => {
    const answer = await fetchApi(path, undefined, { headers });
    expect(answer.status).toBe(401);
    const body = await answer.text();
    for (const said of [body, ...answer.headers.values()]) expect(said).not.toContain(SECRET);
    return answer.headers.get("WWW-Authenticate") ?? "";
  };

  it("is told where the key belongs, and no error code", async () => {
    expect(await challengeOf("/me")).toBe(
      'Bearer realm="studio-integration-api", error_description="There is no API key: send it in the header Authorization, as Bearer, a space, and the key"',
    );
  });

  it.each(["X-API-Key", "Api-Key", "Apikey", "X-Auth-Token", "Token"])(
    "is told that a key in %s belongs in Authorization",
    async (name) => {
      const challenge = await challengeOf("/me", { [name]: SECRET });
      expect(challenge.toLowerCase()).toContain(`the key came in the header ${name.toLowerCase()}: it belongs in`);
      expect(challenge).not.toContain(" error=");
      // The characters that RFC 6750, 3 allows.
      expect(/error_description="([^"]*)"/.exec(challenge)?.[1]).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
    },
  );

  it.each(["api_key", "key", "access_token"])("is told that a key in the address as %s belongs there", async (name) => {
    const challenge = await challengeOf(`/me?${name}=${SECRET}`);
    expect(challenge).toContain(`The key came in the address, as ${name}: it belongs in the header Authorization`);
  });

  it("is told no path", async () => {
    const answer = await fetchApi("/quote");
    expect([answer.status, answer.headers.get("X-Nearest-Path")]).toEqual([401, null]);
  });
});

describe("an unknown path", () => {
  it.each([
    ["/quote", "/quotes"],
    ["/order", "/orders"],
    ["/order/7", "/orders/7"],
    ["/orders/7/", "/orders/7"],
    ["/quotes/", "/quotes"],
    ["//materials", "/materials"],
    ["/Materials", "/materials"],
    ["/PRINTERS/12", "/printers/12"],
    ["/printingQualities", "/printing-qualities"],
    ["/printing_qualities/3", "/printing-qualities/3"],
    ["/qualities", "/printing-qualities"],
    ["/finishing", "/finishings"],
    ["/delivery/setings", "/delivery/settings"],
    ["/job/0b9c7c1e-6f0e-4f0c-9f61-6d1f7f6a2d10", "/slicing-jobs/0b9c7c1e-6f0e-4f0c-9f61-6d1f7f6a2d10"],
    ["/model/mdl_1/price?quantity=2", "/models/mdl_1/prices"],
    ["/upload", "/models"],
    ["/estimate", "/quotes"],
    ["/v1/quotes", "/quotes"],
    ["/api/v1/orders/7", "/orders/7"],
    ["/openapi.json/", "/openapi.json"],
    ["/order/%D0%BA%22", "/orders/%D0%BA%22"],
  ])("%s is answered with the nearest one, %s", async (path, nearest) => {
    const studio = await createStudio();
    for (const method of ["GET", "POST"]) {
      const answer = await studio.answer(path, { method });
      expect(answer.status).toBe(404);
      expect(answer.body).toEqual({ data: null, metadata: null, errors: null, errorCode: "errors.pathUnknown" });
      expect(answer.headers.get("X-Nearest-Path")).toBe(`/api/v1${nearest}`);
    }
  });

  it.each(["/nothing", "/quotes/7/8", "/", "/orders/7/items", `/${"q".repeat(2000)}`, "/v1"])(
    "%s is near to none",
    async (path) => {
      const studio = await createStudio();
      const answer = await studio.answer(path);
      expect([answer.status, answer.headers.get("X-Nearest-Path")]).toEqual([404, null]);
    },
  );

  it("is near to none if it is very long: clients read headers of a bounded length", async () => {
    const studio = await createStudio();
    const answer = await studio.answer(`/order/${"7".repeat(2000)}`);
    expect([answer.status, answer.headers.get("X-Nearest-Path")]).toEqual([404, null]);
  });

  it("outside the API is told nothing of its paths", async () => {
    const answer = await exports.default.fetch("https://studio.example/api/quotes");
    expect([answer.status, answer.headers.get("X-Nearest-Path")]).toEqual([404, null]);
  });
});
