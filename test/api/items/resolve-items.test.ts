// A choice against the studio's catalog: each missing, unusable or unfit row is named.

import { describe, expect, it } from "vitest";
import { Faults } from "../../../src/domain/errors.ts";
import { findPriority } from "../../../src/items/chosen-priority.ts";
import { fitsMaterial, fitsSupports, unknownNames } from "../../../src/items/finishing-fit.ts";
import { type CatalogRows, type ChosenIds, resolveItems, rowsOf } from "../../../src/items/resolve-items.ts";
import { machineOfQuality } from "../../../src/items/slice-profile.ts";
import { FINISHING, MACHINE, MATERIAL, QUALITY, STUDIO } from "./rows.ts";

const ROWS: CatalogRows = {
  studio: [STUDIO],
  materials: [MATERIAL],
  qualities: [QUALITY],
  finishings: [FINISHING],
  machines: [MACHINE],
};
const CHOICE: ChosenIds = { materialId: 1, printingQualityId: 1, finishingIds: [1] };

/** The resolved items of a choice, and the faults by field, in English. */
function resolved(changes: Partial<CatalogRows>, choice: ChosenIds = CHOICE, path = "") {
  const faults = new Faults();
  const items = resolveItems({ ...ROWS, ...changes }, [choice], () => path, faults);
  const said = Object.entries(faults.all()).map(([field, all]) => [field, all.map(({ en }) => en)]);
  return {
    items,
    faults: Object.fromEntries(said),
    isMissing: Object.values(faults.all())
      .flat()
      .every((fault) => fault.isMissing),
  };
}

describe("A choice", () => {
  it("has its rows, its profile and its quality's machine, and no fault", () => {
    const quality = { ...QUALITY, machineProfileId: 7 };
    const { items, faults } = resolved({ qualities: [quality] });
    expect(faults).toEqual({});
    expect(items).toMatchObject([
      {
        ...{ choice: CHOICE, material: MATERIAL, quality, machine: MACHINE, finishings: [FINISHING] },
        profile: { technology: "fdm", layerHeightMm: 0.2 },
      },
    ]);
  });

  it("may lack material and finishings, and is no item without a quality", () => {
    const { items, faults } = resolved({}, { printingQualityId: 1 });
    expect(faults).toEqual({});
    expect(items).toMatchObject([{ material: undefined, finishings: [] }]);
    expect(resolved({}, { materialId: 1 })).toMatchObject({ items: [], faults: {} });
  });

  it("names every id that the studio does not have, by its field's path", () => {
    const ids = { materialId: 8, printingQualityId: 9, finishingIds: [1, 10, 11] };
    const { items, faults, isMissing } = resolved({}, ids, "items.2.");
    expect(faults).toEqual({
      "items.2.materialId": ["the studio has no material 8; GET /materials lists them"],
      "items.2.printingQualityId": ["the studio has no printing quality 9; GET /printing-qualities lists them"],
      "items.2.finishingIds": [
        "the studio has no finishing 10; GET /finishings lists them",
        "the studio has no finishing 11; GET /finishings lists them",
      ],
    });
    expect(isMissing).toBe(true);
    expect(items).toEqual([]);
  });

  it.each<[string, Partial<CatalogRows>, Record<string, string[]>]>([
    [
      "an inactive material",
      { materials: [{ ...MATERIAL, status: "inactive" }] },
      { materialId: ["material 1 is inactive"] },
    ],
    [
      "an inactive quality",
      { qualities: [{ ...QUALITY, isActive: false }] },
      { printingQualityId: ["printing quality 1 is inactive"] },
    ],
    [
      "an archived finishing",
      { finishings: [{ ...FINISHING, isArchived: true }] },
      { finishingIds: ["finishing 1 is archived"] },
    ],
    [
      "a quality of another technology than the material's",
      { materials: [{ ...MATERIAL, technologyId: 2 }] },
      { printingQualityId: ["is for FDM, but material 1 is for SLA"] },
    ],
    [
      "a finishing of another technology than the material's",
      { finishings: [{ ...FINISHING, technologyId: 5 }] },
      { finishingIds: ["finishing 1 is for SLS, but the material is for FDM"] },
    ],
    [
      "a finishing of other materials",
      { finishings: [{ ...FINISHING, materialNames: "PETG\nABS" }] },
      { finishingIds: ["finishing 1 is not for material 1"] },
    ],
    [
      "a finishing that needs supports, with a quality without any",
      { finishings: [{ ...FINISHING, onlyWithSupports: true }] },
      { finishingIds: ["finishing 1 is only for printing qualities with supports"] },
    ],
    [
      "a quality that no engine can slice",
      { qualities: [{ ...QUALITY, layerHeightMicrometres: 10 }] },
      { printingQualityId: [expect.stringMatching(/^cannot be sliced: its layerHeightMm/)] },
    ],
  ])("is refused with %s", (_what, rows, expected) => {
    expect(resolved(rows).faults).toEqual(expected);
  });

  it("may have a finishing of its own technology, of its material by any case, and for its supports", () => {
    const finishing = { ...FINISHING, technologyId: 1 as const, materialNames: "abs\n pla ", onlyWithSupports: true };
    const qualities = [{ ...QUALITY, supports: true }];
    expect(resolved({ finishings: [finishing], qualities }).faults).toEqual({});
  });

  it("without a material may have any finishing that goes with its quality", () => {
    const finishings = [{ ...FINISHING, technologyId: 5 as const, materialNames: "PETG" }];
    expect(resolved({ finishings }, { printingQualityId: 1, finishingIds: [1] }).faults).toEqual({});
  });
});

