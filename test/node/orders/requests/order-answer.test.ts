// An order as the API answers it, and its repetition with fresh links (specification 11.5 to 11.7).

import { describe, expect, it } from "vitest";
import { z } from "zod";
import { currencyOf } from "../../../../src/domain/currency.ts";
import { NO_DELIVERY } from "../../../../src/domain/delivery.ts";
import { warningSentence } from "../../../../src/domain/item-warning.ts";
import { minorUnits } from "../../../../src/domain/money.ts";
import { toCostBreakdown } from "../../../../src/items/item.schema.ts";
import { toOrder, withFreshLinks } from "../../../../src/orders/order.schema.ts";
import { priceItem } from "../../../../src/pricing/price.ts";

type Rows = Parameters<typeof toOrder>[0];

const EUR = { id: 2, code: "EUR", symbol: "€" } as const;
const inEuro = (amount: string) => ({ amount, currency: EUR });
const [cube, lid] = ["ab".repeat(32), "cd".repeat(32)] as const;

const { breakdown } = priceItem({
  slice: { printSeconds: 3600, materialCubicMm: 1000 },
  densityMilligramsPerCubicCm: 1240,
  costPerKg: minorUnits(2000),
  finishings: [],
  quantity: 2,
  settings: {
    hourlyRate: minorUnits(300),
    setupCost: minorUnits(0),
    minimumPrice: minorUnits(0),
    markupBasisPoints: 0,
    quantityTiers: [],
  },
});

const contact = {
  firstName: "Леся",
  lastName: "Українка",
  phoneNumber: "+380501234567",
  email: "lesia@example.com",
  locale: "uk",
};

const modelRow = (id: number, sha256: string, format: "stl" | "3mf"): Rows["models"][number] => ({
  id,
  studioId: 7,
  sha256,
  format,
  sizeBytes: 84,
  objectKey: `object ${id}`,
  createdAt: 1,
  lastUsedAt: 1,
  isOrdered: true,
  originalFileName: null,
  visitorUntil: null,
});

const needsSupports = { code: "needs_supports", overhangSquareMm: 1200 } as const;
const overhang = warningSentence(needsSupports);

const ofModel: Rows["items"][number] = {
  id: 11,
  modelId: 21,
  originalFileName: "cube.stl",
  quantity: 2,
  priceMinor: 1250,
  materialId: 1,
  finishingIds: [3],
  printingQualityId: 2,
  printMinutes: 60,
  weightHundredthsOfGram: 248,
  productId: null,
  productTitle: null,
  costBreakdown: breakdown,
  fitsBuildVolume: true,
  warnings: [needsSupports],
};

const ofProduct: Rows["items"][number] = {
  id: 12,
  modelId: null,
  originalFileName: null,
  quantity: 1,
  priceMinor: 9900,
  materialId: null,
  finishingIds: [],
  printingQualityId: null,
  printMinutes: 0,
  weightHundredthsOfGram: 0,
  productId: 8,
  productTitle: "Vase",
  costBreakdown: null,
  fitsBuildVolume: null,
  warnings: null,
};

const placed: Rows = {
  order: {
    id: 101,
    number: 5,
    contact,
    status: "confirmed",
    totalPriceMinor: 12_400,
    currencyId: 2,
    source: "shop",
    priority: { slug: "urgent", name: "Urgent" },
    delivery: { ...NO_DELIVERY, method: "Pick-up" },
    deliveryPriceMinor: 700,
    customerId: 31,
    createdAt: Date.parse("2026-03-01T12:00:00Z"),
    updatedAt: Date.parse("2026-03-02T12:00:00Z"),
  },
  items: [ofModel, ofProduct, { ...ofModel, id: 13, modelId: 22, originalFileName: "lid.3mf", warnings: [] }],
  models: [modelRow(22, lid, "3mf"), modelRow(21, cube, "stl")],
  customer: { orderCount: 4, spentMinor: 50_000 },
  studioSlug: "kobza-druk",
};

