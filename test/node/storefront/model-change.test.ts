// A model's change on the order page: versions and their names, turns, overhangs, and faces to lie on.

import { describe, expect, it } from "vitest";
import { binaryStl, box, type Shape, together } from "../../../harness/models.ts";
import { loadModelFile } from "../../../src/pages/browser/viewer/load-model.ts";
import {
  basketReducer,
  cardModelId,
  EMPTY_BASKET,
  modelNameOf,
  offeredBasket,
} from "../../../src/storefront/browser/basket/basket.ts";
import {
  AS_DRAWN,
  isChanged,
  type ModelChange,
  versionKey,
  versionName,
  versionOf,
} from "../../../src/storefront/browser/model/model-change.ts";
import { cornersOf, placed } from "../../../src/storefront/browser/model/placed-model.ts";
import { flatFacesOf, measuredSize, overhangsOf } from "../../../src/storefront/browser/model/shape.ts";
import { laidOn, turnedBy, turnedDirection } from "../../../src/storefront/browser/model/turns.ts";
import type { PublicCatalog } from "../../../src/storefront/wire.ts";

/** The corners of a shape in a version. */
function corners(shape: Shape, change: ModelChange = AS_DRAWN): Float32Array {
  const model = loadModelFile(new Uint8Array(binaryStl(shape)).buffer, "stl");
  return cornersOf(placed(model, { unit: "mm", change }));
}
const turned = (axis: "x" | "y" | "z", degrees: number): ModelChange => ({
  scale: 1,
  turn: turnedBy(AS_DRAWN.turn, axis, degrees),
});

describe("a version of a model", () => {
  it.each([
    ["part.stl", "mm", AS_DRAWN, "part.stl"],
    ["part.obj", "inch", AS_DRAWN, "part-inch.stl"],
    ["part.stl", "mm", { ...AS_DRAWN, scale: 1.2 }, "part (120 %).stl"],
    ["my.part.ply", "inch", { ...turned("x", 90), scale: 1 / 3 }, "my.part-inch (33.33 %, turned).stl"],
    ["part.3mf", "mm", turned("z", 45), "part (turned).stl"],
  ] as const)("of %s in %s is named for its change", (fileName, unit, change, name) => {
    expect(versionName(fileName, { unit, change })).toBe(name);
  });

  it("is read again from its key", () => {
    const version = { unit: "inch", change: { ...turned("x", 30), scale: 1.25 } } as const;
    expect(versionOf(versionKey(version))).toEqual(version);
    expect(versionOf("cm")).toEqual({ unit: "cm", change: AS_DRAWN });
    expect(versionKey({ unit: "mm", change: AS_DRAWN })).toBe("mm");
  });

  it("is the drawing itself after four turns by a right angle, and after there and back", () => {
    for (const axis of ["x", "y", "z"] as const) {
      let { turn } = AS_DRAWN;
      for (let time = 0; time < 4; time++) turn = turnedBy(turn, axis, 90);
      expect(isChanged({ scale: 1, turn }), axis).toBe(false);
      expect(isChanged({ scale: 1, turn: turnedBy(turnedBy(turn, axis, 37), axis, -37) }), axis).toBe(false);
    }
  });
});

describe("a changed card", () => {
  const catalog: PublicCatalog = {
    technologies: [{ id: 1, name: "FDM", slug: "fdm" }],
    materials: [{ id: 11, technologyId: 1, name: "PLA", color: null, colorHex: null }],
    qualities: [
      { id: 31, technologyId: 1, name: "Q", description: null, layerHeightMm: 0.2, supports: false, isDefault: true },
    ],
    finishings: [],
    deliveryMethods: [],
  };
  const reduce = basketReducer({ catalog, maxItems: 4, maxAttachments: 2 });
  const change = { ...AS_DRAWN, scale: 2 };
  const asDrawn = [
    { type: "filesChosen", files: [{ key: "a", fileName: "a.stl", format: "stl" }], attached: [], turnedAway: [] },
    { type: "uploaded", key: "a", version: "mm", modelId: "drawn" },
  ] as const;
  const changed = [...asDrawn, { type: "modelChanged", key: "a", change } as const].reduce(reduce, EMPTY_BASKET);

  it("has no model until its version is uploaded, and the drawing's again after undo, without an upload", () => {
    const [card] = changed.cards;
    if (card === undefined) throw new Error("there is no card");
    expect(cardModelId(card)).toBeUndefined();
    expect(modelNameOf(card)).toBe("a (200 %).stl");
    const undone = reduce(changed, { type: "modelChanged", key: "a", change: AS_DRAWN });
    expect(undone.cards.map(cardModelId)).toEqual(["drawn"]);
    const sent = reduce(changed, { type: "uploaded", key: "a", version: versionKey(card), modelId: "larger" });
    expect(sent.cards.map(cardModelId)).toEqual(["larger"]);
  });

  it("is the drawing after a reload in the middle of its upload, and says so by its size", () => {
    const [card] = offeredBasket(catalog, changed).cards;
    expect(card).toMatchObject({ change: AS_DRAWN, unit: "mm" });
    expect(card && cardModelId(card)).toBe("drawn");
  });
});

