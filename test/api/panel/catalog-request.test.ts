// What a catalog form takes, the slicer takes: nothing that can be saved is refused when sliced.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { studioRow } from "../../../harness/catalog-rows.ts";
import { isLayeredTechnology, parametersOf } from "../../../slicer-service/src/contract/process-parameters.ts";
import { checkProfile } from "../../../slicer-service/src/contract/profile.ts";
import {
  isOwnersField,
  materialSchema,
  productSchema,
  qualitySchemaOf,
  technologyField,
} from "../../../src/catalog/catalog.request.ts";
import { sampleModel } from "../../../src/catalog/sample-model.ts";
import type { Studio } from "../../../src/db/studio-record.ts";
import { Faults } from "../../../src/domain/faults.ts";
import { TECHNOLOGIES, type Technology } from "../../../src/domain/technology.ts";
import { profileOfQuality } from "../../../src/items/slice-profile.ts";

const studio: Studio = { ...studioRow(), id: 1, processParameters: null };

/** Numbers as people type them, at bounds, inside and outside of them. */
const typedNumber = fc.oneof(
  fc.constantFrom("0", "0.01", "0.02", "0,1", "0.4", "0.5", "1", "2", "2.5", "100", "101", "1000", "-1", "x", ""),
  fc.integer({ min: 0, max: 200 }).map(String),
  fc.integer({ min: 0, max: 3000 }).map((value) => String(value / 1000)),
);

function typedQuality({ slug }: Technology) {
  const names = [
    "nozzleDiameter",
    "infillPercent",
    "wallCount",
    "topLayers",
    "bottomLayers",
    ...(isLayeredTechnology(slug) ? parametersOf(slug).keys() : []),
  ];
  const optional = Object.fromEntries(names.map((name) => [name, fc.option(typedNumber, { nil: undefined })]));
  return fc.record({ name: fc.constant("Fine"), layerHeight: typedNumber, ...optional });
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
        const parsed = qualitySchemaOf(technology).safeParse(sent(typed));
        if (!parsed.success) return;
        taken++;
        const quality = { id: 1, studioId: 1, position: 0, ...parsed.data, isDefault: false, isActive: true };
        const faults = new Faults();
        expect(checkProfile(profileOfQuality(quality, studio, "", faults))).not.toHaveProperty("faults");
        faults.throwIfAny();
      }),
      { numRuns: 1000 },
    );
    expect(taken).toBeGreaterThan(0);
  });
});

describe("a catalog entry as text", () => {
  it("names its technology by id, slug or name", () => {
    for (const text of ["4", "msla", " MSLA "]) expect(technologyField.parse(text)).toBe(4);
    for (const text of ["0", "6", "wood", ""]) expect(technologyField.safeParse(text).success, text).toBe(false);
  });

  it("leaves what says whether it is on offer, its stock and its photos, as they are where not sent", () => {
    const material = materialSchema.parse({ name: "PLA", technologyId: "1", costPerKg: "600", density: "1.24" });
    expect([material.status, material.stockHundredthsOfGram, material.color]).toEqual([undefined, undefined, null]);
    const product = productSchema.parse({ title: "Vase", price: "1" });
    expect([product.isActive, product.photos]).toEqual([undefined, undefined]);
  });

  it("takes photos as addresses only", () => {
    const photos = "https://studio.example/a.jpg\n/panel/photos/b.jpg";
    expect(productSchema.parse({ title: "Vase", price: "1", photos }).photos).toEqual(photos.split("\n"));
    for (const wrong of ["javascript:alert(1)", "http://studio.example/a.jpg", "//evil.example/a.jpg", "photo.jpg"]) {
      expect(productSchema.safeParse({ title: "Vase", price: "1", photos: wrong }).success, wrong).toBe(false);
    }
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
