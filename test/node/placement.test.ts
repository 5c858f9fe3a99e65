// Every Durable Object of both Workers is reached through the helper that places it.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { DataPlace } from "../../slicer-service/src/contract/place.ts";
import { type PlacedNamespace, placedObject } from "../../slicer-service/src/contract/placed-object.ts";

const ROOT = join(import.meta.dirname, "../..");
/** Methods that make an object's id, or a stub without one. */
const WAYS_TO_AN_OBJECT = /\.(?:idFromName|idFromString|newUniqueId|getByName)\(/;
const HELPER = "slicer-service/src/contract/placed-object.ts";

const sources = ["src", "slicer-service/src"].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => ({ path: `${folder}/${path}`, text: readFileSync(join(ROOT, folder, path), "utf8") })),
);

/** The namespaces that a Worker's configuration binds. */
const bindingsOf = (config: string) =>
  [
    ...readFileSync(join(ROOT, config), "utf8").matchAll(
      /\[\[durable_objects\.bindings\]\]\n(?:#.*\n)*name = "(\w+)"/g,
    ),
  ].map(([, name]) => name);

describe("a Durable Object of either Worker", () => {
  it("is reached in no way but the helper's", () => {
    expect(sources.length).toBeGreaterThan(200);
    const around = sources.filter(({ text }) => WAYS_TO_AN_OBJECT.test(text)).map(({ path }) => path);
    expect(around).toEqual([HELPER]);
  });

  it("is given a place wherever its namespace is used", () => {
    const bound = [...bindingsOf("wrangler.toml"), ...bindingsOf("slicer-service/wrangler.toml")];
    expect(bound).toEqual([
      "STUDIO_GATE",
      "VISITOR_DAY",
      "STUDIO_NEWS",
      "STUDIO_OUTBOX",
      "REQUEST_LOG",
      "SLICE_OBJECT",
      "DISPATCHER",
      "ENGINE_CONTAINER",
    ]);
    const text = sources.map((source) => source.text).join("\n");
    for (const binding of bound.filter((name) => name !== "ENGINE_CONTAINER")) {
      expect(text).toMatch(new RegExp(`placedObject\\((?:this\\.)?env\\.${binding}, `));
    }
    expect(text).toMatch(/ENGINE_CONTAINER: (\w+)[^}]*\}[\s\S]*placedObject\(\1, /);
  });
});

describe("the place of an object", () => {
  /** A namespace that records the way in which it was asked for an object. */
  const namespace = (jurisdiction: string): PlacedNamespace<string, string> => ({
    idFromName: (name) => `${jurisdiction}:${name}`,
    get: (id, options) => `${id} near ${options?.locationHint}`,
    jurisdiction: (inside) => namespace(inside),
  });
  const asked = (place: DataPlace, near?: "oc") => placedObject(namespace("anywhere"), "one", place, near);

  it("is near the environment's location, or nearer to its owner", () => {
    expect(asked({ location: "weur" })).toBe("anywhere:one near weur");
    expect(asked({ location: "weur" }, "oc")).toBe("anywhere:one near oc");
  });

  it("is inside of the environment's jurisdiction, wherever its owner is", () => {
    expect(asked({ jurisdiction: "eu" })).toBe("eu:one near undefined");
    expect(asked({ jurisdiction: "eu" }, "oc")).toBe("eu:one near undefined");
  });
});
