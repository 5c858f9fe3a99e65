// The client's package as npm would publish it: its content, its types, its maps, its size.

import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { SourceMap, type SourceMapPayload } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { transform } from "esbuild";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type PackedClient, packClient } from "../../../harness/systems/packed-client.ts";
import { PROJECT_FOLDER } from "../../../scripts/project-folder.ts";

/**
 * Size of the module minified by a bundler and compressed by a server: its cost to a page, or to the start of a Worker. The published
 * module is not minified.
 */
const MAX_GZIP_BYTES = 8 * 1024;

let folder: string;
let packed: PackedClient;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "client-package-"));
  packed = await packClient(folder);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe("the client's package", () => {
  it("holds its module, types, maps, sources, licence and README, and nothing else", async () => {
    const files = await readdir(packed.folder, { recursive: true });
    const outside = files.filter((path) => !/^(?:dist\/[a-z-]+\.d\.ts(?:\.map)?|src\/[a-z-]+\.ts)$/.test(path));
    const module = ["dist/index.js", "dist/index.js.map"];
    expect(outside.sort()).toEqual(["LICENSE", "README.md", "dist", ...module, "package.json", "src"]);
    expect(files).toContain("dist/index.d.ts");
  });

  it("can be stepped through: its module is not minified, and each map leads to a source in it", async () => {
    const text = await readFile(join(packed.folder, "dist/index.js"), "utf8");
    expect(text.split("\n").length).toBeGreaterThan(500);
    expect(text).toContain("//# sourceMappingURL=index.js.map");
    const files = await readdir(packed.folder, { recursive: true });
    const maps = files.filter((path) => path.endsWith(".map"));
    expect(maps.length).toBeGreaterThan(10);
    for (const path of maps) {
      const { sources } = await mapAt(path);
      expect(sources.length, path).toBeGreaterThan(0);
      for (const source of sources) expect(files, path).toContain(join("dist", source));
    }
  });

  it("maps a line of its module, and of its types, to the line that people wrote", async () => {
    const written = await readFile(join(packed.folder, "src/orders.ts"), "utf8");
    for (const [path, built] of [
      ["dist/index.js", "  waitFor("],
      ["dist/orders.d.ts", "    waitFor("],
    ] as const) {
      const line = (await readFile(join(packed.folder, path), "utf8"))
        .split("\n")
        .findIndex((one) => one.startsWith(built));
      const found = new SourceMap(await mapAt(`${path}.map`)).findEntry(line, built.length - 1);
      if (!("originalSource" in found)) throw new Error(`${path} maps line ${line} to nothing`);
      expect(found.originalSource).toBe("../src/orders.ts");
      expect(written.split("\n")[found.originalLine]).toContain("waitFor(");
    }
  });

  it("needs no other package", async () => {
    const manifest: unknown = JSON.parse(await readFile(join(packed.folder, "package.json"), "utf8"));
    expect(Object.keys(Object(manifest)).filter((key) => /dependencies/i.test(key))).toEqual([]);
    expect(await readFile(join(packed.folder, "dist/index.js"), "utf8")).not.toMatch(
      /\b(?:from|require|import)\s*[("']/,
    );
  });

  it("is published by one command, which a dry run of npm takes as it stands", async () => {
    const run = promisify(execFile);
    // It was built above. By force, since a version that is out already is no fault of the package; so no registry is asked.
    const parameters = ["publish", "--dry-run", "--json", "--ignore-scripts", "--force"];
    const { stdout } = await run("npm", parameters, { cwd: packed.source, shell: process.platform === "win32" });
    const { version } = Object(JSON.parse(await readFile(join(packed.folder, "package.json"), "utf8")));
    // Beside the package's name or without it, as npm's versions have it.
    expect(stdout).toContain(`"id": "@studio-integration/client@${version}"`);
    expect(stdout).toContain('"path": "dist/index.js.map"');
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

  it(`is at most ${MAX_GZIP_BYTES} bytes, minified and compressed`, async () => {
    const text = await readFile(join(packed.folder, "dist/index.js"), "utf8");
    const { code } = await transform(text, { minify: true, format: "esm", target: "es2022" });
    const { length } = gzipSync(code, { level: 9 });
    console.log(`client: ${length} bytes of ${MAX_GZIP_BYTES}, gzip`);
    expect(length).toBeLessThanOrEqual(MAX_GZIP_BYTES);
  });
});

/** A map's fields by its format. */
async function mapAt(path: string): Promise<SourceMapPayload> {
  return JSON.parse(await readFile(join(packed.folder, path), "utf8"));
}

const PROGRAM = `
import {
  OrderCancelledError,
  type Order,
  type OrderProgress,
  type Quote,
  StudioClient,
  ValidationError,
} from "@studio-integration/client";

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

const logged: string[] = [];
const fromEnvironment = new StudioClient({ debug: (line) => logged.push(line) });

export async function follow(id: number, status: OrderProgress, signal?: AbortSignal): Promise<readonly [Order, string]> {
  try {
    const { data, response, requestId, rateLimit } = await fromEnvironment.orders.waitFor(id, status, { signal }).withResponse();
    const rest: number | undefined = rateLimit?.remaining;
    return [data, \`\${response.status} \${response.headers.get("ETag")} \${requestId} \${rest}\`];
  } catch (error) {
    if (error instanceof OrderCancelledError) return [error.order, error.order.status];
    throw error;
  }
}

// @ts-expect-error No order is followed to its cancellation.
void studio.orders.waitFor(1, "cancelled");
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
