// Model files that the assistant may send: the files of one folder, by their paths.

import { createHash } from "node:crypto";
import { readFile, realpath, stat } from "node:fs/promises";
import { basename, extname, resolve, sep } from "node:path";

const FORMATS = [".stl", ".obj", ".3mf", ".ply", ".step", ".stp"];
const MAX_BYTES = 50 * 1024 * 1024;

export interface ModelOnDisk {
  readonly name: string;
  readonly data: Uint8Array<ArrayBuffer>;
  readonly sha256: string;
}

/**
 * @param folder nothing outside of it is read: an injected prompt may have chosen the path
 * @throws Error with a sentence from which the assistant can mend its call
 */
export async function readModel(folder: string, path: string): Promise<ModelOnDisk> {
  const root = await realpath(folder);
  const file = await realpath(resolve(root, path)).catch(() => {
    throw new Error(`There is no file "${path}" in ${root}`);
  });
  if (!file.startsWith(root.endsWith(sep) ? root : root + sep)) {
    throw new Error(`"${path}" is outside of ${root}, where models may be read`);
  }
  // Checked after links are followed: a link called part.stl may lead to any file.
  if (!FORMATS.includes(extname(file).toLowerCase())) throw new Error(`"${path}" is none of ${FORMATS.join(", ")}`);
  const found = await stat(file);
  if (!found.isFile()) throw new Error(`"${path}" is no file`);
  if (found.size > MAX_BYTES) throw new Error(`"${path}" is larger than 50 MB`);
  const data = new Uint8Array(await readFile(file));
  return { name: basename(file), data, sha256: createHash("sha256").update(data).digest("hex") };
}
