// The folder for models and G-code in work. Kept in /dev/shm if there is room: everything is deleted after use.

import { access, constants, mkdtemp, readdir, rm, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const MEMORY_FOLDER = "/dev/shm";
/** The type that statfs gives a file system in memory, from Linux's magic.h. */
const TMPFS_MAGIC = 0x01021994;
const GIB = 1024 ** 3;
/** The largest G-code that a slicer may write, and the mesh beside it. */
const BYTES_PER_SLICE = GIB;
/** Holds the process id, which tells whether the engine that made the folder still runs. */
const NAME = /^slicing-engine-(\d+)-/;

/**
 * Makes the engine's folder, and deletes those of killed engines.
 *
 * @param parent the folder to make it in; undefined for /dev/shm if that has room for `capacity` slices, else the
 *   system's folder for temporary files
 */
export async function makeWorkFolder(parent: string | undefined, capacity: number): Promise<string> {
  const chosen = parent ?? ((await hasRoom(MEMORY_FOLDER, capacity * BYTES_PER_SLICE)) ? MEMORY_FOLDER : tmpdir());
  for (const name of await readdir(chosen)) {
    const [, processId] = NAME.exec(name) ?? [];
    if (processId === undefined || isAlive(Number(processId))) continue;
    // A folder of another user cannot be deleted, and stays.
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
    // Missing or not writable, as outside Linux or in a read-only container.
    return false;
  }
}

function isAlive(processId: number): boolean {
  try {
    // Signal 0 only checks that the process exists.
    process.kill(processId, 0);
    return true;
  } catch (error) {
    // EPERM: it exists and belongs to another user.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
