// npm run bench: an unknown name lists the benches, each with its line.

import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";

const BENCHES = join(import.meta.dirname, "../../../bench");
const names = readdirSync(BENCHES)
  .filter((file) => file.endsWith(".ts") && !file.endsWith(".worker.ts") && file !== "run.ts")
  .map((file) => file.slice(0, -".ts".length));

async function runBench(...words: readonly string[]) {
  const run = promisify(execFile)(process.execPath, [join(BENCHES, "run.ts"), ...words]);
  return run.then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, stdout, stderr }),
  );
}

describe("npm run bench", () => {
  it("lists every bench with its line, given no name", async () => {
    const { code, stdout } = await runBench();
    expect(code).toBe(0);
    const listed = [...stdout.matchAll(/^([a-z0-9-]+) {2,}\S/gm)].map(([, name]) => name);
    expect(listed).toEqual([...names].sort());
  });

  it("refuses an unknown name, and lists them too", async () => {
    const { code, stdout, stderr } = await runBench("nothing");
    expect(code).toBe(1);
    expect(stderr).toContain('There is no "nothing" here.');
    expect(stdout).toContain("walls");
  });

  it("gives a bench its arguments", async () => {
    const { code, stderr } = await runBench("engines", "--unknown-option");
    expect(code).toBe(1);
    expect(stderr).toContain("--unknown-option");
  });
});
