// The warning of several colours: the different filaments and colours that a 3MF names for its printed parts.

import { describe, expect, test } from "vitest";
import * as models from "../../../../harness/models.ts";
import { readModelFile } from "../../../../slicer-service/engine/mesh/read/read-model.ts";

/** The number of colours that the file is warned of; 0 without the warning. */
function colours(contents: models.ThreeMfContents): number {
  const { warnings = [] } = readModelFile(models.threeMf(contents), "3mf");
  const counts = warnings.flatMap((warning) => (warning.code === "several_colours" ? [warning.count] : []));
  expect(counts.length).toBeLessThanOrEqual(1);
  return counts[0] ?? 0;
}

const at = (x: number): models.Shape => models.box([x, 0, 0], [x + 10, 10, 10]);
const parts = (...filaments: readonly (number | undefined)[]): models.ColouredPart[] =>
  filaments.map((filament, index) => ({ shape: at(20 * index), ...(filament !== undefined && { filament }) }));

const WHITE = { colour: "#FFFFFF", type: "PLA" };
const RED = { colour: "#FF0000", type: "PLA" };

describe.each([
  [
    "PrusaSlicer",
    models.prusaProject,
    { part: "ModelPart", modifier: "ParameterModifier", negative: "NegativeVolume" },
  ],
  ["Bambu Studio", models.bambuProject, { part: "normal_part", modifier: "modifier_part", negative: "negative_part" }],
] as const)("a project of %s", (_slicer, project, roles) => {
  test("is warned of with the number of different filaments that its parts name", () => {
    expect(colours(project({ parts: parts(1, 2) }))).toBe(2);
    expect(colours(project({ parts: parts(2, 5, 2, 3) }))).toBe(3);
  });

  test("is of one colour if all its parts name the same filament, whichever it is", () => {
    expect(colours(project({ parts: parts(2, 2) }))).toBe(0);
    expect(colours(project({ parts: parts(undefined, undefined) }))).toBe(0);
  });

  test("gives parts that name none, or 0, the filament of their object, and else the first", () => {
    expect(colours(project({ parts: parts(2, undefined, 0), filament: 2 }))).toBe(0);
    expect(colours(project({ parts: parts(2, undefined), filament: 3 }))).toBe(2);
    expect(colours(project({ parts: parts(2, undefined) }))).toBe(2);
    expect(colours(project({ parts: parts(1, undefined) }))).toBe(0);
  });

  test("counts printed parts only", () => {
    const others = [roles.modifier, roles.negative].map((role, index) => ({ shape: at(5), role, filament: 2 + index }));
    expect(colours(project({ parts: [...parts(1), ...others] }))).toBe(0);
    expect(colours(project({ parts: [...parts(1, 4), ...others] }))).toBe(2);
  });

  test("counts filaments of one colour and one type once", () => {
    const filaments = [WHITE, RED, { ...WHITE, colour: "#ffffff" }, { ...RED, type: "PETG" }];
    expect(colours(project({ parts: parts(1, 3), filaments }))).toBe(0);
    expect(colours(project({ parts: parts(1, 2, 3), filaments }))).toBe(2);
    expect(colours(project({ parts: parts(2, 4), filaments }))).toBe(2);
  });

  test("takes a number beyond its filaments for the first, as its slicer does", () => {
    expect(colours(project({ parts: parts(1, 2), filaments: [WHITE] }))).toBe(0);
    expect(colours(project({ parts: parts(2, 3), filaments: [WHITE, RED] }))).toBe(2);
  });

  test("counts the filaments of painted triangles, and the part's own only if a place is unpainted", () => {
    const painted = (paint: readonly string[], filament = 1) =>
      colours(project({ parts: [{ shape: at(0), paint, filament }] }));
    const all = (paint: string) => Array.from({ length: 12 }, () => paint);
    expect(painted(["8"])).toBe(2);
    expect(painted(["4"])).toBe(0);
    expect(painted(all("8"))).toBe(0);
    expect(painted(["4", ...all("8").slice(1)], 3)).toBe(2);
    // The third filament, the sixteenth, and OrcaSlicer's eighteenth.
    expect(painted(["0C", "DC", "0FC"])).toBe(4);
    expect(painted(["0C"], 3)).toBe(0);
    // A triangle split in two: one half of the second filament, one unpainted.
    expect(painted(all("081"))).toBe(2);
    expect(painted(all("481"), 5)).toBe(2);
    expect(painted(all("881"), 5)).toBe(0);
  });

  test("leaves the paint of modifiers out", () => {
    const modifier = { shape: at(5), role: roles.modifier, paint: ["8"] };
    expect(colours(project({ parts: [modifier, ...parts(1)] }))).toBe(0);
    expect(colours(project({ parts: [...parts(1), { ...modifier, role: roles.part }] }))).toBe(2);
  });

  test("is read also if its settings are no list of filaments", () => {
    const contents = project({ parts: parts(1, 2), filaments: [WHITE, RED] });
    const settings = Object.keys(contents.otherParts ?? {}).find((path) => /Slic3r_PE\.config|project_set/.test(path));
    for (const written of ["", "{", '{"filament_colour": 5, "filament_type": [', "; filament_type = "]) {
      expect(colours({ ...contents, otherParts: { ...contents.otherParts, [settings ?? ""]: written } })).toBe(2);
    }
  });
});

