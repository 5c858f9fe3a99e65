// Models of every kind that a customer may upload, sound to malicious, and the required end of each slice.
//
// The tests assert the end; bench/models.ts measures time and memory.

import { MAX_TRIANGLES } from "../../slicer-service/engine/mesh/triangle-mesh.ts";
import type { MeshStep } from "../../slicer-service/engine/mesh-watch.ts";
import { MODEL_FORMATS } from "../../slicer-service/src/contract/model-formats.ts";
import type { ModelFailureCode } from "../../slicer-service/src/contract/slices.ts";
import * as models from "../models.ts";
import { archive, PACKAGE } from "./handmade-zip.ts";
import type { HostileModel } from "./hostile-model.ts";
import { HOSTILE_STEP } from "./hostile-step.ts";

const CUBE = models.cube(20);
const ONE_CUBE = models.oneObject(CUBE);
const CUBE_OBJECT = ONE_CUBE.resources;

const done = (solidCubicMm?: number) =>
  solidCubicMm === undefined ? ({ status: "done" } as const) : ({ status: "done", solidCubicMm } as const);
const failed = (code: ModelFailureCode, says?: string) =>
  says === undefined ? ({ status: "failed", code } as const) : ({ status: "failed", code, says } as const);

const TOO_COMPLEX = failed("model_too_complex");

const stl = (name: string, shape: () => models.Shape, ends: HostileModel["ends"]): HostileModel => ({
  name: `STL, ${name}`,
  format: "stl",
  make: () => models.binaryStl(shape()),
  ends,
});
const threeMf = (name: string, contents: () => models.ThreeMfContents, ends: HostileModel["ends"]): HostileModel => ({
  name: `3MF, ${name}`,
  format: "3mf",
  make: () => models.threeMf(contents()),
  ends,
});

const CUBE_PLY = models.plyElements(CUBE);
/** A refused PLY of these elements in every encoding. */
const refusedPly = (
  name: string,
  elements: readonly models.WrittenPlyElement[],
  code: ModelFailureCode,
  says?: string,
): HostileModel[] =>
  models.PLY_ENCODINGS.map((encoding) => ({
    name: `PLY, ${encoding}, ${name}`,
    format: "ply",
    make: () => models.plyOf(elements, encoding),
    ends: failed(code, says),
  }));

/** PLY files that are refused, in every encoding. */
export const REFUSED_PLY: readonly HostileModel[] = [
  ...refusedPly("points without faces", [CUBE_PLY.vertex], "empty_model"),
  ...refusedPly(
    "more points than there are",
    [{ ...CUBE_PLY.vertex, statedCount: 9 }, CUBE_PLY.face],
    "unreadable_model",
  ),
  ...refusedPly(
    "fewer faces than there are",
    [CUBE_PLY.vertex, { ...CUBE_PLY.face, statedCount: 5 }],
    "unreadable_model",
  ),
  ...refusedPly("billions of points", [{ ...CUBE_PLY.vertex, statedCount: 4e9 }, CUBE_PLY.face], "unreadable_model"),
  ...refusedPly("a negative count", [CUBE_PLY.vertex, { ...CUBE_PLY.face, statedCount: -1 }], "unreadable_model"),
  ...refusedPly(
    "a count beyond all numbers",
    [CUBE_PLY.vertex, { ...CUBE_PLY.face, statedCount: "9".repeat(400) }],
    "unreadable_model",
  ),
  ...refusedPly(
    "quadrillions of elements without properties",
    [CUBE_PLY.vertex, { name: "nothing", properties: [], rows: [], statedCount: Number.MAX_SAFE_INTEGER }],
    "empty_model",
  ),
  ...refusedPly("a list longer than the file", [CUBE_PLY.vertex, faceList("uint", [4e9, 0, 1, 2])], "unreadable_model"),
  ...refusedPly("a list of negative length", [CUBE_PLY.vertex, faceList("int", [-1, 0, 1, 2])], "unreadable_model"),
  ...refusedPly("a corner beyond the last", [CUBE_PLY.vertex, faceList("uchar", [3, 0, 1, 8])], "unreadable_model"),
  ...refusedPly("a negative corner", [CUBE_PLY.vertex, faceList("uchar", [3, 0, 1, -1])], "unreadable_model"),
  ...refusedPly("a corner that is not a number", plyWithFirstPoint([Number.NaN, 0, 0]), "invalid_coordinates"),
  ...refusedPly("a corner at infinity", plyWithFirstPoint([0, 0, Infinity]), "invalid_coordinates"),
  ...refusedPly(
    "strips of triangles",
    [CUBE_PLY.vertex, { name: "tristrips", properties: ["list int int vertex_indices"], rows: [[3, 0, 1, 2]] }],
    "unreadable_model",
    "strips of triangles",
  ),
];

