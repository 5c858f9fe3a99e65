// Containers without a slicer: what listens in them answers as a test wants.

import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import type { ContainerProcess } from "./process-docker.ts";

/** What an image of another version of the protocol answers whatever it is asked to slice, which `onAsked` is told of. */
export function oldEngine(onAsked: () => void): Promise<ContainerProcess> {
  return engineThat((request, response) => {
    request.resume();
    if (request.url !== "/health") response.on("finish", onAsked);
    response.writeHead(request.url === "/health" ? 200 : 409, { "Content-Type": "application/json" });
    response.end(JSON.stringify({ code: "engine_mismatch", message: "This engine speaks protocol 0.", protocol: 0 }));
  });
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
