// OpenAPI document as the running code serves it, asked for without a server.

import { BASE_PATH } from "../../src/http/base-path.ts";

/**
 * The document as it is sent.
 *
 * @throws Error if it is not served
 */
export async function servedText(): Promise<string> {
  // By address: the compiler would check the API's sources against Node's types instead of the Workers'.
  const { createApp }: AppModule = await import(new URL("../../src/app.ts", import.meta.url).href);
  const response = await createApp().request(`${BASE_PATH}/openapi.json`, {}, UNUSED_BINDINGS);
  const text = await response.text();
  if (response.status !== 200) throw new Error(`openapi.json: ${response.status} ${text}`);
  return text;
}

interface AppModule {
  createApp(): { request(path: string, init: RequestInit, env: object): Promise<Response> };
}

/** The request log wraps them; the document uses none of them. */
const UNUSED_BINDINGS = {
  DB: {},
  MODELS: {},
  SLICE_RESULTS: {},
  SLICER: {},
  STUDIO_GATE: {},
  VISITOR_DAY: {},
  STUDIO_NEWS: {},
  STUDIO_OUTBOX: {},
  REQUEST_LOG: {},
  GUESSED_KEYS: {},
  VISITOR_CALLS: {},
  CARRIER_CALLS: {},
  CARRIER_PLACES: {},
  STOREFRONT_CALLS: {},
  LOG_SAMPLE_PERCENT: 0,
};
