// Starts an engine: one HTTP server around one slicer. Prints a single line of JSON on stdout once it listens.

import { rm } from "node:fs/promises";
import { filamentEngineName } from "./choose-slicer.ts";
import { readEngineSettings } from "./engine.settings.ts";
import { createEngineServer } from "./engine-server.ts";
import { SliceQueue } from "./slice-queue.ts";
import { makeWorkFolder } from "./work-folder.ts";

const RETENTION_SECONDS = 15 * 60;
/** How long a finished slice is waited for to be fetched before the engine ends. */
const MAX_FAREWELL_SECONDS = 30;

const settings = await readEngineSettings(process.env);
const temporaryFolder = await makeWorkFolder(settings.workFolder, settings.capacity);
const queue = new SliceQueue({ ...settings, temporaryFolder, retentionSeconds: RETENTION_SECONDS });
const server = createEngineServer(settings.slicer, queue, settings.mostModelBytes);

let ending = false;
async function end(): Promise<void> {
  if (ending) return;
  ending = true;
  server.close();
  await queue.close();
  await rm(temporaryFolder, { recursive: true, force: true });
  process.exit(0);
}
// A container that is to be replaced is asked to end, and given time: nobody's slice has to begin anew.
process.on("SIGTERM", () => queue.drain(MAX_FAREWELL_SECONDS).then(end));
process.on("SIGINT", end);
if (settings.exitWithStdin) process.stdin.resume().on("close", end);

server.listen(settings.port, settings.host, () => {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The engine must listen on a port");
  const listening = `http://${settings.host}:${address.port}`;
  process.stdout.write(`${JSON.stringify({ listening, engine: filamentEngineName(settings.slicer) })}\n`);
});
