// The engines that slices are handed to. On Cloudflare they are a bounded pool of containers; anywhere else it is one
// engine that listens at an address. A slice job sees no difference.

/** Where one engine is reached. `path` begins with a slash. */
export interface Engine {
  fetch(path: string, init: RequestInit): Promise<Response>;
}

/** The bindings that lead to engines. The Worker's environment has them. */
interface EngineBindings {
  readonly ENGINE_URL?: string;
  readonly ENGINE_INSTANCES: number;
  readonly ENGINE_CONTAINER: Pick<DurableObjectNamespace, "getByName">;
}

/**
 * All engines there are, in the order in which they are to be filled: as long as the first has room the others need not
 * be woken.
 */
export function enginePool(bindings: EngineBindings): readonly Engine[] {
  const { ENGINE_URL: url, ENGINE_INSTANCES: instances, ENGINE_CONTAINER: containers } = bindings;
  // Decided before the containers are touched: where no Docker is, as on a laptop, their objects cannot even be made.
  if (url !== undefined) return [{ fetch: (path, init) => fetch(url + path, init) }];
  return Array.from({ length: instances }, (_, instance) => ({
    fetch: (path, init) => containers.getByName(`engine-${instance}`).fetch(`http://engine${path}`, init),
  }));
}
