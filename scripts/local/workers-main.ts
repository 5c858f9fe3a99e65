// Workers main: both Workers in one Miniflare, the API on its own socket. A child of workers-process.ts.
//
// The API's port leads straight into its Worker. `wrangler dev` would put two Workers of its own before it, which answer
// without a key: an explorer with SQL on D1 and on Durable Objects, R2's objects, triggers of cron and e-mail, and a trace
// store with every link's address. Only some of that can be switched off.

import { rm } from "node:fs/promises";
import { join } from "node:path";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from "miniflare";
import { buildBrowserFiles } from "../browser/build.ts";
import { PROJECT_FOLDER } from "../project-folder.ts";
import { API_CONFIG, SLICER_CONFIG } from "../wrangler.ts";
import {
  API_DOOR,
  API_ENTRY,
  bundleApi,
  bundleWorker,
  configuredWorker,
  SLICER_ENTRY,
  SLICER_WORKER,
} from "./worker-bundle.ts";
import { workersSettingsSchema } from "./workers-process.ts";

const API_WORKER = "studio-integration-api";

/** The address of Miniflare's entry Worker, for this process only. It cannot be left out. */
const ENTRY_HOST = "127.0.0.1";

/** The schedule of wrangler.toml, which nothing else keeps here: every hour. */
const CRON_MILLISECONDS = 60 * 60 * 1000;

const {
  folder,
  data,
  host,
  port,
  scheduleMilliseconds = CRON_MILLISECONDS,
  printsRequests,
  variables,
} = workersSettingsSchema.parse(JSON.parse(process.env.LOCAL_WORKERS ?? "null"));

// Left by a last run that was killed.
const temporaryFolder = join(folder, "tmp");
await rm(temporaryFolder, { recursive: true, force: true });
// `wrangler dev`, which ran the Workers before, kept every request here for good, with its links.
await rm(join(data, "v3", "observability"), { recursive: true, force: true });
await buildBrowserFiles();

/** Miniflare's messages without their stacks: supervisor.ts mends the faults that Miniflare cannot. */
class FirstLineLog extends Log {
  override log(message: string): void {
    console.error(message.split("\n", 1)[0]);
  }
}

const miniflare = new Miniflare(
  convertV4MiniflareOptions({
    log: new FirstLineLog(LogLevel.WARN),
    handleStructuredLogs: printWarningsAndRequests,
    host: ENTRY_HOST,
    cf: false,
    // The same folder as wrangler's below --persist-to, so that `wrangler d1 … --local` reads the same database.
    resourcePersistencePath: join(data, "v3"),
    resourceTmpPath: temporaryFolder,
    unsafeTriggerHandlers: false,
    unsafeLocalExplorer: false,
    unsafeObservability: false,
    workers: [
      {
        ...(await worker(API_CONFIG, bundleApi(API_ENTRY, temporaryFolder))),
        name: API_WORKER,
        unsafeDirectSockets: [{ host, port, entrypoint: API_DOOR }],
      },
      { ...(await worker(SLICER_CONFIG, bundleWorker(SLICER_ENTRY, temporaryFolder))), name: SLICER_WORKER },
    ],
  }),
);
await miniflare.ready;
setInterval(runCron, scheduleMilliseconds);
await runCron();

/** `[vars]` of its configuration, and over them the values of `npm start`: never .dev.vars, which wrangler would add. */
async function worker(configFile: string, bundling: ReturnType<typeof bundleWorker>) {
  const { unstable_readConfig } = await import("wrangler");
  const { vars } = unstable_readConfig({ config: join(PROJECT_FOLDER, configFile) });
  return {
    ...(await configuredWorker(configFile)),
    ...(await bundling),
    bindings: { ...vars, ...variables },
  };
}

async function runCron(): Promise<void> {
  try {
    await (await miniflare.getWorker(API_WORKER)).scheduled();
  } catch (error) {
    console.error(`The hourly clean-up failed: ${error instanceof Error ? error.message : error}`);
  }
}

/** The parent process makes lines of requests from it, as from the output of `wrangler dev`. */
function printWarningsAndRequests({ level, message }: { readonly level: string; readonly message: string }): void {
  if (printsRequests && level === "log") console.log(message);
  // The runtime quotes an address whose Host is none, before the Worker sees it; a link in it would still be valid.
  if (level === "error" || level === "warn") console.error(message.replace(/(cannot load: ).*/s, "$1…"));
}
