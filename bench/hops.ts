// Hops of each operation and page, near the data and far from it, cold and warm.
//
// Nothing is timed, so the figures are the same on every machine. `--write` puts them into docs/latency.md.
//
//   npm run bench -- hops [--write]

import { hopsTables, measureHops } from "../harness/hops.ts";

console.log(hopsTables(await measureHops()));
