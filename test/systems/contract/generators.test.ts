// Generators' clients: made from the served contract, compiled, and used against the running service.

import { access, cp, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startSystem, type TestSystem } from "../../../harness/systems/started-system.ts";
import { PROJECT_FOLDER } from "../../../scripts/project-folder.ts";
import { run } from "../client/client-system.ts";

const GENERATORS = join(import.meta.dirname, "generators");

/** Installs the pinned generators in their own folder, once. False, with a line printed, if they cannot be had here. */
async function installGenerators(): Promise<boolean> {
  const isInstalled = () =>
    access(join(GENERATORS, "node_modules/orval/package.json")).then(
      () => true,
      () => false,
    );
  if (await isInstalled()) return true;
  await run("npm", ["ci", "--ignore-scripts"], { cwd: GENERATORS }).catch(({ message }: Error) => console.log(message));
  if (await isInstalled()) return true;
  console.log("npm has no generators here: their clients are not made.");
  return false;
}

const hasGenerators = await installGenerators();

let folder: string;
let system: TestSystem;

beforeAll(async () => {
  if (!hasGenerators) return;
  system = await startSystem();
  folder = await mkdtemp(join(tmpdir(), "generators-"));
  await cp(join(GENERATORS, "programs"), folder, { recursive: true });
  await symlink(join(GENERATORS, "node_modules"), join(folder, "node_modules"), "junction");
  await writeFile(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  const served = await fetch(`${system.baseUrl}/openapi.json`);
  await writeFile(join(folder, "openapi.json"), await served.text());
  const output = { target: "./orval-client.ts", client: "fetch", baseUrl: system.baseUrl };
  const config = { studio: { input: "./openapi.json", output } };
  await writeFile(join(folder, "orval.config.mjs"), `export default ${JSON.stringify(config)};\n`);
  const generate = (program: string, ...parameters: string[]) =>
    run(process.execPath, [join(GENERATORS, "node_modules", program), ...parameters], { cwd: folder });
  await Promise.all([
    generate("openapi-typescript/bin/cli.js", "openapi.json", "-o", "types.ts"),
    generate("openapi-zod-client/bin.js", "openapi.json", "-o", "zod-client.ts"),
    generate("orval/dist/bin/orval.mjs", "--config", "orval.config.mjs"),
  ]);
}, 300_000);

afterAll(async () => {
  await system?.stop();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});

/** Compiles a program with the client that it imports. Returns the compiler's complaints. */
async function compile(program: string): Promise<string> {
  const compilerOptions = {
    target: "es2023",
    module: "nodenext",
    lib: ["es2023", "dom", "dom.iterable"],
    types: ["node"],
    typeRoots: [join(PROJECT_FOLDER, "node_modules/@types")],
    strict: true,
    skipLibCheck: true,
    rewriteRelativeImportExtensions: true,
    rootDir: ".",
    outDir: "out",
  };
  const config = join(folder, `tsconfig.${program}.json`);
  await writeFile(config, JSON.stringify({ compilerOptions, files: [`${program}.ts`] }));
  const compiler = join(PROJECT_FOLDER, "node_modules/typescript/bin/tsc");
  return run(process.execPath, [compiler, "-p", config], { cwd: folder }).catch((error: Error) => error.message);
}

const priced = expect.stringMatching(/^\d+\.\d\d$/);

describe.skipIf(!hasGenerators)("a client made from the contract, only with npm's generators", () => {
  it.each([
    {
      title:
        "openapi-typescript with openapi-fetch reads, quotes, orders two files and is refused by field; it types a file as a text",
      program: "openapi-typescript",
      order: 2,
      fault: ["quantity"],
    },
    {
      title:
        "openapi-zod-client reads, quotes, orders and is refused by field, each answer parsed by its schema; it sends no list of files",
      program: "openapi-zod-client",
      order: 1,
      fault: ["materialId"],
    },
    {
      title: "orval reads, quotes, orders two files and is refused by field",
      program: "orval",
      order: 2,
      fault: ["quantity"],
    },
  ])("$title", { timeout: 180_000 }, async ({ program, order, fault }) => {
    expect(await compile(program)).toBe("");
    const { data: materials } = await system.api<readonly unknown[]>("/materials");
    const report = await run(process.execPath, [join("out", `${program}.js`)], {
      cwd: folder,
      env: {
        STUDIO_API_URL: system.baseUrl,
        STUDIO_API_KEY: system.apiKey,
        MODEL: join(PROJECT_FOLDER, "examples/part.stl"),
        ORDER_KEY: `order-of-${program}`,
      },
    });
    expect(JSON.parse(report)).toEqual({
      slug: "kobza-druk",
      materials: materials.length,
      infill: expect.stringMatching(/^(grid|lines|cubic|gyroid)$/),
      quote: priced,
      order,
      fault,
    });
  });
});
