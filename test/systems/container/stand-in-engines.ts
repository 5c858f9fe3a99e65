// Containers without a slicer: a server in them answers as a test wants.

import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import type { EngineSliceOptions } from "../../../slicer-service/src/engine-protocol.ts";
import type { ContainerProcess } from "./process-docker.ts";

/** The answer of an image with another version of the protocol to every slice, reported to `onAsked`. */
export function oldEngine(onAsked: () => void): Promise<ContainerProcess> {
  return engineThat((request, response) => {
    request.resume();
    if (request.url !== "/health") response.on("finish", onAsked);
    response.writeHead(request.url === "/health" ? 200 : 409, { "Content-Type": "application/json" });
    response.end(JSON.stringify({ code: "engine_mismatch", message: "This engine speaks protocol 0.", protocol: 0 }));
  });
}

export interface NamedEngine extends ContainerProcess {
  /** The engines' names that it was asked for. */
  readonly asked: string[];
  /** Has the slices that it took end. */
  finish(): void;
}

/** An engine that slices without a slicer, takes the slices that name it, and ends at a SIGTERM once its slices have. */
export async function namedEngine(name: string): Promise<NamedEngine> {
  const asked: string[] = [];
  const isFinished = Promise.withResolvers<void>();
  let slices = 0;
  const engine = await engineThat(async (request, response) => {
    const send = (status: number, body: unknown) =>
      response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
    request.resume();
    if (request.url === "/health") return send(200, { engineName: name });
    if (request.method === "DELETE") return response.writeHead(204).end();
    if (request.method === "PUT") {
      // Only the slicer Worker asks, and it always sends its options as this JSON.
      const { engineName } = JSON.parse(String(request.headers["slice-options"])) as EngineSliceOptions;
      asked.push(engineName);
      const message = `This is ${name}, not ${engineName}.`;
      if (engineName !== name) return send(409, { code: "engine_mismatch", message });
      slices++;
      return send(202, { version: 1, progress: 1, status: "slicing" });
    }
    if (slices === 0) return send(404, { code: "unknown_slice", message: "No slice of this key is known here." });
    await isFinished.promise;
    const box = { x: 10, y: 10, z: 10 };
    const figures = { printSeconds: 600, materialCubicMm: 1000, solidCubicMm: 1000, dimensionsMm: box, layers: 50 };
    return send(200, { version: 2, progress: 100, status: "done", result: { engine: name, ...figures } });
  });
  return {
    ...engine,
    asked,
    finish: isFinished.resolve,
    kill(signal) {
      const isAtOnce = signal !== "SIGTERM" || slices === 0;
      // A moment for the result to be read.
      if (isAtOnce) engine.kill(signal);
      else isFinished.promise.then(() => setTimeout(() => engine.kill(signal), 1000));
    },
  };
}

export function hangingEngine(): Promise<ContainerProcess> {
  return engineThat(() => {});
}

export async function engineThat(answers: RequestListener): Promise<ContainerProcess> {
  const server = createServer(answers);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const ended = new Promise<void>((resolve) => server.on("close", resolve));
  // A server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo;
  const kill = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${port}`, ended, kill };
}
