// Reading models and making solids of them, without a slicer.

import fc from "fast-check";
import { zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { readModel } from "../../../slicer-service/engine/mesh/read-model.ts";
import { makeBodies, makeSolid, type Solid } from "../../../slicer-service/engine/mesh/solid.ts";
import { writeStl } from "../../../slicer-service/engine/mesh/stl.ts";
import { MeshBuilder, MOST_TRIANGLES } from "../../../slicer-service/engine/mesh/triangle-mesh.ts";
import type { ModelFormat } from "../../../slicer-service/src/contract.ts";
import * as models from "./models.ts";

const solidOf = (file: Uint8Array, format: ModelFormat): Promise<Solid> => makeSolid(readModel(file, format));
const CUBE = models.cube(20);
const cubeObject = (id: number, side = 20) => `<object id="${id}">${models.meshXml(models.cube(side))}</object>`;

describe("an STL", () => {
  test("is binary when its length says so, though it begins with the word of the other kind", async () => {
    expect((await solidOf(models.binaryStl(CUBE, "solid part"), "stl")).volumeCubicMm).toBeCloseTo(8000, 3);
  });

  test("may carry other data after its triangles", async () => {
    const file = new Uint8Array([...models.binaryStl(CUBE), 1, 2, 3]);
    expect((await solidOf(file, "stl")).volumeCubicMm).toBeCloseTo(8000, 3);
  });

  test("may be text in capitals, with a byte order mark and Windows line ends", async () => {
    const text = new TextDecoder().decode(models.asciiStl(CUBE)).toUpperCase().replaceAll("\n", "\r\n");
    expect((await solidOf(models.bytes(`\ufeff${text}`), "stl")).volumeCubicMm).toBeCloseTo(8000, 3);
  });

  test("is unreadable as text that ends within a facet", () => {
    const text = new TextDecoder().decode(models.asciiStl(CUBE));
    expect(() => readModel(models.bytes(text.slice(0, -150)), "stl")).toThrow(failure("unreadable_model"));
  });

  test("is unreadable as prose that begins with its word", () => {
    expect(() => readModel(models.bytes("solid advice is hard to come by"), "stl")).toThrow(
      failure("unreadable_model"),
    );
  });

  test("is unreadable with words for coordinates, and invalid with C's words for no number", () => {
    const withFirst = (word: string) =>
      models.bytes(new TextDecoder().decode(models.asciiStl(CUBE)).replace("vertex 0", `vertex ${word}`));
    expect(() => readModel(withFirst("zero"), "stl")).toThrow(failure("unreadable_model"));
    for (const word of ["nan", "-nan(ind)", "inf", "-INF", "1e999"]) {
      expect(() => readModel(withFirst(word), "stl"), word).toThrow(failure("invalid_coordinates"));
    }
  });
});

describe("an OBJ", () => {
  const eightCorners: [number, number][] = [
    [0, 0],
    [30, 0],
    [30, 10],
    [20, 10],
    [10, 10],
    [10, 20],
    [10, 30],
    [0, 30],
  ];

  test("may have faces of many corners, hollow at one and straight at another", async () => {
    const solid = await solidOf(models.obj(models.prism(eightCorners, 10)), "obj");
    expect(solid.volumeCubicMm).toBeCloseTo(5000, 2);
    expect(solid.dimensionsMm).toEqual({ x: 30, y: 30, z: 10 });
  });

  test("is the same whichever plane its faces lie in", async () => {
    const lying = models.prism(eightCorners, 10);
    for (const [a, b, c] of [
      [0, 1, 2],
      [1, 2, 0],
      [2, 0, 1],
    ] as const) {
      const turned = { ...lying, points: lying.points.map((point): models.Point => [point[a], point[b], point[c]]) };
      expect((await solidOf(models.obj(turned), "obj")).volumeCubicMm).toBeCloseTo(5000, 2);
    }
  });

  test.each([
    ["with texture points", (corner: number) => `${corner}/1`],
    ["with normals", (corner: number) => `${corner}//2`],
    ["with both", (corner: number) => `${corner}/1/2`],
    ["counted from the last", (corner: number) => String(corner - 9)],
  ])("may name its corners %s", async (_how, reference) => {
    expect((await solidOf(models.obj(CUBE, reference), "obj")).volumeCubicMm).toBeCloseTo(8000, 3);
  });

  test("may continue a line in the next, and end its lines as Windows does", async () => {
    const text = new TextDecoder().decode(models.obj(CUBE)).replace("f 1 4 3 2", "f 1 4 \\\n3 2");
    expect((await solidOf(models.bytes(text.replaceAll("\n", "\r\n")), "obj")).volumeCubicMm).toBeCloseTo(8000, 3);
  });

  test("is unreadable when a face names a corner there is not", () => {
    for (const corner of ["0", "9", "-9", "1.5", "x"]) {
      const file = models.bytes(`${new TextDecoder().decode(models.obj(CUBE))}f 1 2 ${corner}\n`);
      expect(() => readModel(file, "obj"), corner).toThrow(failure("unreadable_model"));
    }
  });
});

describe("a 3MF", () => {
  const read = async (contents: models.ThreeMfContents) => solidOf(models.threeMf(contents), "3mf");

  test("is what its build names, moved as it says, and nothing else", async () => {
    const solid = await read({
      resources: cubeObject(1) + cubeObject(2, 40),
      items: '<item objectid="1"/><item objectid="1" transform="1 0 0 0 1 0 0 0 1 30 0 0"/>',
    });
    expect(solid.dimensionsMm).toEqual({ x: 50, y: 20, z: 20 });
    expect(solid.volumeCubicMm).toBeCloseTo(16_000, 2);
  });

  test("may build objects of components of components, with all their transforms", async () => {
    const solid = await read({
      resources:
        cubeObject(1) +
        '<object id="2"><components><component objectid="1"/><component objectid="1" transform="1 0 0 0 1 0 0 0 1 0 0 20"/></components></object>' +
        '<object id="3"><components><component objectid="2" transform="0 1 0 -1 0 0 0 0 2 0 0 0"/></components></object>',
      // Turned so that the height lies along X.
      items: '<item objectid="3" transform="0 0 1 0 1 0 -1 0 0 7 7 7"/>',
    });
    expect(solid.dimensionsMm).toEqual({ x: 80, y: 20, z: 20 });
    expect(solid.volumeCubicMm).toBeCloseTo(32_000, 2);
  });

  test("may mirror a part without turning it inside out", async () => {
    const wedge = models.prism(
      [
        [0, 0],
        [20, 0],
        [0, 10],
      ],
      10,
    );
    const solid = await read({
      resources: `<object id="1">${models.meshXml(wedge)}</object>${cubeObject(2)}`,
      items:
        '<item objectid="1" transform="-1 0 0 0 1 0 0 0 1 0 0 0"/><item objectid="2" transform="1 0 0 0 1 0 0 0 1 5 0 0"/>',
    });
    expect(solid.volumeCubicMm).toBeCloseTo(9000, 2);
  });

  test.each([
    ["micron", 20_000],
    ["millimeter", 20],
    ["centimeter", 2],
    ["inch", 20 / 25.4],
    ["foot", 20 / 304.8],
    ["meter", 0.02],
  ])("in %s becomes millimetres", async (unit, side) => {
    const solid = await read({ resources: cubeObject(1, side), items: '<item objectid="1"/>', unit });
    expect(solid.dimensionsMm.x).toBeCloseTo(20, 3);
    expect(solid.volumeCubicMm).toBeCloseTo(8000, 0);
  });

  test("may keep its objects in other parts", async () => {
    const solid = await read({
      resources:
        '<object id="8"><components><component objectid="1" p:path="/3D/Objects/part.model"/></components></object>',
      items: '<item objectid="8"/>',
      otherParts: { "3D/Objects/part.model": models.modelXml({ resources: cubeObject(1), items: "" }) },
    });
    expect(solid.volumeCubicMm).toBeCloseTo(8000, 3);
  });

  test("is not led astray by elements of extensions with names like its own", async () => {
    const slices =
      '<s:slicestack id="9"><s:slice><s:vertices><s:vertex x="1" y="2"/></s:vertices></s:slice></s:slicestack>';
    const solid = await read({
      resources: cubeObject(1).replace("</object>", `${slices}</object>`),
      items: '<item objectid="1"/>',
    });
    expect(solid.volumeCubicMm).toBeCloseTo(8000, 3);
  });

  test("counts each part in that part's own unit", async () => {
    const contents = {
      resources:
        '<object id="8"><components><component objectid="1" p:path="/3D/Objects/part.model" transform="1 0 0 0 1 0 0 0 1 2 0 0"/><component objectid="2"/></components></object>' +
        cubeObject(2, 2),
      items: '<item objectid="8"/>',
      unit: "centimeter",
      otherParts: {
        "3D/Objects/part.model": models.modelXml({ resources: cubeObject(1, 1), items: "", unit: "inch" }),
      },
    };
    const solid = await read(contents);
    expect(solid.dimensionsMm.x).toBeCloseTo(20 + 25.4, 4);
    expect(solid.volumeCubicMm).toBeCloseTo(20 ** 3 + 25.4 ** 3, 1);
  });

  test("leaves out what its build says is not to be printed", async () => {
    const solid = await read({
      resources: cubeObject(1) + cubeObject(2, 40),
      items: '<item objectid="1"/><item objectid="2" printable="0"/>',
    });
    expect(solid.volumeCubicMm).toBeCloseTo(8000, 3);
  });

  test.each(["support", "surface", "other"])("leaves out objects of type %s", async (type) => {
    const solid = await read({
      resources:
        cubeObject(1) +
        cubeObject(2, 40).replace("<object", `<object type="${type}"`) +
        '<object id="3"><components><component objectid="1"/><component objectid="2"/></components></object>',
      items: '<item objectid="3"/>',
    });
    expect(solid.volumeCubicMm).toBeCloseTo(8000, 3);
  });

  test("may be a support that is a solid", async () => {
    const solid = await read({
      resources: cubeObject(1).replace("<object", '<object type="solidsupport"'),
      items: '<item objectid="1"/>',
    });
    expect(solid.volumeCubicMm).toBeCloseTo(8000, 3);
  });

  describe("that is a slicer's project", () => {
    /** One mesh of a cube of 8000 mm³ and twelve triangles of another role, as PrusaSlicer writes it. */
    const prusaProject = (metadata: string, lastId = 23) =>
      read({
        resources: `<object id="4">${models.meshXml(models.together(CUBE, models.box([40, 0, 0], [90, 50, 50])))}</object>`,
        items: '<item objectid="4"/>',
        otherParts: {
          "Metadata/Slic3r_PE_model.config": `<?xml version="1.0"?><config><object id="4"><metadata type="object" key="name" value="part"/><volume firstid="0" lastid="11"><metadata type="volume" key="volume_type" value="ModelPart"/></volume><volume firstid="12" lastid="${lastId}">${metadata}</volume></object></config>`,
        },
      });
    const prusaType = (type: string) => `<metadata type="volume" key="volume_type" value="${type}"/>`;
    /** Two components, as Bambu Studio and OrcaSlicer write them. */
    const bambuProject = (subtype: string) =>
      read({
        resources:
          '<object id="3"><components><component objectid="1" p:path="/3D/Objects/a.model"/><component objectid="2" p:path="/3D/Objects/a.model"/></components></object>',
        items: '<item objectid="3"/>',
        otherParts: {
          "3D/Objects/a.model": models.modelXml({ resources: cubeObject(1) + cubeObject(2, 50), items: "" }),
          "Metadata/model_settings.config": `<config><object id="3"><metadata key="name" value="part"/><part id="1" subtype="normal_part"/><part id="2" subtype="${subtype}"><metadata key="name" value="b"/></part></object></config>`,
        },
      });

    test.each(["ParameterModifier", "SupportBlocker", "SupportEnforcer"])("is printed without a %s", async (type) => {
      const { volumeCubicMm, dimensionsMm } = await prusaProject(prusaType(type));
      expect(volumeCubicMm).toBeCloseTo(8000, 3);
      expect(dimensionsMm).toEqual({ x: 20, y: 20, z: 20 });
    });

    test("is printed without a modifier that an old version wrote", async () => {
      const modifier = '<metadata type="volume" key="modifier" value="1"/>';
      expect((await prusaProject(modifier)).volumeCubicMm).toBeCloseTo(8000, 3);
    });

    test.each(["modifier_part", "support_blocker", "support_enforcer"])("is printed without a %s", async (subtype) => {
      expect((await bambuProject(subtype)).volumeCubicMm).toBeCloseTo(8000, 3);
    });

    test("is printed with all its parts", async () => {
      expect((await prusaProject(prusaType("ModelPart"))).volumeCubicMm).toBeCloseTo(8000 + 50 ** 3, 0);
      expect((await bambuProject("normal_part")).volumeCubicMm).toBeCloseTo(50 ** 3, 0);
    });

    test("is refused with a part that is cut out of the others, and with one of an unknown role", async () => {
      await expect(prusaProject(prusaType("NegativeVolume"))).rejects.toThrow(failure("unreadable_model"));
      await expect(bambuProject("negative_part")).rejects.toThrow(failure("unreadable_model"));
      await expect(prusaProject(prusaType("Wormhole"))).rejects.toThrow(failure("unreadable_model"));
    });

    test("is refused when its roles were written for another mesh", async () => {
      await expect(prusaProject(prusaType("SupportBlocker"), 24)).rejects.toThrow(failure("unreadable_model"));
    });
  });

  test("is refused when its shape is none of triangles", async () => {
    const beams = '<b:beamlattice minlength="1"><b:beams/></b:beamlattice>';
    await expect(
      read({ resources: cubeObject(1).replace("</mesh>", `${beams}</mesh>`), items: '<item objectid="1"/>' }),
    ).rejects.toThrow(failure("unreadable_model"));
    const requiring = (extension: string) =>
      models
        .modelXml({ resources: cubeObject(1), items: '<item objectid="1"/>' })
        .replace("<model", `<model requiredextensions="${extension}" xmlns:v="http://example.org/volumes"`);
    const archive = (root: string) =>
      models.threeMf({ resources: "", items: "", otherParts: { "3D/3dmodel.model": root } });
    expect(() => readModel(archive(requiring("v")), "3mf")).toThrow(failure("unreadable_model"));
    expect((await solidOf(archive(requiring("p")), "3mf")).volumeCubicMm).toBeCloseTo(8000, 3);
  });

  test("holds nothing when its build is empty", async () => {
    await expect(read({ resources: cubeObject(1), items: "" })).rejects.toThrow(failure("empty_model"));
  });

  test.each([
    ["names an object there is not", { resources: cubeObject(1), items: '<item objectid="7"/>' }],
    ["names a part there is not", { resources: cubeObject(1), items: '<item objectid="1" p:path="/none.model"/>' }],
    ["has a unit of its own", { resources: cubeObject(1), items: '<item objectid="1"/>', unit: "furlong" }],
    ["is not well-formed", { resources: cubeObject(1), items: '<item objectid="1"' }],
    [
      "has a triangle without its corner",
      { resources: cubeObject(1).replace('v1="0"', 'v1="8"'), items: '<item objectid="1"/>' },
    ],
  ])("is unreadable when it %s", async (_what, contents) => {
    expect(() => readModel(models.threeMf(contents), "3mf")).toThrow(failure("unreadable_model"));
  });

  test("is unreadable as another kind of archive", () => {
    expect(() => readModel(zipSync({ "a.txt": models.bytes("hello") }), "3mf")).toThrow(failure("unreadable_model"));
  });

  test("does not follow components round in a circle", () => {
    const contents = {
      resources:
        '<object id="1"><components><component objectid="2"/></components></object><object id="2"><components><component objectid="1"/></components></object>',
      items: '<item objectid="1"/>',
    };
    expect(() => readModel(models.threeMf(contents), "3mf")).toThrow(failure("model_too_complex"));
  });

  test("is invalid with a transform to nowhere", () => {
    const contents = { resources: cubeObject(1), items: '<item objectid="1" transform="1 0 0 0 1 0 0 0 1 0 0 nan"/>' };
    expect(() => readModel(models.threeMf(contents), "3mf")).toThrow(failure("invalid_coordinates"));
  });
});

describe("a solid", () => {
  const solid = (shape: models.Shape) => solidOf(models.binaryStl(shape), "stl");

  test("stands on the bed around the origin", async () => {
    const { mesh } = await solid(models.box([100, 200, -50], [130, 220, -40]));
    const along = (axis: number) => mesh.corners.filter((_, at) => at % 3 === axis);
    expect([Math.min(...along(0)), Math.max(...along(0))]).toEqual([-15, 15]);
    expect([Math.min(...along(1)), Math.max(...along(1))]).toEqual([-10, 10]);
    expect([Math.min(...along(2)), Math.max(...along(2))]).toEqual([0, 10]);
  });

  test("is made of corners that miss each other by a rounding", async () => {
    const triangles = models.triangulated(CUBE);
    // Every triangle has corners of its own, each a hair away from where it should be.
    const torn: models.Shape = {
      points: triangles.faces.flatMap((face, index) =>
        face.map((corner): models.Point => {
          const [x = 0, y = 0, z = 0] = triangles.points[corner] ?? [];
          return [x + index * 1e-6, y - index * 1e-6, z];
        }),
      ),
      faces: triangles.faces.map((_, index) => [3 * index, 3 * index + 1, 3 * index + 2]),
    };
    expect((await solid(torn)).volumeCubicMm).toBeCloseTo(8000, 1);
  });

  test("is made of a surface whose corners lie on edges of their neighbours", async () => {
    // One side of the box is cut into more triangles than the sides around it know of.
    const { points, faces } = models.triangulated(CUBE);
    const cutAt = (onEdge: readonly models.Point[], lid: readonly (readonly number[])[]): models.Shape => ({
      points: [...points, ...onEdge],
      faces: [...faces.filter((face) => !face.every((corner) => corner >= 4)), ...lid],
    });
    const inTwoPlaces = cutAt(
      [
        [5, 0, 20],
        [12, 0, 20],
      ],
      [
        [4, 8, 7],
        [8, 9, 7],
        [9, 6, 7],
        [9, 5, 6],
      ],
    );
    expect((await solid(inTwoPlaces)).volumeCubicMm).toBeCloseTo(8000, 3);
    const onTwoEdges = cutAt(
      [
        [10, 0, 20],
        [20, 10.00001, 20],
      ],
      [
        [4, 8, 7],
        [8, 5, 9],
        [8, 9, 7],
        [9, 6, 7],
      ],
    );
    expect((await solid(onTwoEdges)).volumeCubicMm).toBeCloseTo(8000, 2);
  });

  test("is made of a triangle that has corners of others on all its edges", async () => {
    const [middle, base]: [models.Point[], models.Point[]] = [
      [
        [10, 0, 0],
        [10, 10, 0],
        [0, 10, 0],
      ],
      [
        [0, 0, 0],
        [20, 0, 0],
        [0, 20, 0],
      ],
    ];
    const pyramid: models.Shape = {
      points: [...base, ...middle, [0, 0, 30]],
      faces: [
        [0, 2, 1],
        [0, 3, 6],
        [3, 1, 6],
        [1, 4, 6],
        [4, 2, 6],
        [2, 5, 6],
        [5, 0, 6],
      ],
    };
    expect((await solid(pyramid)).volumeCubicMm).toBeCloseTo((20 * 20 * 30) / 6, 3);
  });

  test("is not made of a surface whose corners miss their neighbours' edges by more than a rounding", async () => {
    const { points, faces } = models.triangulated(CUBE);
    const gaping = {
      points: [...points, [10, 0.05, 20.05] as const],
      faces: [...faces.filter((face) => !face.every((corner) => corner >= 4)), [4, 8, 7], [8, 5, 6], [8, 6, 7]],
    };
    await expect(solid(gaping)).rejects.toThrow(failure("open_mesh"));
  });

  test("is made of a flat face of which a piece is missing up to its edge", async () => {
    const { points, faces } = models.triangulated(CUBE);
    for (const missing of faces.keys()) {
      const open = { points, faces: faces.filter((_, index) => index !== missing) };
      expect((await solid(open)).volumeCubicMm, `triangle ${missing}`).toBeCloseTo(8000, 3);
    }
    const cornersOfLid = [4, 5, 6, 7];
    // The lid as a fan around its middle: two of its four triangles are missing, a quarter each, in one hole and in two.
    const fanned = (kept: readonly number[]): models.Shape => ({
      points: [...points, [10, 10, 20]],
      faces: [
        ...faces.filter((face) => !face.every((corner) => corner >= 4)),
        ...kept.map((side) => [cornersOfLid[side] ?? 0, cornersOfLid[(side + 1) % 4] ?? 0, 8]),
      ],
    });
    for (const kept of [[0, 1, 2], [0, 1], [3], [2, 3]]) {
      expect((await solid(fanned(kept))).volumeCubicMm, `sides ${kept}`).toBeCloseTo(8000, 3);
    }
    expect((await solid(models.insideOut(fanned([0, 1])))).volumeCubicMm).toBeCloseTo(8000, 3);
  });

  test("is not made of a box that may be meant to be open", async () => {
    for (const shape of [CUBE, models.hollowBox(40, 5), models.insideOut(CUBE)]) {
      for (const lid of shape.faces.keys()) {
        const open = { points: shape.points, faces: shape.faces.filter((_, index) => index !== lid) };
        await expect(solid(open), `without face ${lid}`).rejects.toThrow(failure("open_mesh"));
      }
    }
  });

  test("is not made of a flat face with a hole within it, which may lead into a pocket", async () => {
    const rim = (inset: number): models.Point[] => [
      [inset, inset, 20],
      [20 - inset, inset, 20],
      [20 - inset, 20 - inset, 20],
      [inset, 20 - inset, 20],
    ];
    const withMouth = (inset: number): models.Shape => ({
      points: [...CUBE.points, ...rim(inset)],
      faces: [
        ...CUBE.faces.filter((face) => !face.every((corner) => corner >= 4)),
        ...[0, 1, 2, 3].map((side) => [4 + side, 4 + ((side + 1) % 4), 8 + ((side + 1) % 4), 8 + side]),
      ],
    });
    await expect(solid(withMouth(5))).rejects.toThrow(failure("open_mesh"));
    // A mouth of 0.4 mm changes nothing, however deep the pocket: (4 × 0.4)² / 4π × 34.6 mm is 0.09 % of 8000 mm³.
    expect((await solid(withMouth(9.8))).volumeCubicMm).toBeCloseTo(8000, 1);
  });

  test("is made of a surface whose holes are too small to change its price, and not where they are larger", async () => {
    // Without the triangles around a pole nothing lies in the plane of the border.
    const withoutPole = (radius: number, rings: number) => {
      const { points, faces } = models.triangulated(models.sphere(radius, rings));
      return { points, faces: faces.filter((face) => !face.includes(0)) };
    };
    // The border is a circle of radius r sin(π / rings), the ball's box 2 √3 r from corner to corner.
    const doubt = (rings: number) =>
      (Math.PI * Math.sin(Math.PI / rings) ** 2 * 2 * Math.sqrt(3)) / ((4 / 3) * Math.PI);
    expect([doubt(80) < 0.005, doubt(60) > 0.005]).toEqual([true, true]);
    const whole = await solid(models.sphere(20, 80));
    expect((await solid(withoutPole(20, 80))).volumeCubicMm / whole.volumeCubicMm).toBeCloseTo(1, 3);
    await expect(solid(withoutPole(20, 60))).rejects.toThrow(failure("open_mesh"));
  });

  test("is refused for its holes with how many there are, how large the largest is and where", async () => {
    const { points, faces } = models.box([100, 100, 100], [120, 130, 140]);
    await expect(solid({ points, faces: faces.slice(1) })).rejects.toThrow(
      "a hole of 20 × 30 × 0 mm around X 110, Y 115, Z 100 mm",
    );
    await expect(solid({ points, faces: faces.slice(2) })).rejects.toThrow(
      "2 holes, the largest of them of 20 × 30 × 0 mm",
    );
  });

  test("is not made of a surface of no thickness", async () => {
    const flat = models.box([0, 0, 0], [20, 20, 0]);
    await expect(solid(flat)).rejects.toThrow(failure("open_mesh"));
  });

  test("is not made of triangles that are only lines", async () => {
    const line: models.Shape = {
      points: [
        [0, 0, 0],
        [20, 0, 0],
      ],
      faces: [
        [0, 1, 1],
        [1, 0, 0],
      ],
    };
    await expect(solid(line)).rejects.toThrow(failure("open_mesh"));
  });

  test("is not made of faces that are drawn from both sides", async () => {
    const { points, faces } = models.triangulated(models.sphere(10, 8));
    const bothSides = { points, faces: [...faces, ...faces.map((face) => face.toReversed())] };
    await expect(solid(bothSides)).rejects.toThrow(failure("open_mesh"));
  });

  test("is made of triangles that face any way, where their neighbours tell how they should", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(11), { maxLength: 12 }), async (turned) => {
        const flipped = models.withFlipped(CUBE, (triangle) => turned.includes(triangle));
        expect((await solid(flipped)).volumeCubicMm).toBeCloseTo(8000, 3);
      }),
    );
    const ball = models.sphere(10, 12);
    const whole = await solid(ball);
    const withPatch = models.withFlipped(ball, (triangle) => triangle > 100 && triangle < 300);
    expect((await solid(withPatch)).volumeCubicMm).toBeCloseTo(whole.volumeCubicMm, 3);
  });

  test("counts what two bodies share once, however little it is, and as if they were alone where it is nothing", async () => {
    const side = fc.double({ min: 8, max: 20, noNaN: true });
    const place = fc.double({ min: -22, max: 22, noNaN: true });
    const triple = (part: typeof side) => fc.tuple(part, part, part);
    // Turned by no simple angle, so that nothing is parallel to an axis.
    const turned = ({ points, faces }: models.Shape): models.Shape => ({
      points: points.map(
        ([x, y, z]): models.Point => [0.6 * x - 0.8 * y, 0.48 * x + 0.36 * y - 0.8 * z, 0.64 * x + 0.48 * y + 0.6 * z],
      ),
      faces,
    });
    await fc.assert(
      fc.asyncProperty(triple(side), triple(side), triple(place), async (one, two, at) => {
        const shared = one.map((length, axis) =>
          Math.max(0, Math.min(length, (at[axis] ?? 0) + (two[axis] ?? 0)) - Math.max(0, at[axis] ?? 0)),
        );
        const volume = (sides: readonly number[]) => sides.reduce((product, length) => product * length, 1);
        const far = at.map((from, axis) => from + (two[axis] ?? 0));
        const [x = 0, y = 0, z = 0] = far;
        const bodies = models.together(models.box([0, 0, 0], one), models.box(at, [x, y, z]));
        const expected = volume(one) + volume(two) - volume(shared);
        expect((await solid(turned(bodies))).volumeCubicMm / expected).toBeCloseTo(1, 4);
      }),
      { numRuns: 200 },
    );
  });

  test("stays as it was drawn where parts are printed around each other without touching", async () => {
    const frame = models.together(
      models.box([0, 0, 0], [40, 40, 5]),
      models.box([0, 0, 20], [40, 40, 25]),
      models.box([2, 2, 5.5], [38, 38, 19.5]),
    );
    const ring = models.ring(30, 20, 10);
    const post = models.box([-5, -5, -10], [5, 5, 30]);
    const { mesh, volumeCubicMm } = await solid(models.together(ring, post));
    expect(mesh.triangles.length / 3).toBe(models.triangulated(ring).faces.length + 12);
    expect(volumeCubicMm).toBeCloseTo((await solid(ring)).volumeCubicMm + 4000, 1);
    expect((await solid(frame)).mesh.triangles.length / 3).toBe(36);
  });

  test("keeps a hollow of which a patch is turned over", async () => {
    const { volumeCubicMm } = await solid(
      models.withFlipped(models.hollowBox(40, 5), (face) => face === 3 || face > 21),
    );
    expect(volumeCubicMm).toBeCloseTo(40 ** 3 - 30 ** 3, 1);
  });

  test("is made of a surface with both a turned triangle and a missing one", async () => {
    const { points, faces } = models.withFlipped(CUBE, (triangle) => triangle === 6);
    expect((await solid({ points, faces: faces.slice(1) })).volumeCubicMm).toBeCloseTo(8000, 3);
  });

  test("is not made of a surface that has only one side", async () => {
    await expect(solid(models.kleinBottle(24))).rejects.toThrow("turns over into itself");
  });

  test("may be two bodies that share an edge", async () => {
    const touching = models.together(models.cube(10), models.box([10, 10, 0], [20, 20, 10]));
    expect((await solid(touching)).volumeCubicMm).toBeCloseTo(2000, 2);
  });

  test("turns only those of its bodies that are inside out", async () => {
    const apart = models.together(CUBE, models.insideOut(models.box([30, 0, 0], [50, 20, 20])));
    expect((await solid(apart)).volumeCubicMm).toBeCloseTo(16_000, 1);
  });

  test("takes a body that is inside out for no hollow of the body whose corner it stands in", async () => {
    const corner = models.prism(
      [
        [0, 0],
        [50, 0],
        [50, 10],
        [10, 10],
        [10, 50],
        [0, 50],
      ],
      20,
    );
    const apart = models.together(corner, models.insideOut(models.box([20, 20, 5], [40, 40, 15])));
    const alone = await solidOf(models.obj(corner), "obj");
    expect((await solidOf(models.obj(apart), "obj")).volumeCubicMm).toBeCloseTo(alone.volumeCubicMm + 4000, 1);
  });

  test("keeps the hollow of a box that is inside out altogether", async () => {
    const { volumeCubicMm } = await solid(models.insideOut(models.hollowBox(40, 5)));
    expect(volumeCubicMm).toBeCloseTo(40 ** 3 - 30 ** 3, 1);
  });

  test("keeps a body in the hollow of another", async () => {
    const inHollow = models.together(models.hollowBox(40, 5), models.box([15, 15, 15], [25, 25, 25]));
    expect((await solid(inHollow)).volumeCubicMm).toBeCloseTo(40 ** 3 - 30 ** 3 + 1000, 1);
  });

  test("is given to a slicer as it was drawn where bodies only overlap, and united where one is hollow", async () => {
    const bodies = (shape: models.Shape) => makeBodies(readModel(Buffer.from(models.binaryStl(shape)), "stl"));
    const beside = models.box([38, 0, 0], [60, 40, 40]);
    const overlapping = await bodies(models.together(models.cube(40), beside));
    expect(overlapping.mesh.triangles.length / 3).toBe(24);
    expect((await overlapping.unite()).volumeCubicMm).toBeCloseTo(60 * 1600, 0);
    const hollow = await bodies(models.together(models.hollowBox(40, 5), beside));
    expect(hollow.mesh).toBe((await hollow.unite()).mesh);
  });

  test("keeps hollows where bodies overlap", async () => {
    const overlapping = models.together(models.hollowBox(40, 5), models.box([38, 0, 0], [60, 40, 40]));
    expect((await solid(overlapping)).volumeCubicMm).toBeCloseTo(60 * 1600 - 30 ** 3, 0);
  });

  test("is longer than 5 mm, and 1000 mm at most", async () => {
    await expect(solid(models.cube(5))).rejects.toThrow(failure("model_too_small"));
    expect((await solid(models.box([0, 0, 0], [5.1, 1, 1]))).volumeCubicMm).toBeCloseTo(5.1, 3);
    expect((await solid(models.box([0, 0, 0], [1000, 1, 1]))).volumeCubicMm).toBeCloseTo(1000, 1);
    await expect(solid(models.box([0, 0, 0], [1000.5, 1, 1]))).rejects.toThrow(failure("model_too_large"));
  });

  test.each([
    [[5, 2.5, 1.375], "only 5 × 2.5 × 1.38 mm. Drawn in inches it would be 127 × 63.5 × 34.9 mm: if"],
    [[0.08, 0.05, 0.02], "only 0.08 × 0.05 × 0.02 mm. Drawn in metres it would be 80 × 50 × 20 mm: if"],
    [[0.5, 0.5, 0.5], "inches it would be 12.7 × 12.7 × 12.7 mm, drawn in metres it would be 500 × 500 × 500 mm: if"],
    [[0.001, 0.001, 0.001], "only 0.001 × 0.001 × 0.001 mm. Please check the unit it was drawn in."],
    [[80_000, 5000, 2000], "Drawn in micrometres it would be 80 × 5 × 2 mm: if"],
    [[2540, 254, 254], "With millimetres taken for inches on the way it would be 100 × 10 × 10 mm: if"],
    [[1040, 20, 20], "measures 1040 × 20 × 20 mm; the longest side may be 1000 mm. Please check the unit"],
    [[5e6, 5e6, 5e6], "may be 1000 mm. Please check the unit it was drawn in."],
  ] as const)("of %j is refused with the units that would make a part of it", async ([x, y, z], sentence) => {
    await expect(solid(models.box([0, 0, 0], [x, y, z]))).rejects.toThrow(sentence);
  });

  test("is not measured by points that no face uses", async () => {
    const stray = models.bytes(
      `v 5000 0 0\n${new TextDecoder().decode(models.obj(CUBE, (corner) => String(corner - 9)))}`,
    );
    expect((await solidOf(stray, "obj")).dimensionsMm).toEqual({ x: 20, y: 20, z: 20 });
  });
});

test("a mesh has a bounded number of triangles", () => {
  const mesh = new MeshBuilder();
  mesh.addCorner(0, 0, 0);
  for (let triangle = 0; triangle < MOST_TRIANGLES; triangle++) mesh.addTriangle(0, 0, 0);
  expect(() => mesh.addTriangle(0, 0, 0)).toThrow(failure("model_too_complex"));
});

test("the STL for a slicer cannot be taken for text", async () => {
  const { mesh } = await solidOf(models.binaryStl(CUBE), "stl");
  const file = writeStl(mesh.corners, mesh.triangles);
  expect(file.length).toBe(84 + 50 * 12);
  expect(file.subarray(84, 212).some((byte) => byte > 127)).toBe(true);
});

function failure(code: string): object {
  return expect.objectContaining({ name: "ModelFailure", code });
}
