// The form of POST /orders: texts and files, their faults, and the order made (specification 11.1 to 11.3).

import { describe, expect, it } from "vitest";
import type { Faults } from "../../../../src/domain/errors.ts";
import { asStudioId } from "../../../../src/domain/ids.ts";
import { ArrivedModel } from "../../../../src/models/arrived-model.ts";
import type { SentModel } from "../../../../src/models/store-models.ts";
import type { Upload } from "../../../../src/models/upload.ts";
import { namedInOrder, orderFields, orderFiles, toOrderToPlace } from "../../../../src/orders/order.request.ts";

const studioId = asStudioId(7);
const sha256 = "cd".repeat(32);
const known = { materialId: 1, printingQualityId: 2, modelId: `mdl_7_${sha256}` };
const sent = { materialId: 3, printingQualityId: 4, finishingIds: [5], quantity: 6 };

const CUSTOMER = {
  customerFirstName: "Леся",
  customerLastName: "Українка",
  customerPhoneNumber: "+380501234567",
  customerEmail: "lesia@example.com",
};

function sentModel(originalFileName: string): SentModel {
  const figures = { sha256: "ef".repeat(32), format: "stl", sizeBytes: 4 } as const;
  const model = new ArrivedModel(figures, { kind: "held", bytes: new Uint8Array(4) });
  return { field: "models[]", originalFileName, model };
}

type Texts = Readonly<Record<string, string>>;

function readTexts(texts: Texts) {
  return orderFields.readTexts(
    new Map(Object.entries(texts).map(([name, value]) => [name, [value]])),
    orderFiles.takes,
  );
}

function sentences(faults: Faults): Record<string, string[]> {
  return Object.fromEntries(Object.entries(faults.all()).map(([field, said]) => [field, said.map(({ en }) => en)]));
}

function fieldsOf(texts: Texts) {
  const { fields, faults } = readTexts({ ...CUSTOMER, ...texts });
  expect(sentences(faults)).toEqual({});
  if (fields === undefined) throw new Error("a form without faults has its fields");
  return fields;
}

const fileUnder = (field: string, fileName = `${field}.stl`): Upload["files"][number] => ({
  field,
  fileName,
  received: { outcome: "surplus" },
});

/** The files in the order of the items, and the faults of the form. */
function arranged(items: string | undefined, files: readonly Upload["files"][number][]) {
  const texts: Texts = items === undefined ? CUSTOMER : { ...CUSTOMER, items };
  const fields = new Map(Object.entries(texts).map(([name, value]) => [name, [value]]));
  const read = orderFields.readTexts(fields, orderFiles.takes);
  const ordered = orderFiles.arrange({ fields, files, misplaced: [] }, read.readable(), read.faults);
  return { files: ordered.map(({ fileName }) => fileName), faults: sentences(read.faults) };
}

const contact = {
  firstName: "Леся",
  lastName: "Українка",
  phoneNumber: "+380501234567",
  email: "lesia@example.com",
  locale: undefined,
};

