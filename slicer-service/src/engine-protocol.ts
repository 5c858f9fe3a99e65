// The HTTP protocol between the slicer Worker and an engine, local process and container alike.
//
//   (any)                               401: the engine has an ENGINE_TOKEN that the request does not carry as a Bearer
//   GET    /health                      EngineHealth
//   PUT    /slices/{sliceKey}           the model's bytes as the body, EngineSliceOptions as JSON in `Slice-Options`
//            202 EngineSliceState       accepted: queued or already slicing
//            200 EngineSliceState       the slice is known already; the body was not used
//            400 EngineRefusal          `bad_request`: options that do not parse, or a body cut short
//            409 EngineRefusal          `engine_mismatch`: the request is for another engine or protocol
//            413 EngineRefusal          `too_large`
//            503 EngineRefusal          `full`, with Retry-After
//   GET    /slices/{sliceKey}?after=V&wait=S
//            200 EngineSliceState       at once if its version is above V or it has ended, else after a change or S seconds
//            404 EngineRefusal          `unknown_slice`: never submitted, or lost with the process that ran it
//   GET    /slices/{sliceKey}/mesh
//            200                        the mesh of a finished slice as binary STL, if its PUT asked for it
//            404 EngineRefusal          `unknown_slice`: there is none
//   DELETE /slices/{sliceKey}           204: stops it if it runs, and forgets it
//
// A container's object stands before its engine. It takes a PUT without a body that names the model in `Model-Object-Key`,
// and sends the engine the model's bytes from the bucket. `Engine-Image` names the image that the container should be of: after a
// 409 the object ends the container, and answers 409 itself for a minute. It also answers itself, with a DeliveryRefusal,
// if the slice never reached the engine:
//            410 `model_file_missing`   the bucket has no such object
//            503 `model_unreadable`     the bucket failed to give it
//            503 `engine_unreachable`   the engine certainly received nothing: its container does not start
//
// `Thumbnail: wanted` in a PUT asks for a picture of the model too, which the state of a finished slice then carries.
//
// `Mesh: wanted` asks for the triangles too, unless they fill several plates. The state of the finished slice then has their bytes as
// `meshBytes`, and the mesh has a path of its own, since it may have a hundred megabytes.
//
// An engine keeps nothing across a restart: the slicer Worker remembers its slices, and submits them again.

import type { ModelFormat } from "./contract/model-formats.ts";
import type { SliceProfile } from "./contract/profile.ts";
import type { SliceFailure, SliceResult } from "./contract/slices.ts";

/** Raised whenever a message above changes its meaning, or a format is added. A Worker waits for an engine of its own version. */
export const ENGINE_PROTOCOL = 4;

export interface EngineSliceOptions {
  readonly protocol: number;
  /** Must equal the name of the engine that slices the profile, or it refuses with `engine_mismatch`. */
  readonly engineName: string;
  readonly format: ModelFormat;
  readonly profile: SliceProfile;
}

/**
 * `version` grows with every change, so that a reader can wait for the next one. `workSeconds` is the estimated
 * work of the slicing, in seconds of processor time: absent until the mesh is clean.
 */
export type EngineSliceState = {
  readonly version: number;
  readonly progress: number;
  readonly workSeconds?: number;
} & (
  | { readonly status: "queued" }
  | { readonly status: "slicing" }
  | ({ readonly status: "done"; readonly result: SliceResult } & MadeBesideResult)
  | { readonly status: "failed"; readonly failure: SliceFailure }
);

/** Made of the model for the pages, each if it was asked for. */
export interface MadeBesideResult {
  /** A PNG in base64. */
  readonly thumbnail?: string | undefined;
  /** The length of the mesh, to be read at its own path. */
  readonly meshBytes?: number | undefined;
}

export interface EngineRefusal {
  readonly code: "bad_request" | "engine_mismatch" | "too_large" | "full" | "unknown_slice";
  readonly message: string;
}

/** Names the image that the container should be of, in a request to its object: engine-image.ts. */
export const ENGINE_IMAGE_HEADER = "Engine-Image";

/** Names the model's object in the bucket, in a PUT to the object of a container. */
export const MODEL_OBJECT_KEY_HEADER = "Model-Object-Key";

/** In a PUT: the bucket has no thumbnail of the model yet. Lower case, as Node gives a request's headers. */
export const THUMBNAIL_HEADER = "thumbnail";
export const THUMBNAIL_WANTED = "wanted";

/** In a PUT: the model is one that browsers do not read, and the bucket has no mesh of it yet. */
export const MESH_HEADER = "mesh";
export const MESH_WANTED = "wanted";

/** Reason for a request that did not reach an engine. */
export interface DeliveryRefusal {
  readonly code: "model_file_missing" | "model_unreadable" | "engine_unreachable";
  readonly message: string;
}

export interface EngineHealth {
  readonly protocol: number;
  /** The engine's name for filament: slicer, version and profile revision, e.g. `curaengine-wasm-1.5.2/9`. */
  readonly engineName: string;
  /** Slices that may run at once. */
  readonly capacity: number;
  /**
   * The best number of slices to give it at once: one more than may run, if one may wait. That one has its model already when
   * another ends, and no time is lost between the two.
   */
  readonly places: number;
  readonly running: number;
  readonly queued: number;
  /** Runs since the process started: begun, and by outcome. */
  readonly runs: { readonly started: number; readonly done: number; readonly failed: number };
}
