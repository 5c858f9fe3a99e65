// Generator of hostile models: small files that cause much work, drawn from a seed.
//
// Each is one of the families below with sizes drawn at random. It must only end: in a slice, or with a reason in the model.
// `npm run bench -- models --generated 40 --seed 7` prints the outcome of each of 40; the worst found so far stand in the list of
// hostile models.

import type { ModelFormat } from "../../slicer-service/src/contract/model-formats.ts";
import { Dice } from "../dice.ts";
import * as models from "../models.ts";

export interface GeneratedModel {
  /** Family, sizes, and the seed that draws it again. */
  readonly name: string;
  readonly format: ModelFormat;
  readonly make: () => Uint8Array<ArrayBuffer>;
}

type Outline = readonly (readonly [x: number, y: number])[];

const OUTLINES: Readonly<Record<string, (corners: number, dice: Dice) => Outline>> = {
  spiral: (corners) => {
    const out = Array.from({ length: Math.ceil(corners / 2) }, (_, step): [number, number] => {
      const [angle, radius] = [step / 20, 2 + (40 * step) / corners];
      return [radius * Math.cos(angle), radius * Math.sin(angle)];
    });
    return [...out, ...out.map(([x, y]): [number, number] => [x * 0.999, y * 0.999]).reverse()];
  },
  star: (corners) => around(corners, (corner) => [corner % 2 === 0 ? 40 : 1, (2 * Math.PI * corner) / corners]),
  "star polygon that crosses itself": (corners) =>
    around(corners, (corner) => [30, (2 * Math.PI * corner * (Math.floor(corners / 2) - 1)) / corners]),
  "knot of random corners": (corners, dice) =>
    Array.from({ length: corners }, (): [number, number] => [40 * dice.share(), 40 * dice.share()]),
  "walk that crosses itself": (corners, dice) => {
    let [x, y] = [0, 0];
    return Array.from({ length: corners }, (): [number, number] => {
      x += dice.share() - 0.5;
      y += dice.share() - 0.5;
      return [x, y];
    });
  },
  "corners in one line": (corners) => Array.from({ length: corners }, (_, corner) => [corner / corners, 0]),
  comb: (corners) =>
    Array.from({ length: corners }, (_, corner) => [(40 * corner) / corners, corner % 2 === 0 ? 0 : 40]),
  "pentagram drawn again and again": (corners) =>
    around(corners, (corner) => [30, (2 * Math.PI * 2 * (corner % 5)) / 5]),
};

/** The place of copy number `copy`, in millimetres along each axis. */
const SHIFTS: Readonly<Record<string, (copy: number, dice: Dice) => models.Point>> = {
  "at one place": () => [0, 0, 0],
  "nearly at one place": (copy) => [copy * 1e-4, 0, 0],
  "a rounding apart": (copy) => [copy * 1e-9, 0, 0],
  "in a row, each in the next": (copy) => [(copy % 100) * 0.3, Math.floor(copy / 100) * 0.3, 0],
  "anywhere in a cube": (_copy, dice) => [40 * dice.share(), 40 * dice.share(), 40 * dice.share()],
  "edge to edge": (copy) => [20 * (copy % 3), 20 * (Math.floor(copy / 3) % 3), 0.001 * Math.floor(copy / 9)],
};

type Family = (dice: Dice) => GeneratedModel;

