// The slicer Worker with its bucket wrapped: reports the bytes of models it reads, at the place of reading.

import { Dispatcher as PlainDispatcher } from "../../slicer-service/src/dispatcher.object.ts";
import { EngineContainer as PlainEngineContainer } from "../../slicer-service/src/engine-container.object.ts";
import type { SlicerEnv } from "../../slicer-service/src/env.ts";
import { SliceObject as PlainSliceObject } from "../../slicer-service/src/slice.object.ts";

export { default, Slicer } from "../../slicer-service/src/index.ts";

/** A function of the process that started the Worker: it outlives every kill. */
interface CountingEnv extends SlicerEnv {
  readonly MODEL_READS: Fetcher;
}

function counted(env: SlicerEnv): SlicerEnv {
  // SlicerSystem binds it for this module.
  const { MODEL_READS: reads, MODELS: bucket } = env as CountingEnv;
  const get = async (key: string) => {
    const object = await bucket.get(key);
    if (object !== null) await reads.fetch("http://reads/", { method: "POST", body: String(object.size) });
    return object;
  };
  const models = new Proxy(bucket, {
    get: (target, name) => (name === "get" ? get : Reflect.get(target, name).bind(target)),
  });
  return { ...env, MODELS: models };
}

export class Dispatcher extends PlainDispatcher {
  constructor(state: DurableObjectState, env: SlicerEnv) {
    super(state, counted(env));
  }
}

export class EngineContainer extends PlainEngineContainer {
  constructor(state: DurableObjectState, env: SlicerEnv) {
    super(state, counted(env));
  }
}

export class SliceObject extends PlainSliceObject {
  constructor(state: DurableObjectState, env: SlicerEnv) {
    super(state, counted(env));
  }
}
