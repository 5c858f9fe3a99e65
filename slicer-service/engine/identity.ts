// Prints how the engine of this machine names itself: what SLICE_ENGINE must say for the API to ask for it.

import { readEngineSettings } from "./engine.settings.ts";
import { slicerIdentity } from "./slicer.ts";

const { slicer } = await readEngineSettings(process.env);
process.stdout.write(`${slicerIdentity(slicer)}\n`);
