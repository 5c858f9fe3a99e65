// A deployed environment for the operator's command: its database, its service's address, and the token that opens it.

import type { DataPlace } from "../../slicer-service/src/contract/place.ts";
import { BASE_PATH } from "../../src/http/base-path.ts";
import {
  deployedName,
  type Environment,
  type EnvironmentSettings,
  readSecrets,
  requireSettings,
  secretsFile,
} from "../deploy/environment.settings.ts";
import type { RunningService } from "../local/running-service.ts";
import type { DatabasePlace } from "./d1-execute.ts";

/** What of a deployed environment is known here. */
export interface DeployedEnvironment {
  readonly database: DatabasePlace;
  /** Where its data lives. */
  readonly place: DataPlace;
  readonly baseUrl: string;
  /** Undefined where this machine does not know the token. */
  readonly service: RunningService | undefined;
  /** Undefined where this machine does not know it. */
  readonly linkSecret: string | undefined;
  /** What the operator should hear of before the service is told something. */
  readonly warning: string | undefined;
}

/**
 * The token is the one that was kept when the environment was deployed. Only where this machine has none is it the shell's
 * OPERATOR_TOKEN, which may have been set for another environment.
 *
 * @param folder the project's
 * @throws UserError if the environment was never deployed
 */
export async function openEnvironment(
  folder: string,
  environment: Environment,
  given: NodeJS.ProcessEnv,
): Promise<DeployedEnvironment> {
  const settings = await requireSettings(folder, environment);
  const secrets = await readSecrets(folder, environment);
  const { OPERATOR_TOKEN: kept } = secrets;
  const token = kept ?? (given.OPERATOR_TOKEN || undefined);
  const baseUrl = baseUrlOf(settings);
  // Loads wrangler, which takes a second: not for a command on the local database.
  const { API_CONFIG, readWorkerConfig } = await import("../deploy/worker-config.ts");
  const [local] = readWorkerConfig(folder, API_CONFIG).d1_databases ?? [];
  if (local === undefined) throw new Error(`${API_CONFIG} binds no database`);
  const database = deployedName(local.database_name, environment);
  return {
    database: { kind: "remote", database, account: settings.account },
    place: settings.place,
    baseUrl,
    service: token === undefined ? undefined : { baseUrl, token },
    linkSecret: secrets.LINK_SECRET,
    warning:
      kept === undefined && token !== undefined
        ? `Uses OPERATOR_TOKEN of your shell: ${secretsFile(environment)} has none.`
        : undefined,
  };
}

export function baseUrlOf({ domain }: EnvironmentSettings): string {
  return new URL(BASE_PATH, `https://${domain}`).href;
}
