// TCP ports: finding a free one, and checking that a wanted one is free.

import { once } from "node:events";
import { createServer } from "node:net";
import { UserError } from "../user-error.ts";

/** A port that is free at this moment. */
export async function findFreePort(host: string): Promise<number> {
  return listenBriefly(host, 0);
}

/** @throws UserError if nothing can listen there */
export async function requireFreePort(host: string, port: number): Promise<void> {
  try {
    await listenBriefly(host, port);
  } catch (error) {
    const inUse = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
    throw new UserError(
      inUse
        ? `Port ${port} is in use by another program. Choose another one: PORT=${port + 1} npm start`
        : `Cannot listen on ${host}:${port}: ${error instanceof Error ? error.message : error}`,
    );
  }
}

async function listenBriefly(host: string, port: number): Promise<number> {
  const server = createServer().listen(port, host);
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("a TCP server has an address with a port");
  server.close();
  await once(server, "close");
  return address.port;
}
