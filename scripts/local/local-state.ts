// The local state folder: where one local system keeps its data, keys and secrets.

import { join, relative, resolve } from "node:path";
import { PROJECT_FOLDER } from "../project-folder.ts";
import { UserError } from "../user-error.ts";

export const NAME_A_FOLDER = "Name a folder that can be written to: STUDIO_STATE=/path/to/folder npm start";

export interface LocalState {
  readonly folder: string;
  /** Databases, files and Durable Objects: wrangler's `--persist-to`. */
  readonly data: string;
  /** The demo studios and their API keys, for trying out the API. */
  readonly demoFile: string;
  /** Secrets that must survive a restart. */
  readonly secretsFile: string;
  /** Address and token of the running service, for `npm run studio`. Exists only while the system runs. */
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

/**
 * `.wrangler` in the project, or the folder named by STUDIO_STATE (relative to the project).
 *
 * @throws UserError for one below /proc, where Node tries for ever to make a folder
 */
export function defaultLocalState(): LocalState {
  const folder = resolve(PROJECT_FOLDER, process.env.STUDIO_STATE ?? ".wrangler");
  if (/^\/proc(\/|$)/.test(folder)) {
    throw new UserError(`No state can be kept below /proc. ${NAME_A_FOLDER}`);
  }
  return localStateIn(folder);
}

/** The path relative to the working directory if it lies inside, else the absolute path. */
export function readablePath(path: string): string {
  const fromHere = relative(process.cwd(), path);
  return fromHere === "" || fromHere.startsWith("..") ? path : fromHere;
}
