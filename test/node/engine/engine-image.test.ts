// Slices that may share a container: those that one engine takes.

import { expect, it } from "vitest";
import { STANDARD_PROFILE } from "../../../harness/profiles/standard-profile.ts";
import { MODEL_FORMATS } from "../../../slicer-service/src/contract/model-formats.ts";
import { resolveParameters } from "../../../slicer-service/src/contract/process-parameters.ts";
import { LAYER_ESTIMATE_ENGINE } from "../../../slicer-service/src/contract/slices.ts";
import { deployedImage, imageFor } from "../../../slicer-service/src/engine-image.ts";
import { ENGINE_PROTOCOL } from "../../../slicer-service/src/engine-protocol.ts";

const DEPLOYED = { SLICE_ENGINE: "prusaslicer-2.9.2/2" };
const RESIN = { technology: "msla", layerHeightMm: 0.05, supports: false, ...resolveParameters("msla") } as const;

it("gives filament and resin that the deployed engine takes the same containers", () => {
  const filament = imageFor({ engineName: DEPLOYED.SLICE_ENGINE, profile: STANDARD_PROFILE }, DEPLOYED);
  const resin = imageFor({ engineName: LAYER_ESTIMATE_ENGINE, profile: RESIN }, DEPLOYED);
  expect([filament, resin]).toEqual([deployedImage(DEPLOYED), deployedImage(DEPLOYED)]);
});

it("gives slices for another engine, of either kind, containers of their own", () => {
  const images = [
    imageFor({ engineName: "prusaslicer-2.9.2/1", profile: STANDARD_PROFILE }, DEPLOYED),
    imageFor({ engineName: "layer-estimate/0", profile: RESIN }, DEPLOYED),
    deployedImage(DEPLOYED),
  ];
  expect(new Set(images).size).toBe(3);
});

it("is named by a protocol that is raised with each new format, which an older engine would refuse for good", () => {
  expect(deployedImage(DEPLOYED)).toBe(`prusaslicer-2.9.2/2 ${LAYER_ESTIMATE_ENGINE} protocol/${ENGINE_PROTOCOL}`);
  expect([ENGINE_PROTOCOL, MODEL_FORMATS.map(({ format }) => format)]).toEqual([
    4,
    ["stl", "obj", "3mf", "ply", "step"],
  ]);
});