/** Five corners, drawn again and again. */
function pentagram(corners: number): models.Point[] {
  return Array.from({ length: corners }, (_, corner) => {
    const angle = (4 * Math.PI * (corner % 5)) / 5;
    return [50 * Math.cos(angle), 50 * Math.sin(angle), 0];
  });
}

/** The file that the commands named in these models would create if one were ever run. */
export const COMMAND_TRACE = "a-model-ran-a-command";

const STAR_OUTLINE = [0, 2, 4, 1, 3].map((tip): [number, number] => [
  20 * Math.cos((2 * Math.PI * tip) / 5),
  20 * Math.sin((2 * Math.PI * tip) / 5),
]);

const SOUND: readonly HostileModel[] = [
  { name: "STL, binary", format: "stl", make: () => models.binaryStl(CUBE), ends: done(8000) },
  { name: "STL, ASCII", format: "stl", make: () => models.asciiStl(CUBE), ends: done(8000) },
  {
    name: 'STL, binary with a header that begins with "solid"',
    format: "stl",
    make: () => models.binaryStl(CUBE, "solid cube"),
    ends: done(8000),
  },
  {
    name: "OBJ, faces of eight corners",
    format: "obj",
    make: () => models.obj(models.letterL(10)),
    ends: done(5000),
  },
  ...models.PLY_ENCODINGS.map(
    (encoding): HostileModel => ({
      name: `PLY, ${encoding}, faces of eight corners`,
      format: "ply",
      make: () => models.ply(models.letterL(10), encoding),
      ends: done(5000),
    }),
  ),
  threeMf(
    "components with transforms",
    () => ({
      resources: `${CUBE_OBJECT}<object id="2"><components><component objectid="1"/><component objectid="1" transform="1 0 0 0 1 0 0 0 1 30 0 0"/></components></object>`,
      items: '<item objectid="2" transform="0 1 0 -1 0 0 0 0 1 7 7 7"/>',
    }),
    done(16_000),
  ),
  threeMf(
    "several objects, in inches",
    () => ({
      resources: `<object id="1">${models.meshXml(models.cube(1))}</object>`,
      items: '<item objectid="1"/><item objectid="1" transform="1 0 0 0 1 0 0 0 1 2 0 0"/>',
      unit: "inch",
    }),
    done(2 * 25.4 ** 3),
  ),
  threeMf(
    "a project with settings that name a command",
    () => ({
      ...ONE_CUBE,
      otherParts: {
        "Metadata/Slic3r_PE.config": `; post_process = touch ${COMMAND_TRACE}\n; layer_height = 9\n`,
        "Metadata/project_settings.config": `{"post_process": ["touch ${COMMAND_TRACE}"]}`,
        "Metadata/Slic3r_PE_model.config": `<config><object id="1"><metadata type="object" key="post_process" value="touch ${COMMAND_TRACE}"/></object></config>`,
      },
    }),
    done(8000),
  ),
  threeMf(
    "a project with a modifier and a support blocker",
    () => ({
      ...models.oneObject(models.together(CUBE, models.box([30, 0, 0], [90, 60, 60]))),
      otherParts: {
        "Metadata/Slic3r_PE_model.config":
          '<config><object id="1"><volume firstid="0" lastid="11"><metadata type="volume" key="volume_type" value="ModelPart"/></volume><volume firstid="12" lastid="23"><metadata type="volume" key="volume_type" value="SupportBlocker"/></volume></object></config>',
      },
    }),
    done(8000),
  ),
  threeMf(
    "part names that lead out of the archive",
    () => ({
      ...ONE_CUBE,
      otherParts: Object.fromEntries(
        [`../../../../../../tmp/${COMMAND_TRACE}.model`, `/${COMMAND_TRACE}.model`, `C:\\${COMMAND_TRACE}.model`].map(
          (path) => [path, models.modelXml(ONE_CUBE)],
        ),
      ),
    }),
    done(8000),
  ),
  threeMf(
    "names full of shell characters",
    () => ({
      resources: CUBE_OBJECT.replace(
        "<object",
        `<object name="$(touch ${COMMAND_TRACE}); \`touch ${COMMAND_TRACE}\` | &amp;"`,
      ),
      items: '<item objectid="1"/>',
      otherParts: { [`3D/$(touch ${COMMAND_TRACE});.model`]: models.modelXml(ONE_CUBE) },
    }),
    done(8000),
  ),
];

