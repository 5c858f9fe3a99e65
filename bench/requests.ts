// Requests a second and processor time of four operations, side by side with a hand-written Worker.
//
// Both run in one workerd, and take turns within each round: other load on the machine meets both.
//
//   npm run bench -- requests [rounds] [part of an operation's name]

import { median } from "../harness/statistics.ts";
import { type MiniflareSystem, startMiniflareSystem } from "../harness/systems/miniflare-system.ts";
import { findWorkerd } from "../harness/systems/workerd-process.ts";
import { figure, printTable } from "../harness/table.ts";
import { startEngine } from "../scripts/local/engine-process.ts";
import { OPERATIONS, type Operation, prepareOperations, requireEqualAnswers } from "./support/compared-operations.ts";
import { sendLoad } from "./support/load.ts";

const ROUNDS = Number(process.argv[2] ?? 10);
const CHOSEN = OPERATIONS.filter((operation) => operation.includes(process.argv[3] ?? ""));
const CONCURRENCIES = [1, 16] as const;
const WARM_UP_REQUESTS = 150;
const REQUESTS_PER_TURN: Readonly<Record<Operation, number>> = {
  "GET /materials": 100,
  "GET /orders/{id}": 100,
  "POST /quotes, sliced before": 48,
  "POST /orders, keyed, by modelId": 32,
};

/** One Worker's turns with one operation at one concurrency, in the order of the rounds. */
interface Turns {
  readonly perSecond: number[];
  /** NaN if the operating system does not report it. */
  readonly cpuMicroseconds: number[];
}

const engine = await startEngine({});
try {
  const system = await startMiniflareSystem({ engine, baselineEntry: "bench/handwritten.worker.ts" });
  try {
    await measure(system);
  } finally {
    await system.stop();
  }
} finally {
  await engine.stop();
}

async function measure(system: MiniflareSystem): Promise<void> {
  const { url: api, baselineUrl: handwritten } = system;
  if (handwritten === undefined) throw new Error("The system was started without a Worker to compare with");
  const perRound = 2 * CONCURRENCIES.length * CHOSEN.reduce((sum, operation) => sum + REQUESTS_PER_TURN[operation], 0);
  const warmUps = 2 * WARM_UP_REQUESTS * CHOSEN.length;
  const { next, modelBytes, studios } = await prepareOperations(system, ROUNDS * perRound + warmUps);
  await requireEqualAnswers(next, api, handwritten);
  for (const operation of CHOSEN) {
    for (const base of [api, handwritten]) await sendLoad(() => next(operation, base), WARM_UP_REQUESTS, 16);
  }

  const workerd = findWorkerd();
  const cpuMicroseconds = () => workerd?.cpuMicroseconds() ?? Number.NaN;
  const takeTurn = async (operation: Operation, base: URL, concurrency: number, turns: Turns) => {
    const count = REQUESTS_PER_TURN[operation];
    const before = cpuMicroseconds();
    const { seconds } = await sendLoad(() => next(operation, base), count, concurrency);
    turns.perSecond.push(count / seconds);
    turns.cpuMicroseconds.push((cpuMicroseconds() - before) / count);
  };
  const pairs = CHOSEN.flatMap((operation) =>
    CONCURRENCIES.map((concurrency) => ({ operation, concurrency, ours: noTurns(), theirs: noTurns() })),
  );
  for (let round = 0; round < ROUNDS; round++) {
    for (const { operation, concurrency, ours, theirs } of pairs) {
      const turns = [
        () => takeTurn(operation, api, concurrency, ours),
        () => takeTurn(operation, handwritten, concurrency, theirs),
      ];
      // The first of a pair may pay for garbage of the pair before it.
      for (const turn of round % 2 === 0 ? turns : turns.reverse()) await turn();
    }
  }

  const rows = pairs.map(({ operation, concurrency, ours, theirs }) => {
    const ratios = ours.perSecond.map((perSecond, round) => perSecond / (theirs.perSecond[round] ?? Number.NaN));
    return [
      operation,
      String(concurrency),
      ...[median(ours.perSecond), median(theirs.perSecond)].map(figure),
      median(ratios).toFixed(2),
      `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`,
      ...[mean(ours.cpuMicroseconds), mean(theirs.cpuMicroseconds)].map((microseconds) => microseconds.toFixed(0)),
    ];
  });
  const columns = ["", "connections", "requests/s", "by hand", "× by hand", "range", "CPU µs", "by hand"];
  printTable(columns, rows);
  console.log(
    [
      `${ROUNDS} rounds, in each of which the API and the hand-written Worker take turns; "×" is the median of the rounds' ratios, and`,
      `"range" their least and greatest. Their answers were equal. Both run in one workerd under Miniflare, each on its own socket,`,
      "with the same local D1, R2, KV and Durable Objects, whose processor time is part of CPU µs, the mean of a request.",
      `${studios} studios take turns; a quote sends a model of ${Math.round(modelBytes / 1000)} KB. The load comes from this process, on the same cores.`,
    ].join("\n"),
  );
}

function noTurns(): Turns {
  return { perSecond: [], cpuMicroseconds: [] };
}

function mean(figures: readonly number[]): number {
  return figures.reduce((sum, one) => sum + one, 0) / figures.length;
}
