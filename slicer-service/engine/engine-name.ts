// Prints the name of this machine's engine, the value of SLICE_ENGINE by which the API asks for it.

import { filamentEngineName } from "./choose-slicer.ts";
import { readEngineSettings } from "./engine.settings.ts";

const { slicer } = await readEngineSettings(process.env);
process.stdout.write(`${filamentEngineName(slicer)}\n`);
