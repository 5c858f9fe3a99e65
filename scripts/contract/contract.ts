// npm run contract: writes docs/openapi.json, the client's types and docs/bruno from the running code.

import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { PROJECT_FOLDER } from "../project-folder.ts";
import { contractFiles } from "./contract-files.ts";
import { BRUNO_FOLDER } from "./write-bruno.ts";

const files = await contractFiles();
// A request of a removed operation would stay.
await rm(join(PROJECT_FOLDER, BRUNO_FOLDER), { recursive: true, force: true });
for (const { path, text } of files) {
  await mkdir(dirname(join(PROJECT_FOLDER, path)), { recursive: true });
  await writeFile(join(PROJECT_FOLDER, path), text);
  console.log(path);
}
