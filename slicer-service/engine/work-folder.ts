// Where slices are worked on: models and G-code, which is written once, read at its end and thrown away. It is no disk's
// business, so it lies in memory where there is enough of it.

import { access, constants, mkdtemp, readdir, rm, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const MEMORY_FOLDER = "/dev/shm";
/** What statfs calls a file system in memory, by Linux' magic.h. */
const TMPFS_MAGIC = 0x01021994;
const GIB = 1024 ** 3;
/** The largest G-code a slicer may write, and the mesh beside it. */
const BYTES_OF_A_SLICE = GIB;
const NAME = /^slicing-engine-(\d+)-/;

/**
 * Makes the engine's folder, and removes those that engines left behind which were killed.
 *
 * @param parent where it is wanted; if undefined in memory where that has room for so many slices, else on disk
 */
export async function makeWorkFolder(parent: string | undefined, capacity: number): Promise<string> {
  const chosen = parent ?? ((await hasRoom(MEMORY_FOLDER, capacity * BYTES_OF_A_SLICE)) ? MEMORY_FOLDER : tmpdir());
  for (const name of await readdir(chosen)) {
    const [, processId] = NAME.exec(name) ?? [];
    if (processId === undefined || isAlive(Number(processId))) continue;
    // Another user's stays.
    await rm(join(chosen, name), { recursive: true }).catch(() => {});
  }
  return mkdtemp(join(chosen, `slicing-engine-${process.pid}-`));
}

async function hasRoom(folder: string, bytes: number): Promise<boolean> {
  try {
    await access(folder, constants.W_OK);
    const { type, bsize, bavail } = await statfs(folder);
    return type === TMPFS_MAGIC && bavail * bsize >= bytes;
  } catch {
    // There is no such folder, or it is not for us: not on Linux, or in a container.
    return false;
  }
}

function isAlive(processId: number): boolean {
  try {
    // Signal 0 is none: it only asks.
    process.kill(processId, 0);
    return true;
  } catch (error) {
    // Another user's process is a process too.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
