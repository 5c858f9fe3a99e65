// Files made from the contract: what is committed is what the code at hand would write.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { contractFiles } from "../../../scripts/contract/contract-files.ts";
import { PROJECT_FOLDER } from "../../../scripts/project-folder.ts";

describe("the files made from the contract", async () => {
  const files = await contractFiles();

  it.each(["docs/openapi.json", "client/src/types.ts"])("hold in %s what the running code says", async (path) => {
    const made = files.find((file) => file.path === path);
    const committed = await readFile(join(PROJECT_FOLDER, path), "utf8");
    expect(committed, "run `npm run contract` and commit what it writes").toBe(made?.text);
  });
});
