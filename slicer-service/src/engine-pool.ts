// The engines that slices are submitted to: a bounded pool of containers on Cloudflare, elsewhere the one at ENGINE_URL.

import type { DataPlace } from "./contract/place.ts";
import { placedObject } from "./contract/placed-object.ts";
import { deployedImage } from "./engine-image.ts";
import { type DeliveryRefusal, ENGINE_IMAGE_HEADER, MODEL_OBJECT_KEY_HEADER } from "./engine-protocol.ts";
import { readToSubmit } from "./stored-model.ts";

/** Reaches one engine over HTTP. `path` begins with a slash. */
export interface Engine {
  /**
   * The number of slices that it is given at once, if known beforehand; null: the engine is asked. A container is not asked, since
   * that would start it. It gets no more than it runs, since another container may be free earlier.
   */
  readonly places: number | null;
  fetch(path: string, init: RequestInit): Promise<Response>;
  /** Sends a stored model as the body of a PUT. May answer with a DeliveryRefusal. */
  submit(path: string, init: RequestInit, objectKey: string): Promise<Response>;
}

/** The part of the Worker's environment that leads to engines. */
interface EngineBindings {
  readonly MODELS: Pick<R2Bucket, "get" | "head">;
  readonly ENGINE_URL?: string;
  readonly ENGINE_TOKEN?: string;
  readonly SLICE_ENGINE: string;
  readonly ENGINE_INSTANCES: number;
  readonly ENGINE_CAPACITY: number;
  readonly ENGINE_CONTAINER: Pick<DurableObjectNamespace, "idFromName" | "get" | "jurisdiction">;
  readonly PLACE: DataPlace;
}

/**
 * All engines, in the order to fill them: while the first has room, the others stay asleep.
 *
 * @param image of the containers: each image has as many places, and containers of its own
 */
export function enginePool(bindings: EngineBindings, image = deployedImage(bindings)): readonly Engine[] {
  const { ENGINE_URL: url, ENGINE_INSTANCES: instances } = bindings;
  // Decided before the containers are touched: without Docker, as on a laptop, even constructing their objects fails.
  if (url !== undefined) return [engineAt(url, bindings)];
  return Array.from({ length: instances }, (_, instance) => containerEngine(image, instance, bindings));
}

function engineAt(url: string, { MODELS: models, ENGINE_TOKEN: token }: EngineBindings): Engine {
  const ask = (path: string, init: RequestInit) => {
    if (token === undefined) return fetch(url + path, init);
    const headers = new Headers(init.headers);
    headers.set("Authorization", `Bearer ${token}`);
    return fetch(url + path, { ...init, headers });
  };
  return {
    places: null,
    fetch: ask,
    async submit(path, init, objectKey) {
      let stored: Awaited<ReturnType<typeof readToSubmit>>;
      try {
        stored = await readToSubmit(models, objectKey, init.headers);
      } catch (error) {
        const refusal: DeliveryRefusal = { code: "model_unreadable", message: String(error) };
        return Response.json(refusal, { status: 503 });
      }
      if (stored === undefined) {
        const refusal: DeliveryRefusal = { code: "model_file_missing", message: `There is no object ${objectKey}.` };
        return Response.json(refusal, { status: 410 });
      }
      return ask(path, { ...init, method: "PUT", headers: stored.headers, body: stored.file.body });
    },
  };
}

function containerEngine(
  image: string,
  instance: number,
  { ENGINE_CAPACITY: capacity, ENGINE_CONTAINER: containers, PLACE: place }: EngineBindings,
): Engine {
  // A new stub each time: a stub stays broken after a failed call.
  const ask = (path: string, init: RequestInit) => {
    const headers = new Headers(init.headers);
    headers.set(ENGINE_IMAGE_HEADER, image);
    const object = placedObject(containers, `${image} engine-${instance}`, place);
    return object.fetch(`http://engine${path}`, { ...init, headers });
  };
  return {
    places: capacity,
    fetch: ask,
    submit(path, init, objectKey) {
      const headers = new Headers(init.headers);
      headers.set(MODEL_OBJECT_KEY_HEADER, objectKey);
      return ask(path, { ...init, method: "PUT", headers });
    },
  };
}
