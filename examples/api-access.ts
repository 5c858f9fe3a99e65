// Access to the API: STUDIO_API_URL and STUDIO_API_KEY; for a local trial, the demo key that `npm start` wrote.

import { readFile } from "node:fs/promises";
import { resolve } from "node:path";

export interface ApiAccess {
  readonly baseUrl: string;
  /** Keep it on a server only: its holder can order in the studio's name. */
  readonly apiKey: string;
}

const PROJECT = resolve(import.meta.dirname, "..");

/** @throws AccessMissing if neither the environment nor a local trial has a key */
export async function findApiAccess(environment: NodeJS.ProcessEnv = process.env): Promise<ApiAccess> {
  const { STUDIO_API_URL: baseUrl, STUDIO_API_KEY: apiKey, STUDIO_STATE: state = ".wrangler" } = environment;
  if (baseUrl && apiKey) return { baseUrl, apiKey };
  const demoFile = resolve(PROJECT, state, "demo.json");
  const text = await readFile(demoFile, "utf8").catch(() => {
    throw new AccessMissing(`Set STUDIO_API_URL and STUDIO_API_KEY, or run \`npm start\`: there is no ${demoFile}.`);
  });
  // Written by `npm start`.
  const demo = JSON.parse(text) as { baseUrl: string; studios: { apiKey: string }[] };
  const demoKey = demo.studios[0]?.apiKey;
  if (demoKey === undefined) throw new AccessMissing(`${demoFile} holds no key.`);
  return { baseUrl: baseUrl || demo.baseUrl, apiKey: apiKey || demoKey };
}

export class AccessMissing extends Error {}
