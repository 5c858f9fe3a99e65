// The slicer accepts every value that a catalog form accepts: no saved value is refused when sliced.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { studioRow } from "../../../harness/catalog-rows.ts";
import {
  isLayeredTechnology,
  PROCESS_PARAMETERS,
  parametersOf,
} from "../../../slicer-service/src/contract/process-parameters.ts";
import { checkProfile } from "../../../slicer-service/src/contract/profile.ts";
import { TECHNOLOGIES, type Technology } from "../../../slicer-service/src/contract/technologies.ts";
import { isOwnersField } from "../../../src/catalog/catalog-kinds.ts";
import { writtenDeliveryMethodSchema } from "../../../src/catalog/delivery-method/delivery-method-fields.request.ts";
import { technologyField } from "../../../src/catalog/entry-fields.request.ts";
import { writtenFinishingSchema } from "../../../src/catalog/finishing/finishing-fields.request.ts";
import { newMaterialSchema } from "../../../src/catalog/material/material.request.ts";
import { writtenProductSchema } from "../../../src/catalog/product/product-fields.request.ts";
import { photoAddressSchema } from "../../../src/catalog/product/product-photos.request.ts";
import { namedMachine, qualitySchemaOf } from "../../../src/catalog/quality/quality.request.ts";
import { sampleModel } from "../../../src/catalog/trial/sample-model.ts";
import type { Studio } from "../../../src/db/studio-record.ts";
import { Faults } from "../../../src/domain/errors.ts";
import { machineOfQuality, profileOfQuality } from "../../../src/items/slice-profile.ts";

const studio: Studio = {
  ...{ ...studioRow(), id: 1, processParameters: null, region: "eeur" },
  ...{ minimumPricePer: "item", electricityPriceMinor: null, quantityTiers: null, priorities: null, replyTo: null },
};

/** With a nozzle wider than the default's, so that layers may be thicker. */
const machine = {
  ...{ id: 1, studioId: 1, name: "A wide one", source: null, parameters: { nozzleDiameterMm: 0.8 }, position: 0 },
  ...{
    parametersChangedAt: null,
    correctedAt: null,
    isArchived: false,
    hourlyRateMinor: null,
    powerWatts: null,
    timeCorrectionBasisPoints: 10_000,
    materialCorrectionBasisPoints: 10_000,
  },
};

/** Values outside all bounds, and values inside some. */
const oddNumber = fc.constantFrom("0", "0.01", "0,1", "0.4", "1", "2.5", "100", "101", "1000", "-1", "x", "");

/** Numbers as people type them: mostly within their bounds, so that most qualities are taken, and often at a bound. */
function typedNumber({ min, max, whole }: { readonly min: number; readonly max: number; readonly whole?: boolean }) {
  const steps = whole === true ? 1 : 1000;
  const within = fc
    .integer({ min: Math.ceil(min * steps), max: Math.floor(max * steps) })
    .map((value) => String(value / steps));
  return fc.oneof(
    { weight: 30, arbitrary: within },
    { weight: 5, arbitrary: fc.constantFrom(String(min), String(max)) },
    { weight: 1, arbitrary: oddNumber },
  );
}

function typedQuality({ slug, process }: Technology) {
  const { layerHeightMm } = PROCESS_PARAMETERS[process];
  const { nozzleDiameterMm, infillPercent, wallCount, topLayers, bottomLayers } = PROCESS_PARAMETERS.filament;
  const numbers = isLayeredTechnology(slug)
    ? [...parametersOf(slug)]
    : Object.entries({
        nozzleDiameter: nozzleDiameterMm,
        infillPercent: { ...infillPercent, whole: true },
        wallCount,
        topLayers,
        bottomLayers,
      });
  const optional = Object.fromEntries(
    numbers.map(([name, bounds]) => [name, fc.option(typedNumber(bounds), { nil: undefined })]),
  );
  const machineProfileId = fc.constantFrom(undefined, "1", "1", "2");
  return fc.record({
    name: fc.constant("Fine"),
    machineProfileId,
    layerHeight: typedNumber(layerHeightMm),
    ...optional,
  });
}

/** As a form sends it: an empty text is not sent. */
function sent(typed: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(typed).flatMap(([name, text]): [string, string][] =>
      text === undefined || text === "" ? [] : [[name, text]],
    ),
  );
}

describe("a quality that its schema takes", () => {
  it.each(TECHNOLOGIES)("of $name is never refused by the slicer", (technology) => {
    let taken = 0;
    fc.assert(
      fc.property(typedQuality(technology), (typed) => {
        const parsed = qualitySchemaOf(technology, [namedMachine("1", machine)]).safeParse(sent(typed));
        if (!parsed.success) return;
        taken++;
        const kept = { id: 1, studioId: 1, position: 0, isOnStorefront: true };
        const quality = { ...kept, ...parsed.data, isDefault: false, isActive: true, isOnStorefront: true };
        const faults = new Faults();
        const inUse = { quality, studio, machine: machineOfQuality(quality, [machine]) };
        expect(checkProfile(profileOfQuality(inUse, "printingQualityId", faults))).not.toHaveProperty("faults");
        faults.throwIfAny();
      }),
      // The same ones every time.
      { numRuns: 500, seed: 10 },
    );
    expect(taken).toBeGreaterThan(100);
  });
});

