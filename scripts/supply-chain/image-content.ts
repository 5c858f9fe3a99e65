// Content of the engine's image by its own word: Debian's packages, Node, and npm's packages of the engine.

import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { z } from "zod";

/** Programs and libraries that the Dockerfile copied from another stage, which the image's package manager does not know. */
const COPIED_PACKAGES = "/usr/share/doc/engine/debian-packages";

/** Runs in the image: its own Node reads its file system. */
const READER = `
const { execFileSync } = require("node:child_process");
const { existsSync, readdirSync, readFileSync } = require("node:fs");
const debian = [execFileSync("dpkg-query", ["--show"], { encoding: "utf8" }), readFileSync("${COPIED_PACKAGES}", "utf8")];
const npm = [];
const look = (folder) => {
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const path = folder + "/" + name;
    if (name.startsWith("@")) look(path);
    else if (existsSync(path + "/package.json")) {
      const { name, version } = JSON.parse(readFileSync(path + "/package.json", "utf8"));
      npm.push({ name, version });
      look(path + "/node_modules");
    }
  }
};
look("/engine/node_modules");
console.log(JSON.stringify({ debian: debian.join(""), npm, node: process.versions.node, architecture: process.arch }));
`;

const contentSchema = z.object({
  debian: z.string(),
  npm: z.array(z.object({ name: z.string(), version: z.string() })),
  node: z.string(),
  architecture: z.string(),
});

export interface NamedVersion {
  readonly name: string;
  readonly version: string;
}

export interface ImageContent {
  /** Sorted by name, each once. */
  readonly debian: readonly NamedVersion[];
  readonly npm: readonly NamedVersion[];
  readonly node: string;
}

/** @param image its name or id; Docker is found by WRANGLER_DOCKER_BIN and DOCKER_HOST, as wrangler finds it */
export async function readImageContent(image: string): Promise<ImageContent> {
  const docker = process.env.WRANGLER_DOCKER_BIN ?? "docker";
  const run = ["run", "--rm", "--network", "none", "--entrypoint", "node", image, "--eval", READER];
  const { stdout } = await promisify(execFile)(docker, run, { maxBuffer: 16 * 2 ** 20 });
  const { debian, npm, node } = contentSchema.parse(JSON.parse(stdout));
  const lines = [...new Set(debian.trim().split("\n"))].sort();
  return { debian: lines.map(debianPackage), npm, node };
}

/** A line of `dpkg-query --show`: name, with the architecture behind a colon if several may be installed, and version. */
function debianPackage(line: string): NamedVersion {
  const [, name, version] = /^([^:\t]+)(?::[^\t]+)?\t(.+)$/.exec(line) ?? [];
  if (name === undefined || version === undefined) throw new Error(`no package of Debian: ${line}`);
  return { name, version };
}
