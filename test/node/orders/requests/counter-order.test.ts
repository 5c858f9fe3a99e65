// An order that staff enter: its fields, their faults, and the prices that the form carries.

import { describe, expect, it } from "vitest";
import { asPersonId, asStudioId } from "../../../../src/domain/ids.ts";
import { MAX_ITEMS } from "../../../../src/items/item.schema.ts";
import {
  counterOrderSchema,
  counterOrderToPlace,
  counterPriceSchema,
  readShownPrices,
} from "../../../../src/orders/counter/counter-order.request.ts";
import { readValues, type TypedValues } from "../../../../src/pages/form-values.ts";

const studioId = asStudioId(7);
const personId = asPersonId(3);
const sha256 = "ab".repeat(32);
const FILL_IN = "Fill in this field.";
const agreed = { currencyId: 1, pricesMinor: [500], products: [], topUpMinor: 0, deliveryPriceMinor: null } as const;

/** As a form sends it. */
const part = {
  modelId: `mdl_7_${sha256}`,
  fileName: "cube.stl",
  materialId: "1",
  printingQualityId: "2",
  finishingIds: ["4", "5"],
  quantity: "3",
};
const product = { productId: "8", quantity: "2" };
const form = {
  firstName: "Леся",
  lastName: "Українка",
  phoneNumber: "050 123 45 67",
  source: "phone",
  requestKey: "k".repeat(43),
};

interface Basket {
  readonly items: readonly object[];
  readonly products: readonly object[];
}
const basketOf = ({ items = [part], products = [] }: Partial<Basket> = {}): Basket => ({ items, products });

/** The faults by field; none of a form that is taken. */
function faultsOf(typed: TypedValues, basket?: Partial<Basket>) {
  const read = readValues("en", { ...form, ...typed }, counterOrderSchema, { ...basketOf(basket) });
  return read.ok ? {} : read.state.faults;
}

function faultsOfPrice(typed: TypedValues, basket: Partial<Basket>) {
  const read = readValues("en", typed, counterPriceSchema, { ...basketOf(basket) });
  return read.ok ? {} : read.state.faults;
}

function orderOf(typed: TypedValues, basket?: Partial<Basket>) {
  const read = readValues("en", { ...form, ...typed }, counterOrderSchema, { ...basketOf(basket) });
  if (!read.ok) throw new Error(JSON.stringify(read.state.faults));
  return counterOrderToPlace(read.fields, studioId, { personId, agreed });
}

const nowhere = {
  cityName: null,
  cityRef: null,
  warehouseName: null,
  warehouseRef: null,
  streetName: null,
  streetRef: null,
  buildingNumber: null,
  apartmentNumber: null,
  npServiceType: null,
};

