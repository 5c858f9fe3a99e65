// The deployed service, as the operator's environment names it.

import { BASE_PATH } from "../../src/http/base-path.ts";
import type { RunningService } from "../local/running-service.ts";

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