const links = new Map([
  [11, "https://print.example/files/11"],
  [13, "https://print.example/files/13"],
]);

describe("an order's answer", () => {
  const answered = () => toOrder(placed, links, "en");
  const cubeAnswered = {
    id: 11,
    filePath: `models/${cube}.stl`,
    originalFileName: "cube.stl",
    downloadUrl: "https://print.example/files/11",
    quantity: 2,
    price: inEuro("12.50"),
    materialId: 1,
    finishingIds: [3],
    printingQualityId: 2,
    printingTime: 60,
    weight: "2.48",
    productId: null,
    productTitle: null,
    costBreakdown: toCostBreakdown(breakdown, currencyOf(2)),
    modelId: `mdl_7_${cube}`,
    fitsBuildVolume: true,
    warnings: [{ code: "needs_supports", message: overhang.en }],
  };

  it("has the customer with their history, the money in the order's currency, and each item with its own file", () => {
    expect(answered()).toEqual({
      id: 101,
      number: 5,
      test: false,
      customer: { id: 31, ...contact, totalOrders: 4, totalSpent: "500.00" },
      status: "confirmed",
      totalPrice: inEuro("124.00"),
      items: [
        cubeAnswered,
        {
          id: 12,
          filePath: null,
          originalFileName: null,
          downloadUrl: null,
          quantity: 1,
          price: inEuro("99.00"),
          materialId: null,
          finishingIds: [],
          printingQualityId: null,
          printingTime: 0,
          weight: "0.00",
          productId: 8,
          productTitle: "Vase",
          costBreakdown: null,
          modelId: null,
          fitsBuildVolume: null,
          warnings: [],
        },
        {
          ...cubeAnswered,
          id: 13,
          filePath: `models/${lid}.3mf`,
          originalFileName: "lid.3mf",
          downloadUrl: "https://print.example/files/13",
          modelId: `mdl_7_${lid}`,
          warnings: [],
        },
      ],
      studioSlug: "kobza-druk",
      source: "shop",
      priority: { slug: "urgent", name: "Urgent" },
      delivery: { ...NO_DELIVERY, method: "Pick-up", price: inEuro("7.00") },
      createdAt: "2026-03-01T12:00:00.000Z",
      updatedAt: "2026-03-02T12:00:00.000Z",
    });
  });

  it("of a test order has no history of its customer, and names no priority or delivery that was not sent", () => {
    const id = 1_000_000_101;
    const order = { ...placed.order, id, number: id, customerId: id, priority: null, delivery: null };
    const { priority: _, ...others } = answered();
    expect(toOrder({ ...placed, order, customer: null }, links, "en")).toEqual({
      ...others,
      id,
      number: id,
      test: true,
      customer: { id, ...contact, totalOrders: null, totalSpent: null },
      delivery: null,
    });
  });

  it("warns in the language that was asked for", () => {
    const [inUkrainian] = toOrder(placed, links, "uk").items;
    expect(inUkrainian?.warnings).toEqual([{ code: "needs_supports", message: overhang.uk }]);
  });

  it("is repeated as it was written, but for its links", () => {
    const answer = answered();
    const written = { data: { ...answer, fieldOfOlderVersion: 5 }, metadata: null };
    const fresh = new Map([
      [11, "https://print.example/fresh/11"],
      [12, "https://print.example/fresh/12"],
    ]);
    const [first, second, third] = answer.items;
    expect(JSON.parse(withFreshLinks(JSON.stringify(written), fresh))).toEqual({
      data: {
        ...answer,
        fieldOfOlderVersion: 5,
        items: [
          { ...first, downloadUrl: "https://print.example/fresh/11" },
          { ...second, downloadUrl: "https://print.example/fresh/12" },
          { ...third, downloadUrl: null },
        ],
      },
      metadata: null,
    });
  });

  it("is not repeated from a text that is no order's", () => {
    const items = [{ id: "eleven" }];
    expect(() => withFreshLinks(JSON.stringify({ data: { items } }), links)).toThrow(z.ZodError);
  });
});