describe("an order of the counter", () => {
  it("needs a name, a phone number, a source and one part, and leaves everything else open", () => {
    expect(orderOf({})).toEqual({
      items: [
        {
          choice: { materialId: 1, printingQualityId: 2, finishingIds: [4, 5], quantity: 3 },
          model: { field: "items.0.modelId", modelId: part.modelId, sha256 },
          originalFileName: "cube.stl",
        },
      ],
      products: [],
      contact: {
        firstName: "Леся",
        lastName: "Українка",
        phoneNumber: "+380501234567",
        email: "",
        locale: undefined,
      },
      deliveryMethodId: undefined,
      deliveryAddress: nowhere,
      source: "phone",
      priority: undefined,
      byStaff: { personId, note: null, changedPrices: [undefined], agreed },
    });
  });

  it("takes all that a customer tells, and a product in the place of a part", () => {
    const cityRef = "11111111-aaaa-4bbb-8ccc-222222222222";
    const order = orderOf(
      {
        email: "lesia@example.com",
        locale: "en",
        deliveryMethodId: "9",
        priority: "urgent",
        cityName: "Львів",
        streetName: "вул. Зелена",
        buildingNumber: "12а",
        apartmentNumber: "3",
        cityRef,
        source: "own",
        ownSource: "the fair",
        note: "Call first,\nthen print",
      },
      { items: [], products: [product, { ...product, colorId: "6" }] },
    );
    expect(order).toEqual({
      items: [],
      products: [
        { productId: 8, colorId: null, quantity: 2 },
        { productId: 8, colorId: 6, quantity: 2 },
      ],
      contact: {
        firstName: "Леся",
        lastName: "Українка",
        phoneNumber: "+380501234567",
        email: "lesia@example.com",
        locale: "en",
      },
      deliveryMethodId: 9,
      deliveryAddress: {
        ...nowhere,
        cityName: "Львів",
        cityRef,
        streetName: "вул. Зелена",
        buildingNumber: "12а",
        apartmentNumber: "3",
        npServiceType: "WarehouseDoors",
      },
      source: "the fair",
      priority: "urgent",
      byStaff: { personId, note: "Call first,\nthen print", changedPrices: [], agreed },
    });
  });

  it("names no file that has no name", () => {
    expect(orderOf({}, { items: [{ ...part, fileName: "" }] }).items[0]?.originalFileName).toBeUndefined();
  });

  it.each(["phone", "instagram", "walk-in"])("may come by %s, even if another source was typed too", (source) => {
    expect(orderOf({ source, ownSource: "the fair" }).source).toBe(source);
  });

  const ref = "0123abcd-0123-4567-89ab-0123456789ab";
  it.each([
    [
      "to a branch of the carrier",
      { cityRef: ref, warehouseRef: ref, streetName: "вул. Зелена" },
      "WarehouseWarehouse",
    ],
    ["to the door", { cityRef: ref, streetName: "вул. Зелена" }, "WarehouseDoors"],
    ["to a city alone", { cityRef: ref }, null],
    ["to a place that was typed and not chosen", { warehouseRef: ref, streetName: "вул. Зелена" }, null],
  ])("goes %s", (_, fields, npServiceType) => {
    expect(orderOf(fields).deliveryAddress).toEqual({ ...nowhere, ...fields, npServiceType });
  });
});

describe("a price that staff name", () => {
  const pricesOf = (named: object) => orderOf({}, { items: [part, { ...part, ...named }] }).byStaff?.changedPrices;

  it("goes with its reason", () => {
    expect(pricesOf({ newPrice: "12,50", reason: "a friend" })).toEqual([
      undefined,
      { price: 1250, reason: "a friend" },
    ]);
  });

  it("is none without an amount: a reason alone changes nothing", () => {
    expect(pricesOf({ reason: "a friend" })).toEqual([undefined, undefined]);
  });

  it("asks for a reason that is missing", () => {
    expect(faultsOf({}, { items: [part, { ...part, newPrice: "12.50" }] })).toEqual({
      "items.1.reason": [FILL_IN],
    });
  });
});

