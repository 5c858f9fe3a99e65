// Any model file: sound in every writing, damaged by its grammar, or damaged in its bytes.

import fc from "fast-check";
import type { ModelFormat } from "../../../../slicer-service/src/contract/model-formats.ts";
import { damagedBytes } from "../byte-damage.ts";
import { drawnBody, drawnShape } from "./drawn-shape.ts";
import { OBJ_GRAMMAR } from "./obj-grammar.ts";
import { PLY_GRAMMAR } from "./ply-grammar.ts";
import { STEP_GRAMMAR } from "./step-grammar.ts";
import { STL_GRAMMAR } from "./stl-grammar.ts";
import { THREEMF_GRAMMAR } from "./threemf-grammar.ts";
import type { ModelGrammar, WrittenModel } from "./written-model.ts";

/** A format more does not compile without its grammar. */
const GRAMMARS: Readonly<Record<ModelFormat, ModelGrammar>> = {
  stl: STL_GRAMMAR,
  obj: OBJ_GRAMMAR,
  "3mf": THREEMF_GRAMMAR,
  ply: PLY_GRAMMAR,
  step: STEP_GRAMMAR,
};

export function writtenModel(format: ModelFormat): fc.Arbitrary<WrittenModel> {
  const grammar = GRAMMARS[format];
  const shape = format === "step" ? drawnBody : drawnShape;
  const sound = shape.chain(grammar.sound);
  const damaged = shape.chain(grammar.damaged);
  const either = fc.oneof(sound, damaged);
  const bytesDamaged = fc.tuple(either, sound).chain(([model, other]) =>
    damagedBytes(model.bytes, other.bytes).map(
      ({ words, bytes }): WrittenModel => ({
        ...model,
        name: `${model.name}, ${words}`,
        bytes,
        means: null,
      }),
    ),
  );
  return fc.oneof(
    { weight: 3, arbitrary: sound },
    { weight: 4, arbitrary: damaged },
    { weight: 4, arbitrary: bytesDamaged },
  );
}

/** One shape in all formats. */
export const sameInAllFormats: fc.Arbitrary<readonly WrittenModel[]> = drawnBody.chain((drawn) =>
  fc.tuple(...Object.values(GRAMMARS).map((grammar) => grammar.sound(drawn))),
);
