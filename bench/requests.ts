// Requests per second, latency and processor time of the API, compared with a bare Hono Worker.
//
//   npm run bench -- requests [rounds]

import { binaryStl, regularPrism } from "../harness/models.ts";
import { median, percentile } from "../harness/statistics.ts";
import { addStudio, type BenchStudio, REQUESTS_PER_STUDIO } from "../harness/studios.ts";
import { type MiniflareSystem, startMiniflareSystem } from "../harness/systems/miniflare-system.ts";
import { figure, printTable } from "../harness/table.ts";
import { form } from "../harness/upload-requests.ts";
import { startEngine } from "../scripts/local/engine-process.ts";
import { type LoadRequest, sendLoad } from "./support/load.ts";
import { findWorkerd } from "./support/workerd-process.ts";

const ROUNDS = Number(process.argv[2] ?? 5);
const CONCURRENCIES = [1, 16];
const WARM_UP_REQUESTS = 200;

interface Target {
  readonly name: string;
  readonly requestsPerRound: number;
  readonly nextRequest: () => LoadRequest;
}

interface Measured {
  readonly perSecond: number[];
  readonly milliseconds: number[];
  /** Over all requests; NaN if the operating system does not report it. */
  cpuMicroseconds: number;
}

const engine = await startEngine({});
try {
  const system = await startMiniflareSystem({ engine, baselineEntry: "bench/support/bare.worker.ts" });
  try {
    await measure(system);
  } finally {
    await system.stop();
  }
} finally {
  await engine.stop();
}

async function measure(system: MiniflareSystem): Promise<void> {
  const { baselineUrl } = system;
  if (baselineUrl === undefined) throw new Error("The system was started without a Worker to compare with");
  const requestsPerRound = { bare: 2000, materials: 400, quotes: 200 };
  const limited = CONCURRENCIES.length * ROUNDS * (requestsPerRound.materials + requestsPerRound.quotes);
  const studioCount = Math.ceil((limited + 2 * WARM_UP_REQUESTS) / REQUESTS_PER_STUDIO);
  const studios: BenchStudio[] = [];
  while (studios.length < studioCount) studios.push(await addStudio(system.database));
  const model = binaryStl(regularPrism(251, 10, 12));
  const targets: Target[] = [
    {
      name: "GET / of a bare Hono Worker",
      requestsPerRound: requestsPerRound.bare,
      nextRequest: () => get(baselineUrl),
    },
    {
      name: "GET /materials",
      requestsPerRound: requestsPerRound.materials,
      nextRequest: inTurn(studios.map(({ key }) => get(new URL("/api/v1/materials", system.url), key))),
    },
    {
      name: "POST /quotes, sliced before",
      requestsPerRound: requestsPerRound.quotes,
      nextRequest: inTurn(await Promise.all(studios.map((studio) => quote(system, studio, model)))),
    },
  ];

  // Warm-up: the first quote waits for its slice, and code is compiled.
  for (const { nextRequest } of targets) await sendLoad(nextRequest, WARM_UP_REQUESTS, Math.max(...CONCURRENCIES));

  const workerd = findWorkerd();
  const measured = new Map<string, Measured>();
  for (let round = 0; round < ROUNDS; round++) {
    for (const concurrency of CONCURRENCIES) {
      for (const { name, requestsPerRound, nextRequest } of targets) {
        const cpuBefore = workerd?.cpuMicroseconds() ?? Number.NaN;
        const { seconds, milliseconds } = await sendLoad(nextRequest, requestsPerRound, concurrency);
        const cpu = (workerd?.cpuMicroseconds() ?? Number.NaN) - cpuBefore;
        const of = measurementsOf(measured, name, concurrency);
        of.perSecond.push(requestsPerRound / seconds);
        of.milliseconds.push(...milliseconds);
        of.cpuMicroseconds += cpu;
      }
    }
  }
  print(targets, measured, studios.length, model.length);
}

function print(targets: readonly Target[], measured: Map<string, Measured>, studios: number, modelBytes: number): void {
  const rows = CONCURRENCIES.flatMap((concurrency) =>
    targets.map(({ name }) => {
      const own = measurementsOf(measured, name, concurrency);
      const bare = measurementsOf(measured, targets[0]?.name ?? "", concurrency);
      const inEachRound = own.perSecond.map((perSecond, round) => perSecond / (bare.perSecond[round] ?? Number.NaN));
      return [
        name,
        String(concurrency),
        figure(median(own.perSecond)),
        figure(percentile(own.milliseconds, 0.5)),
        figure(percentile(own.milliseconds, 0.99)),
        figure(median(inEachRound)),
        figure(cpuOfOne(own)),
        figure(cpuOfOne(own) / cpuOfOne(bare)),
      ];
    }),
  );
  printTable(["", "connections", "requests/s", "p50 ms", "p99 ms", "× bare", "CPU µs", "× bare"], rows);
  console.log(
    [
      `${ROUNDS} rounds with the three targets in turn. requests/s are the median of the rounds, percentiles are over all requests.`,
      `Every answer was a 200. Both Workers run in one workerd under Miniflare, each on its own socket, with local D1, R2, KV and`,
      `Durable Objects, whose processor time is part of "CPU". ${studios} studios take turns; a quote sends a model of ${Math.round(modelBytes / 1000)} KB.`,
      "The load comes from this process, on the same cores.",
    ].join("\n"),
  );
}

function cpuOfOne({ cpuMicroseconds, milliseconds }: Measured): number {
  return cpuMicroseconds / milliseconds.length;
}

function measurementsOf(measured: Map<string, Measured>, name: string, concurrency: number): Measured {
  const key = `${name} at ${concurrency}`;
  const found = measured.get(key) ?? { perSecond: [], milliseconds: [], cpuMicroseconds: 0 };
  measured.set(key, found);
  return found;
}

function get(url: URL, key?: string): LoadRequest {
  return { url, method: "GET", headers: key === undefined ? {} : { Authorization: `Bearer ${key}` } };
}

async function quote(
  system: MiniflareSystem,
  { key, materialId, printingQualityId }: BenchStudio,
  model: Uint8Array<ArrayBuffer>,
): Promise<LoadRequest> {
  const { contentType, body } = await form({ materialId, printingQualityId }, [["model", model]]);
  return {
    url: new URL("/api/v1/quotes", system.url),
    method: "POST",
    headers: { Authorization: `Bearer ${key}`, "Content-Type": contentType, Prefer: "wait=30" },
    body,
  };
}

function inTurn(requests: readonly LoadRequest[]): () => LoadRequest {
  let sent = 0;
  return () => {
    const next = requests[sent++ % requests.length];
    if (next === undefined) throw new Error("There is no request to send");
    return next;
  };
}
