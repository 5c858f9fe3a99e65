// Tables on a terminal: aligned, and harmless for any cells.

import { expect, it } from "vitest";
import { table } from "../../../src/operator/text-table.ts";

it("aligns the columns, and shows control characters as text", () => {
  const rows = [
    ["NAME", "COPIES"],
    ["Ваза\u001b[31m\n\u202e", "5"],
    ["Cup", "12"],
  ];
  expect(table(rows, ["left", "right"]).split("\n")).toEqual([
    "NAME                        COPIES",
    "Ваза\\u001b[31m\\u000a\\u202e       5",
    "Cup                             12",
  ]);
});
