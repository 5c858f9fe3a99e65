// Hops: the calls of the platform that wait for each other before each operation answers, as docs/latency.md states them.
//
// The time of an answer far from the data grows with them. `npm run bench -- hops --write` writes the document's tables.

import { readFile } from "node:fs/promises";
import { beforeAll, describe, expect, it } from "vitest";
import {
  hopsTables,
  hopsTablesIn,
  LATENCY_DOCUMENT,
  type MeasuredOperation,
  measureHops,
} from "../../../harness/hops.ts";

let measured: MeasuredOperation[];

beforeAll(async () => {
  measured = await measureHops();
}, 300_000);

describe("an operation answers after the hops that docs/latency.md states", () => {
  it("near the data and far from it, cold and warm", async () => {
    const document = await readFile(LATENCY_DOCUMENT, "utf8");
    expect(hopsTables(measured).split("\n")).toEqual(hopsTablesIn(document).split("\n"));
  });

  it("and reads KV in one call", () => {
    const many = measured.filter(({ cases }) => cases.some(({ counts }) => counts.kvReads > 1));
    expect(many.map(({ name }) => name)).toEqual([]);
  });
});
