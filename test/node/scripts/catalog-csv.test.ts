// Catalog files as CSV: spreadsheets' output is read, a malformed table is refused by its line.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatCatalogCsv, parseCatalogCsv } from "../../../scripts/operator/catalog-csv.ts";
import type { CatalogFile } from "../../../src/catalog/catalog-file.ts";

const EMPTY: CatalogFile = {
  currency: "UAH",
  machineProfiles: [],
  materials: [],
  printingQualities: [],
  finishings: [],
  products: [],
  deliveryMethods: [],
};

describe("a catalog as CSV", () => {
  it.each([
    ["Excel in Ukraine", "\ufefftype;name;price\r\nproduct;Ваза;12,50\r\n"],
    ["commas", 'type,name,price\nproduct,Ваза,"12,50"\n'],
    ["tabs, and spaces in the header", " type\tname \tprice\nproduct\tВаза\t12,50"],
    ["empty lines and empty cells at the end", "type;name;price;;\n\nproduct;Ваза;12,50;;\n;;;;\n"],
  ])("is read as written by %s", (_, text) => {
    expect(parseCatalogCsv(text).map(({ cells }) => cells)).toEqual([
      { type: "product", name: "Ваза", price: "12,50" },
    ]);
  });

  it("knows the line where a row begins, over line breaks within cells", () => {
    const text = 'type;name;description\nproduct;A;"one\ntwo\nthree"\n\nproduct;B;"four\nfive"\nproduct;C;';
    expect(parseCatalogCsv(text).map(({ line, cells }) => [line, cells.name])).toEqual([
      [2, "A"],
      [6, "B"],
      [8, "C"],
    ]);
  });

  it.each([
    ["", "The first line must name the columns"],
    ["name;price\nВаза;1", "one of them must be `type`"],
    ["type;name;name\nproduct;A;B", 'line 1: the column "name" stands there twice'],
    ["type;name\nproduct;A;B", "line 2: has 3 cells, and there are 2 columns"],
    ['type;name\nproduct;"A', "The file is not a CSV table: Quote Not Closed"],
    ['type;name\nproduct;A"B', "The file is not a CSV table: Invalid Opening Quote"],
    ["\0\u0001\u0002", "The first line must name the columns"],
  ])("is refused if it is %j", (text, message) => {
    expect(() => parseCatalogCsv(text)).toThrow(message);
  });

  it("shows numbers with a comma, lists with spaces, and states the currency of amounts", () => {
    const products = [
      {
        title: "Ваза; «Спіраль»",
        description: 'до "18" см\nPETG',
        photos: ["https://a.example/1", "/photos/1/2"],
        price: "12.50",
      },
    ];
    const deliveryMethods = [{ name: "Самовивіз", isActive: true }];
    expect(formatCatalogCsv({ ...EMPTY, products, deliveryMethods }).split("\r\n")).toEqual([
      "\ufefftype;name;description;isActive;price;title;photos;currency",
      'product;;"до ""18"" см\nPETG";;"12,50";"Ваза; «Спіраль»";https://a.example/1 /photos/1/2;UAH',
      "deliveryMethod;Самовивіз;;true;;;;",
      "",
    ]);
  });

  it("keeps texts that look like numbers, in the second language too", () => {
    const product = { title: "0.2", titleInSecondLanguage: "1.5", descriptionInSecondLanguage: "2.75", price: "12.50" };
    const [row] = parseCatalogCsv(formatCatalogCsv({ ...EMPTY, products: [product] }));
    expect(row?.cells).toMatchObject({ ...product, price: "12,50" });
  });

  it("is refused if one cell is as long as a book", () => {
    const text = `type;name\nproduct;"${"A".repeat(300_000)}"`;
    expect(() => parseCatalogCsv(text)).toThrow("The file is not a CSV table: Max Record Size");
  });

  it("lets no spreadsheet compute the name of an entry, and reads it back unchanged", () => {
    const names = ["=1+1", "+380", "-5", "@home", "'=1", "''-", "'quoted'", "\tx"];
    const deliveryMethods = names.map((name) => ({ name, isActive: true }));
    const text = formatCatalogCsv({ ...EMPTY, deliveryMethods });
    for (const line of text.split("\r\n").slice(1)) expect(line).not.toMatch(/[;"][=+\-@\t]/);
    expect(parseCatalogCsv(text).map(({ cells }) => cells.name)).toEqual(names);
  });

  it("is read back as it was written, with any texts", () => {
    const texts = fc.array(fc.string({ unit: "binary", minLength: 1 }).filter((text) => text.trim() !== ""));
    fc.assert(
      fc.property(texts, (names) => {
        const file = { ...EMPTY, deliveryMethods: names.map((name) => ({ name, isActive: true })) };
        expect(parseCatalogCsv(formatCatalogCsv(file)).map(({ cells }) => cells.name)).toEqual(names);
      }),
      { numRuns: 50 },
    );
  });
});
