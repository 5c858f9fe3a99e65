// Model formats as people read them, "STL, OBJ, 3MF, PLY or STEP", and as file fields take them.

import { MODEL_FORMATS } from "../../slicer-service/src/contract/model-formats.ts";
import type { Sentence } from "../domain/sentence.ts";

export function modelFormatsInWords(): Sentence {
  const labels = MODEL_FORMATS.map(({ label }) => label);
  const [most, last] = [labels.slice(0, -1).join(", "), labels.at(-1)];
  return { en: `${most} or ${last}`, uk: `${most} чи ${last}` };
}

/** For a file field: browsers know few of the formats by their media types, so by extensions. */
export const ACCEPTED_EXTENSIONS = MODEL_FORMATS.flatMap(({ extensions }) =>
  extensions.map((extension) => `.${extension}`),
).join(",");

/** The browser unpacks an archive of models. */
export const ACCEPTED_WITH_ARCHIVES = `${ACCEPTED_EXTENSIONS},.zip`;
