// The formats of model files, listed once for tests and benches.

import type { ModelFormat } from "../slicer-service/src/contract/contract.ts";

export const FORMATS: readonly ModelFormat[] = ["stl", "obj", "3mf"];
