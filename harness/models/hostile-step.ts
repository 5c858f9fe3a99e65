// STEP files that are damaged, refer to themselves or ask for far more work than their size.

import * as models from "../models.ts";
import type { HostileModel } from "./hostile-model.ts";

const CUBE = models.cube(20);
const TEXT = new TextDecoder().decode(models.stepOfShape(CUBE));
const END = "ENDSEC;\nEND-ISO-10303-21;";

const refused = (
  name: string,
  code: Extract<HostileModel["ends"], { status: "failed" }>["code"],
  make: () => Uint8Array<ArrayBuffer> | string,
): HostileModel => ({
  name: `STEP, ${name}`,
  format: "step",
  make: () => {
    const file = make();
    return typeof file === "string" ? models.bytes(file) : file;
  },
  ends: { status: "failed", code },
});

/** Copies of a part in a row, and copies of that row in the next, by doubled distances. */
const doubled = (levels: number): models.StepOptions => ({
  levels: Array.from({ length: levels }, (_, level): models.Point[] => [
    [0, 0, 0],
    [30 * 2 ** level, 0, 0],
  ]),
});

/** The cube's text with the first entity of this kind changed. */
function withFirst(entity: string, change: (name: string, values: string) => string): string {
  return TEXT.replace(new RegExp(`^(#\\d+)=${entity}\\((.*)\\);$`, "m"), (_, name, values) => change(name, values));
}

/** The cube's text with further points. */
function withPoints(count: number): string {
  const points = Array.from({ length: count }, (_, at) => `#${at + 1000}=CARTESIAN_POINT('',(${at}.,0.,0.));`);
  return TEXT.replace(END, [...points, END].join("\n"));
}

export const HOSTILE_STEP: readonly HostileModel[] = [
  {
    name: "STEP, an assembly of eight cubes in three levels",
    format: "step",
    make: () => models.stepOfShape(CUBE, doubled(3)),
    ends: { status: "done", solidCubicMm: 64_000 },
  },
  refused("cut off", "unreadable_model", () => TEXT.slice(0, TEXT.length / 2)),
  refused("cut off, with an end", "empty_model", () => `${TEXT.slice(0, TEXT.length / 2)}\n${END}`),
  refused("a header alone", "empty_model", () => models.stepText([])),
  refused("data that is not STEP", "empty_model", () => models.stepText(["#1=((((((;", "'", "#2=#3=#4;"])),
  refused("a solid of itself", "empty_model", () =>
    withFirst("CLOSED_SHELL", (name) => `${name}=CLOSED_SHELL('',(${name}));`),
  ),
  refused("a face on an offset of the offset itself", "unreadable_model", () =>
    withFirst("PLANE", (name) => `${name}=OFFSET_SURFACE('',${name},1.,.F.);`),
  ),
  refused("an edge along a trimmed curve of itself", "unreadable_model", () =>
    withFirst(
      "LINE",
      (name) => `${name}=TRIMMED_CURVE('',${name},(PARAMETER_VALUE(0.)),(PARAMETER_VALUE(1.)),.T.,.PARAMETER.);`,
    ),
  ),
  {
    name: "STEP, an assembly of itself",
    format: "step",
    make: () => {
      const assembly = new TextDecoder().decode(models.stepOfShape(CUBE, doubled(1)));
      return models.bytes(assembly.replaceAll(/(OCCURRENCE\('\d','part \d','',)(#\d+),#\d+/g, "$1$2,$2"));
    },
    ends: { status: "done", solidCubicMm: 8000 },
  },
  refused("a thousand million cubes in thirty levels", "model_too_complex", () =>
    models.stepOfShape(CUBE, doubled(30)),
  ),
  {
    name: "STEP, a hundred thousand entities that no shape uses",
    format: "step",
    make: () => models.bytes(withPoints(100_000)),
    ends: { status: "done", solidCubicMm: 8000 },
  },
  refused("two million entities that no shape uses", "model_too_complex", () => withPoints(2_000_000)),
  refused("a cube of twenty nanometres", "model_too_small", () => models.stepOfShape(CUBE, { unit: "NANO" })),
  refused("a cube as far as the stars", "model_too_large", () => models.stepOfShape(CUBE, { unit: "EXA" })),
  refused("an inch of no length", "empty_model", () =>
    new TextDecoder()
      .decode(models.stepOfShape(CUBE, { unit: "INCH" }))
      .replace("LENGTH_MEASURE(25.4)", "LENGTH_MEASURE(0.)"),
  ),
  refused("a corner beyond the largest number", "empty_model", () => TEXT.replaceAll("20.", "1.E400")),
  refused("surfaces alone", "no_solid", () => models.stepSurface(models.withoutFaces(CUBE, 1))),
  refused("parts in other files", "parts_elsewhere", () =>
    models.stepWithoutShape([
      "DOCUMENT_FILE('a.stp','','',$,'',$)",
      "PROPERTY_DEFINITION('external definition','',#1)",
    ]),
  ),
  refused("a ball of a thousand kilometres", "model_too_large", () =>
    models.stepRevolution([0, -5e8], [{ to: [0, 5e8], centre: [0, 0] }]),
  ),
];
