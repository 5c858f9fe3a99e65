// The API's own processor time of a request, by parts and functions of a CPU profile of its isolate.
//
//   npm run bench -- processor [part of an operation's name]

import { Inspector } from "../harness/systems/inspector.ts";
import { type MiniflareSystem, startMiniflareSystem } from "../harness/systems/miniflare-system.ts";
import { printTable } from "../harness/table.ts";
import { startEngine } from "../scripts/local/engine-process.ts";
import { OPERATIONS, prepareOperations } from "./support/compared-operations.ts";
import { type CpuProfile, isOurs, type ProfileNode } from "./support/cpu-profile.ts";
import { sendLoad } from "./support/load.ts";

const CHOSEN = OPERATIONS.filter((operation) => operation.includes(process.argv[2] ?? ""));
const WARM_UP_REQUESTS = 300;
const REQUESTS = 600;
const SHOWN = Number(process.argv[3] ?? 10);
/** µs between two samples. */
const SAMPLED_EVERY = 100;
const engine = await startEngine({});
try {
  const system = await startMiniflareSystem({ engine, inspect: true });
  try {
    await profile(system);
  } finally {
    await system.stop();
  }
} finally {
  await engine.stop();
}

async function profile({ inspectorUrl, ...system }: MiniflareSystem): Promise<void> {
  if (inspectorUrl === undefined) throw new Error("The system was started without an inspector");
  const { next } = await prepareOperations({ inspectorUrl, ...system }, CHOSEN.length * (WARM_UP_REQUESTS + REQUESTS));
  const inspector = await Inspector.connect(inspectorUrl);
  await inspector.ask("Profiler.enable");
  await inspector.ask("Profiler.setSamplingInterval", { interval: SAMPLED_EVERY });
  for (const operation of CHOSEN) {
    const send = (count: number) => sendLoad(() => next(operation, system.url), count, 4);
    await send(WARM_UP_REQUESTS);
    await inspector.ask("Profiler.start");
    await send(REQUESTS);
    // The protocol's own answer.
    const { profile } = (await inspector.ask("Profiler.stop")) as { profile: CpuProfile };
    print(operation, profile);
  }
  inspector.close();
}

function print(operation: string, { nodes, samples, timeDeltas }: CpuProfile): void {
  const own = new Map<number, number>();
  for (const [index, id] of samples.entries()) own.set(id, (own.get(id) ?? 0) + (timeDeltas[index] ?? 0));
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const selfTime = new Map<string, number>();
  const wholeTime = new Map<string, number>();
  let all = 0;
  for (const node of nodes) {
    const microseconds = own.get(node.id) ?? 0;
    if (!isOurs(node)) continue;
    all += microseconds;
    add(selfTime, nameOf(node), microseconds);
    const names = new Set<string>();
    for (let at: ProfileNode | undefined = node; at !== undefined; at = byId.get(parents.get(at.id) ?? -1))
      names.add(nameOf(at));
    for (const name of names) add(wholeTime, name, microseconds);
  }
  console.log(`${operation}: ${(all / REQUESTS).toFixed(0)} µs a request in the isolate`);
  const columns = [largest(selfTime), largest(wholeTime)];
  const rows = Array.from({ length: Math.max(...columns.map(({ length }) => length)) }, (_, index) =>
    columns.flatMap((column) => column[index] ?? ["", ""]),
  );
  printTable(["function", "own µs", "function with what it calls", "µs"], rows);
}

function largest(times: ReadonlyMap<string, number>): string[][] {
  const perRequest = [...times].map(([name, microseconds]) => [name, microseconds / REQUESTS] as const);
  return perRequest
    .sort(([, a], [, b]) => b - a)
    .slice(0, SHOWN)
    .map(([name, microseconds]) => [name, microseconds.toFixed(0)]);
}

function nameOf({ callFrame: { functionName, lineNumber } }: ProfileNode): string {
  return `${functionName || "(anonymous)"}:${lineNumber + 1}`;
}

function add(times: Map<string, number>, name: string, microseconds: number): void {
  times.set(name, (times.get(name) ?? 0) + microseconds);
}
