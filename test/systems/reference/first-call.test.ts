// "First call" as its reader pastes it: taken from the served page, run from an empty folder, in four languages.

import { execFile, spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startSystem, type TestSystem } from "../../../harness/systems/started-system.ts";
import { PROJECT_FOLDER } from "../../../scripts/project-folder.ts";
import { YOUR_KEY } from "../../../scripts/reference/addresses.ts";

const PROGRAMS = [
  { language: "sh", file: "first.sh", command: "bash" },
  { language: "js", file: "first.mjs", command: join(PROJECT_FOLDER, "node_modules/.bin/node") },
  { language: "python", file: "first.py", command: "python3" },
  { language: "php", file: "first.php", command: "php" },
] as const;

const hasPhp = spawnSync("php", ["-r", "exit(extension_loaded('curl') ? 0 : 1);"]).status === 0;
if (!hasPhp) console.log("There is no PHP with curl: the first call in PHP is not run.");

let system: TestSystem;

beforeAll(async () => {
  system = await startSystem();
});

afterAll(() => system?.stop());

/** The first sample of the page in a language, as "Copy" takes it; of the reference, that of an operation. */
async function pastedSample(language: string, page: string, operation = ""): Promise<string> {
  const answer = await fetch(`${system.baseUrl}/docs/${page}`);
  const shown = await answer.text();
  const section = operation === "" ? shown : shown.slice(shown.indexOf(`<section class="operation" id="${operation}"`));
  const found = new RegExp(`<div class="sample" data-language="${language}"><pre[^>]*><code>(.*?)</code>`, "s");
  const [, html] = found.exec(section) ?? [];
  if (html === undefined) throw new Error(`${page} has no sample in ${language}`);
  return html
    .replaceAll(/<[^>]+>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");
}

/** Runs a program in an empty folder, or one with downloaded models, and with nothing of the project in its environment. */
async function runPasted(text: string, { file, command }: (typeof PROGRAMS)[number], models: readonly string[] = []) {
  const folder = await mkdtemp(join(tmpdir(), "first-call-"));
  try {
    await writeFile(join(folder, file), text);
    for (const name of models) {
      const download = await fetch(`${system.baseUrl}/docs/downloads/${name}`);
      await writeFile(join(folder, name), await download.bytes());
    }
    const env = { PATH: process.env.PATH, HOME: folder };
    const { stdout } = await promisify(execFile)(command, [file], { cwd: folder, env });
    return { stdout };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

describe("the first call, pasted from the page into an empty folder", () => {
  it.for(PROGRAMS)("prints a price in $language", async (program, { skip }) => {
    skip(program.language === "php" && !hasPhp, "there is no PHP with curl");
    const sample = await pastedSample(program.language, "first-call");
    expect(sample).toContain(system.baseUrl);
    const { stdout } = await runPasted(sample.replaceAll(YOUR_KEY, system.apiKey), program);
    expect(stdout).toMatch(/\b120\.00\b.*UAH/);
  });

  it.for(PROGRAMS)("says in $language that a key is unknown", async (program, { skip }) => {
    skip(program.language === "php" && !hasPhp, "there is no PHP with curl");
    const sample = await pastedSample(program.language, "first-call");
    const run = runPasted(sample.replaceAll(YOUR_KEY, `pk_live_${"x".repeat(64)}`), program);
    const output = await run.then(
      ({ stdout }) => stdout,
      (error: Error) => error.message,
    );
    expect(output).toMatch(/401|errors\.unauthorized/);
    expect(output).not.toContain("120.00");
  });

  it("is the same in Markdown", async () => {
    const markdown = await (await fetch(`${system.baseUrl}/docs/first-call.md`)).text();
    for (const { language } of PROGRAMS) expect(markdown).toContain(await pastedSample(language, "first-call"));
  });
});

describe("a sample of the reference, pasted beside the models that it sends", () => {
  const operations = ["createQuote", "createOrder", "createSlicingJob", "createPrinter", "updatePrinter"];

  it.for(PROGRAMS)("is answered as the reference says, in $language", async (program, { skip }) => {
    skip(program.language === "php" && !hasPhp, "there is no PHP with curl");
    for (const operation of operations) {
      const sample = await pastedSample(program.language, "reference", operation);
      const text = sample.replaceAll(YOUR_KEY, system.apiKey).replaceAll("order-1001", `order-in-${program.language}`);
      const { stdout } = await runPasted(text, program, ["part.stl", "lid.3mf"]);
      // curl fails by itself, and prints the body alone.
      expect(stdout, operation).toMatch(program.language === "sh" ? /^\{"data":\{/ : /^20[012] /);
    }
  });
});

describe("the downloads", () => {
  it("have the typed client, which npm installs from this service and Node runs", async () => {
    const folder = await mkdtemp(join(tmpdir(), "installed-client-"));
    try {
      const page = await (await fetch(`${system.baseUrl}/docs/downloads`)).text();
      const [, name] = /downloads\/(studio-integration-client-[\d.]+\.tgz)"/.exec(page) ?? [];
      const npm = ["install", "--no-audit", "--no-fund", "--offline", `./${name}`];
      await writeFile(join(folder, "package.json"), '{ "type": "module" }\n');
      const packed = await fetch(`${system.baseUrl}/docs/downloads/${name}`);
      await writeFile(join(folder, String(name)), await packed.bytes());
      await promisify(execFile)("npm", npm, { cwd: folder });
      const program = `import { StudioClient } from "@studio-integration/client";
        const studio = new StudioClient({ apiKey: "${system.apiKey}", baseUrl: "${system.baseUrl}" });
        console.log((await studio.me()).slug);`;
      await writeFile(join(folder, "main.js"), program);
      const { stdout } = await promisify(execFile)(process.execPath, ["main.js"], { cwd: folder });
      expect(stdout.trim()).toBe("kobza-druk");
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it("have the Python client, which quotes a downloaded model by itself", async () => {
    const folder = await mkdtemp(join(tmpdir(), "single-client-"));
    try {
      for (const name of ["studio_api.py", "part.stl"]) {
        await writeFile(join(folder, name), await (await fetch(`${system.baseUrl}/docs/downloads/${name}`)).bytes());
      }
      const program = `from studio_api import StudioApi
print(StudioApi().quote("part.stl", {"materialId": 1, "printingQualityId": 2})["totalPrice"]["amount"])`;
      const env = { ...process.env, STUDIO_API_URL: system.baseUrl, STUDIO_API_KEY: system.apiKey };
      const { stdout } = await promisify(execFile)("python3", ["-c", program], { cwd: folder, env });
      expect(stdout).toMatch(/^\d+\.\d\d\n$/);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
