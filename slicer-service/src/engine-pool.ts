// The engines that slices are submitted to: a bounded pool of containers on Cloudflare, elsewhere the one at ENGINE_URL.

/** Reaches one engine over HTTP. `path` begins with a slash. */
export interface Engine {
  fetch(path: string, init: RequestInit): Promise<Response>;
}

/** The part of the Worker's environment that leads to engines. */
interface EngineBindings {
  readonly ENGINE_URL?: string;
  readonly ENGINE_INSTANCES: number;
  readonly ENGINE_CONTAINER: Pick<DurableObjectNamespace, "getByName">;
}

/** All engines, in the order to fill them: while the first has room, the others stay asleep. */
export function enginePool(bindings: EngineBindings): readonly Engine[] {
  const { ENGINE_URL: url, ENGINE_INSTANCES: instances, ENGINE_CONTAINER: containers } = bindings;
  // Decided before the containers are touched: without Docker, as on a laptop, even constructing their objects fails.
  if (url !== undefined) return [{ fetch: (path, init) => fetch(url + path, init) }];
  return Array.from({ length: instances }, (_, instance) => ({
    fetch: (path, init) => containers.getByName(`engine-${instance}`).fetch(`http://engine${path}`, init),
  }));
}
