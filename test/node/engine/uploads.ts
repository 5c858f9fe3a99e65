// Uploads that more than one test sends.

import * as models from "../../../harness/models.ts";
import type { Upload } from "../../../harness/running-engine.ts";

export const CUBE: Upload = { model: models.binaryStl(models.cube(20)) };
/** A model that takes any slicer far longer than a test may last. */
export const ENDLESS: Upload = {
  model: models.binaryStl(models.cube(400)),
  profile: { layerHeightMm: 0.02, infillPercent: 95, wallCount: 20 },
};