const REPAIRED: readonly HostileModel[] = [
  threeMf("99,990 items at one place, each printed", () => tetrahedra(99_990, 0), done((99_990 * 4000) / 3)),
  threeMf("components nested to billions of copies at one place", () => nestedCopies(() => 0), done(8000)),
  stl(
    "a body drawn 10,000 times at one place",
    () => models.together(...Array.from({ length: 10_000 }, () => CUBE)),
    done(8000),
  ),
  stl(
    "a body drawn twice beside one that shares its floor",
    () => models.together(CUBE, CUBE, models.box([0, 0, 0], [20, 20, 30])),
    done(12_000),
  ),
  stl("one of a cube's 12 triangles missing", () => models.withoutLastTriangle(CUBE), done(8000)),
  stl("a ball with a pinhole", () => models.withoutFaces(models.sphere(10, 60), 1), done()),
  stl("one triangle turned over", () => models.withFlipped(CUBE, (face) => face === 0), done(8000)),
  stl("every third triangle turned over", () => models.withFlipped(CUBE, (face) => face % 3 === 0), done(8000)),
  stl("inside out", () => models.insideOut(CUBE), done(8000)),
  stl("bodies that overlap", () => models.together(CUBE, models.box([10, 0, 0], [30, 20, 20])), done(12_000)),
  stl("a surface that crosses itself", () => models.prism(STAR_OUTLINE, 10), done()),
];