const FAMILIES: readonly [Family, ...Family[]] = [
  (dice) => {
    const [copies, [where, shift]] = [dice.size(100, 99_000), entryOf(dice, SHIFTS)];
    const make = () =>
      models.threeMf({
        resources: `<object id="1">${models.meshXml(models.TETRAHEDRON)}</object>`,
        items: times(copies, (copy) => `<item objectid="1" ${transform(shift(copy, dice))}/>`),
      });
    return { name: `3MF, ${copies} items ${where}`, format: "3mf", make };
  },
  (dice) => {
    const [levels, branches] = [dice.size(2, 14), dice.size(2, 30)];
    const [where, shift] = entryOf(dice, SHIFTS);
    const level = (number: number) =>
      `<object id="${number + 2}"><components>${times(branches, (copy) => `<component objectid="${number + 1}" ${transform(shift(copy, dice))}/>`)}</components></object>`;
    const make = () =>
      models.threeMf({
        resources: `<object id="1">${models.meshXml(models.TETRAHEDRON)}</object>${times(levels, level)}`,
        items: `<item objectid="${levels + 1}"/>`,
      });
    return { name: `3MF, ${levels} levels of ${branches} components ${where}`, format: "3mf", make };
  },
  (dice) => {
    const objects = dice.size(1000, 300_000);
    const make = () => models.threeMf({ resources: times(objects, (id) => `<object id="${id}"/>`), items: "" });
    return { name: `3MF, ${objects} objects of nothing`, format: "3mf", make };
  },
  (dice) => {
    const [corners, [what, outline]] = [dice.size(1000, 200_000), entryOf(dice, OUTLINES)];
    const negative = dice.oneOf([false, true]);
    const make = () => {
      const shape = models.prism(outline(corners, dice), 10);
      const faces = { ...shape, faces: shape.faces.slice(0, 2) };
      return models.obj(faces, negative ? (corner) => String(corner - faces.points.length - 1) : String);
    };
    return {
      name: `OBJ, two faces of ${corners} corners, a ${what}${negative ? ", counted back" : ""}`,
      format: "obj",
      make,
    };
  },
  (dice) => {
    const [corners, [what, outline]] = [dice.size(1000, 9999), entryOf(dice, OUTLINES)];
    const make = () => {
      const { vertex, face } = models.plyElements(models.prism(outline(corners, dice), 10));
      return models.plyOf([vertex, { ...face, properties: ["list uint int vertex_indices"] }], "binary_little_endian");
    };
    return { name: `PLY, a prism over ${corners} corners, a ${what}`, format: "ply", make };
  },
  (dice) => {
    const [triangles, size] = [dice.size(1000, 200_000), dice.oneOf([0.005, 1, 40])];
    const point = (): models.Point => [size * dice.share(), size * dice.share(), size * dice.share()];
    const make = () => models.binaryStl(models.together(models.TETRAHEDRON, soup(triangles, point)));
    return { name: `STL, ${triangles} loose triangles in ${size} mm that cross each other`, format: "stl", make };
  },
  (dice) => {
    const [triangles, lines] = [dice.size(1000, 100_000), dice.size(1, 100)];
    const point = (): models.Point => [40 * dice.share(), Math.floor(lines * dice.share()), 0];
    const make = () => models.binaryStl(models.together(models.TETRAHEDRON, soup(triangles, point, true)));
    return { name: `STL, ${triangles} triangles with corners on ${lines} lines`, format: "stl", make };
  },
  (dice) => {
    const [bodies, [where, shift]] = [dice.size(100, 50_000), entryOf(dice, SHIFTS)];
    const inward = dice.oneOf([0, 2, 3]);
    const make = () =>
      models.binaryStl(
        models.together(
          ...Array.from({ length: bodies }, (_, copy) => {
            const placed = models.movedBy(models.TETRAHEDRON, shift(copy, dice));
            return inward > 0 && copy % inward === 1 ? models.insideOut(placed) : placed;
          }),
        ),
      );
    const turned = inward === 0 ? "" : `, every ${inward} inside out`;
    return { name: `STL, ${bodies} bodies ${where}${turned}`, format: "stl", make };
  },
  (dice) => {
    const bars = dice.size(3, 30);
    const make = () => models.binaryStl(models.crossingBars(bars));
    return { name: `STL, ${3 * bars ** 2} bars that cross`, format: "stl", make };
  },
];

/** Generated models, `count` of them; the same seed draws the same ones, and the next seed all but the first of them. */
export function generatedModels(seed: number, count: number): GeneratedModel[] {
  return Array.from({ length: count }, (_, number) => {
    const dice = new Dice(seed + number);
    const model = dice.oneOf(FAMILIES)(dice);
    return { ...model, name: `${model.name} (seed ${seed + number})` };
  });
}

function entryOf<Value>(dice: Dice, record: Readonly<Record<string, Value>>): readonly [string, Value] {
  const [first, ...others] = Object.entries(record);
  if (first === undefined) throw new Error("There is nothing to draw from");
  return dice.oneOf([first, ...others]);
}

function times(count: number, write: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => write(index)).join("");
}

function transform([x, y, z]: models.Point): string {
  return `transform="1 0 0 0 1 0 0 0 1 ${x} ${y} ${z}"`;
}

function around(corners: number, polar: (corner: number) => readonly [radius: number, angle: number]): Outline {
  return Array.from({ length: corners }, (_, corner) => {
    const [radius, angle] = polar(corner);
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
}

/** Separate triangles with corners drawn by `point`; thin ones have two corners above each other. */
function soup(count: number, point: () => models.Point, thin = false): models.Shape {
  const faces = Array.from({ length: count }, (_, triangle) => [3 * triangle, 3 * triangle + 1, 3 * triangle + 2]);
  const points = faces.flatMap((): models.Point[] => {
    const [a, b] = [point(), point()];
    return [a, b, thin ? [a[0], a[1], a[2] + 0.5] : point()];
  });
  return { points, faces };
}
