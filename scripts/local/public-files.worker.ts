// Files of public/ before a local API Worker, as the platform serves them before a deployed one.
//
// Miniflare would put two Workers of its own before every request to a Worker with assets: 300 to 1,000 µs each, as much as the API itself.

import type { Env } from "../../src/env.ts";

type Fetched = Pick<Required<ExportedHandler<Env>>, "fetch">;

/** @param paths of the files of public/, from its root */
export function behindPublicFiles(api: Fetched, paths: readonly string[]): Fetched {
  const isFile = new Set(paths);
  return {
    fetch(request, env, context) {
      return isFile.has(new URL(request.url).pathname) ? env.ASSETS.fetch(request) : api.fetch(request, env, context);
    },
  };
}