const REFUSED: readonly HostileModel[] = [
  { name: "an empty file", format: "stl", make: () => models.bytes(""), ends: failed("empty_model") },
  {
    name: "STL, without triangles",
    format: "stl",
    make: () => models.bytes("solid nothing\nendsolid nothing\n"),
    ends: failed("empty_model"),
  },
  threeMf("an empty build", () => ({ ...ONE_CUBE, items: "" }), failed("empty_model")),
  {
    name: "STL, cut off",
    format: "stl",
    make: () => models.binaryStl(CUBE).slice(0, -30),
    ends: failed("unreadable_model"),
  },
  {
    name: "STL, ASCII cut off",
    format: "stl",
    make: () => models.asciiStl(CUBE).slice(0, -150),
    ends: failed("unreadable_model"),
  },
  {
    name: "3MF, cut off",
    format: "3mf",
    make: () => models.threeMf(ONE_CUBE).slice(0, -30),
    ends: failed("unreadable_model"),
  },
  {
    name: "PLY, cut off",
    format: "ply",
    make: () => models.ply(CUBE, "binary_little_endian").slice(0, -30),
    ends: failed("unreadable_model"),
  },
  {
    name: "PLY, ASCII cut off",
    format: "ply",
    make: () => models.ply(CUBE).slice(0, -30),
    ends: failed("unreadable_model"),
  },
  {
    name: "PLY, a header without an end",
    format: "ply",
    make: () => models.bytes(`ply\nformat ascii 1.0\n${"comment and so on\n".repeat(1_000_000)}`),
    ends: failed("unreadable_model"),
  },
  // Reading is the same for every slicer, so the engine gets those that aim at its memory or time; the reader's test has all.
  ...REFUSED_PLY.filter(({ name }) => /ascii.*(billions|quadrillions|longer than)/.test(name)),
  {
    name: "PLY, a face of ten million corners",
    format: "ply",
    make: () => {
      const opening = models.plyOf([CUBE_PLY.vertex, faceList("uint", [10_000_000])], "binary_little_endian");
      // All its corners are the first point: zeros, four bytes each.
      const file = new Uint8Array(opening.length + 4 * 10_000_000);
      file.set(opening);
      return file;
    },
    ends: failed("model_too_complex"),
  },
  ...MODEL_FORMATS.map(
    ({ format }): HostileModel => ({
      name: `random bytes as ${format.toUpperCase()}`,
      format,
      make: () => randomBytes(100_000),
      ends: failed("unreadable_model"),
    }),
  ),
  stl("a corner that is not a number", () => withFirstPoint([Number.NaN, 0, 0]), failed("invalid_coordinates")),
  stl("a corner at infinity", () => withFirstPoint([0, Infinity, 0]), failed("invalid_coordinates")),
  {
    name: "OBJ, a corner beyond the largest number",
    format: "obj",
    make: () => models.obj({ ...CUBE, points: [[0, 0, 1e308 * 10], ...CUBE.points.slice(1)] }),
    ends: failed("invalid_coordinates"),
  },
  stl("a cube without its lid", () => models.withoutFaces(CUBE, 1), failed("open_mesh", "a hole of 20 × 20 × 0 mm")),
  stl("a ball with a large hole", () => models.withoutFaces(models.sphere(10, 8), 20), failed("open_mesh")),
  {
    name: "OBJ, a face of 200,000 corners that crosses itself",
    format: "obj",
    make: () => models.obj({ points: pentagram(200_000), faces: [Array.from(Array(200_000).keys())] }),
    ends: failed("model_too_complex", "crosses itself"),
  },
  stl("loose triangles", () => models.looseTriangles(100), failed("open_mesh")),
  stl("a sheet without thickness", () => models.box([0, 0, 0], [20, 20, 0]), failed("open_mesh")),
  stl("a Klein bottle, without an inside", () => models.kleinBottle(24), failed("open_mesh", "turns over into itself")),
  stl(
    "drawn in inches",
    () => models.cube(2),
    failed("model_too_small", "in inches it would be 50.8 × 50.8 × 50.8 mm"),
  ),
  stl(
    "drawn in metres",
    () => models.box([0, 0, 0], [0.08, 0.05, 0.02]),
    failed("model_too_small", "in metres it would be 80 × 50 × 20 mm"),
  ),
  stl(
    "drawn in micrometres",
    () => models.box([0, 0, 0], [80_000, 50_000, 20_000]),
    failed("model_too_large", "in micrometres it would be 80 × 50 × 20 mm"),
  ),
  stl(
    "larger than every printer",
    () => models.cube(1001),
    failed("model_too_large", "1001 × 1001 × 1001 mm; the longest side may be 1000 mm"),
  ),
  stl(
    "two parts a metre apart",
    () => models.together(CUBE, models.box([1020, 0, 0], [1040, 20, 20])),
    failed("model_too_large", "one by one"),
  ),
  threeMf(
    "a negative part",
    () => ({
      resources: `${CUBE_OBJECT}<object id="2" type="model">${models.meshXml(models.cube(5))}</object><object id="3"><components><component objectid="1"/><component objectid="2"/></components></object>`,
      items: '<item objectid="3"/>',
      otherParts: {
        "Metadata/model_settings.config":
          '<config><object id="3"><part id="1" subtype="normal_part"/><part id="2" subtype="negative_part"/></object></config>',
      },
    }),
    done(8000 - 125),
  ),
  threeMf(
    "components that contain each other",
    () => ({
      resources:
        '<object id="1"><components><component objectid="2"/></components></object><object id="2"><components><component objectid="1"/></components></object>',
      items: '<item objectid="1"/>',
    }),
    failed("model_too_complex"),
  ),
  threeMf(
    "99,990 items of a ball, each elsewhere",
    () => ({
      resources: `<object id="1">${models.meshXml(models.sphere(10, 20))}</object>`,
      items: Array.from(
        { length: 99_990 },
        (_, copy) => `<item objectid="1" transform="1 0 0 0 1 0 0 0 1 ${copy / 1000} 0 0"/>`,
      ).join(""),
    }),
    failed("model_too_complex"),
  ),
  threeMf(
    "300,000 objects of nothing",
    () => ({ resources: Array.from({ length: 300_000 }, (_, id) => `<object id="${id}"/>`).join(""), items: "" }),
    failed("model_too_complex"),
  ),
  threeMf(
    "components nested to billions of copies",
    () => nestedCopies((copy, level) => copy / 8 ** level),
    failed("model_too_complex"),
  ),
  {
    name: "3MF, XML entities that multiply",
    format: "3mf",
    make: () =>
      archive([
        ...PACKAGE,
        {
          name: "3D/3dmodel.model",
          text: `<!DOCTYPE m [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><model>&b;</model>`,
        },
      ]),
    ends: failed("unreadable_model"),
  },
  {
    name: "3MF, a zip bomb that states its size",
    format: "3mf",
    make: () => archive([...PACKAGE, { name: "3D/3dmodel.model", text: " ", repeated: 600 * 2 ** 20 }]),
    ends: failed("model_too_complex"),
  },
  {
    name: "3MF, a zip bomb that understates its size",
    format: "3mf",
    make: () =>
      archive([...PACKAGE, { name: "3D/3dmodel.model", text: " ", repeated: 600 * 2 ** 20, statedSize: 1000 }]),
    ends: failed("unreadable_model"),
  },
  {
    name: "3MF, a zip bomb of entries that share their bytes",
    format: "3mf",
    make: () =>
      archive([
        ...PACKAGE,
        {
          name: "3D/0.model",
          text: " ",
          repeated: 100 * 2 ** 20,
          before: "<model>",
          after: `${ONE_CUBE.resources}</model>`,
        },
        ...Array.from({ length: 9 }, (_, copy) => ({ name: `3D/${copy + 1}.model`, sharesBytesOf: "3D/0.model" })),
        {
          name: "3D/3dmodel.model",
          text: models.modelXml({
            resources: "",
            items: Array.from({ length: 10 }, (_, copy) => `<item objectid="1" p:path="/3D/${copy}.model"/>`).join(""),
          }),
        },
      ]),
    ends: failed("model_too_complex"),
  },
  {
    name: "3MF, ten million triangles",
    format: "3mf",
    make: () =>
      archive([
        ...PACKAGE,
        {
          name: "3D/3dmodel.model",
          text: '<triangle v1="0" v2="1" v3="2"/>',
          repeated: 10_000_000,
          before:
            '<model xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02"><resources><object id="1"><mesh><vertices><vertex x="0" y="0" z="0"/><vertex x="9" y="0" z="0"/><vertex x="0" y="9" z="0"/></vertices><triangles>',
          after: '</triangles></mesh></object></resources><build><item objectid="1"/></build></model>',
        },
      ]),
    ends: failed("model_too_complex"),
  },
  threeMf("20,000 items a ten-thousandth of a millimetre apart", () => tetrahedra(20_000, 0.0001), TOO_COMPLEX),
  {
    name: "STL, ten million triangles",
    format: "stl",
    make: () => models.fineBall(20, 10_000_000),
    ends: failed("model_too_complex"),
  },
];

