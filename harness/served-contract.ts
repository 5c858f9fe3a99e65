// The contract as the service's code serves it, asked for without a server.

import { BASE_PATH } from "../src/http/base-path.ts";

interface AppModule {
  createApp(): { request(path: string, init: RequestInit, env: object): Response | Promise<Response> };
}

/** What the service's code wraps for each request; the contract needs none of it. */
const UNUSED_BINDINGS = {
  DB: {},
  MODELS: {},
  SLICE_RESULTS: {},
  SLICER: {},
  STUDIO_GATE: {},
  GUESSED_KEYS: {},
  LOG_SAMPLE_PERCENT: 0,
};

/** @throws Error where it is not served */
export async function servedContract(): Promise<string> {
  // By address: the compiler would check the service's sources against Node's types instead of the Workers'.
  const { createApp }: AppModule = await import(new URL("../src/app.ts", import.meta.url).href);
  const answer = await createApp().request(`${BASE_PATH}/openapi.json`, {}, UNUSED_BINDINGS);
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`openapi.json: ${answer.status} ${text}`);
  return text;
}
