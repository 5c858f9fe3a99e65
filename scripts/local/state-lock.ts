// One system at a time on the same local state. The lock is a local socket, which the operating system takes back
// however its holder ends; whoever connects is told where the holder's API is.

import { createHash } from "node:crypto";
import { mkdir, realpath, rm } from "node:fs/promises";
import { createConnection, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { UserError } from "../user-error.ts";
import { type LocalState, readablePath } from "./project.ts";

export interface StateLock {
  release(): Promise<void>;
}

/** @throws UserError where another system has the state */
export async function lockState(state: LocalState, baseUrl: string): Promise<StateLock> {
  await mkdir(state.folder, { recursive: true });
  const name = createHash("sha256")
    .update(await realpath(state.folder))
    .digest("hex")
    .slice(0, 16);
  // In the folder itself its path could be longer than a socket's may be.
  const path = process.platform === "win32" ? `\\\\.\\pipe\\studio-api-${name}` : join(tmpdir(), `studio-api-${name}`);
  const holder = await askHolder(path);
  if (holder !== undefined) {
    throw new UserError(`A system already runs on ${readablePath(state.folder)}, at ${holder}. End that one first.`);
  }
  await rm(path, { force: true });
  const server = createServer((connection) => connection.on("error", () => {}).end(baseUrl));
  await listen(server, path);
  server.unref();
  return { release: () => new Promise((resolve) => server.close(() => resolve())) };
}

/** The address of the system that holds the lock; undefined where nobody does. */
async function askHolder(path: string): Promise<string | undefined> {
  try {
    return await text(createConnection(path));
  } catch {
    return undefined;
  }
}

function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(path, resolve);
  });
}