/**
 * Models that only the budget of work on the mesh ends: their work grows with the square of their size or worse, even for sound
 * ones. `endsIn` is the step in which each uses the budget up.
 */
export const EXHAUSTING_MODELS: readonly (HostileModel & { readonly endsIn: MeshStep })[] = [
  {
    ...stl("10,000 bars that cross", () => models.crossingBars(58), TOO_COMPLEX),
    endsIn: "joining",
  },
  {
    name: "OBJ, faces of 10,000 corners that cross themselves",
    format: "obj",
    make: () => {
      const corners = Array.from(Array(10_000).keys());
      return models.obj({ points: pentagram(10_000), faces: [corners, corners, corners, corners] });
    },
    ends: TOO_COMPLEX,
    endsIn: "reading",
  },
];

/** Sound models as large as an upload or the engine allows. They take minutes: only the bench and the container's test slice them. */
export const LARGE_MODELS: readonly HostileModel[] = [
  {
    name: "STL of 50 MB, a ball",
    format: "stl",
    make: () => models.fineBall(20, 1_040_000),
    ends: done(),
  },
  {
    name: "STL, a ball of the most triangles allowed",
    format: "stl",
    make: () => models.fineBall(20, MAX_TRIANGLES * 0.99),
    ends: done(),
  },
  {
    name: "STL, the most triangles allowed, in two balls that overlap",
    format: "stl",
    make: () => models.fineTwins(20, MAX_TRIANGLES * 0.99),
    ends: done(),
  },
];

