// Reads model files from a folder, for the benches that measure with real models.

import { readdir, readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { formatOfExtension, type ModelFormat } from "../../slicer-service/src/contract/model-formats.ts";

export interface FolderModel {
  readonly name: string;
  readonly format: ModelFormat;
  readonly read: () => Promise<Uint8Array<ArrayBuffer>>;
}

/** The models in a folder by name, the format by extension. Other files are left out. */
export async function modelsIn(folder: string): Promise<FolderModel[]> {
  const names = (await readdir(folder)).sort();
  return names.flatMap((name) => {
    const format = formatOfExtension(extname(name).slice(1).toLowerCase());
    return format === undefined
      ? []
      : [{ name, format, read: async () => new Uint8Array(await readFile(join(folder, name))) }];
  });
}