describe("a project's objects", () => {
  const PROJECT = {
    resources: [1, 2].map((id) => `<object id="${id}">${models.meshXml(at(0))}</object>`).join(""),
    items: '<item objectid="1"/><item objectid="2" transform="1 0 0 0 1 0 0 0 1 900 0 0"/>',
  };
  const instance = (id: number) =>
    `<plate><model_instance><metadata key="object_id" value="${id}"/><metadata key="instance_id" value="0"/></model_instance></plate>`;
  const object = (id: number, filament: number) =>
    `<object id="${id}"><metadata key="extruder" value="${filament}"/><part id="${id}" subtype="normal_part"/></object>`;
  const withPlates = (...plates: readonly number[]) => ({
    ...PROJECT,
    otherParts: {
      "Metadata/model_settings.config": `<config>${object(1, 1)}${object(2, 2)}${plates.map(instance).join("")}</config>`,
    },
  });

  test("of different filaments are several colours also if they are printed apart", () => {
    expect(colours(withPlates(1, 2))).toBe(2);
  });

  test("that are not printed name no filament", () => {
    expect(colours(withPlates(1))).toBe(0);
    const config = [1, 2].map((id) => `<object id="${id}"><metadata key="extruder" value="${id}"/></object>`);
    const prusa = (settings: string) => ({
      ...PROJECT,
      otherParts: {
        "Metadata/Slic3r_PE_model.config": `<config>${config.join("")}</config>`,
        "Metadata/Slic3r_PE.config": settings,
      },
    });
    expect(colours(prusa(""))).toBe(2);
    // On the second bed, and beside all.
    expect(colours(prusa("; bed_shape = 0x0,500x0,500x500,0x500\n"))).toBe(2);
    expect(colours(prusa("; bed_shape = 0x0,20x0,20x20,0x20\n"))).toBe(0);
  });
});

describe("a file of no slicer", () => {
  const MATERIAL = 'xmlns:m="http://schemas.microsoft.com/3dmanufacturing/material/2015/02"';
  const groups =
    `<m:colorgroup ${MATERIAL} id="5"><m:color color="#FF0000"/><m:color color="#00ff00ff"/><m:color color="#00FF00"/></m:colorgroup>` +
    '<basematerials id="6"><base name="White" displaycolor="#FFFFFF"/><base name="Snow" displaycolor="#FFFFFFFF"/><base name="Red" displaycolor="#FF0000"/></basematerials>' +
    `<m:texture2dgroup ${MATERIAL} id="7" texid="8"><m:tex2coord u="0" v="0"/><m:tex2coord u="1" v="1"/></m:texture2dgroup>`;
  /** Two cubes with attributes of each object, and of the first's first triangle. */
  const file = (first: string, second: string, triangle = "", further = {}) => ({
    resources:
      `${groups}<object id="1" ${first}>${models.meshXml(at(0)).replace("<triangle ", `<triangle ${triangle} `)}</object>` +
      `<object id="2" ${second}>${models.meshXml(at(20))}</object>`,
    items: '<item objectid="1"/><item objectid="2"/>',
    ...further,
  });

  test("is warned of if its objects or triangles name several colours", () => {
    expect(colours(file('pid="5" pindex="0"', 'pid="5" pindex="1"'))).toBe(2);
    expect(colours(file('pid="6" pindex="0"', 'pid="6" pindex="2"'))).toBe(2);
    expect(colours(file('pid="5" pindex="0"', "", 'p1="1"'))).toBe(2);
    expect(colours(file("", "", 'pid="5" p1="0" p2="1" p3="2"'))).toBe(2);
    expect(colours(file('pid="6" pindex="0"', 'pid="5" pindex="1"', 'pid="5" p1="0"'))).toBe(3);
  });

  test("is of one colour if it names one, however it is written, and in whichever group", () => {
    expect(colours(file('pid="5" pindex="1"', 'pid="5" pindex="2"'))).toBe(0);
    expect(colours(file('pid="6" pindex="0"', 'pid="6" pindex="1"'))).toBe(0);
    expect(colours(file('pid="5" pindex="0"', 'pid="6" pindex="2"'))).toBe(0);
    expect(colours(file('pid="5" pindex="0"', ""))).toBe(0);
    expect(colours(file("", ""))).toBe(0);
  });

  test("names no colour by a texture, or by a place that no group has", () => {
    expect(colours(file('pid="7" pindex="0"', 'pid="7" pindex="1"'))).toBe(0);
    expect(colours(file('pid="5" pindex="9"', 'pid="4" pindex="0"', 'pid="5" p1="0"'))).toBe(0);
  });

  test("leaves its colours out if a slicer's project names the filaments", () => {
    const otherParts = { "Metadata/model_settings.config": "<config/>" };
    expect(colours(file('pid="5" pindex="0"', 'pid="5" pindex="1"', "", { otherParts }))).toBe(0);
  });
});