describe("an order of a program", () => {
  it("needs items and a customer, and leaves everything else open", () => {
    const file = sentModel("cube.stl");
    expect(toOrderToPlace(fieldsOf({ items: JSON.stringify([sent]) }), [file], studioId)).toEqual({
      items: [{ choice: sent, model: file }],
      contact,
      deliveryMethodId: undefined,
      deliveryAddress: {
        cityName: null,
        cityRef: null,
        warehouseName: null,
        warehouseRef: null,
        streetName: null,
        streetRef: null,
        buildingNumber: null,
        apartmentNumber: null,
        npServiceType: null,
      },
      source: "api",
      priority: undefined,
    });
  });

  it("takes all that a site tells, and gives the files in their order to the items without a modelId", () => {
    const fields = fieldsOf({
      items: JSON.stringify([sent, known, { ...sent, quantity: 2 }]),
      customerLocale: "en",
      deliveryMethodId: "9",
      deliveryCityName: "Львів",
      deliveryCityRef: "city",
      deliveryWarehouseName: "№ 5",
      deliveryWarehouseRef: "warehouse",
      deliveryStreetName: "вул. Зелена",
      deliveryStreetRef: "street",
      deliveryBuildingNumber: "12а",
      deliveryApartmentNumber: "3",
      deliveryNpServiceType: "WarehouseDoors",
      priority: "urgent",
      source: "shop",
    });
    const files = [sentModel("first.stl"), sentModel("second.stl")] as const;
    const ofKnown = { field: "items.1.modelId", modelId: known.modelId, sha256 };
    expect(toOrderToPlace(fields, files, studioId)).toEqual({
      items: [
        { choice: sent, model: files[0] },
        { choice: { materialId: 1, printingQualityId: 2, finishingIds: [], quantity: 1 }, model: ofKnown },
        { choice: { ...sent, quantity: 2 }, model: files[1] },
      ],
      contact: { ...contact, locale: "en" },
      deliveryMethodId: 9,
      deliveryAddress: {
        cityName: "Львів",
        cityRef: "city",
        warehouseName: "№ 5",
        warehouseRef: "warehouse",
        streetName: "вул. Зелена",
        streetRef: "street",
        buildingNumber: "12а",
        apartmentNumber: "3",
        npServiceType: "WarehouseDoors",
      },
      source: "shop",
      priority: "urgent",
    });
  });

  it("is not placed with a file less than its items need", () => {
    const fields = fieldsOf({ items: JSON.stringify([sent, sent]) });
    expect(() => toOrderToPlace(fields, [sentModel("first.stl")], studioId)).toThrow("item 1 of an order without");
  });

  it("names its ids for further faults as far as they can be read", () => {
    const items = JSON.stringify([sent, { ...known, quantity: 0 }, 7]);
    const { readable } = readTexts({ items, deliveryMethodId: "9", priority: "urgent", customerEmail: "lesia" });
    const choice = { materialId: 1, printingQualityId: 2, finishingIds: [] };
    expect(namedInOrder(readable(), studioId)).toEqual({
      items: [
        { choice: sent, model: undefined },
        { choice, model: { field: "items.1.modelId", modelId: known.modelId, sha256 } },
        { choice: {}, model: undefined },
      ],
      deliveryMethodId: 9,
      priority: "urgent",
    });
    const nothing = { items: [], deliveryMethodId: undefined, priority: undefined };
    expect(namedInOrder(readTexts({}).readable(), studioId)).toEqual(nothing);
  });

  it("has one to twenty items", () => {
    const itemsFault = (count: number) =>
      sentences(readTexts({ ...CUSTOMER, items: JSON.stringify(Array.from({ length: count }, () => sent)) }).faults);
    expect(itemsFault(0)).toEqual({ items: ["must have at least 1 entries"] });
    expect([itemsFault(1), itemsFault(20)]).toEqual([{}, {}]);
    expect(itemsFault(21)).toEqual({ items: ["must have at most 20 entries"] });
  });

  it("refuses an unreadable list of items with an example of one", () => {
    const example = '[{"materialId": 1, "printingQualityId": 1, "finishingIds": [], "quantity": 2}]';
    expect(sentences(readTexts({ ...CUSTOMER, items: "one" }).faults)).toEqual({
      items: [`must be a JSON array, such as ${example}`],
    });
  });

  it.each([
    ["item0", "item_0"],
    ["model", "models[]"],
    ["customerEmial", "customerEmail"],
  ])("refuses %s, which is nearly %s", (name, right) => {
    const { faults } = readTexts({ ...CUSTOMER, items: JSON.stringify([sent]), [name]: "x" });
    expect(sentences(faults)).toEqual({ [name]: [`must be named ${right}`] });
  });
});

