// Boxes that must fit a printer: one part, or each plate of a project by itself.

import { expect, it } from "vitest";
import { fitOf } from "../../../src/domain/print/build-volume.ts";
import { printedBoxes } from "../../../src/items/fits-printers.ts";

const PLATE = { x: 200, y: 200, z: 50 };
const dimensionsMm = { x: 450, y: 200, z: 50 };

it("a project of several plates goes into a printer that each plate goes into, however far apart they lie", () => {
  expect(fitOf(printedBoxes({ dimensionsMm, platesMm: [PLATE, PLATE] }), "220x220x250 mm")).toBe("fits");
  expect(fitOf(printedBoxes({ dimensionsMm, platesMm: [PLATE, dimensionsMm] }), "220x220x250 mm")).toBe("too_large");
});

it("a print without plates goes in as a whole, and a print of unknown size is not refused", () => {
  expect(fitOf(printedBoxes({ dimensionsMm }), "220x220x250 mm")).toBe("too_large");
  expect(fitOf(printedBoxes({ dimensionsMm, platesMm: [] }), "500x220x250")).toBe("fits");
  expect(fitOf(undefined, "220x220x250 mm")).toBe("size_unknown");
  expect(fitOf([PLATE], null)).toBe("volume_unknown");
});

it("a print goes into a printer turned by right angles, and not where no turn makes room", () => {
  expect(fitOf([{ x: 20, y: 290, z: 90 }], "300x100x50 mm")).toBe("fits");
  expect(fitOf([{ x: 51, y: 290, z: 90 }], "300x100x50 mm")).toBe("too_large");
});
