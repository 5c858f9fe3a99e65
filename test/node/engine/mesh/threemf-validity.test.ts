// 3MF files that the format forbids, or that extensions describe: refused with a reason, and never priced in part.

import { expect, test } from "vitest";
import { PACKAGE_PARTS } from "../../../../harness/models/threemf.ts";
import * as models from "../../../../harness/models.ts";
import { readModelFile } from "../../../../slicer-service/engine/mesh/read/read-model.ts";
import { ModelFailure } from "../../../../slicer-service/engine/model-failure.ts";

const CUBE = models.oneObject(models.cube(10));
const MODEL = "3D/3dmodel.model";

/** The reason of the refusal; undefined if the file is read. */
async function refusal(contents: models.ThreeMfContents): Promise<{ code: string; message: string } | undefined> {
  try {
    await readModelFile(models.threeMf(contents), "3mf");
    return undefined;
  } catch (error) {
    if (error instanceof ModelFailure) return { code: error.code, message: error.message };
    throw error;
  }
}

/** The cube with a changed document. */
const changed = (change: (xml: string) => string): models.ThreeMfContents => ({
  ...CUBE,
  otherParts: { [MODEL]: change(models.modelXml(CUBE)) },
});

test("the plain cube is read", async () => {
  expect(await refusal(CUBE)).toBeUndefined();
});

test.each([
  ["a second model beside the root", changed((xml) => xml + xml.slice(xml.indexOf("<model")))],
  ["a document that is cut after a triangle", changed((xml) => xml.slice(0, xml.lastIndexOf("</triangles>")))],
  ["an element that is closed by another's name", changed((xml) => xml.replace("</triangles>", "</vertices>"))],
  ["an object of an unknown type", changed((xml) => xml.replace('type="model"', 'type="modell"'))],
  [
    "elements nested without end",
    changed((xml) => xml.replace("<resources>", `${"<a>".repeat(300)}${"</a>".repeat(300)}<resources>`)),
  ],
  [
    "two objects of one id",
    { ...CUBE, resources: `${CUBE.resources}<object id="1">${models.meshXml(models.cube(1))}</object>` },
  ],
])("%s is unreadable (3MF core)", async (_, contents) => {
  expect((await refusal(contents))?.code).toBe("unreadable_model");
});

test("two different 3D model parts are unreadable, and one that is named twice is read (3MF core 2.1)", async () => {
  const relationships = PACKAGE_PARTS["_rels/.rels"] ?? "";
  const [relationship = ""] = /<Relationship .*?\/>/.exec(relationships) ?? [];
  const and = (another: string) => ({
    ...CUBE,
    otherParts: {
      "3D/second.model": models.modelXml(CUBE),
      "_rels/.rels": relationships.replace(relationship, relationship + another),
    },
  });
  expect((await refusal(and(relationship.replace("3dmodel.model", "second.model"))))?.code).toBe("unreadable_model");
  expect(await refusal(and(relationship))).toBeUndefined();
});

test("a required extension that changes shapes is named in the reason", async () => {
  const requires = (namespace: string) =>
    changed((xml) => xml.replace("<model", `<model requiredextensions="b" xmlns:b="${namespace}"`));
  const lattice = await refusal(requires("http://schemas.microsoft.com/3dmanufacturing/beamlattice/2017/02"));
  expect(lattice?.message).toContain("(beamlattice 2017/02)");
  const strange = await refusal(requires("http://shapes.example/<b>"));
  expect(strange?.code).toBe("unreadable_model");
  expect(strange?.message).toContain("not supported here. Please");
});

test("beams within an object are refused by their extension's name, required or not", async () => {
  const beams = changed((xml) => xml.replace("</mesh>", '<b:beamlattice xmlns:b="http://beams.example"/></mesh>'));
  expect((await refusal(beams))?.message).toContain("(beam lattice)");
});

test("a mesh that only sketches its slices is refused by the slice extension's name, and a full one is read", async () => {
  const resolution = (name: string) =>
    changed((xml) => xml.replace('type="model"', `type="model" s:slicestackid="2" s:meshresolution="${name}"`));
  expect((await refusal(resolution("lowres")))?.message).toContain("(slice)");
  expect(await refusal(resolution("fullres"))).toBeUndefined();
});
