// Model files that the assistant may send: those in one folder, by their paths.

import { createHash } from "node:crypto";
import { readFile, realpath, stat } from "node:fs/promises";
import { basename, extname, resolve, sep } from "node:path";

const FORMATS = [".stl", ".obj", ".3mf", ".ply"];
const MAX_BYTES = 50 * 1024 * 1024;

export interface ModelOnDisk {
  readonly name: string;
  readonly data: Uint8Array<ArrayBuffer>;
  readonly sha256: string;
}

/**
 * @param folder beyond which nothing is read: a path comes from a model that anybody may have talked into something
 * @throws Error, in a sentence that tells the assistant what would be right
 */
export async function readModel(folder: string, path: string): Promise<ModelOnDisk> {
  const root = await realpath(folder);
  const file = await realpath(resolve(root, path)).catch(() => {
    throw new Error(`There is no file "${path}" in ${root}`);
  });
  if (!file.startsWith(root.endsWith(sep) ? root : root + sep)) {
    throw new Error(`"${path}" is outside of ${root}, where models may be read`);
  }
  // Of the file itself: a link called part.stl may lead to any other.
  if (!FORMATS.includes(extname(file).toLowerCase())) throw new Error(`"${path}" is none of ${FORMATS.join(", ")}`);
  const found = await stat(file);
  if (!found.isFile()) throw new Error(`"${path}" is no file`);
  if (found.size > MAX_BYTES) throw new Error(`"${path}" is larger than 50 MB`);
  const data = new Uint8Array(await readFile(file));
  return { name: basename(file), data, sha256: createHash("sha256").update(data).digest("hex") };
}
