// Files made from the contract by `npm run contract`: OpenAPI document, client's types, Bruno collection.

import { execFile } from "node:child_process";
import { join } from "node:path";
import { PROJECT_FOLDER } from "../project-folder.ts";
import type { ContractFile } from "./contract-file.ts";
import { openApiDocument } from "./open-api-document.ts";
import { servedText } from "./served-document.ts";
import { typescriptTypes } from "./typescript-types.ts";
import { brunoFiles } from "./write-bruno.ts";

/** The files made from the present code, formatted like the rest of the repository. */
export async function contractFiles(): Promise<readonly ContractFile[]> {
  const served: unknown = JSON.parse(await servedText());
  const document = openApiDocument(served);
  return Promise.all([
    formatted("docs/openapi.json", JSON.stringify(served, null, 2)),
    formatted("client/src/types.ts", typescriptTypes(document)),
    ...brunoFiles(document),
  ]);
}

function formatted(path: string, text: string): Promise<ContractFile> {
  return new Promise((resolve, reject) => {
    const biome = join(PROJECT_FOLDER, "node_modules/@biomejs/biome/bin/biome");
    const child = execFile(
      process.execPath,
      [biome, "format", `--stdin-file-path=${path}`],
      { cwd: PROJECT_FOLDER, maxBuffer: 64 * 2 ** 20 },
      (error, output) => (error === null ? resolve({ path, text: output }) : reject(error)),
    );
    child.stdin?.end(text);
  });
}
