// Files of the order page before a model is there, compressed: style, script and icon. Its HTML: test/api/storefront/page.test.ts.

import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MAX_FILES_KILOBYTES } from "../../../harness/storefront-budget.ts";
import { buildFolder } from "../../../scripts/browser/build.ts";
import { PROJECT_FOLDER } from "../../../scripts/project-folder.ts";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "order-page-"));
  await buildFolder("src/storefront/browser", relative(PROJECT_FOLDER, folder));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** The script with its static imports, by name; later imports are left out. */
async function scriptsAtOnce(name: string, known = new Map<string, string>()): Promise<ReadonlyMap<string, string>> {
  if (known.has(name)) return known;
  const script = await readFile(join(folder, name), "utf8");
  known.set(name, script);
  for (const [, imported = ""] of script.matchAll(/(?:\bfrom|\bimport)\s*"(\.[^"]+)"/g)) {
    await scriptsAtOnce(join(name, "..", imported), known);
  }
  return known;
}

describe("the order page's files without a model", () => {
  it(`are at most ${MAX_FILES_KILOBYTES} KB compressed in all, whichever way`, async () => {
    const files = new Map(await scriptsAtOnce("storefront.js"));
    for (const name of ["storefront.css", "icon.svg"]) files.set(name, await readFile(join(folder, name), "utf8"));
    const sizes = [...files].map(([name, text]) => ({
      name,
      gzip: gzipSync(text).byteLength,
      brotli: brotliCompressSync(text).byteLength,
    }));
    const inAll = {
      name: "in all",
      gzip: sizes.reduce((sum, { gzip }) => sum + gzip, 0),
      brotli: sizes.reduce((sum, { brotli }) => sum + brotli, 0),
    };
    console.log(
      [...sizes, inAll].map(({ name, gzip, brotli }) => `${name}: gzip ${gzip}, brotli ${brotli}`).join("\n"),
    );
    expect(inAll.gzip).toBeLessThanOrEqual(MAX_FILES_KILOBYTES * 1024);
    expect(inAll.brotli).toBeLessThanOrEqual(MAX_FILES_KILOBYTES * 1024);
  });

  it("have nothing of three.js among them", async () => {
    for (const [name, script] of await scriptsAtOnce("storefront.js")) {
      expect(/WebGLRenderer|STLLoader/.test(script), name).toBe(false);
    }
  });
});
