// Main module of the process in which files are judged: a hostile file can harm or stop this process only.

import { type JudgedCatalog, judgeCatalog } from "./catalogs/judge-catalog.ts";
import type { FileEnd } from "./end-of-file.ts";
import { type JudgedModel, judgeModel } from "./models/judge-model.ts";
import { type JudgedSettings, judgeSettings } from "./settings/judge-settings.ts";

export type JudgedFile =
  | ({ readonly of: "model" } & JudgedModel)
  | ({ readonly of: "settings" } & JudgedSettings)
  | ({ readonly of: "catalog" } & JudgedCatalog);

async function endOf(file: JudgedFile): Promise<FileEnd> {
  switch (file.of) {
    case "model":
      return judgeModel(file);
    case "settings":
      return judgeSettings(file);
    case "catalog":
      return judgeCatalog(file);
    default:
      return file satisfies never;
  }
}

process.on("message", async (file: JudgedFile) => {
  try {
    process.send?.(await endOf(file));
  } catch (error) {
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
    const fault = `it threw ${stack.split("\n").slice(0, 6).join(" | ")}`;
    process.send?.({ label: "threw", kind: "reason", faults: [fault] } satisfies FileEnd);
  }
});
