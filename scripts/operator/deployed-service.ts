// The deployed service, as the operator's environment names it.

import { BASE_PATH } from "../../src/http/base-path.ts";
import type { RunningService } from "../local/running-service.ts";

/** The deployed service; undefined unless STUDIO_API_URL (a URL) and OPERATOR_TOKEN are set. */
export function findDeployedService({ STUDIO_API_URL, OPERATOR_TOKEN }: NodeJS.ProcessEnv): RunningService | undefined {
  if (!STUDIO_API_URL || !OPERATOR_TOKEN || !URL.canParse(STUDIO_API_URL)) return undefined;
  return { baseUrl: new URL(BASE_PATH, STUDIO_API_URL).href, token: OPERATOR_TOKEN };
}