describe("a changed model", () => {
  it("is scaled and turned, and stands on the bed", () => {
    const changed = corners(box([10, 10, 10], [40, 30, 14]), { ...turned("x", 90), scale: 1.5 });
    const { x, y, z } = measuredSize(changed);
    expect([x, y, z].map((side) => Number(side.toFixed(3)))).toEqual([45, 6, 30]);
    expect(Math.min(...changed.filter((_, index) => index % 3 === 2))).toBeCloseTo(0, 4);
    expect(changed.length).toBe(12 * 9);
  });
});

describe("the faces that a model can lie on", () => {
  it("are the six of a box, the largest first, with their areas", () => {
    const faces = flatFacesOf(corners(box([0, 0, 0], [30, 20, 4])), 6);
    expect(faces.map(({ squareMm }) => Math.round(squareMm))).toEqual([600, 600, 120, 120, 80, 80]);
  });

  it("are none within it: an angle's inner side would take its wall through the bed", () => {
    const angle = together(box([0, 0, 0], [40, 40, 2]), box([0, 0, 2], [2, 40, 30]));
    const faces = flatFacesOf(corners(angle), 6);
    expect(faces.some(({ normal: [, , z], squareMm }) => z > 0.99 && squareMm > 1000)).toBe(false);
    expect(faces[0]).toMatchObject({ squareMm: expect.closeTo(1600, 0) });
  });

  it("come to lie on the bed", () => {
    const board = box([0, 0, 0], [4, 20, 30]);
    const [largest] = flatFacesOf(corners(board), 1);
    if (largest === undefined) throw new Error("the board has no face");
    const leaning = turned("y", 33).turn;
    const turn = laidOn(leaning, turnedDirection(leaning, largest.normal));
    expect(turnedDirection(turn, largest.normal)[2]).toBeCloseTo(-1, 6);
    expect(measuredSize(corners(board, { scale: 1, turn })).z).toBeCloseTo(4, 3);
  });
});

describe("overhangs", () => {
  /** A plate on one leg. */
  const table = together(box([10, 10, 0], [20, 20, 10]), box([0, 0, 10], [30, 30, 12]));

  it("are faces that look down, but not those on the bed", () => {
    const overhangs = overhangsOf(corners(table), 50);
    expect(overhangs.squareMm).toBeCloseTo(900, 0);
    expect(overhangs.corners.length).toBe(2 * 9);
  });

  it("are gone once a leaning part is turned upright", () => {
    const leaning = { scale: 1, turn: turnedBy(AS_DRAWN.turn, "x", 40) };
    expect(overhangsOf(corners(box([0, 0, 0], [30, 20, 10]), leaning), 35).squareMm).toBeGreaterThan(0);
    const upright = { scale: 1, turn: turnedBy(leaning.turn, "x", -40) };
    expect(overhangsOf(corners(box([0, 0, 0], [30, 20, 10]), upright), 35).squareMm).toBe(0);
  });

  it("begin beyond the angle, for a file that winds its triangles the other way too", () => {
    // Two sides look down: one leans 50 degrees from the vertical, the other 40.
    const leaning = corners(box([0, 0, 0], [30, 20, 10]), turned("x", 40));
    expect(overhangsOf(leaning, 55).corners.length).toBe(0);
    expect(overhangsOf(leaning, 45).corners.length).toBe(2 * 9);
    expect(overhangsOf(leaning, 35).corners.length).toBe(4 * 9);
    const inward = new Float32Array(leaning.length);
    for (let at = 0; at < inward.length; at += 9) {
      for (const corner of [0, 3, 6]) inward.set(leaning.subarray(at + corner, at + corner + 3), at + 6 - corner);
    }
    // The upper side, which leans as much, does not reach down to the bed.
    const lowest = Math.min(...overhangsOf(inward, 45).corners.filter((_, index) => index % 3 === 2));
    expect(lowest).toBeCloseTo(0, 4);
  });
});
