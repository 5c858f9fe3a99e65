// Uploads shared by several tests of the engine.

import * as models from "../models.ts";
import type { Upload } from "./running-engine.ts";

export const CUBE: Upload = { model: models.binaryStl(models.cube(20)) };
/** Takes any slicer far longer than a test lasts: tests cancel it. */
export const ENDLESS: Upload = {
  model: models.binaryStl(models.cube(400)),
  profile: { layerHeightMm: 0.02, infillPercent: 95, wallCount: 20 },
};
