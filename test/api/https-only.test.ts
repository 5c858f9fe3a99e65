// HTTPS only: a deployed service's answers over plain HTTP.

import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import worker from "../../src/index.ts";
import { createStudio } from "./support/studio.ts";

function ask(url: string, init: RequestInit = {}, isDeployed = true): Promise<Response> {
  const bindings = isDeployed ? { ...env, HTTPS_ONLY: true } : env;
  return Promise.resolve(worker.fetch(new Request(url, init), bindings, createExecutionContext()));
}

describe("a deployed service", () => {
  it("tells browsers to come by HTTPS for a year, with every answer", async () => {
    for (const path of ["/api/v1/openapi.json", "/api/v1/me", "/panel/sign-in", "/elsewhere"]) {
      const { headers } = await ask(`https://studio.example${path}`);
      expect(headers.get("Strict-Transport-Security"), path).toBe("max-age=31536000");
    }
  });

  it("sends a page that is asked for in the clear to HTTPS", async () => {
    const answer = await ask("http://studio.example/panel/orders?page=2");
    expect(answer.status).toBe(308);
    expect(answer.headers.get("Location")).toBe("https://studio.example/panel/orders?page=2");
    expect(answer.headers.get("X-Request-Id")).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("refuses a key that came in the clear, and every request that would write", async () => {
    const { key } = await createStudio();
    for (const init of [{ headers: { Authorization: `Bearer ${key.secret}` } }, { method: "POST" }]) {
      const answer = await ask("http://studio.example/api/v1/printers", init);
      expect(answer.status).toBe(403);
      expect(answer.headers.get("X-Request-Id")).toMatch(/^[0-9a-f-]{36}$/);
      expect(await answer.json()).toMatchObject({ data: null, errorCode: "errors.httpsRequired" });
    }
  });
});

describe("a local service", () => {
  it("answers over plain HTTP, and says nothing of HTTPS", async () => {
    const answer = await ask("http://127.0.0.1:8787/api/v1/openapi.json", {}, false);
    expect(answer.status).toBe(200);
    expect(answer.headers.has("Strict-Transport-Security")).toBe(false);
  });
});
