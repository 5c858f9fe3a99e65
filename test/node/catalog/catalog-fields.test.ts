// The tables of catalog fields: they have every column, and their readers agree with them.

import { readFileSync } from "node:fs";
import { getTableColumns } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { fileFieldsOf } from "../../../src/catalog/catalog-file.request.ts";
import { CATALOG, CATALOG_KINDS, type EntryKind } from "../../../src/catalog/catalog-kinds.ts";
import type { CatalogKind } from "../../../src/catalog/catalog-rows.ts";
import { publicCatalog } from "../../../src/storefront/page/public-catalog.ts";

/** Columns that are no fields, and why. */
const OF_EVERY_KIND = {
  id: "given out by the database",
  studioId: "whose row it is",
  position: "moved by the list's buttons",
};
const EXCEPTIONS: Readonly<Record<CatalogKind, Readonly<Record<string, string>>>> = {
  machineProfile: {
    ...OF_EVERY_KIND,
    parameters: "its numbers have a table of their own, MACHINE_PARAMETERS",
    timeCorrectionBasisPoints: "accepted on the page of estimates",
    materialCorrectionBasisPoints: "accepted on the page of estimates",
    correctedAt: "the time of that",
    parametersChangedAt: "set with the parameters",
  },
  material: { ...OF_EVERY_KIND, processParameters: "its numbers have a table of their own, MATERIAL_PARAMETERS" },
  quality: { ...OF_EVERY_KIND, processParameters: "its numbers have tables of their own, by technology" },
  finishing: OF_EVERY_KIND,
  product: {
    ...OF_EVERY_KIND,
    createdAt: "set when it is added",
    updatedAt: "set with every change",
    isPriceComputed: "chosen beside the prints, which mean nothing in another studio",
    stock: "kept by triggers on the moves of the shelf",
  },
  deliveryMethod: { ...OF_EVERY_KIND, slug: "made of the first name, and never changed" },
};

const kindOf = (kind: CatalogKind): EntryKind => CATALOG[kind];

describe.each(CATALOG_KINDS)("the fields of a %s", (kind) => {
  const { table, fields, list } = kindOf(kind);

  it("name every column of its table, but for the exceptions that are listed with their reasons", () => {
    const named = Object.values(fields).map(({ column }) => column);
    const excepted = Object.keys(EXCEPTIONS[kind]);
    expect([...named, ...excepted].sort()).toEqual(Object.keys(getTableColumns(table)).sort());
  });

  it("have words in every language wherever a page shows them", () => {
    for (const [name, { control, inList, words }] of Object.entries(fields)) {
      if (control === null && inList !== true) continue;
      expect(words, name).not.toBeNull();
      for (const sentence of [words?.label, ...(words?.hint === undefined ? [] : [words.hint])]) {
        expect([sentence?.en, sentence?.uk], name).not.toContain("");
      }
    }
  });

  it("stand in the documentation of catalog files: all of them, in bold if an entry needs them, and no other", () => {
    const row = readFileSync("docs/catalog-file.md", "utf8")
      .split("\n")
      .find((line) => line.startsWith(`| \`${list}\` |`));
    const [, , , cell = ""] = row?.split("|") ?? [];
    const fieldNames = new Set(fileFieldsOf(kind).map(({ name }) => name));
    const documented = [...cell.replaceAll(/\([^)]*\)/g, "").matchAll(/(\*\*)?`(\w+)`/g)];
    const needed = fileFieldsOf(kind).map(({ name, schema }) => [name, !schema.safeParse(undefined).success]);
    expect(documented.map(([, bold, name]) => [name, bold !== undefined])).toEqual(expect.arrayContaining(needed));
    expect(documented.map(([, , name]) => name).filter((name) => !fieldNames.has(name ?? ""))).toEqual([]);
  });
});

describe("the order page", () => {
  it("is told of an entry's fields those that its kind's table names, and the id", () => {
    const row = (kind: CatalogKind) => {
      const values = Object.values(kindOf(kind).fields).map(({ column }) => [column, 1]);
      return Object.fromEntries([["id", 1], ...values]);
    };
    // Rows of ones: the test asks for names only.
    const told = publicCatalog({
      materials: [row("material")],
      qualities: [row("quality")],
      finishings: [row("finishing")],
      deliveryMethods: [row("deliveryMethod")],
      products: [],
    } as unknown as Parameters<typeof publicCatalog>[0]);
    const lists = {
      material: told.materials,
      quality: told.qualities,
      finishing: told.finishings,
      deliveryMethod: told.deliveryMethods,
    };
    for (const [kind, [entry = {}]] of Object.entries(lists)) {
      // Its keys are kinds.
      const { fields } = kindOf(kind as CatalogKind);
      const names = Object.entries(fields).flatMap(([name, { onStorefront }]) => (onStorefront ? [name] : []));
      const shown = Object.keys(entry).map((name) => (name === "layerHeightMm" ? "layerHeight" : name));
      expect(shown.sort(), kind).toEqual(["id", ...names].sort());
    }
  });
});
