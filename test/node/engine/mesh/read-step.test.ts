// Reading STEP: solids of analytic surfaces, assemblies, units, and the files that hold no solid.

import { describe, expect, test } from "vitest";
import * as models from "../../../../harness/models.ts";
import { readModelFile } from "../../../../slicer-service/engine/mesh/read/read-model.ts";
import { placesMorePartsThan } from "../../../../slicer-service/engine/mesh/read/step-assembly.ts";
import { failure, solidOf } from "./solids.ts";

const CUBE = models.cube(20);
const TEXT = new TextDecoder().decode(models.stepOfShape(CUBE));
const textFile = (text: string) => solidOf(models.bytes(text), "step");

describe("a STEP file", () => {
  test.each([
    ["a cube", TEXT],
    ["with the line ends of Windows", TEXT.replaceAll("\n", "\r\n")],
    ["with the line ends of old Macs", TEXT.replaceAll("\n", "\r")],
    ["after a byte order mark and comments", `\ufeff/* a * part */\n\n/**/${TEXT}`],
    ["after a comment that names its format", `/* made as ISO-10303-21; by a program */\n${TEXT}`],
    ["with comments and blank lines in its data", TEXT.replaceAll(";\n", "; /* a */\n\n")],
    ["with all its data in one line", TEXT.replaceAll("\n", "")],
    ["with text beyond ASCII", TEXT.replaceAll("'part'", "'деталь \\X2\\0434\\X0\\'")],
    ["with white space after its end", `${TEXT}\n\n  \n`],
    ["of another application protocol", TEXT.replace(/AUTOMOTIVE_DESIGN \{[^}]*\}/, "CONFIG_CONTROL_DESIGN")],
  ])("is read: %s", async (_, text) => {
    const { volumeCubicMm, dimensionsMm } = await textFile(text);
    expect(volumeCubicMm).toBeCloseTo(8000, 3);
    expect(dimensionsMm).toEqual({ x: 20, y: 20, z: 20 });
  });

  test.each([
    ["METRE", 0.02],
    ["CENTI", 2],
    ["INCH", 20 / 25.4],
  ] as const)("is drawn in its own unit: %s", async (unit, side) => {
    const { volumeCubicMm } = await solidOf(models.stepOfShape(models.cube(side), { unit }), "step");
    expect(volumeCubicMm).toBeCloseTo(8000, 1);
  });

  test("states its unit, so that a tiny size is meant", async () => {
    const { isInMillimetres } = await readModelFile(models.stepOfShape(models.cube(2)), "step");
    expect(isInMillimetres).toBe(true);
  });

  test("follows a small ball as closely as a large one", async () => {
    for (const radius of [2.5, 100]) {
      const { volumeCubicMm } = await solidOf(
        models.stepRevolution([0, -radius], [{ to: [0, radius], centre: [0, 0] }]),
        "step",
      );
      expect(volumeCubicMm / ((4 / 3) * Math.PI * radius ** 3)).toBeCloseTo(1, 3);
    }
  });

  test("counts the parts that its assembly places at every level, before one of them is made", () => {
    const pairs = Array.from({ length: 3 }, (): models.Point[] => [
      [0, 0, 0],
      [30, 0, 0],
    ]);
    const text = new TextDecoder().decode(models.stepOfShape(CUBE, { levels: pairs }));
    expect(placesMorePartsThan(2 + 4 + 8 - 1, text)).toBe(true);
    expect(placesMorePartsThan(2 + 4 + 8, text)).toBe(false);
    // An assembly in itself.
    const circle = text.replaceAll(/(OCCURRENCE\('\d','part \d','',)(#\d+),#\d+/g, "$1$2,$2");
    expect(placesMorePartsThan(1_000_000, circle)).toBe(false);
  });

  test("places each part of an assembly, and counts space that they share once", async () => {
    const places: models.Point[] = [
      [0, 0, 0],
      [100, 0, 0],
      [10, 0, 0],
    ];
    const { volumeCubicMm, dimensionsMm } = await solidOf(models.stepOfShape(CUBE, { levels: [places] }), "step");
    expect(volumeCubicMm).toBeCloseTo(8000 * 2.5, 1);
    expect(dimensionsMm.x).toBeCloseTo(120, 6);
  });

  test("may enclose a body with faces that no solid names", async () => {
    expect((await solidOf(models.stepSurface(CUBE), "step")).volumeCubicMm).toBeCloseTo(8000, 3);
  });

  test("leaves surfaces that enclose nothing out beside a solid, and says so", async () => {
    const sheet = models.movedBy(models.withoutFaces(CUBE, 3), [50, 0, 0]);
    const file = new TextDecoder().decode(models.stepSurface(sheet, CUBE));
    for (const text of [file, file.replace("OPEN_SHELL(''", "OPEN_SHELL('the mould''s sheet'")]) {
      expect((await textFile(text)).volumeCubicMm).toBeCloseTo(8000, 3);
      const { warnings } = await readModelFile(models.bytes(text), "step");
      expect(warnings).toEqual([{ code: "surfaces_left_out", count: 1 }]);
    }
  });

  test("keeps a shell that is closed beside a solid", async () => {
    const file = models.stepSurface(models.movedBy(CUBE, [50, 0, 0]), CUBE);
    expect((await solidOf(file, "step")).volumeCubicMm).toBeCloseTo(16_000, 3);
    expect((await readModelFile(file, "step")).warnings).toEqual([]);
  });

  test("refuses an open solid beside a surface", async () => {
    const file = models.stepSurface(
      models.movedBy(models.withoutFaces(CUBE, 3), [50, 0, 0]),
      models.withoutFaces(CUBE, 1),
    );
    await expect(solidOf(file, "step")).rejects.toThrow(failure("open_mesh"));
  });

  test("refuses a solid without its lid beside a surface of as many faces", async () => {
    const sheet = models.movedBy(models.withoutFaces(CUBE, 1), [50, 0, 0]);
    await expect(solidOf(models.stepSurface(sheet, models.withoutFaces(CUBE, 1)), "step")).rejects.toThrow(
      failure("open_mesh"),
    );
  });

  test("refuses a solid whose own shell says that it is open", async () => {
    const lidless = new TextDecoder().decode(models.stepOfShape(models.withoutFaces(CUBE, 1)));
    await expect(textFile(lidless.replace("CLOSED_SHELL", "OPEN_SHELL"))).rejects.toThrow(failure("open_mesh"));
  });

  test.each([
    ["surfaces only", "no_solid", models.stepSurface(models.withoutFaces(CUBE, 1))],
    ["a solid without its lid", "open_mesh", models.stepOfShape(models.withoutFaces(CUBE, 1))],
    ["a product without a shape", "empty_model", models.stepWithoutShape()],
    [
      "parts in other files",
      "parts_elsewhere",
      models.stepWithoutShape([
        "DOCUMENT_FILE('a.stp','','',$,'',$)",
        "PROPERTY_DEFINITION('external definition','',#1)",
      ]),
    ],
    ["nothing", "empty_model", new Uint8Array(0)],
    ["no data", "empty_model", models.bytes(models.stepText([]))],
    ["no end", "unreadable_model", models.bytes(TEXT.slice(0, -200))],
    ["a drawing of another program", "unreadable_model", models.bytes("a drawing")],
    ["a cube of twenty nanometres", "model_too_small", models.stepOfShape(CUBE, { unit: "NANO" })],
    ["a cube as far as the stars", "model_too_large", models.stepOfShape(CUBE, { unit: "EXA" })],
  ])("with %s is refused: %s", async (_, code, file) => {
    await expect(solidOf(file, "step")).rejects.toThrow(failure(code));
  });
});
