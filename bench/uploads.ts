// Whether uploads fit into the memory of an isolate, 128 MB for all requests that it serves at once: one upload of
// several sizes, then ten of 50 MB at the same time. Fails if the isolate ever holds more.
//
//   node bench/uploads.ts

import { request } from "node:http";
import { pipeline } from "node:stream/promises";
import { setTimeout as delay } from "node:timers/promises";
import { type LocalSystem, NO_ENGINE, startLocalSystem } from "../harness/local-system.ts";
import { addStudio, type BenchStudio } from "../harness/studios.ts";
import { MEBIBYTE, mebibytes, printTable } from "../harness/table.ts";
import { streamedForm } from "../harness/upload-requests.ts";
import { HeapInspector, type HeapUsage } from "./heap-inspector.ts";
import { findWorkerd } from "./workerd-process.ts";

const ISOLATE_BYTES = 128 * MEBIBYTE;
const POLL_MILLISECONDS = 25;
const STILL_MILLISECONDS = 250;
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
  /** The moment at which heap and buffers together were largest, garbage included. */
  readonly peak: HeapUsage;
  /** All uploads but for their last piece are in, and the garbage was collected. */
  readonly held: HeapUsage;
  /** How much larger the process was at its largest than before. */
  readonly processGrewBy: number | undefined;
}

const system = await startLocalSystem({ engine: NO_ENGINE, inspect: true });
try {
  if (system.inspectorUrl === undefined) throw new Error("the system was started without an inspector");
  const inspector = await HeapInspector.connect(system.inspectorUrl);
  const studio = await addStudio(system.database);
  // The first upload also brings in code that stays.
  await measure(system, studio, inspector, 1, 1);
  const measured: Measured[] = [];
  for (const { uploads, megabytes } of CASES)
    measured.push(await measure(system, studio, inspector, uploads, megabytes));
  inspector.close();
  print(measured);
  const largest = Math.max(...measured.map(({ peak }) => bytesOf(peak)));
  if (largest > ISOLATE_BYTES) {
    console.error(`The isolate held ${mebibytes(largest)} MiB, more than the ${mebibytes(ISOLATE_BYTES)} MiB it may.`);
    process.exitCode = 1;
  }
} finally {
  await system.stop();
}

async function measure(
  { url }: LocalSystem,
  studio: BenchStudio,
  inspector: HeapInspector,
  uploads: number,
  megabytes: number,
): Promise<Measured> {
  const workerd = findWorkerd();
  await inspector.collectGarbage();
  const idle = await inspector.usage();
  const processBefore = workerd?.residentBytes();

  let peak = idle;
  let processPeak = processBefore ?? 0;
  let watching = true;
  const look = async () => {
    const now = await inspector.usage();
    if (bytesOf(now) > bytesOf(peak)) peak = now;
    processPeak = Math.max(processPeak, workerd?.residentBytes() ?? 0);
  };
  const watch = async () => {
    for (; watching; await delay(POLL_MILLISECONDS)) await look();
  };

  // Each upload holds back its last piece until all have come so far: then all of them are under way for certain.
  let toCome = uploads;
  const allButTheEnd = Promise.withResolvers<HeapUsage>();
  const beforeEnd = async () => {
    if (--toCome === 0) {
      await untilStill(inspector);
      await inspector.collectGarbage();
      allButTheEnd.resolve(inspector.usage());
    }
    await allButTheEnd.promise;
  };

  const watched = watch();
  try {
    await Promise.all(Array.from({ length: uploads }, () => upload(url, studio, megabytes * MEBIBYTE, beforeEnd)));
  } finally {
    watching = false;
    await watched;
  }
  return {
    uploads,
    megabytes,
    idle,
    peak,
    held: await allButTheEnd.promise,
    processGrewBy: processBefore === undefined ? undefined : processPeak - processBefore,
  };
}

/** Resolves when the isolate allocates no more: it has taken in what was on its way in sockets. */
async function untilStill(inspector: HeapInspector): Promise<void> {
  let before: number;
  let now = bytesOf(await inspector.usage());
  do {
    before = now;
    await delay(STILL_MILLISECONDS);
    now = bytesOf(await inspector.usage());
  } while (now !== before);
}

/** @throws Error where the file is not accepted for slicing */
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
      else reject(new Error(`an upload was answered ${answer.statusCode}`));
    });
  });
  await Promise.all([pipeline(pieces(beforeEnd), sent), answered]);
}

function print(measured: readonly Measured[]): void {
  printTable(
    ["uploads", "MB each", "idle", "peak: heap", "buffers", "both", "a upload", "held: both", "a upload", "process"],
    measured.map(({ uploads, megabytes, idle, peak, held, processGrewBy }) => [
      String(uploads),
      String(megabytes),
      mebibytes(bytesOf(idle)),
      mebibytes(peak.heapBytes),
      mebibytes(peak.bufferBytes),
      mebibytes(bytesOf(peak)),
      mebibytes((bytesOf(peak) - bytesOf(idle)) / uploads),
      mebibytes(bytesOf(held)),
      mebibytes((bytesOf(held) - bytesOf(idle)) / uploads),
      processGrewBy === undefined ? "–" : `+${mebibytes(processGrewBy)}`,
    ]),
  );
  console.log(
    [
      `MiB. "peak" and "held" are of the API Worker's isolate, asked of its inspector every ${POLL_MILLISECONDS} ms: V8's heap and the memory`,
      `behind its ArrayBuffers; the peak with garbage, "held" after a collection while all uploads wait with their last 64 KB`,
      `(an isolate may have ${mebibytes(ISOLATE_BYTES)}). "process" is how much all of workerd grew: the simulators of R2 and D1, sockets and free`,
      "heap too, which in production are elsewhere. What workerd itself buffers of a request is in no isolate's figure.",
    ].join("\n"),
  );
}

function bytesOf({ heapBytes, bufferBytes }: HeapUsage): number {
  return heapBytes + bufferBytes;
}
