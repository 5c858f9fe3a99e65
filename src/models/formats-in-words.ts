// Model formats as a list in words: "STL, OBJ, 3MF, PLY or STEP".

import { MODEL_FORMATS } from "../../slicer-service/src/contract/model-formats.ts";
import type { Sentence } from "../domain/sentence.ts";

export function modelFormatsInWords(): Sentence {
  const labels = MODEL_FORMATS.map(({ label }) => label);
  const [most, last] = [labels.slice(0, -1).join(", "), labels.at(-1)];
  return { en: `${most} or ${last}`, uk: `${most} чи ${last}` };
}
