// Wrangler's program file, configurations and settings: run on this Node, without questions, telemetry, update checks or network.

import { join } from "node:path";
import { PROJECT_FOLDER } from "./project-folder.ts";

export const WRANGLER_PROGRAM = join(PROJECT_FOLDER, "node_modules/wrangler/bin/wrangler.js");

/** The configurations of both Workers, in the project's folder. */
export const API_CONFIG = "wrangler.toml";
export const SLICER_CONFIG = "slicer-service/wrangler.toml";

/** Environment variables that wrangler reads. */
export const QUIET_WRANGLER: Readonly<Record<string, string>> = {
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
  WRANGLER_SEND_METRICS: "false",
  WRANGLER_HIDE_BANNER: "true",
  WRANGLER_WRITE_LOGS: "false",
};
