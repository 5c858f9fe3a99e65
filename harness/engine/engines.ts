// The filament slicers that tests run with: CuraEngine always, PrusaSlicer if it is installed.

import { findProgram } from "../../slicer-service/engine/limited-process.ts";

export const ENGINES = [
  { slicer: "curaengine", title: "CuraEngine", present: true },
  {
    slicer: "prusaslicer",
    title: "PrusaSlicer (only with prusa-slicer on the PATH)",
    present: findProgram("prusa-slicer") !== undefined,
  },
] as const;
