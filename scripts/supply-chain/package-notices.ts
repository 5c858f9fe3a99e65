// Notices of the npm packages inside a bundle: the text that each package's licence asks to pass on.

import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Metafile } from "esbuild";
import { PROJECT_FOLDER } from "../project-folder.ts";

const LICENCE_FILE = /^(licen[cs]e|copying)([.-].*)?$/i;
const PACKAGE_FOLDER = /(?:^|\/)(node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+)\//;

/** The folders of the packages that a bundle has code of, from the project's folder, in order. */
export function packageFoldersIn({ outputs }: Metafile): string[] {
  const inputs = Object.values(outputs).flatMap((output) => Object.entries(output.inputs));
  const folders = inputs
    // A package of which all code was left out is not shipped.
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .map(([path]) => PACKAGE_FOLDER.exec(path)?.[1]);
  return [...new Set(folders.filter((folder) => folder !== undefined))].sort();
}

/**
 * One text with name, version, licence and licence text of each package.
 *
 * @param folders as `packageFoldersIn` answers them
 */
export async function noticesOf(folders: readonly string[]): Promise<string> {
  const notices = await Promise.all(folders.map(noticeOf));
  return [`The scripts of this folder have code of these packages.\n`, ...notices].join("\n");
}

async function noticeOf(folder: string): Promise<string> {
  const path = join(PROJECT_FOLDER, folder);
  const { name, version, license }: Record<string, unknown> = JSON.parse(
    await readFile(join(path, "package.json"), "utf8"),
  );
  const files = (await readdir(path)).filter((file) => LICENCE_FILE.test(file)).sort();
  const texts = await Promise.all(files.map((file) => readFile(join(path, file), "utf8")));
  return [`${"=".repeat(72)}\n${name} ${version}, ${license}\n`, ...texts.map((text) => `${text.trim()}\n`)].join("\n");
}
