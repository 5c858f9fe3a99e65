// State lock: only one local system at a time uses a state folder.
//
// The lock is a transaction of SQLite on a file of its own, and so a lock of the operating system: exactly one process
// gets it, and every end of that process frees it. The holder writes its process id and address beside it.

import { once } from "node:events";
import { access, constants, mkdir, rm } from "node:fs/promises";
import { createConnection, createServer } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { readJsonFile, writePrivateJson } from "../private-file.ts";
import { UserError } from "../user-error.ts";
import { type LocalState, NAME_A_FOLDER, readablePath } from "./local-state.ts";

/** Two that ask at once can each be in the other's way for a moment; SQLite asks again for this long. */
const CONTENTION_MILLISECONDS = 250;
const HOLDER_PATIENCE_MILLISECONDS = 1500;
/** Longest wait for a holder that has the lock, but has not written its file yet. */
const HOLDER_FILE_MILLISECONDS = 1000;

export interface StateLock {
  release(): Promise<void>;
}

const holderSchema = z.object({
  pid: z.number(),
  /** The address of its API. */
  baseUrl: z.string(),
  /** A port of this machine that closes every connection at once: a process that does not is stopped or stuck. */
  alivePort: z.number(),
});

type Holder = z.infer<typeof holderSchema>;

/** @throws UserError if another system holds the lock, or the folder cannot be written to */
export async function lockState(state: LocalState, baseUrl: string): Promise<StateLock> {
  const holderFile = join(state.folder, "holder.json");
  let lock: DatabaseSync;
  try {
    await mkdir(state.data, { recursive: true });
    await access(state.data, constants.W_OK);
    lock = new DatabaseSync(join(state.folder, "lock.sqlite"), { timeout: CONTENTION_MILLISECONDS });
    lock.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    throw new UserError(
      isBusy(error)
        ? await describeHolder(state, await readHolder(holderFile))
        : `Cannot keep the state in ${readablePath(state.folder)} (${error instanceof Error ? error.message : error}). ` +
            NAME_A_FOLDER,
    );
  }
  const alive = createServer((connection) => connection.on("error", () => {}).end()).listen(0, "127.0.0.1");
  alive.unref();
  await once(alive, "listening");
  const address = alive.address();
  if (address === null || typeof address === "string") throw new Error("a TCP server has an address with a port");
  const holder: Holder = { pid: process.pid, baseUrl, alivePort: address.port };
  await writePrivateJson(holderFile, holder);
  return {
    async release() {
      await rm(holderFile, { force: true });
      alive.close();
      lock.close();
    },
  };
}

function isBusy(error: unknown): boolean {
  // SQLITE_BUSY
  return error instanceof Error && "errcode" in error && error.errcode === 5;
}

async function readHolder(file: string): Promise<Holder | undefined> {
  for (let waited = 0; ; waited += 100) {
    const holder = holderSchema.safeParse(await readJsonFile(file)).data;
    // A killed holder leaves its file behind, which the next one replaces a moment after it got the lock.
    if (holder !== undefined && lives(holder)) return holder;
    if (waited >= HOLDER_FILE_MILLISECONDS) return holder;
    await delay(100);
  }
}

function lives({ pid }: Holder): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function describeHolder({ folder }: LocalState, holder: Holder | undefined): Promise<string> {
  const where = readablePath(folder);
  if (holder === undefined) return `Another process holds ${where}. Try again in a moment.`;
  const { pid, baseUrl } = holder;
  if (await answers(holder)) return `A system already runs on ${where}, at ${baseUrl} (process ${pid}). Stop it first.`;
  const command = process.platform === "win32" ? `taskkill /F /PID ${pid}` : `kill -9 ${pid}`;
  return `A system holds ${where} but does not answer (process ${pid}, of ${baseUrl}). End it with: ${command}`;
}

async function answers({ alivePort }: Holder): Promise<boolean> {
  const connection = createConnection(alivePort, "127.0.0.1");
  const timeout = setTimeout(() => connection.destroy(new Error("timeout")), HOLDER_PATIENCE_MILLISECONDS);
  try {
    await text(connection);
    return true;
  } catch {
    return false;
  } finally {
    clearTimeout(timeout);
  }
}
