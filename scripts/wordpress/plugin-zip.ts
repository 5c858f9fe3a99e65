// Packs the plugin: its files, the PHP client, and its compiled translations, in a ZIP that WordPress installs.

import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { zipSync } from "fflate";
import { PROJECT_FOLDER } from "../project-folder.ts";
import { compiledTranslation, PLUGIN_FOLDER } from "./plugin-texts.ts";

const CLIENT = join(PROJECT_FOLDER, "examples/php/studio-api.php");
const USUAL_PLACE = join(PROJECT_FOLDER, "examples/wordpress/dist/studio-integration.zip");
/** A fixed day, so that the same files give the same bytes. */
const DAY = "2026-01-01";

export async function packedPlugin(): Promise<Uint8Array<ArrayBuffer>> {
  const files: Record<string, Uint8Array> = { "studio-api.php": await readFile(CLIENT) };
  for (const entry of (await readdir(PLUGIN_FOLDER, { recursive: true, withFileTypes: true })).sort(byPath)) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(PLUGIN_FOLDER.length + 1);
    files[name] = await readFile(path);
    if (name.endsWith(".po")) files[name.replace(/po$/, "mo")] = compiledTranslation(await readFile(path, "utf8"));
  }
  const packed = Object.entries(files).map(([name, bytes]) => [`studio-integration/${name}`, bytes] as const);
  return new Uint8Array(zipSync(Object.fromEntries(packed), { mtime: DAY }));
}

function byPath(one: { parentPath: string; name: string }, other: { parentPath: string; name: string }): number {
  return join(one.parentPath, one.name) < join(other.parentPath, other.name) ? -1 : 1;
}

if (process.argv[1] === import.meta.filename) {
  const { INIT_CWD = process.cwd() } = process.env;
  const place = process.argv[2] === undefined ? USUAL_PLACE : resolve(INIT_CWD, process.argv[2]);
  await mkdir(dirname(place), { recursive: true });
  await writeFile(place, await packedPlugin());
  console.log(place);
}