describe("the files of an order", () => {
  it.each(["models[]", "item_0", "item_19", "item_100"])("may come as %s", (name) => {
    expect(orderFiles.takes(name)).toBe(true);
  });

  it.each(["models", "item", "item_", "item_1000", "item_x", "my_item_0", "item_0x"])("do not come as %s", (name) => {
    expect(orderFiles.takes(name)).toBe(false);
  });

  const two = JSON.stringify([sent, sent]);
  const mixed = JSON.stringify([sent, known, sent]);

  it("are as many as the items without a modelId, in their order", () => {
    const files = [fileUnder("models[]", "a.stl"), fileUnder("models[]", "b.stl")];
    expect(arranged(two, files)).toEqual({ files: ["a.stl", "b.stl"], faults: {} });
    expect(arranged(mixed, files)).toEqual({ files: ["a.stl", "b.stl"], faults: {} });
    expect(arranged(JSON.stringify([known]), [])).toEqual({ files: [], faults: {} });
  });

  it("are named by their items' places, in any order", () => {
    expect(arranged(two, [fileUnder("item_1"), fileUnder("item_0")]).files).toEqual(["item_0.stl", "item_1.stl"]);
    const twelve = JSON.stringify(Array.from({ length: 12 }, (_, place) => (place === 11 ? sent : known)));
    expect(arranged(twelve, [fileUnder("item_11")])).toEqual({ files: ["item_11.stl"], faults: {} });
    expect(arranged(mixed, [fileUnder("item_2"), fileUnder("item_0")])).toEqual({
      files: ["item_0.stl", "item_2.stl"],
      faults: {},
    });
  });

  const REQUIRED = "is required: one STL, OBJ, 3MF, PLY or STEP file per item, or the item's modelId";
  const file = fileUnder("models[]");
  it.each<[string, string | undefined, Upload["files"], Record<string, string>]>([
    ["no file", two, [], { "models[]": REQUIRED }],
    ["no items and no file", undefined, [], { items: "is required", "models[]": REQUIRED }],
    ["no items", undefined, [file], { items: "is required" }],
    ["an empty list of items", "[]", [], { items: "must have at least 1 entries" }],
    ["a file of an empty list of items", "[]", [file], { items: "must have at least 1 entries" }],
    ["a file too few", two, [file], { "models[]": "must be one file per item: there are 2 items and 1 files" }],
    [
      "a file too few beside a modelId",
      mixed,
      [file],
      { "models[]": "must be one file per item without a modelId: there are 2 such items and 1 files" },
    ],
    [
      "no file beside a modelId",
      mixed,
      [],
      { "models[]": "must be one file per item without a modelId: there are 2 such items and 0 files" },
    ],
    [
      "a file beside modelIds alone",
      JSON.stringify([known]),
      [file],
      { "models[]": "must be one file per item without a modelId: there are 0 such items and 1 files" },
    ],
    [
      "files under both names",
      two,
      [file, fileUnder("item_1")],
      { "models[]": "cannot be mixed with item_0, item_1, …: send all files under the one or the others" },
    ],
    [
      "a file and a modelId of one item",
      mixed,
      [fileUnder("item_0"), fileUnder("item_1"), fileUnder("item_2")],
      { item_1: "cannot be sent together with the item's modelId: send the file, or the id of one sent before" },
    ],
    [
      "an item without its file, and a file of no item",
      mixed,
      [fileUnder("item_0"), fileUnder("item_3")],
      { item_2: "is required: the file of this item, or its modelId", item_3: "is the file of no item" },
    ],
    [
      "two files of one item",
      two,
      ["item_0", "item_1", "item_1"].map((name) => fileUnder(name)),
      { item_1: "must be one file" },
    ],
  ])("are refused with %s", (_, items, files, faults) => {
    const expected = Object.fromEntries(Object.entries(faults).map(([field, said]) => [field, [said]]));
    expect(arranged(items, files).faults).toEqual(expected);
  });

  it("are not counted while an item cannot be read, which may have a modelId", () => {
    const unreadable = JSON.stringify([sent, 7]);
    expect(arranged(unreadable, [])).toEqual({ files: [], faults: { "items.1": ["must be an object"] } });
    const wrongId = JSON.stringify([sent, { ...sent, modelId: 5 }]);
    expect(arranged(wrongId, [file])).toEqual({
      files: ["models[].stl"],
      faults: { "items.1.modelId": ["must be a string"] },
    });
    expect(arranged("one", [])).toEqual({ files: [], faults: { items: [expect.stringContaining("must be a JSON")] } });
  });
});
