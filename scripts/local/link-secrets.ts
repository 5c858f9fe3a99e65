// Link secrets: what encrypts the local system's download links and marks its API keys.

import { randomBytes } from "node:crypto";
import { z } from "zod";
import { UserError } from "../user-error.ts";
import type { LocalState } from "./local-state.ts";
import { readJsonFile, writePrivateJson } from "./private-file.ts";

/** As wrangler.toml asks of each secret. */
const MIN_SECRET_LENGTH = 32;

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
export function givenLinkSecrets(environment: NodeJS.ProcessEnv): Record<string, string> {
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
