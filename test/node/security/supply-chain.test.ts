// The packages of npm: exact versions, locked by their hashes, and without scripts of their own.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { PROJECT_FOLDER } from "../../../scripts/project-folder.ts";

const read = (path: string): unknown => JSON.parse(readFileSync(join(PROJECT_FOLDER, path), "utf8"));
const named = z.record(z.string(), z.string()).default({});

const manifest = z
  .object({ allowScripts: z.record(z.string(), z.boolean()), dependencies: named })
  .parse(read("package.json"));
const ofSlicer = z.object({ dependencies: named }).parse(read("slicer-service/package.json"));
const { packages } = z
  .object({
    packages: z.record(
      z.string(),
      z.looseObject({
        integrity: z.string().optional(),
        link: z.boolean().optional(),
        hasInstallScript: z.boolean().optional(),
        optional: z.boolean().optional(),
      }),
    ),
  })
  .parse(read("package-lock.json"));
const installed = Object.entries(packages).filter(
  ([path, { link }]) => path.includes("node_modules/") && link !== true,
);

describe("the packages of npm", () => {
  it("are locked by the hash of their archive", () => {
    expect(installed.length).toBeGreaterThan(500);
    const unlocked = installed.filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ""));
    expect(unlocked.map(([path]) => path)).toEqual([]);
  });

  it("that a deployment ships are named by one exact version", () => {
    const versions = Object.entries({ ...manifest.dependencies, ...ofSlicer.dependencies });
    expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  });

  it("run no script at their installation", () => {
    const withScript = installed
      .filter(([, { hasInstallScript }]) => hasInstallScript === true)
      .map(([path]) => nameOf(path));
    expect(withScript).toContain("esbuild");
    // npm runs the scripts of a package that this list allows; other packages' are decided by a person, and written here.
    expect(withScript.filter((name) => manifest.allowScripts[name] !== false && name !== "fsevents")).toEqual([]);
    expect(Object.values(manifest.allowScripts)).not.toContain(true);
  });
});

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
}
