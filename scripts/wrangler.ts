// Wrangler's program file and settings: run on this Node, without questions, telemetry, update checks or network.

import { join } from "node:path";
import { PROJECT_FOLDER } from "./project-folder.ts";

export const WRANGLER_PROGRAM = join(PROJECT_FOLDER, "node_modules/wrangler/bin/wrangler.js");

/** Environment variables that wrangler reads. */
export const QUIET_WRANGLER: Readonly<Record<string, string>> = {
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
  WRANGLER_SEND_METRICS: "false",
  WRANGLER_HIDE_BANNER: "true",
  WRANGLER_WRITE_LOGS: "false",
};
