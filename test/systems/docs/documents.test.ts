// Commands of README, docs, guides and examples: they are run as they stand.

import { execFile } from "node:child_process";
import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startSystem, type TestSystem } from "../../../harness/systems/started-system.ts";
import { PROJECT_FOLDER } from "../../../scripts/project-folder.ts";
import { MAX_RUN_MILLISECONDS, runDocument } from "./run-document.ts";

const DOCUMENTS = globSync(["README.md", "docs/*.md", "docs/guides/*.md", "client/README.md", "examples/*/README.md"], {
  cwd: PROJECT_FOLDER,
}).sort();

let system: TestSystem;

beforeAll(async () => {
  system = await startSystem();
});

afterAll(() => system?.stop());

describe("the commands of", () => {
  it.each(DOCUMENTS)("%s run as they stand", { timeout: MAX_RUN_MILLISECONDS + 20_000 }, async (name) => {
    const text = await readFile(join(PROJECT_FOLDER, name), "utf8");
    const before = await changedFiles();
    const { succeeded, output, commandLines } = await runDocument(name, text, system);
    expect(succeeded, lastOf(output)).toBe(true);
    expect(await changedFiles(), "its commands changed the project").toBe(before);
    // The tour, and each example's one command.
    if (name === "README.md" || name.startsWith("examples/")) expect(commandLines).toBeGreaterThan(0);
  });
});

describe("a document", () => {
  const run = (text: string) => runDocument("made-up.md", text, system);
  const me = 'curl -sS -H "Authorization: Bearer $KEY" http://127.0.0.1:8787/api/v1/me';
  const key = "```sh\nKEY=$(npm run -s demo-key)\n```";

  it("keeps its variables from one block to the next", async () => {
    const { succeeded, output } = await run(`${key}\nThen:\n\`\`\`sh\n${me}\n\`\`\`\n`);
    expect(succeeded, output).toBe(true);
    expect(output).toContain('"slug":"kobza-druk"');
  });

  it("runs in an empty folder if it is a guide, with the service's address and a key filled in", async () => {
    const guide = [
      "```sh",
      'ls -A && echo "and no more"',
      "API=https://api.example.com/api/v1",
      "KEY=YOUR_KEY",
      'curl -sS -H "Authorization: Bearer $KEY" $API/me',
      "```",
    ].join("\n");
    const { succeeded, output } = await runDocument("docs/guides/made-up.md", guide, system);
    expect(succeeded, output).toBe(true);
    expect(output).toMatch(/^and no more\n\{.*"slug":"kobza-druk"/);
    expect((await run(guide)).output).toContain("package.json");
  });

  it("fails if a command is answered with an error, and names the line", async () => {
    const { succeeded, output } = await run(`Hello.\n\n\`\`\`sh\nKEY=unknown\n${me}\n\`\`\`\n`);
    expect(succeeded).toBe(false);
    expect(output).toContain("curl was answered with 401");
    expect(output).toContain("made-up.md:5: failed: curl");
  });

  it("fails if such a command stands in a pipe or a variable", async () => {
    expect((await run(`\`\`\`sh\nKEY=unknown\n${me} | cat\n\`\`\`\n`)).succeeded).toBe(false);
    expect((await run(`\`\`\`sh\nKEY=unknown\nME=$(${me} | cat)\n\`\`\`\n`)).succeeded).toBe(false);
  });

  it("may announce an error, which must then be the answer", async () => {
    const announced = (status: number, keyed: string) =>
      `\`\`\`sh\n${keyed}\n# Answers ${status}: see.\n${me}\n\`\`\`\n`;
    expect((await run(announced(401, "KEY=unknown"))).succeeded).toBe(true);
    expect((await run(announced(403, "KEY=unknown"))).output).toContain("answered with 401, not with 403");
    expect((await run(announced(401, "KEY=$(npm run -s demo-key)"))).output).toContain(
      "answered with 200, not with 401",
    );
    expect((await run("```sh\n# Answers 400: without a request.\ntrue\n```\n")).output).toContain("never asked for");
  });

  it("fails at a command that fails, and at an unset variable", async () => {
    expect((await run("```sh\nfalse\n```\n")).output).toContain("made-up.md:2: failed: false");
    expect((await run("```sh\necho $NOBODY_SET_THIS\n```\n")).succeeded).toBe(false);
  });

  it("reads a marked block without running it", async () => {
    expect((await run("```sh not-run\nfalse\n```\n")).succeeded).toBe(true);
    await expect(run("Hello.\n```sh not-run\nif then\n```\n")).rejects.toThrow("made-up.md:2");
    await expect(run("```bash\ntrue\n```\n")).rejects.toThrow("write `sh`");
  });

  it.each(["npx wrangler deploy", "npm run deploy -- --env staging", "docker compose up", "true && npm install zod"])(
    "is refused if it would run %s",
    async (command) => {
      await expect(run(`Hello.\n\`\`\`sh\n${command}\n\`\`\`\n`)).rejects.toThrow(
        "made-up.md:3: mark the block not-run",
      );
      await run(`\`\`\`sh not-run\n${command}\n\`\`\`\n`);
    },
  );

  it.each([
    ["js", 'console.log(process.env.STUDIO_API_URL); throw new Error("so it ran");'],
    ["ts", 'const text: string = process.env.STUDIO_API_URL ?? ""; console.log(text); throw new Error("so it ran");'],
    ["python", 'import os; print(os.environ["STUDIO_API_URL"]); raise Exception("so it ran")'],
  ])("runs a whole program in %s marked as such", async (language, program) => {
    const marked = await run(`\`\`\`${language} run\n${program}\n\`\`\`\n`);
    expect(marked.succeeded).toBe(false);
    expect(marked.output).toContain("so it ran");
    expect(marked.output).toContain(system.baseUrl);
    expect((await run(`\`\`\`${language}\n${program}\n\`\`\`\n`)).succeeded).toBe(true);
  });
});

/** Git's list of changed and new files, to compare before and after a run. */
async function changedFiles(): Promise<string> {
  return (await promisify(execFile)("git", ["status", "--porcelain"], { cwd: PROJECT_FOLDER })).stdout;
}

function lastOf(output: string): string {
  return output.split("\n").slice(-60).join("\n");
}
