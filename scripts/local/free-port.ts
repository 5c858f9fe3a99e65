// TCP ports: finding a free one, and checking that a wanted one is free.

import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";
import { UserError } from "../user-error.ts";

/**
 * No system gives these ports to an outgoing connection or to a listener on port 0 (Linux begins at 32,768), so a found port
 * stays free until its program listens.
 */
const FOUND_PORTS = { from: 20_000, to: 32_000 } as const;

/** A port that is free at this moment. */
export async function findFreePort(host: string): Promise<number> {
  for (;;) {
    const port = randomInt(FOUND_PORTS.from, FOUND_PORTS.to);
    if (await isFree(host, port)) return port;
  }
}

/** @throws UserError if nothing can listen there */
export async function requireFreePort(host: string, port: number): Promise<void> {
  try {
    if (await isFree(host, port)) return;
  } catch (error) {
    throw new UserError(`Cannot listen on ${host}:${port}: ${error instanceof Error ? error.message : error}`);
  }
  throw new UserError(`Port ${port} is in use by another program. Choose another one: PORT=${port + 1} npm start`);
}

/** @throws the system's error if the host is not an address of this machine, or the port is not for this user */
async function isFree(host: string, port: number): Promise<boolean> {
  const server = createServer().listen(port, host);
  try {
    await once(server, "listening");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EADDRINUSE") return false;
    throw error;
  }
  server.close();
  await once(server, "close");
  return true;
}
