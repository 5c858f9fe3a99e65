// npm run proof -- <name>: runs one proof, which writes its section of docs/proof.md; without a name, lists them.

import { runListedProgram } from "../harness/listed-programs.ts";

await runListedProgram(import.meta.filename, "npm run proof --");
