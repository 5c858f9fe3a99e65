// The engine's image as deployed: the same from the same files, no larger than needed, for an ordinary user.

import { execFile } from "node:child_process";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, inject, it } from "vitest";
import { ContainedEngine } from "../../harness/engine/contained-engine.ts";
import { docker } from "../../harness/engine/docker.ts";
import { findFreePort } from "../../scripts/local/free-port.ts";
import { buildAsDeployed, digestOf } from "./image-build.ts";

const image = inject("engineImage") ?? "";
const projectCopy = inject("projectCopy");

/** Files that a checkout collects and the image must not hold. */
const STRAY_FILES = {
  ".dev.vars": "LINK_SECRET=of this machine",
  "slicer-service/.dev.vars": "ENGINE_TOKEN=of this machine",
  "slicer-service/wrangler.production.json": "{}",
  "slicer-service/.wrangler/tmp/bundle.js": "export {};",
  "slicer-service/README.md": "Another readme.",
  "README.md": "Another readme.",
};

describe.skipIf(image === "")("the image of the engine", () => {
  it("is the same when it is built again, also with other files in the checkout", async () => {
    const before = new Map<string, string | undefined>();
    for (const [path, content] of Object.entries(STRAY_FILES)) {
      const file = join(projectCopy, path);
      before.set(file, await readFile(file, "utf8").catch(() => undefined));
      await mkdir(join(file, ".."), { recursive: true });
      await writeFile(file, content);
    }
    try {
      const again = await buildAsDeployed(projectCopy);
      expect(await digestOf(again)).toBe(await digestOf(image));
      if (again !== image) await docker(["image", "rm", again]);
    } finally {
      for (const [file, content] of before) await (content === undefined ? rm(file) : writeFile(file, content));
    }
  });

  it("is another one when the engine's code changes", async () => {
    const file = join(projectCopy, "slicer-service/engine/main.ts");
    const code = await readFile(file, "utf8");
    await writeFile(file, `${code}\n// changed\n`);
    try {
      const changed = await buildAsDeployed(projectCopy);
      expect(await digestOf(changed)).not.toBe(await digestOf(image));
      await docker(["image", "rm", changed]);
    } finally {
      await writeFile(file, code);
    }
  });

  it("fits the disk of an instance many times, and has no package manager's cache and no npm", async () => {
    const bytes = Number(await docker(["image", "inspect", "--format", "{{.Size}}", image]));
    expect(bytes).toBeLessThan(1e9);
    const listed = await docker([
      ...["run", "--rm", "--entrypoint", "sh", image, "-c"],
      "ls -A /var/lib/apt/lists /var/cache/apt/archives; for name in npm node prusa-slicer tini; do command -v $name || true; done",
    ]);
    const programs = listed.split("\n").filter((line) => line.startsWith("/") && !line.endsWith(":"));
    expect(programs.sort()).toEqual(["/usr/bin/prusa-slicer", "/usr/bin/tini", "/usr/local/bin/node"]);
    expect(listed).not.toMatch(/\.deb|Packages/);
  });

  it("gives its user one folder to write to, that for temporary files", async () => {
    const container = await ContainedEngine.start({ image, memoryMebibytes: 1024 });
    try {
      // Without --read-only nothing but permissions keeps the files of the image.
      const writable = await docker([
        ...["run", "--rm", "--entrypoint", "sh", image, "-c"],
        "find / -xdev -type d -writable 2> /dev/null || true",
      ]);
      expect(writable.split("\n")).toEqual(["/tmp"]);
      const user = await container.evaluate("console.log(process.getuid(), process.getgid())");
      expect(user).toBe("1000 1000");
    } finally {
      await container.remove();
    }
  });

  it("is built and run by the commands of its Dockerfile's first lines, as they are written", async () => {
    const dockerfile = await readFile(join(projectCopy, "slicer-service/Dockerfile"), "utf8");
    const [build = "", run = "", ...more] = [...dockerfile.matchAll(/^# {3}(docker .*)$/gm)].map(([, line]) => line);
    expect(more).toEqual([]);
    await runInShell(build);
    const port = await findFreePort("127.0.0.1");
    const [, name] = / -t (\S+)/.exec(build) ?? [];
    expect(await digestOf(name ?? "")).toBe(await digestOf(image));
    // The port may be another program's; a detached process can be ended.
    const detached = run.replace("127.0.0.1:8788", `127.0.0.1:${port}`).replace("docker run", "docker run --detach");
    const id = await runInShell(detached);
    try {
      await expect
        .poll(async () => (await fetch(`http://127.0.0.1:${port}/health`).catch(() => undefined))?.status, {
          timeout: 60_000,
        })
        .toBe(200);
    } finally {
      await docker(["rm", "--force", id]);
    }
  });
});

/** Runs a command line as a person types it in the project's folder, and returns its output. */
async function runInShell(commandLine: string): Promise<string> {
  const { stdout } = await promisify(execFile)("sh", ["-ec", commandLine], {
    cwd: projectCopy,
    maxBuffer: 64 * 2 ** 20,
  });
  return stdout.trim();
}
