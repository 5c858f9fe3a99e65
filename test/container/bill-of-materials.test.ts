// The bill of materials of the engine's image: all that the built image has, by its own word.

import { beforeAll, describe, expect, inject, it } from "vitest";
import { z } from "zod";
import { docker } from "../../harness/engine/docker.ts";
import { billOfMaterials, imageComponents } from "../../scripts/supply-chain/bill-of-materials.ts";
import { readImageContent } from "../../scripts/supply-chain/image-content.ts";
import { readShippedPackages } from "../../scripts/supply-chain/shipped-packages.ts";

const image = inject("engineImage") ?? "";

const billSchema = z.object({
  bomFormat: z.literal("CycloneDX"),
  components: z.array(
    z.object({ name: z.string(), group: z.string().optional(), version: z.string(), purl: z.string() }),
  ),
});

describe.skipIf(image === "")("the bill of materials of the engine's image", () => {
  let components: z.output<typeof billSchema>["components"];

  beforeAll(async () => {
    const content = await readImageContent(image);
    const text = await billOfMaterials("engine-image", "test", imageComponents(content, await readShippedPackages()));
    ({ components } = billSchema.parse(JSON.parse(text)));
  });

  it("names PrusaSlicer, tini, Node and the C library with their versions", async () => {
    const version = await inImage("prusa-slicer --help 2> /dev/null | head -n 1");
    const [, slicer = ""] = /PrusaSlicer-(\d+\.\d+\.\d+)/.exec(version) ?? [];
    expect(versionsOf("prusa-slicer")).toEqual([
      expect.stringMatching(new RegExp(`^${slicer.replaceAll(".", "\\.")}\\+`)),
    ]);
    expect(versionsOf("node")).toEqual([(await inImage("node --version")).slice(1)]);
    expect(versionsOf("tini")).toHaveLength(1);
    expect(versionsOf("libc6").length).toBeGreaterThan(0);
  });

  it("names every npm package of the engine, and no other", async () => {
    const folders = await inImage("cd node_modules && ls -d -- */ | tr -d /");
    const ofNpm = components.filter(({ purl }) => purl.startsWith("pkg:npm/"));
    expect(ofNpm.map(({ name }) => name).sort()).toEqual(folders.split("\n").sort());
    expect(await inImage("find node_modules -mindepth 2 -name node_modules")).toBe("");
  });

  it("names a package of Debian for every library that the slicer loads", async () => {
    const copied = (await inImage("cut -f1 /usr/share/doc/engine/debian-packages")).split("\n");
    const libraries = (await inImage("ldd /usr/bin/prusa-slicer /usr/bin/tini | grep -c '=> /'")).trim();
    // Several libraries come from one package.
    expect(copied.length).toBeGreaterThan(100);
    expect(copied.length).toBeLessThanOrEqual(Number(libraries) + 3);
    const names = new Set(components.map(({ name }) => name));
    expect(copied.map((name) => name.split(":")[0] ?? "").filter((name) => !names.has(name))).toEqual([]);
  });

  function versionsOf(wanted: string): string[] {
    return components.filter(({ name }) => name === wanted).map(({ version }) => version);
  }
});

function inImage(command: string): Promise<string> {
  return docker(["run", "--rm", "--entrypoint", "sh", image, "-c", command]);
}
