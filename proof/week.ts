// Simulates a week: 50 studios with their sites, customers, people and printers, amid deployments, outages and clock changes; draws it.

import { parseArgs } from "node:util";
import { writeProof } from "../harness/proof/proof-document.ts";
import { reportWeek } from "../harness/proof/week/report/week-report.ts";
import { Simulation } from "../harness/proof/week/simulation.ts";

const MAX_PRINTED = 40;

const { values } = parseArgs({
  args: process.argv.slice(2),
  options: {
    seed: { type: "string", default: "1" },
    studios: { type: "string", default: "50" },
    orders: { type: "string", default: "20000" },
    days: { type: "string", default: "7" },
    minutes: { type: "string", default: "240" },
  },
});
const [seed, studios, orders, days] = [values.seed, values.studios, values.orders, values.days].map(wholeNumber);
const command = `npm run proof -- week --seed ${seed} --studios ${studios} --orders ${orders} --days ${days}`;
const startedAt = new Date();
console.log(command);
const simulation = await Simulation.run({
  ...{ seed: seed ?? 1, studios: studios ?? 1, orders: orders ?? 1, days: days ?? 1, minutes: Number(values.minutes) },
  say: (line) => console.log(line),
});
writeProof({
  name: "week",
  startedAt,
  text: reportWeek(simulation),
});
const { checks, exchange, placed } = simulation;
const seconds = (Date.now() - startedAt.getTime()) / 1000;
console.log(`${placed} orders, ${exchange.sent} requests, ${(exchange.sent / seconds).toFixed(1)} a second`);
for (const { promise, at, detail } of checks.violations.slice(0, MAX_PRINTED)) {
  console.error(`${new Date(at).toISOString()} ${promise}: ${detail}`);
}
if (checks.violated > 0) {
  console.error(`${checks.violated} violations. Again: ${command}`);
  process.exitCode = 1;
}

function wholeNumber(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 1) throw new Error(`${text} is no whole number from 1 on`);
  return number;
}
