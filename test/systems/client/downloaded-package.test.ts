// The client's package for download: the files that npm packs, without npm's scripts, in an archive that unpacks.

import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { packClient } from "../../../harness/systems/packed-client.ts";
import { type ClientPackage, clientPackage } from "../../../scripts/client/pack.ts";

let folder: string;
let made: ClientPackage;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "downloaded-package-"));
  made = await clientPackage(join(folder, "nothing-earlier"));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Each file of a folder, by its path. */
async function contentsOf(root: string): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return Object.fromEntries(
    await Promise.all(paths.map(async (path) => [path.slice(root.length), await readFile(path, "utf8")] as const)),
  );
}

describe("the client's package for download", () => {
  it("has the name and the files that npm gives it, and a manifest without scripts", async () => {
    const packed = await packClient(join(folder, "by-npm"));
    expect(made.name).toBe(basename(packed.tarball));
    const own = join(folder, "own");
    await mkdir(own);
    await writeFile(join(own, made.name), made.content);
    await promisify(execFile)("tar", ["-xzf", join(own, made.name), "-C", own]);
    const { "/package.json": manifest, ...files } = await contentsOf(join(own, "package"));
    const { "/package.json": npmManifest, ...npmFiles } = await contentsOf(packed.folder);
    expect(files).toEqual(npmFiles);
    const { scripts, ...kept } = JSON.parse(npmManifest ?? "");
    expect(scripts).toHaveProperty("prepare");
    expect(JSON.parse(manifest ?? "")).toEqual(kept);
  });

  it("is the same file for the same content, so that its tag stays", async () => {
    const again = await clientPackage(join(folder, "nothing-earlier"));
    expect(Buffer.from(again.content).equals(made.content)).toBe(true);
  });

  it("is taken from an earlier build while no source is newer", async () => {
    const earlier = join(folder, "earlier");
    await mkdir(earlier);
    await writeFile(join(earlier, made.name), "kept");
    expect(Buffer.from((await clientPackage(earlier)).content).toString()).toBe("kept");
  });
});
