// Bare machine: runs a command as on a fresh machine, without the programs that some tests use.
//
//   node scripts/bare-machine.ts npm test

import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";

const ABSENT = /^(prusa-?slicer|chromium|chromium-browser|chrome|google-chrome.*|docker.*|podman|buildah|firefox.*)$/i;

const folder = mkdtempSync(join(tmpdir(), "bare-machine-"));
try {
  const [program = "npm", ...parameters] = process.argv.slice(2);
  const environment = { ...process.env, ...bareEnvironment(folder) };
  const { status, error } = spawnSync(program, parameters, { stdio: "inherit", env: environment });
  if (error !== undefined) throw error;
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true });
}

/** Links every other program into one folder: an absent one may share its folder with one that every machine has. */
function bareEnvironment(folder: string): NodeJS.ProcessEnv {
  const [programs, python] = [join(folder, "programs"), join(folder, "python")];
  mkdirSync(programs);
  for (const name of (process.env.PATH ?? "").split(delimiter)) linkPrograms(resolve(name), programs);
  mkdirSync(python);
  writeFileSync(join(python, "requests.py"), 'raise ImportError("a bare machine has no requests")\n');
  return {
    PATH: programs,
    PYTHONPATH: python,
    // Chromium is found by its usual places if this is not set.
    CHROMIUM: "",
    DOCKER_HOST: "unix:///nonexistent/docker.sock",
    WRANGLER_DOCKER_BIN: undefined,
  };
}

function linkPrograms(from: string, into: string): void {
  for (const name of namesIn(from)) {
    if (ABSENT.test(name)) continue;
    try {
      symlinkSync(join(from, name), join(into, name));
    } catch (error) {
      // The folder that comes first on the PATH has linked its own.
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    }
  }
}

/** A folder on the PATH may be missing. */
function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
