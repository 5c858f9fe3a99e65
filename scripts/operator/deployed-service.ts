// A deployed service and its database: of an environment, or as the operator's shell names it.

import { BASE_PATH } from "../../src/http/base-path.ts";
import {
  deployedName,
  type Environment,
  type EnvironmentSettings,
  readSecrets,
  readSettings,
} from "../deploy/environment.settings.ts";
import { givenLinkSecrets } from "../local/link-secrets.ts";
import type { RunningService } from "../local/running-service.ts";
import { UserError } from "../user-error.ts";
import type { DatabasePlace } from "./d1-execute.ts";

/** The deployed service; undefined unless STUDIO_API_URL (a URL) and OPERATOR_TOKEN are set. */
export function findDeployedService(environment: NodeJS.ProcessEnv): RunningService | undefined {
  const baseUrl = findDeployedUrl(environment);
  const token = environment.OPERATOR_TOKEN;
  return baseUrl === undefined || !token ? undefined : { baseUrl, token };
}

/** The deployed service's address; undefined unless STUDIO_API_URL is set to a URL. */
export function findDeployedUrl({ STUDIO_API_URL }: NodeJS.ProcessEnv): string | undefined {
  if (!STUDIO_API_URL || !URL.canParse(STUDIO_API_URL)) return undefined;
  return new URL(BASE_PATH, STUDIO_API_URL).href;
}

/** What of a deployed environment is known here. */
export interface DeployedEnvironment {
  readonly database: DatabasePlace;
  readonly baseUrl: string;
  /** Undefined where this machine does not know the token. */
  readonly service: RunningService | undefined;
  /** Undefined where this machine does not know it. */
  readonly linkSecret: string | undefined;
}

/**
 * @param folder the project's
 * @throws UserError if the environment was never deployed
 */
export async function openEnvironment(
  folder: string,
  environment: Environment,
  given: NodeJS.ProcessEnv,
): Promise<DeployedEnvironment> {
  const settings = await readSettings(folder, environment);
  if (settings === undefined) {
    throw new UserError(
      `There is no environments/${environment}.json: run \`npm run deploy -- --env ${environment}\`.`,
    );
  }
  const secrets = await readSecrets(folder, environment);
  const token = given.OPERATOR_TOKEN || secrets.OPERATOR_TOKEN;
  const baseUrl = baseUrlOf(settings);
  // Loads wrangler, which takes a second: not for a command on the local database.
  const { API_CONFIG, readWorkerConfig } = await import("../deploy/worker-config.ts");
  const [local] = readWorkerConfig(folder, API_CONFIG).d1_databases ?? [];
  if (local === undefined) throw new Error(`${API_CONFIG} binds no database`);
  const database = deployedName(local.database_name, environment);
  return {
    database: { kind: "remote", named: { database, account: settings.account } },
    baseUrl,
    service: token === undefined ? undefined : { baseUrl, token },
    linkSecret: givenLinkSecrets(given).LINK_SECRET ?? secrets.LINK_SECRET,
  };
}

export function baseUrlOf({ domain }: EnvironmentSettings): string {
  return new URL(BASE_PATH, `https://${domain}`).href;
}
