// Bundle size and start-up time of the deployed Workers, and the size of each part.
//
// Cloudflare's limits are 3 MB gzipped (10 MB on the paid plan) and 1 s to start. The first request in a new location
// waits for both.
//
//   npm run bench -- bundle

import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import type { Metafile } from "esbuild";
import { median } from "../harness/statistics.ts";
import { printTable } from "../harness/table.ts";
import { writeApiModules } from "../scripts/local/worker-bundle.ts";
import { PROJECT_FOLDER } from "../scripts/project-folder.ts";
import { API_CONFIG, QUIET_WRANGLER, SLICER_CONFIG, WRANGLER_PROGRAM } from "../scripts/wrangler.ts";
import { type CpuProfile, isOurs } from "./support/cpu-profile.ts";

const CONTRIBUTORS = 10;
const STARTS = 5;

const folder = await mkdtemp(join(tmpdir(), "bundle-"));
try {
  const sizes: string[][] = [];
  const contributors: string[][] = [];
  for (const [name, { code, bytesByPackage }] of Object.entries({ API: await api(), slicer: await slicer() })) {
    sizes.push([name, ...[code, gzipSync(code)].map(kibibytes)]);
    const largest = [...bytesByPackage].sort(([, a], [, b]) => b - a).slice(0, CONTRIBUTORS);
    for (const [index, [part, bytes]] of largest.entries()) {
      const share = (100 * bytes) / code.length;
      contributors.push([index === 0 ? `${name}: ${part}` : `  ${part}`, (bytes / 1024).toFixed(1), share.toFixed(0)]);
    }
  }
  printTable(["Worker", "KiB", "gzip"], sizes);
  printTable(["largest parts", "KiB", "% of the Worker"], contributors);
  const starts: number[] = [];
  while (starts.length < STARTS) starts.push(await startMilliseconds());
  console.log(
    [
      `The API Worker starts in ${median(starts).toFixed(0)} ms, the median of ${STARTS}: code and garbage collections in the CPU profile of "wrangler check startup".`,
      "Sizes are those of the uploaded modules. The parts come from esbuild's metafile.",
    ].join("\n"),
  );
} finally {
  await rm(folder, { recursive: true });
}

interface Bundled {
  readonly code: Buffer;
  readonly bytesByPackage: ReadonlyMap<string, number>;
}

async function api(): Promise<Bundled> {
  const outdir = join(folder, crypto.randomUUID());
  return bundled(outdir, await writeApiModules(outdir));
}

/** wrangler bundles it. */
async function slicer(): Promise<Bundled> {
  const outdir = join(folder, crypto.randomUUID());
  const metafile = join(outdir, "metafile.json");
  const output = ["--outdir", outdir, "--metafile", metafile, "--containers-rollout", "none"];
  await wrangler("deploy", "-c", SLICER_CONFIG, "--dry-run", ...output);
  // esbuild's format: https://esbuild.github.io/api/#metafile
  return bundled(outdir, JSON.parse(await readFile(metafile, "utf8")) as Metafile);
}

async function bundled(outdir: string, { outputs }: Metafile): Promise<Bundled> {
  const bytesByPackage = new Map<string, number>();
  for (const { inputs } of Object.values(outputs)) {
    for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
      const part = partOf(path);
      bytesByPackage.set(part, (bytesByPackage.get(part) ?? 0) + bytesInOutput);
    }
  }
  const files = (await readdir(outdir, { recursive: true })).filter((file) => /\.m?js$/.test(file));
  const code = await Promise.all(files.map((file) => readFile(join(outdir, file))));
  return { code: Buffer.concat(code), bytesByPackage };
}

/** The package of a file, or a part of it if that is more informative. The project's own code is one part. */
function partOf(path: string): string {
  const [, inPackage] = path.match(/.*node_modules\/(.*)/) ?? [];
  if (inPackage === undefined) return "the project's own code";
  if (/^zod\/.*\/locales\//.test(inPackage)) return "zod: locales";
  if (/metadata.*\.json/.test(inPackage)) return `${packageOf(inPackage)}: metadata`;
  return packageOf(inPackage);
}

function packageOf(path: string): string {
  return path.split("/", path.startsWith("@") ? 2 : 1).join("/");
}

/** Run time of the API Worker's code, garbage collections included, before it could take a request. */
async function startMilliseconds(): Promise<number> {
  const outfile = join(folder, `${crypto.randomUUID()}.cpuprofile`);
  await wrangler("check", "startup", "-c", API_CONFIG, "--outfile", outfile);
  const { nodes, samples, timeDeltas } = JSON.parse(await readFile(outfile, "utf8")) as CpuProfile;
  const ours = new Set(nodes.filter(isOurs).map(({ id }) => id));
  const busy = timeDeltas.filter((_, index) => ours.has(samples[index] ?? 0));
  return busy.reduce((sum, microseconds) => sum + microseconds, 0) / 1000;
}

async function wrangler(...parameters: readonly string[]): Promise<void> {
  await promisify(execFile)(process.execPath, [WRANGLER_PROGRAM, ...parameters], {
    cwd: PROJECT_FOLDER,
    env: { ...process.env, ...QUIET_WRANGLER },
    timeout: 60_000,
  });
}

function kibibytes(code: Buffer): string {
  return (code.length / 1024).toFixed(1);
}