describe("A finishing", () => {
  it("fits the materials that it names, whatever their case, and every one if it names none", () => {
    expect(fitsMaterial({ materialNames: null }, "PLA")).toBe(true);
    expect(fitsMaterial({ materialNames: "PETG\n\n pLa \n" }, " PLA ")).toBe(true);
    expect(fitsMaterial({ materialNames: "PETG" }, "PLA")).toBe(false);
    expect(fitsMaterial({ materialNames: "\n \n" }, ""), "an empty line names none").toBe(false);
  });

  it("that needs supports fits a quality with them alone", () => {
    expect(fitsSupports({ onlyWithSupports: true }, true)).toBe(true);
    expect(fitsSupports({ onlyWithSupports: true }, false)).toBe(false);
    expect(fitsSupports({ onlyWithSupports: false }, false)).toBe(true);
  });

  it("may name materials that the studio does not have: each such line is told", () => {
    const known = [{ name: "PLA" }, { name: "PETG " }];
    expect(unknownNames("pla\n petg\nABS\n\n Nylon", known)).toEqual(["ABS", "Nylon"]);
    expect(unknownNames(null, known)).toEqual([]);
  });
});

it("rows are found in the order of their ids, one id alone too, and none without ids", () => {
  const faults = new Faults();
  const rows = new Map([
    [1, "one"],
    [2, "two"],
  ]);
  const missing = (id: number) => ({ en: `no ${id}`, uk: `немає ${id}` });
  expect(rowsOf([2, 1], rows, "ids", missing, faults)).toEqual(["two", "one"]);
  expect(rowsOf(2, rows, "ids", missing, faults)).toEqual(["two"]);
  expect(rowsOf(undefined, rows, "ids", missing, faults)).toEqual([]);
  expect(faults.fieldCount).toBe(0);
  expect(rowsOf([1, 3], rows, "ids", missing, faults)).toEqual(["one"]);
  expect(faults.of("ids")).toMatchObject([{ en: "no 3" }]);
});

it("a quality prints on the machine that it names, and on the defaults without one", () => {
  expect(machineOfQuality({ ...QUALITY, machineProfileId: 7 }, [{ ...MACHINE, id: 6 }, MACHINE])).toBe(MACHINE);
  expect(machineOfQuality(QUALITY, [MACHINE])).toBeUndefined();
});

describe("A priority", () => {
  const urgent = {
    slug: "urgent",
    name: "Urgent",
    nameInSecondLanguage: null,
    surchargeBasisPoints: 1,
    workingDays: 1,
  };
  const express = { ...urgent, slug: "express" };

  it("is the studio's of that slug, and none if none is named", () => {
    const faults = new Faults();
    const studio = { priorities: [express, urgent] };
    expect(findPriority(studio, "urgent", faults)).toBe(urgent);
    expect(findPriority(studio, undefined, faults)).toBeUndefined();
    expect(faults.fieldCount).toBe(0);
  });

  it.each([[[express]], [null]])("that the studio does not have is missing (%#)", (priorities) => {
    const faults = new Faults();
    expect(findPriority({ priorities }, "urgent", faults)).toBeUndefined();
    expect(faults.all()).toMatchObject({
      priority: [{ en: 'the studio has no priority "urgent"; GET /me lists them', isMissing: true }],
    });
  });
});
