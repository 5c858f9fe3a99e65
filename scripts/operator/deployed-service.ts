// A deployed environment for the operator's command: its service's address, and the token that opens its door.

import { BASE_PATH } from "../../src/http/base-path.ts";
import {
  type Environment,
  type EnvironmentSettings,
  readSecrets,
  requireSettings,
  secretsFile,
} from "../deploy/environment.settings.ts";
import type { RunningService } from "../local/running-service.ts";

export interface DeployedService {
  /** Undefined if this machine does not know the token. */
  readonly service: RunningService | undefined;
  /** A line for the operator before the service is asked. */
  readonly warning: string | undefined;
}

/**
 * The token is the one that was kept when the environment was deployed. Only where this machine has none is it the shell's
 * OPERATOR_TOKEN, which may have been set for another environment.
 *
 * @param folder the project's
 * @throws UserError if the environment was never deployed
 */
export async function findDeployedService(
  folder: string,
  environment: Environment,
  given: NodeJS.ProcessEnv,
): Promise<DeployedService> {
  const settings = await requireSettings(folder, environment);
  const { OPERATOR_TOKEN: kept } = await readSecrets(folder, environment);
  const token = kept ?? (given.OPERATOR_TOKEN || undefined);
  return {
    service: token === undefined ? undefined : { baseUrl: baseUrlOf(settings), token },
    warning:
      kept === undefined && token !== undefined
        ? `Uses OPERATOR_TOKEN of your shell: ${secretsFile(environment)} has none.`
        : undefined,
  };
}

function baseUrlOf({ domain }: EnvironmentSettings): string {
  return new URL(BASE_PATH, `https://${domain}`).href;
}
