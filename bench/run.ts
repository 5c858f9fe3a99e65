// npm run bench -- <name> [arguments]: runs one bench; without the name of one it lists them all.

import { runListedProgram } from "../harness/listed-programs.ts";

await runListedProgram(import.meta.filename, "npm run bench --");
