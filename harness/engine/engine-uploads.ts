// Uploads shared by several tests of the engine.

import * as models from "../models.ts";
import type { EngineUpload } from "./running-engine.ts";

export const CUBE: EngineUpload = { model: models.binaryStl(models.cube(20)) };
/** Takes any slicer far longer than a test lasts: tests cancel it. */
export const ENDLESS: EngineUpload = {
  model: models.binaryStl(models.cube(400)),
  profile: { layerHeightMm: 0.02, infillPercent: 95, wallCount: 20 },
};
