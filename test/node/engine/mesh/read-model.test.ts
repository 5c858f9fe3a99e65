// Reading models: STL, OBJ, 3MF and PLY, each with the ways in which real files bend their format.

import { zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import * as models from "../../../../harness/models.ts";
import { readModelFile } from "../../../../slicer-service/engine/mesh/read/read-model.ts";
import { MAX_TRIANGLES, MeshBuilder } from "../../../../slicer-service/engine/mesh/triangle-mesh.ts";
import { failure, solidOf } from "./solids.ts";

const CUBE = models.cube(20);
const cubeObject = (id: number, side = 20) => `<object id="${id}">${models.meshXml(models.cube(side))}</object>`;

describe("an STL", () => {
  test('is binary when its length says so, though it begins with "solid"', async () => {
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
    expect(() => readModelFile(models.bytes(text.slice(0, -150)), "stl")).toThrow(failure("unreadable_model"));
  });

  test('is unreadable when it is prose that begins with "solid"', () => {
    expect(() => readModelFile(models.bytes("solid advice is hard to come by"), "stl")).toThrow(
      failure("unreadable_model"),
    );
  });

  test("is unreadable with words for coordinates, and invalid with the words by which C prints NaN and infinity", () => {
    const withFirst = (word: string) =>
      models.bytes(new TextDecoder().decode(models.asciiStl(CUBE)).replace("vertex 0", `vertex ${word}`));
    expect(() => readModelFile(withFirst("zero"), "stl")).toThrow(failure("unreadable_model"));
    for (const word of ["nan", "-nan(ind)", "inf", "-INF", "1e999"]) {
      expect(() => readModelFile(withFirst(word), "stl"), word).toThrow(failure("invalid_coordinates"));
    }
  });
});

test('a binary STL may begin with "solid" and have data of its program after its triangles', async () => {
  const file = new Uint8Array([...models.binaryStl(CUBE, "solid part"), 1, 2, 3]);
  expect((await solidOf(file, "stl")).volumeCubicMm).toBeCloseTo(8000, 3);
});

describe("an OBJ", () => {
  test("may have faces of many corners, concave at one and straight at another", async () => {
    const solid = await solidOf(models.obj(models.letterL(10)), "obj");
    expect(solid.volumeCubicMm).toBeCloseTo(5000, 2);
    expect(solid.dimensionsMm).toEqual({ x: 30, y: 30, z: 10 });
  });

  test("is the same whichever plane its faces lie in", async () => {
    const lying = models.letterL(10);
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

  test("may continue a line in the next, and have Windows line ends", async () => {
    const text = new TextDecoder().decode(models.obj(CUBE)).replace("f 1 4 3 2", "f 1 4 \\\n3 2");
    expect((await solidOf(models.bytes(text.replaceAll("\n", "\r\n")), "obj")).volumeCubicMm).toBeCloseTo(8000, 3);
  });

  test("may end its lines with carriage returns alone, as old files do", async () => {
    const text = new TextDecoder().decode(models.obj(CUBE)).replace("f 1 4 3 2", "f 1 4 \\\n3 2");
    expect((await solidOf(models.bytes(text.replaceAll("\n", "\r")), "obj")).volumeCubicMm).toBeCloseTo(8000, 3);
  });

  test("may have a comment after a face", async () => {
    const text = new TextDecoder().decode(models.obj(CUBE)).replace("f 1 4 3 2", "f 1 4 3 2 # the floor");
    expect((await solidOf(models.bytes(text), "obj")).volumeCubicMm).toBeCloseTo(8000, 3);
  });

  test("is unreadable when a face names a corner that does not exist", () => {
    for (const corner of ["0", "9", "-9", "1.5", "x"]) {
      const file = models.bytes(`${new TextDecoder().decode(models.obj(CUBE))}f 1 2 ${corner}\n`);
      expect(() => readModelFile(file, "obj"), corner).toThrow(failure("unreadable_model"));
    }
  });
});

describe("a 3MF", () => {
  const read = async (contents: models.ThreeMfContents) => solidOf(models.threeMf(contents), "3mf");

  test("holds the objects that its build names, moved by its transforms, and nothing else", async () => {
    const solid = await read({
      resources: cubeObject(1) + cubeObject(2, 40),
      items: '<item objectid="1"/><item objectid="1" transform="1 0 0 0 1 0 0 0 1 30 0 0"/>',
    });
    expect(solid.dimensionsMm).toEqual({ x: 50, y: 20, z: 20 });
    expect(solid.volumeCubicMm).toBeCloseTo(16_000, 2);
  });

  test("may name its model's part by an address, in letters beyond ASCII", async () => {
    const relation = (target: string) =>
      `<Relationships><Relationship Target="/3D/${target}" Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>`;
    const model = models.modelXml(models.oneObject(CUBE));
    for (const [target, part] of [
      [encodeURIComponent("деталь.model"), "деталь.model"],
      ["a%20part.model", "a part.model"],
      ["a%20part.model", "a%20part.model"],
      ["100%.model", "100%.model"],
    ] as const) {
      const otherParts = { "_rels/.rels": relation(target), [`3D/${part}`]: model };
      const file = models.threeMf({ resources: "", items: "", otherParts });
      expect((await solidOf(file, "3mf")).volumeCubicMm, target).toBeCloseTo(8000, 3);
    }
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

  test("ignores elements of extensions that have the names of its own", async () => {
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

  test("leaves out items that its build marks as not printable", async () => {
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
    /** One mesh of a cube of 8000 mm³ and twelve triangles with another role, as PrusaSlicer writes it. */
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

    test("is printed without a modifier as an old version wrote it", async () => {
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

    test("is refused with a part of an unknown role", async () => {
      await expect(prusaProject(prusaType("Wormhole"))).rejects.toThrow(failure("unreadable_model"));
      // Every JavaScript object has a property of this name, so it must not be looked up in one.
      await expect(prusaProject(prusaType("constructor"))).rejects.toThrow(failure("unreadable_model"));
    });

    test("is refused when its roles were written for another mesh", async () => {
      await expect(prusaProject(prusaType("SupportBlocker"), 24)).rejects.toThrow(failure("unreadable_model"));
    });
  });

  test("is refused when an extension describes its shape by something other than triangles", async () => {
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
    expect(() => readModelFile(archive(requiring("v")), "3mf")).toThrow(failure("unreadable_model"));
    expect((await solidOf(archive(requiring("p")), "3mf")).volumeCubicMm).toBeCloseTo(8000, 3);
  });

  test("holds nothing when its build is empty", async () => {
    await expect(read({ resources: cubeObject(1), items: "" })).rejects.toThrow(failure("empty_model"));
  });

  test.each([
    ["names an object that does not exist", { resources: cubeObject(1), items: '<item objectid="7"/>' }],
    [
      "names a part that does not exist",
      { resources: cubeObject(1), items: '<item objectid="1" p:path="/none.model"/>' },
    ],
    ["has an unknown unit", { resources: cubeObject(1), items: '<item objectid="1"/>', unit: "furlong" }],
    [
      "has a unit named like a property",
      { resources: cubeObject(1), items: '<item objectid="1"/>', unit: "constructor" },
    ],
    ["is not well-formed", { resources: cubeObject(1), items: '<item objectid="1"' }],
    [
      "has a triangle with a corner that does not exist",
      { resources: cubeObject(1).replace('v1="0"', 'v1="8"'), items: '<item objectid="1"/>' },
    ],
  ])("is unreadable when it %s", async (_what, contents) => {
    expect(() => readModelFile(models.threeMf(contents), "3mf")).toThrow(failure("unreadable_model"));
  });

  test("is unreadable as another kind of archive", () => {
    expect(() => readModelFile(zipSync({ "a.txt": models.bytes("hello") }), "3mf")).toThrow(
      failure("unreadable_model"),
    );
  });

  test("is too complex when its components contain each other in a circle", () => {
    const contents = {
      resources:
        '<object id="1"><components><component objectid="2"/></components></object><object id="2"><components><component objectid="1"/></components></object>',
      items: '<item objectid="1"/>',
    };
    expect(() => readModelFile(models.threeMf(contents), "3mf")).toThrow(failure("model_too_complex"));
  });

  test("is invalid with a transform that is not a number", () => {
    const contents = { resources: cubeObject(1), items: '<item objectid="1" transform="1 0 0 0 1 0 0 0 1 0 0 nan"/>' };
    expect(() => readModelFile(models.threeMf(contents), "3mf")).toThrow(failure("invalid_coordinates"));
  });
});

describe("a PLY", () => {
  const { vertex, face } = models.plyElements(CUBE);
  const text = (shape = CUBE) => new TextDecoder().decode(models.ply(shape));
  const readText = async (file: string) => solidOf(models.bytes(file), "ply");

  test("is too complex with a face of more corners than are triangulated in time", () => {
    const round = (corners: number) =>
      models.prism(
        Array.from({ length: corners }, (_, corner): [number, number] => {
          const turn = (2 * Math.PI * corner) / corners;
          return [20 * Math.cos(turn), 20 * Math.sin(turn)];
        }),
        1,
      );
    const asInt = (corners: number) => {
      const { vertex, face } = models.plyElements(round(corners));
      return models.plyOf([vertex, { ...face, properties: ["list int int vertex_indices"] }]);
    };
    expect(readModelFile(asInt(10_000), "ply").triangles.length).toBeGreaterThan(0);
    expect(() => readModelFile(asInt(10_001), "ply")).toThrow(failure("model_too_complex"));
  });

  describe.each(models.PLY_ENCODINGS)("in %s", (encoding) => {
    const read = async (...elements: models.WrittenPlyElement[]) => solidOf(models.plyOf(elements, encoding), "ply");

    test("may have faces of many corners, concave at one and straight at another", async () => {
      const solid = await solidOf(models.ply(models.letterL(10), encoding), "ply");
      expect(solid.volumeCubicMm).toBeCloseTo(5000, 2);
      expect(solid.dimensionsMm).toEqual({ x: 30, y: 30, z: 10 });
    });

    test.each([
      ["char", "char", "char"],
      ["uchar", "uchar", "uchar"],
      ["short", "short", "short"],
      ["ushort", "ushort", "ushort"],
      ["int", "int", "int"],
      ["uint", "uint", "uint"],
      ["float", "uchar", "int"],
      ["double", "int", "uint"],
      ["int8", "int16", "int32"],
      ["uint8", "uint16", "uint32"],
      ["float32", "int8", "uint8"],
      ["float64", "uint8", "int16"],
    ])("may have points of %s, lengths of %s and corners of %s", async (coordinate, length, corner) => {
      const solid = await read(
        { ...vertex, properties: ["x", "y", "z"].map((axis) => `${coordinate} ${axis}`) },
        { ...face, properties: [`list ${length} ${corner} vertex_index`] },
      );
      expect(solid.dimensionsMm).toEqual({ x: 20, y: 20, z: 20 });
      expect(solid.volumeCubicMm).toBeCloseTo(8000, 3);
    });

    test("may say more of points and faces, and hold other elements before, between and after them", async () => {
      const solid = await read(
        { name: "camera", properties: ["float view_px", "double focus"], rows: [[1, 2]] },
        {
          name: "vertex",
          properties: ["float nx", "double z", "uchar red", "float x", "short y", "list uchar float weights"],
          rows: vertex.rows.map(([x = 0, y = 0, z = 0], index) =>
            index % 2 === 0 ? [0.5, z, 255, x, y, 2, 0.25, 0.75] : [0.5, z, 255, x, y, 0],
          ),
        },
        { name: "edge", properties: ["int vertex1", "int vertex2", "list int short extras"], rows: [[0, 1, 1, 7]] },
        {
          name: "face",
          properties: ["uchar flags", "list uchar int vertex_indices"],
          rows: face.rows.map((row) => [1, ...row]),
        },
        { name: "material", properties: ["list uint uchar name"], rows: [[3, 65, 66, 67]] },
      );
      expect(solid.dimensionsMm).toEqual({ x: 20, y: 20, z: 20 });
      expect(solid.volumeCubicMm).toBeCloseTo(8000, 3);
    });

    test("may have its faces before its points", async () => {
      const edge = { name: "edge", properties: ["int vertex1"], rows: [[0]] };
      expect((await read(edge, face, vertex, edge)).volumeCubicMm).toBeCloseTo(8000, 3);
    });

    test("may have faces of fewer than three corners, which are nothing", async () => {
      const rows = [[0], [1, 0], ...face.rows, [2, 6, 7]];
      expect((await read(vertex, { ...face, rows })).volumeCubicMm).toBeCloseTo(8000, 3);
    });

    test("may end in empty lines", async () => {
      const file = new Uint8Array([...models.ply(CUBE, encoding), 13, 10, 10]);
      expect((await solidOf(file, "ply")).volumeCubicMm).toBeCloseTo(8000, 3);
    });

    test("may have lines that end in carriage returns, with line feeds or alone", async () => {
      const file = models.ply(CUBE, encoding);
      const bodyAt = new TextDecoder("latin1").decode(file).indexOf("end_header\n") + "end_header\n".length;
      const header = new TextDecoder().decode(file.subarray(0, bodyAt));
      for (const lineEnd of ["\r\n", "\r"]) {
        const changed = new Uint8Array([...models.bytes(header.replaceAll("\n", lineEnd)), ...file.subarray(bodyAt)]);
        expect((await solidOf(changed, "ply")).volumeCubicMm, JSON.stringify(lineEnd)).toBeCloseTo(8000, 3);
      }
    });

    test.each([
      ["no points", [face]],
      ["points without a height", [{ ...vertex, properties: ["float x", "float y", "float nz"] }, face]],
      ["points with two heights", [{ ...vertex, properties: ["float x", "float y", "float z", "float z"] }, face]],
      [
        "points whose height is a list",
        [{ ...vertex, properties: ["float x", "float y", "list uchar float z"] }, face],
      ],
      ["points in two places", [vertex, face, vertex]],
      ["faces in two places", [vertex, face, face]],
      ["faces without a list of corners", [vertex, { ...face, properties: ["list uchar int texcoord"] }]],
      ["corners that are no whole numbers", [vertex, { ...face, properties: ["list uchar float vertex_indices"] }]],
      ["lengths that are no whole numbers", [vertex, { ...face, properties: ["list float int vertex_indices"] }]],
      ["fewer faces than it says", [vertex, { ...face, statedCount: 7 }]],
      ["more faces than it says", [vertex, { ...face, statedCount: 5 }]],
      ["no number of faces", [vertex, { ...face, statedCount: "six" }]],
    ])("is unreadable with %s", async (_what, elements) => {
      await expect(read(...elements)).rejects.toThrow(failure("unreadable_model"));
    });
  });

  test.each([
    ["another encoding", "format ascii", "format morse"],
    ["no encoding", "format ascii 1.0\n", ""],
    ["an unknown type", "float x", "quaternion x"],
    ["a type named like a property", "float x", "constructor x"],
    ["a property without a name", "float x", "float"],
    ["a list without a name", "int vertex_indices", "vertex_indices"],
    ["a property of no element", "element vertex 8\n", ""],
    ["an unknown statement", "comment", "command"],
    ["no end of its header", "end_header", "comment"],
    ["another beginning", "ply", "plywood"],
  ])("is unreadable with %s", async (_what, found, replaced) => {
    await expect(readText(text().replace(found, replaced))).rejects.toThrow(failure("unreadable_model"));
  });

  test("is unreadable with words for numbers, and invalid with the words by which C prints NaN and infinity", async () => {
    const withFirst = (word: string) => text().replace("end_header\n0", `end_header\n${word}`);
    await expect(readText(withFirst("zero"))).rejects.toThrow(failure("unreadable_model"));
    for (const word of ["nan", "-nan(ind)", "inf", "1e999"]) {
      await expect(readText(withFirst(word)), word).rejects.toThrow(failure("invalid_coordinates"));
    }
  });

  test.each(["1.5", "-1", "8", "nan", "x"])("is unreadable when a face names corner %s", async (corner) => {
    await expect(readText(text().replace("4 0 3 2 1", `4 0 3 2 ${corner}`))).rejects.toThrow(
      failure("unreadable_model"),
    );
  });

  test("may be text of any length, its numbers divided anywhere", async () => {
    const fine = models.sphere(10, 100);
    const solid = await readText(text(fine));
    expect(text(fine).length).toBeGreaterThan(3 * 64 * 1024);
    expect(solid.volumeCubicMm).toBeCloseTo((await solidOf(models.obj(fine), "obj")).volumeCubicMm, 6);
  });

  test("is unreadable with a number longer than any, after which the file goes on", async () => {
    const long = text().replace("end_header\n0", `end_header\n${"0".repeat(200_000)}`);
    await expect(readText(long)).rejects.toThrow(failure("unreadable_model"));
  });
});

test("a mesh has a bounded number of triangles", () => {
  const mesh = new MeshBuilder();
  mesh.addCorner(0, 0, 0);
  for (let triangle = 0; triangle < MAX_TRIANGLES; triangle++) mesh.addTriangle(0, 0, 0);
  expect(() => mesh.addTriangle(0, 0, 0)).toThrow(failure("model_too_complex"));
});
