// API keys: what a key tells of itself, and to whom.

import { describe, expect, it } from "vitest";
import { REGIONS } from "../../../src/domain/region.ts";
import { apiKeyOf, createApiKey, studioNamedBy } from "../../../src/gate/api-key.ts";

describe("a new key", () => {
  it("has the form of every key", async () => {
    const key = await createApiKey(1, "eeur");
    expect(key).toMatch(/^pk_live_[A-Za-z0-9]{64}$/);
    expect(apiKeyOf(`bearer ${key}`)).toBe(key);
  });

  it.each(REGIONS)("names its studio and the region %s", async (region) => {
    for (const studioId of [1, 61, 62, 4711, 13_000_000_000_000]) {
      expect(await studioNamedBy(await createApiKey(studioId, region))).toEqual({ studioId, region });
    }
  });

  it("looks random: in none of its places do the keys of one studio have a character in common", async () => {
    const keys = await Promise.all(Array.from({ length: 200 }, () => createApiKey(7, "weur")));
    for (let place = "pk_live_".length; place < "pk_live_".length + 64; place++) {
      const seen = new Set(keys.map((key) => key.charAt(place)));
      expect(seen.size, `character ${place}`).toBeGreaterThan(40);
    }
  });
});

describe("a key that was not made as a new one is", () => {
  it("names no studio where a character is another one, and none where all are random", async () => {
    const key = await createApiKey(7, "weur");
    for (let place = "pk_live_".length; place < key.length; place++) {
      const other = key.charAt(place) === "a" ? "b" : "a";
      expect(await studioNamedBy(key.slice(0, place) + other + key.slice(place + 1))).toBeUndefined();
    }
    expect(await studioNamedBy(`pk_live_${"a".repeat(64)}`)).toBeUndefined();
  });
});
