// npm run bench -- <name> [arguments]: runs one bench; without the name of one it lists them all.
//
// A bench is a file of this folder; the first line of its opening comment is its line in the list.

import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { table } from "../src/operator/text-table.ts";

const benches = globSync("*.ts", { cwd: import.meta.dirname, exclude: ["*.worker.ts", basename(import.meta.filename)] })
  .sort()
  .map((file) => ({ name: basename(file, ".ts"), file: join(import.meta.dirname, file) }));

const [name] = process.argv.splice(2, 1);
const bench = benches.find((one) => one.name === name);
if (bench !== undefined) {
  // A bench reads its own arguments, which follow its name.
  await import(bench.file);
} else {
  if (name !== undefined) {
    console.error(`There is no bench "${name}".\n`);
    process.exitCode = 1;
  }
  console.log("npm run bench -- <name> [arguments]\n");
  console.log(table(benches.map(({ name, file }) => [name, firstLineOf(file)])));
}

function firstLineOf(file: string): string {
  const [line = ""] = readFileSync(file, "utf8").split("\n");
  return line.replace(/^\/\/ /, "");
}
