// Runs one program of a folder by its name, as benches and proofs are run, or lists them all.

import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { table } from "../src/operator/text-table.ts";

/**
 * A program is a file of the folder; the first line of its opening comment is its line in the list.
 * @param runner the calling file, which lies in the folder and is none of the programs
 * @param command as a person types it, before the program's name
 */
export async function runListedProgram(runner: string, command: string): Promise<void> {
  const folder = join(runner, "..");
  const programs = globSync("*.ts", { cwd: folder, exclude: ["*.worker.ts", basename(runner)] })
    .sort()
    .map((file) => ({ name: basename(file, ".ts"), file: join(folder, file) }));
  const [name] = process.argv.splice(2, 1);
  const program = programs.find((one) => one.name === name);
  if (program !== undefined) {
    // A program reads its own arguments, which follow its name.
    await import(program.file);
    return;
  }
  if (name !== undefined) {
    console.error(`There is no "${name}" here.\n`);
    process.exitCode = 1;
  }
  console.log(`${command} <name> [arguments]\n`);
  console.log(table(programs.map(({ name, file }) => [name, firstLineOf(file)])));
}

function firstLineOf(file: string): string {
  const [line = ""] = readFileSync(file, "utf8").split("\n");
  return line.replace(/^\/\/ /, "");
}
