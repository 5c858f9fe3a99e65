// Hops of each operation and page near the data and far from it, cold and warm.
//
// Nothing is timed, so the figures are the same on every machine. `--write` puts them into docs/latency.md.
//
//   npm run bench -- hops [--write]

import { readFile, writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { hopsTables, LATENCY_DOCUMENT, measureHops, withHopsTables } from "../harness/hops.ts";

const { values: options } = parseArgs({ options: { write: { type: "boolean", default: false } } });

const tables = hopsTables(await measureHops());
console.log(tables);
if (options.write) await writeFile(LATENCY_DOCUMENT, withHopsTables(await readFile(LATENCY_DOCUMENT, "utf8"), tables));
