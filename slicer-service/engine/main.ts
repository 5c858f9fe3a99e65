// Starts an engine: an HTTP server around a slicer. Prints one line of JSON on stdout once it listens.

import { rm } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { MAX_DRAIN_SECONDS } from "../src/engine-shutdown.ts";
import { filamentEngineName, slicerInWords } from "./choose-slicer.ts";
import { readEngineSettings } from "./engine.settings.ts";
import { createEngineServer } from "./engine-server.ts";
import { SliceQueue } from "./slice-queue.ts";
import { makeWorkFolder } from "./work-folder.ts";

/** Many times the long poll of the slicer Worker, which reads a slice without a pause. */
const ABANDONED_SECONDS = 120;
/** The time in which a finished slice can be read. */
const RETENTION_SECONDS = 15 * 60;

const LAST_ANSWERS_MILLISECONDS = 1_000;

const settings = await readEngineSettings(process.env);
const temporaryFolder = await makeWorkFolder(settings.workFolder, settings.capacity);
const queue = new SliceQueue({
  ...settings,
  temporaryFolder,
  retentionSeconds: RETENTION_SECONDS,
  abandonedSeconds: ABANDONED_SECONDS,
});
const server = createEngineServer(settings.slicer, queue, settings.maxModelBytes, settings.token);

let isShuttingDown = false;
async function shutDown(): Promise<void> {
  if (isShuttingDown) return;
  isShuttingDown = true;
  const answered = new Promise((resolve) => server.close(resolve));
  await queue.close();
  // The request that removed the last slice is being answered.
  await Promise.race([answered, delay(LAST_ANSWERS_MILLISECONDS)]);
  await rm(temporaryFolder, { recursive: true, force: true });
  process.exit(0);
}
// Cloudflare sends SIGTERM before it replaces a container: finish the running slices, so that none starts anew elsewhere.
process.on("SIGTERM", () => queue.drain(MAX_DRAIN_SECONDS).then(shutDown));
process.on("SIGINT", shutDown);
if (settings.exitWithStdin) process.stdin.resume().on("close", shutDown);

server.listen(settings.port, settings.host, () => {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The engine must listen on a port");
  const listening = `http://${settings.host}:${address.port}`;
  const { slicer } = settings;
  const said = { listening, engine: filamentEngineName(slicer), slicer: slicerInWords(slicer) };
  process.stdout.write(`${JSON.stringify(said)}\n`);
});
