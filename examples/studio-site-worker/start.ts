// npm run -w example-studio-site-worker start: the Worker under `wrangler dev`, with the access of a local trial.

import { spawn } from "node:child_process";
import { join, resolve } from "node:path";
import { findApiAccess } from "../api-access.ts";

try {
  const { baseUrl, apiKey } = await findApiAccess();
  const wrangler = resolve(import.meta.dirname, "../../node_modules/wrangler/bin/wrangler.js");
  const settings = ["--port", process.env.PORT ?? "8791", "--ip", "127.0.0.1", "--var", `STUDIO_API_URL:${baseUrl}`];
  // The key goes by the environment, because arguments show in the list of processes.
  const child = spawn(
    process.execPath,
    [wrangler, "dev", "-c", join(import.meta.dirname, "wrangler.toml"), ...settings],
    {
      stdio: "inherit",
      env: {
        ...process.env,
        STUDIO_API_KEY: apiKey,
        WRANGLER_SEND_METRICS: "false",
        CLOUDFLARE_CF_FETCH_ENABLED: "false",
      },
    },
  );
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal));
  child.on("exit", (code) => process.exit(code ?? 0));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
