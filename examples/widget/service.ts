// The embedded studio: STUDIO_SERVICE and STUDIO_SLUG; for a local trial, the first demo studio of `npm start`.

import { readFile } from "node:fs/promises";
import { resolve } from "node:path";

export interface EmbeddedStudio {
  /** Origin of the service, such as `https://api.example.com`. */
  readonly service: string;
  /** The studio's name in its page's address. */
  readonly slug: string;
}

const PROJECT = resolve(import.meta.dirname, "../..");

/** @throws Error if neither the environment nor a local trial names a studio */
export async function findStudio(environment: NodeJS.ProcessEnv = process.env): Promise<EmbeddedStudio> {
  const { STUDIO_SERVICE: service, STUDIO_SLUG: slug, STUDIO_STATE: state = ".wrangler" } = environment;
  if (service && slug) return checked({ service, slug });
  const demoFile = resolve(PROJECT, state, "demo.json");
  const text = await readFile(demoFile, "utf8").catch(() => {
    throw new Error(`Set STUDIO_SERVICE and STUDIO_SLUG, or run \`npm start\`: there is no ${demoFile}.`);
  });
  // Written by `npm start`.
  const demo = JSON.parse(text) as { baseUrl: string; studios: { slug: string }[] };
  return checked({ service: service || demo.baseUrl, slug: slug || (demo.studios[0]?.slug ?? "") });
}

/** Both are written into pages and their policies without escapes, so they are checked. */
function checked({ service, slug }: EmbeddedStudio): EmbeddedStudio {
  const url = URL.parse(service);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new Error(`STUDIO_SERVICE is an address such as https://api.example.com, not "${service}".`);
  }
  if (!/^[a-z0-9-]+$/.test(slug)) throw new Error(`STUDIO_SLUG is a studio's name in addresses, not "${slug}".`);
  return { service: url.origin, slug };
}
