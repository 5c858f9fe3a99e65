// The local state folder: one local system's data, keys and secrets.

import { randomBytes } from "node:crypto";
import { join, relative, resolve } from "node:path";
import { z } from "zod";
import { readJsonFile, writePrivateJson } from "../private-file.ts";
import { PROJECT_FOLDER } from "../project-folder.ts";
import { UserError } from "../user-error.ts";

/** As wrangler.toml asks of each secret. */
const MIN_SECRET_LENGTH = 32;

export const NAME_A_FOLDER = "Name a folder that can be written to: STUDIO_STATE=/path/to/folder npm start";

export interface LocalState {
  readonly folder: string;
  /** Databases, files and Durable Objects: wrangler's `--persist-to`. */
  readonly data: string;
  /** The demo studios and their API keys, for trying out the API. */
  readonly demoFile: string;
  /** The mails of the local mailbox. */
  readonly mailsFile: string;
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
    mailsFile: join(folder, "mails.jsonl"),
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

export function randomSecret(): string {
  return randomBytes(32).toString("hex");
}

/**
 * The local service's link secrets: those of the environment, as a deployment has them, else one of this state, which
 * is stored so that links still work after a restart.
 *
 * @throws UserError for a secret of the environment that is too short
 */
export async function linkSecrets(
  { secretsFile }: LocalState,
  environment: NodeJS.ProcessEnv,
): Promise<Record<string, string> & { readonly LINK_SECRET: string }> {
  return { LINK_SECRET: await readOrCreateLinkSecret(secretsFile), ...givenLinkSecrets(environment) };
}

/**
 * The secrets that the environment has.
 *
 * @throws UserError for one that is too short
 */
function givenLinkSecrets(environment: NodeJS.ProcessEnv): Record<string, string> {
  const given = { LINK_SECRET: environment.LINK_SECRET, LINK_SECRET_PREVIOUS: environment.LINK_SECRET_PREVIOUS };
  const secrets: Record<string, string> = {};
  for (const [name, secret] of Object.entries(given)) {
    if (secret === undefined || secret === "") continue;
    if (secret.length < MIN_SECRET_LENGTH) {
      throw new UserError(
        `${name} must have at least ${MIN_SECRET_LENGTH} characters, such as of: openssl rand -hex 32`,
      );
    }
    secrets[name] = secret;
  }
  return secrets;
}

async function readOrCreateLinkSecret(file: string): Promise<string> {
  const schema = z.object({ linkSecret: z.string().min(MIN_SECRET_LENGTH) });
  const stored = schema.safeParse(await readJsonFile(file)).data;
  if (stored !== undefined) return stored.linkSecret;
  const linkSecret = randomSecret();
  await writePrivateJson(file, { linkSecret });
  return linkSecret;
}
