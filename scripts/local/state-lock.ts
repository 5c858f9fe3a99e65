// State lock: only one local system at a time uses a state folder.
//
// The lock is a Unix socket (on Windows a named pipe) that answers with the address of the holder's API. The operating
// system closes it however the holder dies, so a lock can never be stale.

import { createHash } from "node:crypto";
import { mkdir, realpath, rm } from "node:fs/promises";
import { createConnection, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { UserError } from "../user-error.ts";
import { type LocalState, readablePath } from "./local-state.ts";

export interface StateLock {
  release(): Promise<void>;
}

/** @throws UserError if another system holds the lock */
export async function lockState(state: LocalState, baseUrl: string): Promise<StateLock> {
  await mkdir(state.folder, { recursive: true });
  const name = createHash("sha256")
    .update(await realpath(state.folder))
    .digest("hex")
    .slice(0, 16);
  // Not in the state folder: a socket's path must be shorter than about 100 bytes.
  const path = process.platform === "win32" ? `\\\\.\\pipe\\studio-api-${name}` : join(tmpdir(), `studio-api-${name}`);
  const holder = await askHolder(path);
  if (holder !== undefined) {
    throw new UserError(`A system already runs on ${readablePath(state.folder)}, at ${holder}. Stop it first.`);
  }
  await rm(path, { force: true });
  const server = createServer((connection) => connection.on("error", () => {}).end(baseUrl));
  await listen(server, path);
  server.unref();
  return { release: () => new Promise((resolve) => server.close(() => resolve())) };
}

/** The API address of the lock's holder; undefined if nobody holds the lock. */
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
