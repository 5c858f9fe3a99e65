// Memory of the API's isolate during uploads: one upload of several sizes, then ten of 50 MB at once.
//
// Exits with 1 if the isolate exceeds Cloudflare's 128 MB, which all its concurrent requests share.
//
//   node bench/uploads.ts

import { request } from "node:http";
import { pipeline } from "node:stream/promises";
import { setTimeout as delay } from "node:timers/promises";
import { type MiniflareSystem, NO_ENGINE, startMiniflareSystem } from "../harness/miniflare-system.ts";
import { addStudio, type BenchStudio } from "../harness/studios.ts";
import { MEBIBYTE, mebibytes, printTable } from "../harness/table.ts";
import { streamedForm } from "../harness/upload-requests.ts";
import { HeapInspector, type HeapUsage, totalBytes } from "./heap-inspector.ts";
import { findWorkerd } from "./workerd-process.ts";

const ISOLATE_BYTES = 128 * MEBIBYTE;
const POLL_MILLISECONDS = 25;
const SETTLE_MILLISECONDS = 250;
const CASES = [
  { uploads: 1, megabytes: 5 },
  { uploads: 1, megabytes: 20 },
  { uploads: 1, megabytes: 50 },
  { uploads: 10, megabytes: 50 },
];

interface Measured {
  readonly uploads: number;
  readonly megabytes: number;
  readonly idle: HeapUsage;
  /** At the moment when heap and buffers together were largest, garbage included. */
  readonly peak: HeapUsage;
  /** After a garbage collection, while every upload waits to send its last piece. */
  readonly held: HeapUsage;
  /** How much the resident memory of workerd grew at its peak, in bytes. */
  readonly processGrewBy: number | undefined;
}

const system = await startMiniflareSystem({ engine: NO_ENGINE, inspect: true });
try {
  if (system.inspectorUrl === undefined) throw new Error("The system was started without an inspector");
  const inspector = await HeapInspector.connect(system.inspectorUrl);
  const studio = await addStudio(system.database);
  // Warm-up: the first upload also loads code, which stays in memory.
  await measure(system, studio, inspector, 1, 1);
  const measured: Measured[] = [];
  for (const { uploads, megabytes } of CASES)
    measured.push(await measure(system, studio, inspector, uploads, megabytes));
  inspector.close();
  print(measured);
  const largest = Math.max(...measured.map(({ peak }) => totalBytes(peak)));
  if (largest > ISOLATE_BYTES) {
    console.error(`The isolate held ${mebibytes(largest)} MiB. Its limit is ${mebibytes(ISOLATE_BYTES)} MiB.`);
    process.exitCode = 1;
  }
} finally {
  await system.stop();
}

async function measure(
  { url }: MiniflareSystem,
  studio: BenchStudio,
  inspector: HeapInspector,
  uploads: number,
  megabytes: number,
): Promise<Measured> {
  const workerd = findWorkerd();
  await inspector.collectGarbage();
  const idle = await inspector.usage();
  const processBefore = workerd?.residentBytes();

  let processPeak = processBefore ?? 0;
  const watchProcess = () => {
    processPeak = Math.max(processPeak, workerd?.residentBytes() ?? 0);
  };

  // Each upload waits with its last piece until all others do: then all are certainly in progress at once.
  let incomplete = uploads;
  const allButTheEnd = Promise.withResolvers<HeapUsage>();
  const beforeEnd = async () => {
    if (--incomplete === 0) {
      await untilSettled(inspector);
      await inspector.collectGarbage();
      allButTheEnd.resolve(inspector.usage());
    }
    await allButTheEnd.promise;
  };

  const heap = inspector.watchPeak(POLL_MILLISECONDS);
  const processTimer = setInterval(watchProcess, POLL_MILLISECONDS);
  try {
    await Promise.all(Array.from({ length: uploads }, () => upload(url, studio, megabytes * MEBIBYTE, beforeEnd)));
  } finally {
    clearInterval(processTimer);
    await heap.stop();
  }
  const peak = await heap.stop();
  return {
    uploads,
    megabytes,
    idle,
    peak,
    held: await allButTheEnd.promise,
    processGrewBy: processBefore === undefined ? undefined : processPeak - processBefore,
  };
}

/** Resolves when the isolate stops allocating: it has read what was still in socket buffers. */
async function untilSettled(inspector: HeapInspector): Promise<void> {
  let before: number;
  let now = totalBytes(await inspector.usage());
  do {
    before = now;
    await delay(SETTLE_MILLISECONDS);
    now = totalBytes(await inspector.usage());
  } while (now !== before);
}

/** @throws Error for an answer other than 202 */
async function upload(url: URL, studio: BenchStudio, bytes: number, beforeEnd: () => Promise<void>): Promise<void> {
  const { contentType, length, pieces } = streamedForm({ printingQualityId: studio.printingQualityId }, bytes);
  const sent = request(new URL("/api/v1/slicing-jobs", url), {
    method: "POST",
    headers: { Authorization: `Bearer ${studio.key}`, "Content-Type": contentType, "Content-Length": length },
  });
  const answered = new Promise<void>((resolve, reject) => {
    sent.on("error", reject);
    sent.on("response", (answer) => {
      answer.resume();
      if (answer.statusCode === 202) answer.on("end", resolve);
      else reject(new Error(`An upload was answered ${answer.statusCode}`));
    });
  });
  await Promise.all([pipeline(pieces(beforeEnd), sent), answered]);
}

function print(measured: readonly Measured[]): void {
  printTable(
    [
      "uploads",
      "MB each",
      "idle",
      "peak: heap",
      "buffers",
      "both",
      "per upload",
      "held: both",
      "per upload",
      "process",
    ],
    measured.map(({ uploads, megabytes, idle, peak, held, processGrewBy }) => [
      String(uploads),
      String(megabytes),
      mebibytes(totalBytes(idle)),
      mebibytes(peak.heapBytes),
      mebibytes(peak.bufferBytes),
      mebibytes(totalBytes(peak)),
      mebibytes((totalBytes(peak) - totalBytes(idle)) / uploads),
      mebibytes(totalBytes(held)),
      mebibytes((totalBytes(held) - totalBytes(idle)) / uploads),
      processGrewBy === undefined ? "–" : `+${mebibytes(processGrewBy)}`,
    ]),
  );
  console.log(
    [
      `MiB of V8's heap and ArrayBuffers in the API Worker's isolate, whose limit is ${mebibytes(ISOLATE_BYTES)}, read from its inspector every`,
      `${POLL_MILLISECONDS} ms. "peak" includes garbage. "held" is after a garbage collection, while every upload waits with its last 64 KB.`,
      `"process" is the growth of workerd as a whole, with the local R2 and D1, sockets and free heap, which in production are`,
      "elsewhere. What workerd itself buffers of a request is in no isolate's figure.",
    ].join("\n"),
  );
}