describe("a catalog entry as text", () => {
  it("names its technology by id, slug or name", () => {
    for (const text of ["4", "msla", " MSLA "]) expect(technologyField.parse(text)).toBe(4);
    for (const text of ["0", "6", "wood", ""]) expect(technologyField.safeParse(text).success, text).toBe(false);
  });

  it("leaves offer, stock and photos as they are if they are not sent", () => {
    const material = newMaterialSchema.parse({ name: "PLA", technologyId: "1", costPerKg: "600", density: "1.24" });
    expect([material.status, material.stockHundredthsOfGram, material.color]).toEqual([undefined, undefined, null]);
    const product = writtenProductSchema.parse({ title: "Vase", price: "1" });
    expect([product.isActive, product.photos]).toEqual([undefined, undefined]);
  });

  it("takes photos as addresses only", () => {
    const photos = "https://studio.example/a.jpg\n/panel/photos/b.jpg";
    expect(writtenProductSchema.parse({ title: "Vase", price: "1", photos }).photos).toEqual(photos.split("\n"));
    for (const wrong of ["javascript:alert(1)", "http://studio.example/a.jpg", "//evil.example/a.jpg", "photo.jpg"]) {
      expect(writtenProductSchema.safeParse({ title: "Vase", price: "1", photos: wrong }).success, wrong).toBe(false);
    }
  });

  it("keeps an address of a photo as a browser would ask for it, once", () => {
    const photos = ["https://studio.example/a.jpg", "https://STUDIO.example/a.jpg", "https://studio.example/ваза.jpg"];
    expect(writtenProductSchema.parse({ title: "Vase", price: "1", photos }).photos).toEqual([
      "https://studio.example/a.jpg",
      "https://studio.example/%D0%B2%D0%B0%D0%B7%D0%B0.jpg",
    ]);
  });

  it.each([
    "https:///studio.example/a.jpg",
    "https://me:secret@studio.example/a.jpg",
    "https://me@studio.example/a.jpg",
  ])("takes no photo at %s", (photos) => {
    expect(writtenProductSchema.safeParse({ title: "Vase", price: "1", photos }).success).toBe(false);
    expect(photoAddressSchema.safeParse({ address: photos }).success).toBe(false);
  });

  it.each(["\u200b", "\u202e", "\u3164 \u2800", "Ва\u0000за", "\u001b[31mVase", "Va\u202ese", "Va\nse", "\ud800Vase"])(
    "refuses a name that hides its letters: %j",
    (name) => {
      expect(writtenDeliveryMethodSchema.safeParse({ name }).success).toBe(false);
      expect(writtenProductSchema.safeParse({ title: name, price: "1" }).success).toBe(false);
    },
  );

  it.each([" Нова пошта ", "Кур’єр № 1", "宅配", "مندوب", "📦", "👩‍🔧", "-"])("may be named %j", (name) => {
    expect(writtenDeliveryMethodSchema.parse({ name }).name).toBe(name.trim());
  });

  it("has lines in its description, and nothing that a terminal would obey", () => {
    const described = (description: string) =>
      writtenFinishingSchema.safeParse({ name: "Sanding", description }).success;
    expect(described("First:\r\n\tsand, then paint")).toBe(true);
    for (const wrong of ["a\u0000b", "\u001b]0;title\u0007", "\u009b31m"]) expect(described(wrong), wrong).toBe(false);
  });

  it("says which of its fields prices are computed from", () => {
    expect(["costPerKg", "density", "technologyId"].every((name) => isOwnersField("material", name))).toBe(true);
    expect(["name", "stockQuantity", "status", "color"].some((name) => isOwnersField("material", name))).toBe(false);
    expect(["layerHeight", "supports", "exposureSeconds"].every((name) => isOwnersField("quality", name))).toBe(true);
    expect(["price", "pricePercentage"].every((name) => isOwnersField("finishing", name))).toBe(true);
    expect(isOwnersField("product", "price")).toBe(true);
    expect(["title", "isActive", "photos"].some((name) => isOwnersField("product", name))).toBe(false);
  });
});

describe("the sample model", () => {
  it("is a closed surface, its faces turned outwards", () => {
    const view = new DataView(sampleModel().buffer);
    const count = view.getUint32(80, true);
    const edges = new Map<string, number>();
    let volume = 0;
    for (let triangle = 0; triangle < count; triangle++) {
      const corner = (index: number) =>
        [0, 1, 2].map((axis) => view.getFloat32(84 + 50 * triangle + 12 + 12 * index + 4 * axis, true));
      const [a, b, c] = [corner(0), corner(1), corner(2)];
      for (const [from, to] of [
        [a, b],
        [b, c],
        [c, a],
      ]) {
        edges.set(`${from} ${to}`, (edges.get(`${from} ${to}`) ?? 0) + 1);
      }
      const [[ax = 0, ay = 0, az = 0], [bx = 0, by = 0, bz = 0], [cx = 0, cy = 0, cz = 0]] = [a, b, c];
      volume += (ax * (by * cz - bz * cy) - ay * (bx * cz - bz * cx) + az * (bx * cy - by * cx)) / 6;
    }
    for (const [edge, times] of edges) {
      const [from, to] = edge.split(" ");
      expect([times, edges.get(`${to} ${from}`)], edge).toEqual([1, 1]);
    }
    // Two arms of 5 mm, and a gusset in their corner, 20 mm wide.
    expect(volume).toBeCloseTo(20 * (40 * 5 + 35 * 5 + (7 * 7) / 2), 3);
  });
});
