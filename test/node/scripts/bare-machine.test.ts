// A bare machine: the programs that a command finds on it.

import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const SCRIPT = "scripts/bare-machine.ts";

let installed: string;
let environment: NodeJS.ProcessEnv;
beforeAll(() => {
  installed = mkdtempSync(join(tmpdir(), "installed-"));
  for (const name of ["prusa-slicer", "chromium", "docker", "another-program"]) {
    writeFileSync(join(installed, name), "#!/bin/sh\necho runs\n");
    chmodSync(join(installed, name), 0o755);
  }
  writeFileSync(join(installed, "requests.py"), "");
  const path = [installed, process.env.PATH].join(delimiter);
  environment = { ...process.env, PATH: path, PYTHONPATH: installed, CHROMIUM: join(installed, "chromium") };
});
afterAll(() => rmSync(installed, { recursive: true }));

function onBareMachine(...command: string[]): string {
  return execFileSync(process.execPath, [SCRIPT, ...command], { env: environment, encoding: "utf8" }).trim();
}

describe("a bare machine", () => {
  it("has no PrusaSlicer, Chromium or Docker, although this one has", () => {
    const programs = ["prusa-slicer", "chromium", "docker"];
    for (const program of programs) {
      expect(spawnSync(program, { env: environment, encoding: "utf8" }).stdout, program).toBe("runs\n");
    }
    const find = `for program in ${programs.join(" ")}; do command -v $program || echo absent; done`;
    expect(onBareMachine("sh", "-c", find).split("\n")).toEqual(programs.map(() => "absent"));
  });

  it("finds no Chromium at its usual places", () => {
    const find = 'import("./scripts/browser/chromium.ts").then(async (m) => console.log(await m.findChromium()))';
    expect(onBareMachine("node", "-e", find)).toBe("undefined");
  });

  it.skipIf(spawnSync("python3", ["--version"]).status !== 0)("has no requests for Python", () => {
    const find =
      "import importlib\ntry:\n  importlib.import_module('requests')\nexcept ImportError:\n  print('absent')";
    expect(onBareMachine("python3", "-c", find)).toBe("absent");
  });

  it("has every other program", () => {
    expect(onBareMachine("another-program")).toBe("runs");
  });

  it("answers with the command's own exit code", () => {
    expect(spawnSync(process.execPath, [SCRIPT, "sh", "-c", "exit 7"], { env: environment }).status).toBe(7);
  });
});
