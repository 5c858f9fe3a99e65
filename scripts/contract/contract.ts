// npm run contract: writes docs/openapi.json and the client's types from the running code.

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PROJECT_FOLDER } from "../project-folder.ts";
import { contractFiles } from "./contract-files.ts";

for (const { path, text } of await contractFiles()) {
  await writeFile(join(PROJECT_FOLDER, path), text);
  console.log(path);
}
