// API keys: the studio in a key, readable only with the secret.

import { describe, expect, it, vi } from "vitest";
import { REGIONS } from "../../../src/domain/studio.ts";
import { apiKeyOf, createApiKey, studioNamedBy } from "../../../src/gate/api-key.ts";

const SECRET = "a secret for links that only this test knows";
/** As keys were made before they named a studio. */
const OLDER_KEY = `pk_live_${"0aZ".repeat(21)}b`;
const OTHER_SECRET = "another secret for links, which somebody else has";

describe("a new key", () => {
  it("has the form of every key", async () => {
    for (const key of [await createApiKey(SECRET, 1, "eeur"), OLDER_KEY]) {
      expect(key).toMatch(/^pk_live_[A-Za-z0-9]{64}$/);
      expect(apiKeyOf(`bearer ${key}`)).toBe(key);
    }
  });

  it.each([
    ["with more spaces between", (key: string) => `Bearer   ${key}`, true],
    ["with spaces after it", (key: string) => `Bearer ${key}  `, true],
    ["without a space", (key: string) => `Bearer${key}`, false],
    ["after another word", (key: string) => `Basic Bearer ${key}`, false],
    ["before another word", (key: string) => `Bearer ${key} more`, false],
  ])("is read from a header %s: %#", async (_, header, isRead) => {
    const key = await createApiKey(SECRET, 1, "eeur");
    expect(apiKeyOf(header(key))).toBe(isRead ? key : undefined);
  });

  it("is refused for a studio whose number it cannot hold, and none smaller", async () => {
    const tooLarge = 62 ** 8 / 16;
    await expect(createApiKey(SECRET, tooLarge, REGIONS[0])).rejects.toThrow(`a key cannot name studio ${tooLarge}`);
    const studioId = tooLarge - 1;
    const key = await createApiKey(SECRET, studioId, REGIONS[0]);
    expect(await studioNamedBy(key, [SECRET])).toEqual({ studioId, region: REGIONS[0] });
  });

  it("skips the bytes that would make the first letters more frequent", async () => {
    const fill = vi.spyOn(crypto, "getRandomValues").mockImplementationOnce((bytes) => {
      if (bytes instanceof Uint8Array) bytes.fill(248).fill(255, 1, 20);
      return bytes;
    });
    fill.mockImplementationOnce((bytes) => {
      if (bytes instanceof Uint8Array) bytes.fill(247);
      return bytes;
    });
    expect((await createApiKey(SECRET, 1, "eeur")).slice("pk_live_".length, -21)).toBe("9".repeat(43));
  });

  it.each(REGIONS)("names its studio and the region %s", async (region) => {
    for (const studioId of [1, 61, 62, 4711, 13_000_000_000_000]) {
      const key = await createApiKey(SECRET, studioId, region);
      expect(await studioNamedBy(key, [SECRET, undefined])).toEqual({ studioId, region });
    }
  });

  it("looks random: in none of its places do the keys of one studio have a character in common", async () => {
    const keys = await Promise.all(Array.from({ length: 200 }, () => createApiKey(SECRET, 7, "weur")));
    for (let place = "pk_live_".length; place < "pk_live_".length + 64; place++) {
      const seen = new Set(keys.map((key) => key.charAt(place)));
      expect(seen.size, `character ${place}`).toBeGreaterThan(40);
    }
  });
});

describe("a key of a secret that was replaced", () => {
  it("names its studio while the old secret is accepted, and none after that", async () => {
    const key = await createApiKey(OTHER_SECRET, 7, "weur");
    expect(await studioNamedBy(key, [SECRET, OTHER_SECRET])).toEqual({ studioId: 7, region: "weur" });
    expect(await studioNamedBy(key, [SECRET, ""])).toBeUndefined();
  });
});

describe("a key that this service has not made", () => {
  it("names no studio if a character is another one, and none if all are random", async () => {
    const key = await createApiKey(SECRET, 7, "weur");
    for (let place = "pk_live_".length; place < key.length; place++) {
      const other = key.charAt(place) === "a" ? "b" : "a";
      expect(await studioNamedBy(key.slice(0, place) + other + key.slice(place + 1), [SECRET])).toBeUndefined();
    }
    expect(await studioNamedBy(OLDER_KEY, [SECRET])).toBeUndefined();
  });
});
