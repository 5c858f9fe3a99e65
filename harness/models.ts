// Models made by program, for tests and benches.
//
// Free of Node, for the tests that run in workerd.

export * from "./models/bytes.ts";
export * from "./models/coloured-projects.ts";
export * from "./models/damaged-shapes.ts";
export * from "./models/fine-stl.ts";
export * from "./models/obj.ts";
export * from "./models/ply.ts";
export * from "./models/shapes.ts";
export * from "./models/step.ts";
export * from "./models/stl.ts";
export * from "./models/threemf.ts";
