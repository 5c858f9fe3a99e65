// Prints the name of this machine's engine: what SLICE_ENGINE must say for the API to ask for it.

import { filamentEngineName } from "./choose-slicer.ts";
import { readEngineSettings } from "./engine.settings.ts";

const { slicer } = await readEngineSettings(process.env);
process.stdout.write(`${filamentEngineName(slicer)}\n`);
