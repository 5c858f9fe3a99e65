// Deno and Bun from their npm packages, in a folder of their own.

import { access, constants } from "node:fs/promises";
import { join } from "node:path";
import { run } from "./client-system.ts";

const FOLDER = join(import.meta.dirname, "runtimes");

/** The programs' paths in their packages. */
const PROGRAMS = {
  Deno: join(FOLDER, "node_modules/@deno/linux-x64-glibc/deno"),
  Bun: join(FOLDER, "node_modules/@oven/bun-linux-x64/bin/bun"),
} as const;

export type Runtime = keyof typeof PROGRAMS;

/** Installs missing programs that this platform has. Returns the present ones, and prints a line for each other. */
export async function installRuntimes(): Promise<Readonly<Partial<Record<Runtime, string>>>> {
  const isThere = (path: string) =>
    access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
  const found = async () => {
    const programs = await Promise.all(
      Object.entries(PROGRAMS).map(async ([name, path]) => ((await isThere(path)) ? [[name, path]] : [])),
    );
    return Object.fromEntries(programs.flat());
  };
  const all = Object.keys(PROGRAMS).length;
  if (Object.keys(await found()).length < all) {
    await run("npm", ["ci"], { cwd: FOLDER }).catch((error: Error) => console.log(error.message));
  }
  const programs = await found();
  for (const name of Object.keys(PROGRAMS)) {
    if (!(name in programs)) console.log(`npm has no ${name} for this platform here: its test is skipped.`);
  }
  return programs;
}
