// The client's package as npm would publish it: its content, its types, its size.

import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type PackedClient, packClient } from "../../../harness/systems/packed-client.ts";
import { PROJECT_FOLDER } from "../../../scripts/project-folder.ts";

/** Size of the module compressed by a server: its cost to a page, or to the start of a Worker. */
const MAX_GZIP_BYTES = 6 * 1024;

let folder: string;
let packed: PackedClient;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "client-package-"));
  packed = await packClient(folder);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe("the client's package", () => {
  it("holds its module, types, licence and README, and nothing else", async () => {
    const files = await readdir(packed.folder, { recursive: true });
    const outside = files.filter((path) => !/^dist\/[a-z-]+\.d\.ts$/.test(path));
    expect(outside.sort()).toEqual(["LICENSE", "README.md", "dist", "dist/index.js", "package.json"]);
    expect(files).toContain("dist/index.d.ts");
  });

  it("needs no other package", async () => {
    const manifest: unknown = JSON.parse(await readFile(join(packed.folder, "package.json"), "utf8"));
    expect(Object.keys(Object(manifest)).filter((key) => /dependencies/i.test(key))).toEqual([]);
    expect(await readFile(join(packed.folder, "dist/index.js"), "utf8")).not.toMatch(
      /\b(?:from|require|import)\s*[("']/,
    );
  });

  it("has no fault that publint finds", async () => {
    const { messages, pkg } = await publint({ pkgDir: packed.folder, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  });

  it("has types that are found and right wherever its module is, by Are The Types Wrong", async () => {
    const result = await checkPackage(createPackageFromTarballData(await readFile(packed.tarball)));
    const problems = result.types === false ? ["there are no types"] : result.problems;
    // It is ESM by design: `require` of Node 22 and 20.19 loads an ES module in a CommonJS file.
    const isByDesign = (problem: (typeof problems)[number]) =>
      typeof problem === "object" && problem.kind === "CJSResolvesToESM";
    expect(problems.filter((problem) => !isByDesign(problem))).toEqual([]);
  });

  it(`is at most ${MAX_GZIP_BYTES} bytes, compressed`, async () => {
    const { length } = gzipSync(await readFile(join(packed.folder, "dist/index.js")), { level: 9 });
    console.log(`client: ${length} bytes of ${MAX_GZIP_BYTES}, gzip`);
    expect(length).toBeLessThanOrEqual(MAX_GZIP_BYTES);
  });
});

const PROGRAM = `
import { StudioClient, ValidationError, type Order, type Quote } from "@studio-integration/client";

const studio = new StudioClient({ apiKey: "", baseUrl: "", fetch: globalThis.fetch });
const given: { quantity?: number; signal?: AbortSignal } = {};
const choice = { materialId: 1, printingQualityId: 1, finishingIds: [3], quantity: given.quantity };
const files = [new Blob([]), new File([], "part.stl"), { name: "part.stl", data: new Uint8Array(9) }];

export async function tour(): Promise<readonly [Quote, Order | string]> {
  const [material] = await studio.materials.list({ signal: given.signal });
  const amount: string | undefined = material?.costPerKg.amount;
  const file = files[0] ?? { name: amount ?? "", data: new ArrayBuffer(8) };
  const quote = await studio.quotes.create({ file, ...choice }, { onProgress: ({ percent }) => percent.toFixed() });
  const customer = {
    customerFirstName: "Леся",
    customerLastName: "Українка",
    customerPhoneNumber: "+380501234567",
    customerEmail: "lesia@example.com",
  };
  try {
    return [quote, await studio.orders.create({ items: [{ modelId: "mdl_1", ...choice }], ...customer })];
  } catch (error) {
    return [quote, error instanceof ValidationError ? (error.errors["items"]?.[0] ?? "") : String(error)];
  }
}

// @ts-expect-error A file or a modelId must be there.
void studio.quotes.create(choice);
// @ts-expect-error Not both.
void studio.quotes.create({ file: new Blob([]), modelId: "mdl_1", ...choice });
`;

describe("a strict project", () => {
  const strict = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: false,
  };
  const more = { ...strict, noPropertyAccessFromIndexSignature: true, verbatimModuleSyntax: true, noEmit: true };

  it.each([
    ["Node", { module: "node16", lib: ["es2022"], types: ["node"] }],
    ["a newer Node", { module: "nodenext", lib: ["es2024"], types: ["node"] }],
    ["a page and its bundler", { module: "esnext", moduleResolution: "bundler", lib: ["es2022", "dom"], types: [] }],
    [
      "a Worker",
      { module: "esnext", moduleResolution: "bundler", lib: ["es2022"], types: ["@cloudflare/workers-types"] },
    ],
  ])("for %s takes its types", async (name, options) => {
    const project = join(folder, name.replaceAll(" ", "-"));
    await mkdir(join(project, "node_modules/@studio-integration"), { recursive: true });
    await symlink(packed.folder, join(project, "node_modules/@studio-integration/client"), "junction");
    for (const scope of ["@types", "@cloudflare", "undici-types"]) {
      await symlink(join(PROJECT_FOLDER, "node_modules", scope), join(project, "node_modules", scope), "junction");
    }
    await writeFile(join(project, "package.json"), JSON.stringify({ type: "module" }));
    const compilerOptions = { target: "es2022", ...more, ...options };
    await writeFile(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["tour.ts"] }));
    await writeFile(join(project, "tour.ts"), PROGRAM);
    const compiler = join(PROJECT_FOLDER, "node_modules/typescript/bin/tsc");
    const faults = await promisify(execFile)(process.execPath, [compiler, "-p", project]).then(
      () => "",
      (error: { readonly stdout: string }) => error.stdout,
    );
    expect(faults).toBe("");
  });
});
