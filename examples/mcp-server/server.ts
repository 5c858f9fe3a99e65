// An MCP server over stdio: lets an assistant quote and order prints of one studio.
//
//   STUDIO_API_URL=… STUDIO_API_KEY=pk_live_… STUDIO_MODELS=/path/to/models node server.ts

import { resolve } from "node:path";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { StudioClient } from "@studio-integration/client";
import { findApiAccess } from "../api-access.ts";
import { createStudioServer } from "./studio-tools.ts";

try {
  // Standard output belongs to the protocol: all other output goes to standard error.
  const folder = resolve(process.env.STUDIO_MODELS ?? process.env.INIT_CWD ?? ".");
  const server = createStudioServer(new StudioClient(await findApiAccess()), folder);
  await server.connect(new StdioServerTransport());
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