describe("the faults of an order of the counter", () => {
  it("are of every field at once", () => {
    const typed = {
      firstName: "Lesia",
      lastName: "",
      phoneNumber: "12",
      email: "lesia",
      source: "pigeon",
      cityRef: "Kyiv",
      deliveryMethodId: "0",
      requestKey: "short",
    };
    expect(faultsOf(typed)).toEqual({
      firstName: ["Use Cyrillic letters; spaces, hyphens and apostrophes may stand between them."],
      lastName: [FILL_IN],
      phoneNumber: ["Enter a phone number with + and the country code, such as +380501234567."],
      email: ["Enter an e-mail address, such as name@example.com."],
      source: ["Choose one of the list."],
      cityRef: ["This value cannot be used."],
      deliveryMethodId: ["Enter a value from 1 to 9007199254740991."],
      requestKey: ["This value cannot be used."],
    });
  });

  it("are those of the parts and products too, each at its place", () => {
    const items = [part, { ...part, modelId: "m".repeat(101), quantity: "0" }, { newPrice: "1" }];
    const products = [product, { quantity: "1000", colorId: "red" }];
    const expected = {
      "items.1.modelId": ["Use at most 100 characters."],
      "items.1.quantity": ["Enter a value from 1 to 999."],
      "items.2.modelId": [FILL_IN],
      "items.2.fileName": [FILL_IN],
      "items.2.materialId": [FILL_IN],
      "items.2.printingQualityId": [FILL_IN],
      "items.2.finishingIds": [FILL_IN],
      "items.2.quantity": [FILL_IN],
      "items.2.reason": [FILL_IN],
      "products.1.productId": [FILL_IN],
      "products.1.colorId": ["Enter a whole number."],
      "products.1.quantity": ["Enter a value from 1 to 999."],
    };
    expect(faultsOf({}, { items, products })).toEqual(expected);
    expect(faultsOfPrice({}, { items, products })).toEqual(expected);
    // A basket with a fault is not empty.
    expect(faultsOf({}, { items: [{ ...part, quantity: "0" }] })).toEqual({
      "items.0.quantity": ["Enter a value from 1 to 999."],
    });
  });

  it("are of the basket if it has neither a part nor a product", () => {
    expect(faultsOf({}, { items: [] })).toEqual({ items: [FILL_IN] });
    expect(faultsOfPrice({}, { items: [] })).toEqual({ items: [FILL_IN] });
    expect(faultsOfPrice({}, { items: [], products: [product] })).toEqual({});
    expect(faultsOfPrice({}, { items: [part], products: [product] })).toEqual({});
  });

  it("are of an own source without its words", () => {
    expect(faultsOf({ source: "own" })).toEqual({ ownSource: [FILL_IN] });
  });

  it("are of more parts or products than an order has", () => {
    const many = (one: object) => Array.from({ length: MAX_ITEMS }, () => one);
    expect(faultsOf({}, { items: many(part), products: many(product) })).toEqual({});
    expect(faultsOf({}, { items: [...many(part), part], products: [...many(product), product] })).toEqual({
      items: ["Enter 20 or less."],
      products: ["Enter 20 or less."],
    });
  });

  it.each(["k".repeat(42), "k".repeat(44), `${"k".repeat(42)}!`, `!${"k".repeat(43)}`, `${"k".repeat(43)}\n`])(
    "are of a request key that the form did not make: %j",
    (requestKey) => {
      expect(Object.keys(faultsOf({ requestKey }))).toEqual(["requestKey"]);
    },
  );

  it("are of no key that the form made", () => {
    expect(faultsOf({ requestKey: `${"aZ0_-".repeat(8)}xyz` })).toEqual({});
  });
});

describe("the prices that the form carries", () => {
  const none = { currencyId: 3, pricesMinor: [], products: [], topUpMinor: 0, deliveryPriceMinor: null };

  it.each([
    ["3:1250:7000:", { pricesMinor: [1250], deliveryPriceMinor: 7000 }],
    ["3:1250,800,7::", { pricesMinor: [1250, 800, 7] }],
    ["3::0:9900/12", { products: [{ priceMinor: 9900, fromShelf: 12 }], deliveryPriceMinor: 0 }],
    [
      "3:5::9900/2,10/0,120/34",
      {
        pricesMinor: [5],
        products: [
          { priceMinor: 9900, fromShelf: 2 },
          { priceMinor: 10, fromShelf: 0 },
          { priceMinor: 120, fromShelf: 34 },
        ],
      },
    ],
  ])("are read from %s", (text, read) => {
    expect(readShownPrices(text)).toEqual({ ...none, ...read });
  });

  it.each([
    "",
    "1250",
    "3:1250:7000",
    "x3:1250:7000:",
    "3:1250:7000:x",
    "3:1250:7000:99",
    "3:1250:7000:99/2,",
    "3:1250:7000:99/x",
    "3:x:7000:",
    "3:1250,x:7000:",
    "3:1250:x:",
    "3:1250:7000:99/1,x/1",
    "3:1250:7000:99/1,1/x",
    "3:1250:7000:x/1",
    "33:1250:7000:",
    "0:1250:7000:",
  ])("are not read from %j, which no form carries", (text) => {
    expect(readShownPrices(text)).toBeUndefined();
  });
});