/**
 * The largest of these files is above the limit of uploads: ENGINE_MAX_MODEL_BYTES for an engine that is to read it.
 */
export const MAX_HOSTILE_BYTES = 512 * 1024 * 1024;

export const HOSTILE_MODELS: readonly HostileModel[] = [...SOUND, ...REPAIRED, ...REFUSED, ...HOSTILE_STEP];

/** A cube in 15 levels of components, each of which has the one below 8 times. `shift` is the distance of each copy along X. */
function nestedCopies(shift: (copy: number, level: number) => number): models.ThreeMfContents {
  const component = (level: number, copy: number) =>
    `<component objectid="${level + 1}" transform="1 0 0 0 1 0 0 0 1 ${shift(copy, level)} 0 0"/>`;
  const levels = Array.from({ length: 15 }, (_, level) => {
    const components = Array.from({ length: 8 }, (_, copy) => component(level, copy)).join("");
    return `<object id="${level + 2}"><components>${components}</components></object>`;
  });
  return { resources: `${CUBE_OBJECT}${levels.join("")}`, items: '<item objectid="16"/>' };
}

/** Tetrahedra of 1333 mm³ each, `stepMm` apart along X. */
function tetrahedra(count: number, stepMm: number): models.ThreeMfContents {
  const item = (copy: number) => `<item objectid="1" transform="1 0 0 0 1 0 0 0 1 ${copy * stepMm} 0 0"/>`;
  return {
    resources: `<object id="1">${models.meshXml(models.TETRAHEDRON)}</object>`,
    items: Array.from({ length: count }, (_, copy) => item(copy)).join(""),
  };
}

function withFirstPoint(point: models.Point): models.Shape {
  return { ...CUBE, points: [point, ...CUBE.points.slice(1)] };
}

/** A PLY's faces: one list, whose length is its first number. */
function faceList(lengthType: string, list: readonly number[]): models.WrittenPlyElement {
  return { name: "face", properties: [`list ${lengthType} int vertex_indices`], rows: [list] };
}

function plyWithFirstPoint(point: models.Point): readonly models.WrittenPlyElement[] {
  return Object.values(models.plyElements(withFirstPoint(point)));
}

/** Bytes of a linear congruential generator: the same on every run. */
function randomBytes(length: number): Uint8Array<ArrayBuffer> {
  let state = 1;
  return new Uint8Array(length).map(() => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 24;
  });
}
