// A studio's slug is the first part of an address, beside those of the service itself.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { canBeStudioSlug, MAX_SLUG_CHARACTERS, RESERVED_SLUGS } from "../../../src/domain/studio.ts";

// By address: the compiler would check the API's sources against Node's types instead of the Workers'.
const { createApp }: AppModule = await import(new URL("../../../src/app.ts", import.meta.url).href);

interface AppModule {
  createApp(): { readonly routes: readonly { readonly path: string }[] };
}

/** First segments of all paths that the Worker routes, but for the studios' own door. */
const ROUTED = createApp().routes.map(({ path }) => path.split("/")[1] ?? "");

/** Headers of the files served without the Worker, with the first segment of each place. */
const HEADERS = await readFile(join(import.meta.dirname, "../../../public/_headers"), "utf8");
const SERVED = [...HEADERS.matchAll(/^\/(.*)$/gm)].map(([, path = ""]) => path.split("/")[0] ?? "");

describe("a studio's slug", () => {
  it.each(["kobza", "kobza-druk", "3d", "a", "a".repeat(MAX_SLUG_CHARACTERS)])("may be %s", (slug) => {
    expect(canBeStudioSlug(slug)).toBe(true);
  });

  it.each(["", "Kobza", "kobza_druk", "-kobza", "kobza-", "kobza--druk", "кобза", "kobza.com", "a/b", "kobza\n"])(
    "cannot be %j",
    (slug) => {
      expect(canBeStudioSlug(slug)).toBe(false);
    },
  );

  it("is at most as long as a label of a host's name", () => {
    expect(canBeStudioSlug("a".repeat(MAX_SLUG_CHARACTERS + 1))).toBe(false);
  });

  it("cannot be a reserved word", () => {
    expect(RESERVED_SLUGS.filter(canBeStudioSlug)).toEqual([]);
  });

  it("is never the first part of another door's address", () => {
    const parts = [...new Set([...ROUTED, ...SERVED])].filter((part) => !part.startsWith(":") && !part.includes("*"));
    // Without these, nothing was read.
    expect(parts).toEqual(expect.arrayContaining(["api", "panel", "files", "health", "widget.js"]));
    expect(parts.filter(canBeStudioSlug)).toEqual([]);
  });
});
