// Scripted engine in place of `fetch`, for faults and delays that a real engine cannot be made to have.

import { vi } from "vitest";
import type { SliceResult } from "../../slicer-service/src/contract/slices.ts";
import {
  type EngineSliceOptions,
  type EngineSliceState,
  MESH_HEADER,
  MESH_WANTED,
  THUMBNAIL_HEADER,
  THUMBNAIL_WANTED,
} from "../../slicer-service/src/engine-protocol.ts";

export const RESULT: SliceResult = {
  engine: "scripted/1",
  printSeconds: 600,
  materialCubicMm: 1500,
  solidCubicMm: 1000,
  dimensionsMm: { x: 10, y: 10, z: 10 },
  layers: 50,
};

/** The engine's behaviour at the next request. */
type Behaviour =
  | "slicing"
  | "done"
  | "queued"
  | "refuses_connections"
  | "is_full"
  | "hangs"
  | "is_another"
  | "rejects"
  | "breaks_down"
  | "is_too_complex"
  | "model_fails";

export class ScriptedEngine {
  behaviour: Behaviour = "done";
  /** Slices that it says it wants at once. It takes any number all the same. */
  places = 2;
  /** The expected processor seconds of each slice, as it says once a slice runs. */
  workSeconds = 0;
  /** The name that it states. */
  name = "scripted/1";
  progress = 0;
  /** Slices that are done, independent of its behaviour with others. */
  readonly done = new Set<string>();
  /** The slices that the engine knows. */
  readonly known = new Set<string>();
  /** Its picture of every model. */
  drawing = "a picture";
  readonly submitted: string[] = [];
  readonly forgotten: string[] = [];
  readonly receivedBodies: string[] = [];
  /** The slices that it was asked to draw. */
  readonly drawn = new Set<string>();
  /** The slices with a wanted mesh, and the one mesh that it has for every model. */
  readonly meshed = new Set<string>();
  mesh = "triangles";
  /** The length that it states of its mesh. */
  meshBytes: number | undefined;
  /** Requests of any kind. */
  requests = 0;
  /** The engine's name in each submission. */
  readonly engineNames: string[] = [];
  /** Whether it obeys a DELETE. */
  forgets = true;
  /** A DELETE arrives when this settles. */
  deleteArrival: Promise<void> = Promise.resolve();
  #version = 0;

  constructor() {
    vi.spyOn(globalThis, "fetch").mockImplementation((input, init) => this.#answer(String(input), init));
  }

  /** A crash, or a new container: its slices are lost. */
  kill(): void {
    this.known.clear();
    this.behaviour = "refuses_connections";
  }

  async #answer(url: string, init: RequestInit = {}): Promise<Response> {
    const sliceKey = /\/slices\/(\w+)/.exec(url)?.[1] ?? "";
    const method = init.method ?? "GET";
    this.requests++;
    if (this.behaviour === "refuses_connections") throw new TypeError("connection refused");
    if (this.behaviour === "hangs")
      return new Promise((_, reject) => setTimeout(() => reject(new Error("timed out")), 50));
    if (url.endsWith("/health")) return Response.json({ places: this.places, engineName: this.name });
    if (method === "DELETE") {
      if (!this.forgets) return new Response("Bad Gateway", { status: 502 });
      await this.deleteArrival;
      this.forgotten.push(sliceKey);
      this.known.delete(sliceKey);
      return new Response(null, { status: 204 });
    }
    if (url.endsWith("/mesh")) return new Response(this.mesh);
    if (method === "PUT") {
      const options = new Headers(init.headers).get("Slice-Options") ?? "{}";
      this.engineNames.push((JSON.parse(options) as EngineSliceOptions).engineName);
      if (new Headers(init.headers).get(THUMBNAIL_HEADER) === THUMBNAIL_WANTED) this.drawn.add(sliceKey);
      if (new Headers(init.headers).get(MESH_HEADER) === MESH_WANTED) this.meshed.add(sliceKey);
      this.receivedBodies.push(await new Response(init.body ?? null).text());
      if (this.behaviour === "is_full") return refusal(503, "full");
      if (this.behaviour === "rejects") return refusal(400, "bad_request");
      if (this.behaviour === "is_another") return refusal(409, "engine_mismatch");
      const isKnown = this.known.has(sliceKey);
      if (!isKnown) this.submitted.push(sliceKey);
      this.known.add(sliceKey);
      return Response.json(this.#state(sliceKey), { status: isKnown ? 200 : 202 });
    }
    if (!this.known.has(sliceKey)) return refusal(404, "unknown_slice");
    await new Promise((resolve) => setTimeout(resolve, 10));
    return Response.json(this.#state(sliceKey));
  }

  #state(sliceKey: string): EngineSliceState {
    const version = ++this.#version;
    switch (this.done.has(sliceKey) ? "done" : this.behaviour) {
      case "done":
        return {
          version,
          progress: 100,
          status: "done",
          result: RESULT,
          ...(this.drawn.has(sliceKey) && { thumbnail: btoa(this.drawing) }),
          ...(this.meshed.has(sliceKey) && { meshBytes: this.meshBytes ?? this.mesh.length }),
        };
      case "model_fails": {
        const failure = { fault: "model", code: "open_mesh", message: "The model has holes." } as const;
        return { version, progress: 10, status: "failed", failure };
      }
      case "is_too_complex": {
        const failure = { fault: "model", code: "model_too_complex", message: "It takes too long." } as const;
        return { version, progress: 10, status: "failed", failure };
      }
      case "breaks_down": {
        const failure = { fault: "service", code: "engine_unavailable", message: "Slicing was interrupted." } as const;
        return { version, progress: 10, status: "failed", failure };
      }
      case "queued":
        return { version, progress: 0, status: "queued" };
      default:
        return { version, progress: this.progress, status: "slicing", workSeconds: this.workSeconds };
    }
  }
}

function refusal(status: number, code: string): Response {
  return Response.json({ code, message: code }, { status });
}
