// A local system as `npm start` starts it, with its own state folder and port, for tests.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DemoSignIn } from "../../scripts/local/demo/demo-file.ts";
import { findFreePort } from "../../scripts/local/free-port.ts";
import { localStateIn } from "../../scripts/local/local-state.ts";
import { LocalSystem } from "../../scripts/local/local-system.ts";

const HOST = "127.0.0.1";
const STUDIO = "kobza-druk";

export interface TestSystem {
  readonly baseUrl: string;
  /** The value of `STUDIO_STATE` for commands that look for this system. */
  readonly stateFolder: string;
  /** The key of the demo studio `kobza-druk`: its catalog has the first ids. */
  readonly apiKey: string;
  /** The sign-in of that studio's owner to the panel. */
  readonly owner: DemoSignIn;
  /** Calls the API with that key. Returns the envelope's data with the status. */
  readonly api: <Data>(path: string, init?: RequestInit) => Promise<{ readonly status: number; readonly data: Data }>;
  readonly stop: () => Promise<void>;
}

export async function startSystem(): Promise<TestSystem> {
  const stateFolder = await mkdtemp(join(tmpdir(), "started-system-"));
  const port = await findFreePort(HOST);
  const system = new LocalSystem({ state: localStateIn(stateFolder), host: HOST, port, log: () => {} });
  const stop = async () => {
    await system.stop();
    await rm(stateFolder, { recursive: true, force: true });
  };
  try {
    const { baseUrl, studios, owners } = await system.start();
    const apiKey = studios.find(({ slug }) => slug === STUDIO)?.apiKey;
    const owner = owners.find(({ slug }) => slug === STUDIO);
    if (apiKey === undefined || owner === undefined) throw new Error(`the demo has no studio ${STUDIO}`);
    const api = async <Data>(path: string, init: RequestInit = {}) => {
      const headers = new Headers(init.headers);
      headers.set("Authorization", `Bearer ${apiKey}`);
      const response = await fetch(`${baseUrl}${path}`, { ...init, headers });
      // The envelope of every answer (wire: Every response); the caller states the type of its data.
      const { data } = (await response.json()) as { data: Data };
      return { status: response.status, data };
    };
    return { baseUrl, stateFolder, apiKey, owner, api, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
