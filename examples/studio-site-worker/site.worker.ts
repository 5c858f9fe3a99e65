// The studio's site as a Cloudflare Worker: `wrangler.toml` serves the page, this answers the rest.

import { StudioClient } from "@studio-integration/client";
import { createSite, type Site } from "../studio-site/site.ts";

interface Environment {
  readonly STUDIO_API_URL: string;
  readonly STUDIO_API_KEY: string;
  readonly VISITOR_LIMIT: { limit(options: { readonly key: string }): Promise<{ readonly success: boolean }> };
}

interface Context {
  /** Lets work run on for up to 30 seconds after the visitor hangs up. */
  waitUntil(work: Promise<unknown>): void;
}

/** Made by an isolate's first request, and kept with its catalog for the next ones. */
let site: Site | undefined;

export default {
  fetch(request: Request, environment: Environment, context: Context): Promise<Response> {
    site ??= siteOf(environment);
    const visitor = request.headers.get("CF-Connecting-IP") ?? "";
    return site(request, visitor, (work) => context.waitUntil(work));
  },
};

function siteOf({ STUDIO_API_URL: baseUrl, STUDIO_API_KEY: apiKey, VISITOR_LIMIT }: Environment): Site {
  return createSite({
    client: new StudioClient({ baseUrl, apiKey }),
    allows: async (visitor) => (await VISITOR_LIMIT.limit({ key: visitor })).success,
    secret: apiKey,
  });
}
