// Files that hold keys: readable by their owner only, and never half written.

import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

export async function writePrivateJson(file: string, value: unknown): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const written = `${file}.${process.pid}`;
  await writeFile(written, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  await rename(written, file);
}

/** What the file holds; undefined where there is none or it is no JSON. */
export async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, "utf8"));
  } catch {
    return undefined;
  }
}
