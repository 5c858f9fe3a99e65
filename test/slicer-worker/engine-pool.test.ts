// The engine at ENGINE_URL: every request carries its token, if it has one.

import { afterEach, expect, it, vi } from "vitest";
import { enginePool } from "../../slicer-service/src/engine-pool.ts";
import { env } from "./slices.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

it.each([
  ["the engine's own token", "Bearer the engine's own token"],
  [undefined, null],
])("carries the token %j to the engine", async (token, expected) => {
  await env.MODELS.put("a model", "bytes");
  const sent: (string | null)[] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (_, init) => {
    sent.push(new Headers(init?.headers).get("Authorization"));
    return new Response();
  });
  const bindings = { ...env, ENGINE_URL: "http://engine.test" };
  const [engine] = enginePool(token === undefined ? bindings : { ...bindings, ENGINE_TOKEN: token });
  await engine?.fetch("/health", {});
  await engine?.submit("/slices/1", { headers: { "Slice-Options": "{}" } }, "a model");
  expect(sent).toEqual([expected, expected]);
});
