// Memory of the API's isolate during uploads: one, and more at once than there is room for.
//
// Exits with 1 if the isolate exceeds Cloudflare's 128 MB, which all its concurrent requests share.
//
//   npm run bench -- uploads

import { request } from "node:http";
import { pipeline } from "node:stream/promises";
import { setTimeout as delay } from "node:timers/promises";
import { addStudio, type BenchStudio } from "../harness/studios.ts";
import { HeapInspector, type HeapUsage, totalBytes } from "../harness/systems/heap-inspector.ts";
import { type MiniflareSystem, NO_ENGINE, startMiniflareSystem } from "../harness/systems/miniflare-system.ts";
import { findWorkerd } from "../harness/systems/workerd-process.ts";
import { MEBIBYTE, mebibytes, printTable } from "../harness/table.ts";
import { streamedForm } from "../harness/upload-requests.ts";

const ISOLATE_BYTES = 128 * MEBIBYTE;
const POLL_MILLISECONDS = 25;
const SETTLE_MILLISECONDS = 250;
const CASES = [
  { uploads: 1, megabytes: 5 },
  { uploads: 1, megabytes: 20 },
  { uploads: 1, megabytes: 50 },
  { uploads: 6, megabytes: 50 },
  { uploads: 10, megabytes: 50 },
  { uploads: 40, megabytes: 20 },
  { uploads: 40, megabytes: 3 },
];
/** The number of the largest uploads with room at once: they are held before their end, the others wait for each other anyway. */
const MAX_HELD_UPLOADS = 6;
const STUDIOS = 4;

interface Measured {
  readonly uploads: number;
  readonly megabytes: number;
  readonly idle: HeapUsage;
  /** At the moment when heap and buffers together were largest, garbage included. */
  readonly peak: HeapUsage;
  /** After a garbage collection, while every upload waits to send its last piece. Undefined if not all have room at once. */
  readonly held: HeapUsage | undefined;
  /** Number of answers with each status. */
  readonly answers: ReadonlyMap<number, number>;
  /** Growth of workerd's resident memory at its peak, in bytes. */
  readonly processGrewBy: number | undefined;
}

const system = await startMiniflareSystem({ engine: NO_ENGINE, inspect: true });
try {
  if (system.inspectorUrl === undefined) throw new Error("The system was started without an inspector");
  const inspector = await HeapInspector.connect(system.inspectorUrl);
  // For several studios, since one may use half of the memory.
  const studios = await Promise.all(Array.from({ length: STUDIOS }, () => addStudio(system.database)));
  // Warm-up: the first upload also loads code, which stays in memory.
  await measure(system, studios, inspector, 1, 1);
  const measured: Measured[] = [];
  for (const { uploads, megabytes } of CASES)
    measured.push(await measure(system, studios, inspector, uploads, megabytes));
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
  studios: readonly BenchStudio[],
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
  const isHeld = uploads <= MAX_HELD_UPLOADS;
  const allButTheEnd = Promise.withResolvers<HeapUsage>();
  const beforeEnd = async () => {
    if (!isHeld) return;
    if (--incomplete === 0) {
      await untilSettled(inspector);
      await inspector.collectGarbage();
      allButTheEnd.resolve(inspector.usage());
    }
    await allButTheEnd.promise;
  };

  const heap = inspector.watchPeak(POLL_MILLISECONDS);
  const processTimer = setInterval(watchProcess, POLL_MILLISECONDS);
  const answers = new Map<number, number>();
  try {
    const sent = Array.from({ length: uploads }, (_, index) => {
      const studio = studios[index % studios.length];
      if (studio === undefined) throw new Error("There is no studio");
      return upload(url, studio, megabytes * MEBIBYTE, beforeEnd);
    });
    for (const status of await Promise.all(sent)) answers.set(status, (answers.get(status) ?? 0) + 1);
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
    held: isHeld ? await allButTheEnd.promise : undefined,
    answers,
    processGrewBy: processBefore === undefined ? undefined : processPeak - processBefore,
  };
}

/** Resolves when the isolate stops allocating: it has read the rest of the socket buffers. */
async function untilSettled(inspector: HeapInspector): Promise<void> {
  let before: number;
  let now = totalBytes(await inspector.usage());
  do {
    before = now;
    await delay(SETTLE_MILLISECONDS);
    now = totalBytes(await inspector.usage());
  } while (now !== before);
}

/**
 * The status of the answer.
 *
 * @throws Error for one other than 202 and 503
 */
async function upload(url: URL, studio: BenchStudio, bytes: number, beforeEnd: () => Promise<void>): Promise<number> {
  const { contentType, length, pieces } = streamedForm({ printingQualityId: studio.printingQualityId }, bytes);
  const sent = request(new URL("/api/v1/slicing-jobs", url), {
    method: "POST",
    headers: { Authorization: `Bearer ${studio.key}`, "Content-Type": contentType, "Content-Length": length },
  });
  const answered = new Promise<number>((resolve, reject) => {
    sent.on("error", reject);
    sent.on("response", (answer) => {
      const { statusCode = 0 } = answer;
      answer.resume();
      if (statusCode === 202 || statusCode === 503) answer.on("end", () => resolve(statusCode));
      else reject(new Error(`An upload was answered ${statusCode}`));
    });
  });
  // The rest of a refused upload cannot be sent; its answer counts.
  const sending = pipeline(pieces(beforeEnd), sent).catch(() => {});
  const status = await answered;
  await sending;
  return status;
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
      "answers",
    ],
    measured.map(({ uploads, megabytes, idle, peak, held, processGrewBy, answers }) => [
      String(uploads),
      String(megabytes),
      mebibytes(totalBytes(idle)),
      mebibytes(peak.heapBytes),
      mebibytes(peak.bufferBytes),
      mebibytes(totalBytes(peak)),
      mebibytes((totalBytes(peak) - totalBytes(idle)) / uploads),
      held === undefined ? "–" : mebibytes(totalBytes(held)),
      held === undefined ? "–" : mebibytes((totalBytes(held) - totalBytes(idle)) / uploads),
      processGrewBy === undefined ? "–" : `+${mebibytes(processGrewBy)}`,
      [...answers].map(([status, count]) => `${count} × ${status}`).join(", "),
    ]),
  );
  console.log(
    [
      `MiB of V8's heap and ArrayBuffers in the API Worker's isolate, whose limit is ${mebibytes(ISOLATE_BYTES)}, read from its inspector every`,
      `${POLL_MILLISECONDS} ms. "peak" includes garbage. "held" is after a garbage collection, while every upload waits with its last 64 KB.`,
      "Uploads that find no room in the isolate's memory wait for it, and are answered 503 with Retry-After after ten seconds.",
      `"process" is the growth of workerd as a whole, with the local R2 and D1, sockets and free heap, which in production are`,
      "elsewhere. What workerd itself buffers of a request is in no isolate's figure.",
    ].join("\n"),
  );
}
