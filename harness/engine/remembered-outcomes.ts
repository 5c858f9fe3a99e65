// Server before an engine that remembers outcomes by content, for the API's tests.
//
// Most of them send the same few models, each studio under keys of its own: the engine would slice the same again in every test.

import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import {
  type EngineHealth,
  type EngineSliceState,
  MESH_HEADER,
  MESH_WANTED,
  THUMBNAIL_HEADER,
  THUMBNAIL_WANTED,
} from "../../slicer-service/src/engine-protocol.ts";
import { readEngineJson } from "./running-engine.ts";

type Done = Extract<EngineSliceState, { status: "done" }>;

interface Outcome {
  readonly state: Done;
  /** The mesh of a STEP file. */
  readonly mesh: Uint8Array<ArrayBuffer> | undefined;
}

/** Outcomes by the hash of options and model. Failures are not kept: some are of the moment. */
export type OutcomesByContent = Map<string, Outcome>;

/** Lower than every version that an engine answers. */
const QUEUED: EngineSliceState = { status: "queued", progress: 0, version: 0 };

/**
 * Starts a server that answers as the engine, and from memory where any engine of these outcomes has sliced the same. Such a
 * slice counts as a run of this engine.
 *
 * @returns the address that takes the engine's place, and the function that closes it
 */
export async function rememberOutcomes(
  engineUrl: string,
  outcomes: OutcomesByContent,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const contents = new Map<string, string>();
  const remembered = new Map<string, Outcome>();
  let runs = 0;

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = "GET", url = "/", headers } = request;
    const [, sliceKey = "", isMesh] = /^\/slices\/([0-9a-f]{64})(\/mesh)?/.exec(url) ?? [];
    const body = Buffer.concat(await request.toArray());
    const options = String(headers["slice-options"] ?? "");
    if (method === "PUT") {
      const content = createHash("sha256").update(options).update(body).digest("hex");
      const outcome = outcomes.get(content);
      contents.set(sliceKey, content);
      if (outcome !== undefined) {
        remembered.set(sliceKey, outcome);
        runs++;
        return send(response, 202, QUEUED);
      }
    }
    if (isMesh !== undefined) {
      const { mesh } = outcomes.get(contents.get(sliceKey) ?? "") ?? {};
      response.writeHead(mesh === undefined ? 404 : 200).end(mesh);
      return;
    }
    const outcome = remembered.get(sliceKey);
    if (outcome !== undefined && method === "GET") return send(response, 200, outcome.state);
    if (outcome !== undefined && method === "DELETE") {
      remembered.delete(sliceKey);
      return send(response, 204);
    }
    const gone = new AbortController();
    response.on("close", () => gone.abort());
    const forwarded = await fetch(engineUrl + url, {
      method,
      // Remembered with its picture and its mesh, for the slice that asks for one.
      headers: {
        "Slice-Options": options,
        [THUMBNAIL_HEADER]: THUMBNAIL_WANTED,
        ...(options.includes('"format":"step"') && { [MESH_HEADER]: MESH_WANTED }),
      },
      ...(method === "PUT" && { body }),
      signal: gone.signal,
    });
    if (url === "/health") {
      const health = await readEngineJson<EngineHealth>(forwarded);
      const { started, done, failed } = health.runs;
      return send(response, 200, { ...health, runs: { started: started + runs, done: done + runs, failed } });
    }
    if (forwarded.status === 204) return send(response, 204);
    const state = await readEngineJson<EngineSliceState>(forwarded);
    const content = contents.get(sliceKey);
    if (state.status === "done" && content !== undefined) {
      const asked = state.meshBytes === undefined ? undefined : await fetch(`${engineUrl}/slices/${sliceKey}/mesh`);
      outcomes.set(content, { state, mesh: asked && new Uint8Array(await asked.arrayBuffer()) });
    }
    send(response, forwarded.status, state);
  };

  const server = createServer((request, response) => {
    // A caller that left, or an engine that is gone: the connection breaks, as it would without this server.
    answer(request, response).catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // A server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.close();
      server.closeAllConnections();
      if (server.listening) await once(server, "close");
    },
  };
}

function send(response: ServerResponse, status: number, body?: EngineSliceState | EngineHealth): void {
  response.writeHead(status, { "Content-Type": "application/json" }).end(body && JSON.stringify(body));
}
