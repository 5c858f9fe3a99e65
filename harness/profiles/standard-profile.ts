// The filament profile that tests and benches slice with by default.
//
// Free of Node, for the tests that run in workerd.

export { DEFAULT_FILAMENT_PROFILE as STANDARD_PROFILE } from "../../slicer-service/src/contract/profile.ts";
