// Images of the engine, by everything that an engine checks in a request before accepting it.
//
// A rollout may never replace a container whose object is addressed by the same name (cloudflare/containers#233). So the image
// is part of the name: slices for another image go to other objects, and those of the previous image finish in their containers.

import { LAYER_ESTIMATE_ENGINE, type SliceRequest } from "./contract/slices.ts";
import { processOf } from "./contract/technologies.ts";
import { ENGINE_PROTOCOL } from "./engine-protocol.ts";

interface DeployedEngine {
  /** The engine's name for filament, as in wrangler.toml. */
  readonly SLICE_ENGINE: string;
}

/** The names of the deployed image's engines, for filament and for layers, as an API must name them. */
export function deployedEngineNames({ SLICE_ENGINE }: DeployedEngine): string {
  return `${SLICE_ENGINE} ${LAYER_ESTIMATE_ENGINE}`;
}

/** The image that this Worker is deployed with. */
export function deployedImage({ SLICE_ENGINE }: DeployedEngine): string {
  return imageOf(SLICE_ENGINE, LAYER_ESTIMATE_ENGINE);
}

/** The image whose engine takes this slice. An older or newer API asks for another than the deployed one. */
export function imageFor(
  { engineName, profile }: Pick<SliceRequest, "engineName" | "profile">,
  deployed: DeployedEngine,
): string {
  return processOf(profile.technology) === "filament"
    ? imageOf(engineName, LAYER_ESTIMATE_ENGINE)
    : imageOf(deployed.SLICE_ENGINE, engineName);
}

function imageOf(filamentEngineName: string, layerEngineName: string): string {
  return `${filamentEngineName} ${layerEngineName} protocol/${ENGINE_PROTOCOL}`;
}
