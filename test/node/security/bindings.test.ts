// The rights of bindings: docs/threat-model.md has each, with the rooms that use it.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { rowsOfTables } from "../../../harness/markdown-table.ts";
import { bindingUses, documentedBindings } from "../../../harness/proof/security/bindings.ts";
import { PROJECT_FOLDER } from "../../../scripts/project-folder.ts";

const model = readFileSync(join(PROJECT_FOLDER, "docs/threat-model.md"), "utf8");
const documented = rowsOfTables(model, "Binding");
const uses = bindingUses();

describe("the bindings of the Workers", () => {
  it("stand in the threat model with the rooms that use them, and no others", () => {
    expect(uses.length).toBeGreaterThan(15);
    expect(documentedBindings()).toEqual(uses);
  });

  it("are each used", () => {
    expect(uses.filter(({ usedBy }) => usedBy.length === 0)).toEqual([]);
  });

  it("have a right and a reason each", () => {
    for (const cells of documented) {
      expect(cells, cells.join(" | ")).toHaveLength(5);
      expect(
        cells.every((cell) => cell !== ""),
        cells.join(" | "),
      ).toBe(true);
    }
  });
});
