// Grammar of STEP (ISO 10303-21): solids of flat faces in several units and assemblies, and data that breaks its rules.

import fc from "fast-check";
import { bytes } from "../../../models/bytes.ts";
import { type StepUnit, stepOfShape, stepText } from "../../../models/step.ts";
import { damagedShape } from "./damaged-shape.ts";
import type { DrawnShape } from "./drawn-shape.ts";
import { type ModelGrammar, ODD_NUMBERS, type WrittenModel } from "./written-model.ts";

/** Millimetres in each unit. */
const UNITS: Readonly<Record<Extract<StepUnit, "MILLI" | "CENTI" | "INCH" | "METRE">, number>> = {
  MILLI: 1,
  CENTI: 10,
  INCH: 25.4,
  METRE: 1000,
};

interface StepWriting {
  readonly unit: keyof typeof UNITS;
  readonly lineEnd: string;
  readonly opening: string;
  readonly closing: string;
  readonly isInAssembly: boolean;
}

const stepWriting: fc.Arbitrary<StepWriting> = fc.record({
  unit: fc.constantFrom("MILLI", "CENTI", "INCH", "METRE"),
  lineEnd: fc.constantFrom("\n", "\r\n", "\n\n", " /* a comment */\n"),
  opening: fc.constantFrom("", "\ufeff", "\n", "/* made by hand */\n"),
  closing: fc.constantFrom("", "\r\n", "/* the end */", "  "),
  isInAssembly: fc.boolean(),
});

function stepLines({ shape }: Pick<DrawnShape, "shape">, { unit, isInAssembly }: StepWriting): string[] {
  const millimetres = UNITS[unit];
  const points = shape.points.map(([x, y, z]) => [x / millimetres, y / millimetres, z / millimetres] as const);
  const file = stepOfShape({ ...shape, points }, { unit, ...(isInAssembly ? { levels: [[[0, 0, 0]] as const] } : {}) });
  return Buffer.from(file).toString().trimEnd().split("\n");
}

function withEnds(lines: readonly string[], { lineEnd, opening, closing }: StepWriting): Uint8Array<ArrayBuffer> {
  return bytes(`${opening}${lines.join(lineEnd)}${closing}`);
}

const wordsOf = ({ unit, lineEnd, isInAssembly }: StepWriting) =>
  `${unit}, lines end with ${JSON.stringify(lineEnd)}${isInAssembly ? ", in an assembly" : ""}`;

type Change = readonly [words: string, change: (line: string) => readonly string[]];

/** A change of one line of the data. */
const change: fc.Arbitrary<Change> = fc.oneof(
  fc.constantFrom<Change>(
    ["dropped", () => []],
    ["twice", (line) => [line, line]],
    ["without its semicolon", (line) => [line.replace(";", "")]],
    ["an apostrophe more", (line) => [line.replace("(", "('")]],
    ["a bracket more", (line) => [line.replace("(", "((")]],
    ["in small letters", (line) => [line.toLowerCase()]],
    ["naming itself", (line) => [line.replace(/(.)#\d+/, `$1${/^#\d+/.exec(line)?.[0] ?? "#1"}`)]],
    ["naming what is not there", (line) => [line.replace(/(.)#\d+/, "$1#999999")]],
    ["with unstated values", (line) => [line.replace(/\(''/, "($,$,*")]],
    ["before a text with controls", (line) => [line.replace("''", "'\\X2\\041F\\X0\\ \\S\\'")]],
    ["of another entity", (line) => [line.replace(/=[A-Z_0-9]+\(/, "=EDGE_LOOP(")]],
    ["before an end", (line) => ["ENDSEC;", line]],
  ),
  fc
    .constantFrom(...ODD_NUMBERS, "1.E300", "-1.E-300", "1.E+38", "$", "*", ".T.", "'a'", "()", "#1")
    .map((odd): Change => [`with ${odd} for a number`, (line) => [line.replace(/-?\d+\.[\dE+-]*/, odd)]]),
  fc
    .integer({ min: 1, max: 200 })
    .map((number): Change => [`naming #${number}`, (line) => [line.replace(/(.)#\d+/, `$1#${number}`)]]),
);

function broken(drawn: DrawnShape): fc.Arbitrary<Pick<WrittenModel, "name" | "bytes">> {
  const lines = stepWriting.map((writing) => ({ writing, lines: stepLines(drawn, writing) }));
  return fc.oneof(
    {
      weight: 6,
      arbitrary: fc
        .tuple(lines, fc.array(fc.tuple(fc.nat(), change), { minLength: 1, maxLength: 3 }))
        .map(([{ writing, lines: all }, changes]) => {
          let changed: readonly string[] = all;
          for (const [at, [, rewrite]] of changes) {
            const place = at % Math.max(1, changed.length);
            changed = changed.flatMap((line, index) => (index === place ? rewrite(line) : [line]));
          }
          const words = changes.map(([at, [said]]) => `line ${at % all.length} ${said}`).join(", ");
          return { name: words, bytes: withEnds(changed, writing) };
        }),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        { name: "without data", bytes: bytes(stepText([])) },
        { name: "only its name", bytes: bytes("ISO-10303-21;") },
        { name: "name and end", bytes: bytes("ISO-10303-21;END-ISO-10303-21;") },
        {
          name: "an assembly within itself",
          bytes: bytes(stepText(["#1=NEXT_ASSEMBLY_USAGE_OCCURRENCE('','','',#1,#1,$);"])),
        },
        { name: "a thousand lines of nothing", bytes: bytes(stepText(Array<string>(1000).fill("#1=;"))) },
      ),
    },
  );
}

export const STEP_GRAMMAR: ModelGrammar = {
  format: "step",
  sound: (drawn) =>
    stepWriting.map((writing) => ({
      format: "step",
      name: `${drawn.name}, ${wordsOf(writing)}`,
      bytes: withEnds(stepLines(drawn, writing), writing),
      means: drawn,
    })),
  damaged: (drawn) =>
    fc
      .oneof(
        {
          weight: 1,
          arbitrary: fc.tuple(damagedShape(drawn.shape), stepWriting).map(([{ damage, shape }, writing]) => ({
            name: `${damage}, ${wordsOf(writing)}`,
            bytes: withEnds(damagedStepLines(shape, writing), writing),
          })),
        },
        { weight: 3, arbitrary: broken(drawn) },
      )
      .map((written) => ({ ...written, format: "step", name: `${drawn.name}, ${written.name}`, means: null })),
};

/** A face without its corners cannot be written at all: the file then has no data. */
function damagedStepLines(shape: DrawnShape["shape"], writing: StepWriting): string[] {
  const known = shape.faces.filter((face) => face.length > 2 && face.every((corner) => corner < shape.points.length));
  return stepLines({ shape: { ...shape, faces: known } }, writing);
}
