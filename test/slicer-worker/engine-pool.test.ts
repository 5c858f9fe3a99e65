// The pool of engines: the one at ENGINE_URL with its token, and the containers of an image.

import { afterEach, expect, it, vi } from "vitest";
import { deployedImage } from "../../slicer-service/src/engine-image.ts";
import { type Engine, enginePool } from "../../slicer-service/src/engine-pool.ts";
import { ENGINE_IMAGE_HEADER, MODEL_OBJECT_KEY_HEADER } from "../../slicer-service/src/engine-protocol.ts";
import { env } from "./slices.ts";

type Bindings = Parameters<typeof enginePool>[0];

/** The first engine of a pool. */
function firstOf(bindings: Bindings): Engine {
  return enginePool(bindings)[0] ?? expect.fail("the pool is empty");
}

/** Every request that is sent to the engine at ENGINE_URL. */
function requestsSent(): Request[] {
  const sent: Request[] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    sent.push(new Request(input, init));
    return new Response("answered");
  });
  return sent;
}

const BINDINGS = { ...env, ENGINE_URL: "http://engine.test" };

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

it("is the engine at ENGINE_URL alone, which is asked for its places, and gets paths and models as they are", async () => {
  await env.MODELS.put("a model", "the model's bytes");
  const sent = requestsSent();
  expect(enginePool({ ...BINDINGS, ENGINE_INSTANCES: 3 })).toHaveLength(1);
  const engine = firstOf({ ...BINDINGS, ENGINE_TOKEN: "a token" });
  expect(engine.places).toBeNull();
  await engine.fetch("/slices/1?after=2", { method: "DELETE", headers: { "X-Kept": "as it was" } });
  await engine.submit("/slices/1", { headers: { "Slice-Options": "{}" } }, "a model");
  const [asked, put] = sent;
  expect(asked).toMatchObject({ method: "DELETE", url: "http://engine.test/slices/1?after=2" });
  expect(asked?.headers.get("X-Kept")).toBe("as it was");
  expect(put).toMatchObject({ method: "PUT", url: "http://engine.test/slices/1" });
  expect(put?.headers.get("Slice-Options")).toBe("{}");
  expect(await put?.text()).toBe("the model's bytes");
});

it("sends nothing for a model that is not stored, and says so with 410", async () => {
  const sent = requestsSent();
  const answer = await firstOf(BINDINGS).submit("/slices/1", {}, "no model");
  expect(answer.status).toBe(410);
  expect(await answer.json()).toEqual({ code: "model_file_missing", message: "There is no object no model." });
  expect(sent).toEqual([]);
});

it("sends nothing for a model that the bucket fails to give, and says so with 503", async () => {
  const sent = requestsSent();
  vi.spyOn(env.MODELS, "get").mockRejectedValue(new Error("internal error (10001)"));
  const answer = await firstOf(BINDINGS).submit("/slices/1", {}, "a model");
  expect(answer.status).toBe(503);
  expect(await answer.json()).toEqual({ code: "model_unreadable", message: "Error: internal error (10001)" });
  expect(sent).toEqual([]);
});

it("are containers without ENGINE_URL: each by its image and number, with known places, and its object reads the model", async () => {
  const { ENGINE_URL: _, ...bindings } = BINDINGS;
  const sent: { readonly object: string; readonly request: Request }[] = [];
  // Containers need Docker: their namespace stands in for them.
  const containers = {
    idFromName: (name: string) => ({ name }),
    get: ({ name: object }: { name: string }) => ({
      fetch: async (url: string, init: RequestInit) => {
        sent.push({ object, request: new Request(url, init) });
        return new Response();
      },
    }),
  } as unknown as Bindings["ENGINE_CONTAINER"];
  const image = deployedImage(env);
  const pool = enginePool({ ...bindings, ENGINE_CONTAINER: containers, ENGINE_INSTANCES: 2, ENGINE_CAPACITY: 3 });
  expect(pool.map(({ places }) => places)).toEqual([3, 3]);
  await pool[0]?.fetch("/slices/1", { headers: { "X-Kept": "as it was" } });
  await pool[1]?.submit("/slices/2", { headers: { "Slice-Options": "{}" } }, "a model");
  expect(sent.map(({ object }) => object)).toEqual([`${image} engine-0`, `${image} engine-1`]);
  const [asked, put] = sent.map(({ request }) => request);
  expect(asked).toMatchObject({ method: "GET", url: "http://engine/slices/1" });
  expect(asked?.headers.get("X-Kept")).toBe("as it was");
  expect(asked?.headers.get(ENGINE_IMAGE_HEADER)).toBe(image);
  expect(put).toMatchObject({ method: "PUT", url: "http://engine/slices/2", body: null });
  expect(put?.headers.get("Slice-Options")).toBe("{}");
  expect(put?.headers.get(MODEL_OBJECT_KEY_HEADER)).toBe("a model");
  expect(put?.headers.get(ENGINE_IMAGE_HEADER)).toBe(image);
});
