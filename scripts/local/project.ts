// Where the project and its local state lie, however a script is started.

import { join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const PROJECT_FOLDER = fileURLToPath(new URL("../..", import.meta.url));

/** A folder with the state of one local system. */
export interface LocalState {
  readonly folder: string;
  /** What wrangler calls `--persist-to`: databases, files, objects. */
  readonly data: string;
  /** The demo studios and their keys, for whoever wants to try the API. */
  readonly demoFile: string;
  /** The secrets that have to stay the same over a restart. */
  readonly secretsFile: string;
  /** Exists while the system runs: how `npm run studio` reaches it. */
  readonly operatorFile: string;
}

export function localStateIn(folder: string): LocalState {
  return {
    folder,
    data: join(folder, "state"),
    demoFile: join(folder, "demo.json"),
    secretsFile: join(folder, "secrets.json"),
    operatorFile: join(folder, "operator.json"),
  };
}

/** `.wrangler` in the project, or the folder that STUDIO_STATE names. */
export function defaultLocalState(): LocalState {
  return localStateIn(resolve(PROJECT_FOLDER, process.env.STUDIO_STATE ?? ".wrangler"));
}

/** A path as it is typed from here. */
export function readablePath(path: string): string {
  const fromHere = relative(process.cwd(), path);
  return fromHere.startsWith("..") ? path : fromHere;
}
