// npm run proof -- <name> [arguments]: runs one proof and writes its section of docs/proof.md; without a name it lists them all.

import { runListedProgram } from "../harness/listed-programs.ts";

await runListedProgram(import.meta.filename, "npm run proof --");
