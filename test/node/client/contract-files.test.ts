// Files made from the contract: committed as the code at hand writes them, and all of it in the client.

import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { contractFiles } from "../../../scripts/contract/contract-files.ts";
import { METHODS, openApiDocument } from "../../../scripts/contract/open-api-document.ts";
import { servedText } from "../../../scripts/contract/served-document.ts";
import { PROJECT_FOLDER } from "../../../scripts/project-folder.ts";
import { refusal, ScriptedService } from "./scripted-service.ts";

describe("the files made from the contract", async () => {
  const files = await contractFiles();

  it.each(["docs/openapi.json", "client/src/types.ts"])("hold in %s the running code's values", async (path) => {
    const made = files.find((file) => file.path === path);
    const committed = await readFile(join(PROJECT_FOLDER, path), "utf8");
    expect(committed, "run `npm run contract` and commit what it writes").toBe(made?.text);
  });
});

describe("the client", async () => {
  const { paths = {} } = openApiDocument(JSON.parse(await servedText()));
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation === undefined ? [] : [{ name: `${method.toUpperCase()} ${path}`, ...operation }];
    }),
  );

  it("has every operation of the contract", async () => {
    const folder = join(PROJECT_FOLDER, "client/src");
    const names = (await readdir(folder)).filter((name) => name !== "types.ts");
    const texts = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
    const source = texts.join("\n");
    expect(operations.length).toBeGreaterThan(10);
    expect(operations.map(({ name }) => name).filter((name) => !source.includes(`"${name}"`))).toEqual([]);
  });

  const statuses = new Set(
    operations.flatMap(({ responses }) => Object.keys(responses ?? {})).filter((status) => status >= "4"),
  );

  it.each([...statuses].sort())("has a class of its own for the contract's %s", async (status) => {
    const { studio } = new ScriptedService([refusal(Number(status), "errors.some")], { retries: 0 });
    const error = await studio.me().catch((error: Error) => error);
    expect(error).toMatchObject({ status: Number(status), name: expect.not.stringMatching(/^StudioApiError$/) });
  });
});
