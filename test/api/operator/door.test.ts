// The operator's door: shut without the token, and to a network that guesses; a wrong field is named.

import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import { networkOf } from "../../../src/domain/visitor.ts";
import { operatorDoor } from "../../../src/operator/operator.ts";
import { callOperator, type OperatorCall, refused, said } from "../support/operator.ts";
import { scriptedSlicer } from "../support/scripted-slicer.ts";
import { createStudio } from "../support/studio.ts";

const TOKEN = env.OPERATOR_TOKEN ?? "";

/** Every route, on an existing studio and on none. */
const routes = operatorDoor.routes
  .filter(({ method }) => method !== "ALL")
  .map(({ method, path }) => ({ method, path: path.replace(/^\/operator/, "") }));

const pathOf = (path: string, slug: string) => path.replace(":slug", slug).replace(/:\w+\??/g, "1");

/** Status and body of an answer, without the id that each request has of its own. */
async function shown(answer: Response): Promise<string> {
  return `${answer.status} ${await answer.text()}`;
}

const unknownAddress = async () => shown(await callOperator("GET", "/no/such/address", { token: null }));

describe("the operator's door", () => {
  it("has the routes of every command", () => {
    expect(routes.length).toBeGreaterThan(20);
  });

  it.each<[string, OperatorCall]>([
    ["without a token", { token: null }],
    ["with an empty token", { token: "" }],
    ["with a wrong token", { token: "a guess" }],
    ["with the beginning of the token", { token: TOKEN.slice(0, -1) }],
    ["with the token and more", { token: `${TOKEN}x` }],
    ["with the token where none is set", { isTokenSet: false }],
    ["with an empty token where an empty one is set", { token: "", bindings: { OPERATOR_TOKEN: "" } }],
    ["with a token too short to be one", { token: "short", bindings: { OPERATOR_TOKEN: "short" } }],
  ])("is an address that does not exist on every route %s, whether the studio exists or not", async (_, call) => {
    const { slug } = await createStudio();
    const expected = await unknownAddress();
    expect(expected).toMatch(/^404 /);
    for (const { method, path } of routes) {
      for (const named of [slug, "no-such-studio"]) {
        const body = method === "GET" ? {} : { body: {} };
        const answer = await callOperator(method, pathOf(path, named), { ...call, ...body });
        expect(await shown(answer), `${method} ${path}`).toBe(expected);
      }
    }
  });

  it("is shut for a minute to a network that sent too many wrong tokens, the right one included, and open to others", async () => {
    const counted: string[] = [];
    const GUESSED_KEYS: RateLimit = {
      limit: async ({ key = "" }) => ({ success: counted.push(key) <= 3 }),
    };
    // The isolate remembers networks over their limit.
    const network = `2001:db8:${crypto.randomUUID().slice(0, 4)}:7`;
    const guess = { bindings: { GUESSED_KEYS }, token: "a guess", address: `${network}::7` };
    for (let tries = 0; tries < 6; tries++) expect((await callOperator("GET", "/studios", guess)).status).toBe(404);
    // A network over its limit is not counted again.
    expect(counted).toEqual(Array.from({ length: 4 }, () => `operator token ${networkOf(`${network}::7`)}`));
    const right = { bindings: { GUESSED_KEYS }, token: TOKEN };
    expect((await callOperator("GET", "/studios", { ...right, address: `${network}::8` })).status).toBe(404);
    expect((await callOperator("GET", "/studios", { ...right, address: "203.0.113.78" })).status).toBe(200);
    expect(counted).toHaveLength(4);
  });

  it("logs no token, no request and no answer, even if a command fails", async () => {
    const lines: string[] = [];
    const spies = (["log", "error", "warn"] as const).map((level) =>
      vi.spyOn(console, level).mockImplementation((...line) => void lines.push(line.join(" "))),
    );
    const { slug } = await createStudio();
    const bindings = { LOG_SAMPLE_PERCENT: 100 };
    const answer = await said("POST", `/studios/${slug}/owner-links`, {
      bindings,
      body: { email: "o@secret.example" },
    });
    const [, link = "none"] = /links\/([\w-]{43})/.exec(answer) ?? [];
    const key = /pk_live_\w+/.exec(await said("POST", `/studios/${slug}/keys`, { bindings, body: { name: "S" } }));
    await callOperator("GET", "/studios", { bindings, token: "a wrong token of somebody" });
    const failing = { ...bindings, SLICER: scriptedSlicer({}) };
    expect((await callOperator("GET", "/jobs?stuck=false", { bindings: failing })).status).toBe(500);
    for (const spy of spies) spy.mockRestore();
    const log = lines.join("\n");
    expect(log).toContain("POST /operator/studios/:slug/keys");
    for (const secret of [TOKEN, link, key?.[0] ?? "none", "secret.example", "a wrong token", slug]) {
      expect(log).not.toContain(secret);
    }
  });

  it.each([
    ["/studios", { slug: "s", title: "S" }, "plan is required."],
    ["/studios", { slug: "s", title: 5, plan: "pro" }, "title must be a string."],
    ["/password-links", {}, "email is required."],
    ["/forgotten-people", {}, "email is required."],
    ["/password-links", { email: "x" }, 'An e-mail address is such as name@example.com, not "x".'],
  ])("names the field of a wrong body of POST %s and its right values", async (path, body, sentence) => {
    expect((await refused("POST", path, { body })).split("\n")).toContain(sentence);
  });

  it("names every wrong option at once", async () => {
    const body = { slug: "S!", title: "\n", plan: "gold", currency: "XXX", locale: "!!", markup: "-1" };
    const prices = { "hourly-rate": "5", "setup-cost": "0", "minimum-price": "0" };
    const lines = (await refused("POST", "/studios", { body: { ...body, ...prices } })).split("\n");
    expect(lines).toHaveLength(6);
    for (const option of ["--slug", "--title", "no plan", "--currency", "--locale", "--markup"]) {
      expect(lines.filter((line) => line.includes(option))).toHaveLength(1);
    }
  });
});
