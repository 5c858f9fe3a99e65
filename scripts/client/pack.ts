// The client's package as one file for `npm install`, as npm publishes it: equal for equal content.

import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { z } from "zod";
import { PROJECT_FOLDER } from "../project-folder.ts";
import { buildClientCopy } from "./build.ts";

const CLIENT = join(PROJECT_FOLDER, "client");
/** npm adds these to the files that the manifest lists. */
const ALWAYS = ["package.json", "README.md", "LICENSE"];

const manifestSchema = z.object({ name: z.string(), version: z.string(), files: z.array(z.string()) });

export interface ClientPackage {
  /** As npm names it: `studio-integration-client-0.1.0.tgz`. */
  readonly name: string;
  readonly content: Uint8Array;
}

/** @param earlier the folder of an earlier build's package, which is taken again while no source is newer */
export async function clientPackage(earlier: string): Promise<ClientPackage> {
  const manifest = manifestSchema.parse(JSON.parse(await readFile(join(CLIENT, "package.json"), "utf8")));
  const name = `${manifest.name.replace("@", "").replace("/", "-")}-${manifest.version}.tgz`;
  const made = await whenWritten(join(earlier, name));
  if (made > (await newestSource())) return { name, content: await readFile(join(earlier, name)) };
  return { name, content: await pack(manifest.files) };
}

/** Milliseconds since 1970; 0 for a file that is not there. */
async function whenWritten(path: string): Promise<number> {
  return stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
}

async function newestSource(): Promise<number> {
  const sources = await readdir(join(CLIENT, "src"), { recursive: true });
  const paths = [
    ...[...ALWAYS, "tsconfig.json", ...sources.map((name) => join("src", name))].map((path) => join(CLIENT, path)),
    ...["build.ts", "pack.ts"].map((name) => join(import.meta.dirname, name)),
  ];
  return Math.max(...(await Promise.all(paths.map(whenWritten))));
}

async function pack(listed: readonly string[]): Promise<Uint8Array> {
  const built = await mkdtemp(join(tmpdir(), "client-package-"));
  try {
    await buildClientCopy(built);
    const paths = [...ALWAYS, ...listed.map((path) => path.replace(/\/$/, ""))];
    const files = await Promise.all(paths.map((path) => filesAt(path, join(built, path))));
    const entries = files
      .flat()
      .map(withoutScripts)
      .toSorted((a, b) => (a.path < b.path ? -1 : 1));
    return await promisify(gzip)(Buffer.concat([...entries.flatMap(entryOf), Buffer.alloc(2 * BLOCK)]), { level: 9 });
  } finally {
    await rm(built, { recursive: true, force: true });
  }
}

interface PackedFile {
  /** From the package's root. */
  readonly path: string;
  readonly content: Buffer;
}

/** The files of a folder, or the one file. */
async function filesAt(path: string, place: string): Promise<readonly PackedFile[]> {
  if ((await stat(place)).isFile()) return [{ path, content: await readFile(place) }];
  const found = await readdir(place, { withFileTypes: true, recursive: true });
  return Promise.all(
    found
      .filter((entry) => entry.isFile())
      .map(async ({ parentPath, name }) => {
        const below = join(parentPath, name).slice(place.length).replaceAll("\\", "/");
        return { path: path + below, content: await readFile(join(parentPath, name)) };
      }),
  );
}

/** The manifest's scripts need this project: npm warns of them at each install. */
function withoutScripts({ path, content }: PackedFile): PackedFile {
  if (path !== "package.json") return { path, content };
  const { scripts: _, ...manifest } = z.record(z.string(), z.unknown()).parse(JSON.parse(content.toString()));
  return { path, content: Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`) };
}

const BLOCK = 512;
/** 26 October 1985, as npm dates the files of every package. */
const WRITTEN_SECONDS = 499_162_500;

/** Header and content in whole blocks (POSIX ustar). */
function entryOf({ path, content }: PackedFile): readonly Buffer[] {
  const name = `package/${path}`;
  if (Buffer.byteLength(name) > 100) throw new Error(`client: the name ${name} is too long for the package`);
  const header = Buffer.alloc(BLOCK);
  header.write(name, 0);
  header.write("0000644\0", 100);
  header.write("0000000\0", 108);
  header.write("0000000\0", 116);
  header.write(`${content.length.toString(8).padStart(11, "0")}\0`, 124);
  header.write(`${WRITTEN_SECONDS.toString(8).padStart(11, "0")}\0`, 136);
  // The sum is taken with spaces in its own place.
  header.write("        ", 148);
  header.write("0", 156);
  header.write("ustar\0" + "00", 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return [header, content, Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK)];
}
