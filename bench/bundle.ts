// Bundle size and start-up time of the deployed Workers, and the size of each part.
//
// Cloudflare's limits are 3 MB gzipped (10 MB on the paid plan) and 1 s to start. The first request in a new location
// waits for both.
//
//   npm run bench -- bundle

import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { median } from "../harness/statistics.ts";
import { printTable } from "../harness/table.ts";
import { PROJECT_FOLDER } from "../scripts/project-folder.ts";
import { QUIET_WRANGLER, WRANGLER_PROGRAM } from "../scripts/wrangler.ts";
import { type CpuProfile, isOurs } from "./support/cpu-profile.ts";

const WORKERS = { API: "wrangler.toml", slicer: "slicer-service/wrangler.toml" };
const CONTRIBUTORS = 10;
const STARTS = 5;

const folder = await mkdtemp(join(tmpdir(), "bundle-"));
try {
  const sizes: string[][] = [];
  const contributors: string[][] = [];
  for (const [name, config] of Object.entries(WORKERS)) {
    const plain = await bundle(config, []);
    const minified = await bundle(config, ["--minify"]);
    sizes.push([name, ...[plain.code, gzipSync(plain.code), minified.code, gzipSync(minified.code)].map(kibibytes)]);
    const largest = [...minified.bytesByPackage].sort(([, a], [, b]) => b - a).slice(0, CONTRIBUTORS);
    for (const [index, [part, bytes]] of largest.entries()) {
      const share = (100 * bytes) / minified.code.length;
      contributors.push([index === 0 ? `${name}: ${part}` : `  ${part}`, (bytes / 1024).toFixed(1), share.toFixed(0)]);
    }
  }
  printTable(["Worker", "KiB", "gzip", "minified", "gzip"], sizes);
  printTable(["largest parts", "minified KiB", "% of the bundle"], contributors);
  const starts: number[] = [];
  while (starts.length < STARTS) starts.push(await startMilliseconds());
  console.log(
    [
      `The API Worker starts in ${median(starts).toFixed(0)} ms, the median of ${STARTS}: code and garbage collections in the CPU profile of "wrangler check startup".`,
      'Sizes are those of "wrangler deploy --dry-run", without and with --minify. The parts come from esbuild\'s metafile.',
    ].join("\n"),
  );
} finally {
  await rm(folder, { recursive: true });
}

async function bundle(
  config: string,
  parameters: readonly string[],
): Promise<{ code: Buffer; bytesByPackage: ReadonlyMap<string, number> }> {
  const outdir = join(folder, crypto.randomUUID());
  const metafile = join(outdir, "metafile.json");
  const output = ["--outdir", outdir, "--metafile", metafile, "--containers-rollout", "none"];
  await wrangler("deploy", "-c", config, "--dry-run", ...output, ...parameters);
  // esbuild's format: https://esbuild.github.io/api/#metafile
  const { outputs } = JSON.parse(await readFile(metafile, "utf8")) as Metafile;
  const bytesByPackage = new Map<string, number>();
  for (const { inputs } of Object.values(outputs)) {
    for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
      const part = partOf(path);
      bytesByPackage.set(part, (bytesByPackage.get(part) ?? 0) + bytesInOutput);
    }
  }
  return { code: await readFile(join(outdir, "index.js")), bytesByPackage };
}

interface Metafile {
  readonly outputs: Readonly<
    Record<string, { readonly inputs: Readonly<Record<string, { readonly bytesInOutput: number }>> }>
  >;
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
  await wrangler("check", "startup", "-c", WORKERS.API, "--outfile", outfile);
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
