// Report of a simulated week: its section of docs/proof.md, and its pictures in docs/proof.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { markdownTable } from "../../../markdown-table.ts";
import { percentile } from "../../../statistics.ts";
import { PROMISES, type PromiseName } from "../checks.ts";
import { wallClock } from "../models/calendar.ts";
import type { Simulation } from "../simulation.ts";
import { type Chart, lineChart, type Mark } from "./line-chart.ts";

const FOLDER = join(import.meta.dirname, "../../../../docs/proof");
const ACTORS = [
  ["site", "sites and ERPs (API)"],
  ["customer", "customers (order page)"],
  ["staff", "people (panel)"],
] as const;

/** Draws the pictures, and writes the section's text. */
export function reportWeek(simulation: Simulation): string {
  const charts = chartsOf(simulation);
  mkdirSync(FOLDER, { recursive: true });
  for (const { name, chart } of charts) writeFileSync(join(FOLDER, `week-${name}.svg`), lineChart(chart));
  const pictures = charts.map(({ name, chart }) => `![${chart.title}](proof/week-${name}.svg)`);
  return [lead(simulation), figures(simulation), promises(simulation), ...pictures].join("\n\n");
}

function lead({ settings, simulatedUntil, isStopped, checks, end }: Simulation): string {
  const days = ((Math.min(simulatedUntil, end) - end) / 86_400_000 + settings.days).toFixed(1);
  const whole = `A week of ${settings.studios} studios from Thursday, 28 October 2021, seed ${settings.seed}`;
  const course = isStopped
    ? `${whole}: stopped by its limit of ${settings.minutes} minutes after ${days} of ${settings.days} days.`
    : `${whole}: ${days} days.`;
  return `${course} Real: API Worker, slicer Worker, database, bucket, objects, engine. Turned: \`Date\` and the alarms of the API Worker. Stood in for: the provider of e-mail. Not in it: Telegram and the parcel carrier. The slicer Worker, the engine, KV's expiry and the bucket's dates keep the real time, so the sweep of forgotten files deletes nothing here. Violations: ${checks.violated}.`;
}

function figures(simulation: Simulation): string {
  const { exchange, ledgers, mishaps, simulatedUntil, system } = simulation;
  const orders = ledgers.flatMap((ledger) => [...ledger.orders.values()]);
  const through = (door: string) => orders.filter((order) => order.door === door).length;
  const times = (kind: string) =>
    mishaps.filter((mishap) => mishap.kind === kind && mishap.at <= simulatedUntil).length;
  const outages = times("engine") + times("sliceResults") + times("database") + times("mail");
  const rows: [string, string][] = [
    [
      "Orders",
      `${orders.length}: ${through("site")} by sites, ${through("order_page")} on order pages, ${through("phone")} by phone`,
    ],
    [
      "Price requests, test orders",
      `${sum(ledgers, (one) => one.priceRequests)}, ${sum(ledgers, (one) => one.testOrders)}`,
    ],
    ...ACTORS.map(([actor, name]): [string, string] => {
      const latencies = exchange.latencies.get(actor) ?? [];
      const [half, most] = [percentile(latencies, 0.5), percentile(latencies, 0.99)].map((value) => value.toFixed(0));
      return [
        `Requests of ${name}`,
        `${exchange.requests.get(actor) ?? 0}; half within ${half} ms, 99 % within ${most} ms`,
      ];
    }),
    [
      "Answers",
      [...exchange.answers]
        .sort()
        .map(([name, count]) => `${count} × ${name}`)
        .join(", "),
    ],
    ["Requests without an answer", String(exchange.lost)],
    ["Deployments, kills amid requests", `${times("deploy")}, ${times("kill")}`],
    [
      "Outages",
      `${outages}: engine ${times("engine")}, KV ${times("sliceResults")}, D1 ${times("database")}, mail ${times("mail")}`,
    ],
    ["Clock changes", `${times("clock back")} steps back and forth, ${times("summer time ends")} end of summer time`],
    [
      "Mails",
      `${system.mail.delivered.size} delivered, ${system.mail.repeated} sent again and known, ${system.mail.refused} refused`,
    ],
  ];
  return markdownTable(["", ""], rows);
}

function promises({ checks }: Simulation): string {
  // The keys of the table.
  const names = Object.keys(PROMISES) as PromiseName[];
  const rows = names.map((name): [string, string, string] => [
    PROMISES[name],
    String(checks.times.get(name) ?? 0),
    String(checks.violatedTimes.get(name) ?? 0),
  ]);
  return markdownTable(["Held all along", "Times", "Violated"], rows);
}

interface NamedChart {
  readonly name: string;
  readonly chart: Chart;
}

function chartsOf({ samples, mishaps }: Simulation): NamedChart[] {
  const moments = samples.map(({ at }) => at);
  const marks = mishaps.map(
    ({ kind, at, until }): Mark => ({
      from: at,
      until,
      kind:
        kind === "deploy" || kind === "kill"
          ? kind
          : kind === "clock back" || kind === "summer time ends"
            ? "clock"
            : "outage",
    }),
  );
  const outages = marks.filter(({ kind }) => kind === "outage");
  const shared = { moments, label: dayLabel };
  const line = (name: string, color: "a" | "b" | "c", values: number[]) => ({ name, color, values });
  return [
    {
      name: "orders",
      chart: {
        ...{ ...shared, title: "Orders in each simulated hour", unit: "orders", marks },
        lines: [
          line(
            "all studios",
            "a",
            samples.map(({ orders }, at) => orders - (samples[at - 1]?.orders ?? 0)),
          ),
        ],
      },
    },
    {
      name: "queue",
      chart: {
        ...{ ...shared, title: "Prints in the queues of all printers", unit: "prints", marks: outages },
        lines: [
          line(
            "all studios",
            "a",
            samples.map(({ queued }) => queued),
          ),
        ],
      },
    },
    {
      name: "stock",
      chart: {
        ...{ ...shared, title: "Stock of one material", unit: "grams", marks: outages },
        lines: [
          line(
            "the material with the least at the beginning",
            "c",
            samples.map(({ stock }) => stock / 100),
          ),
        ],
      },
    },
    {
      name: "money",
      chart: {
        ...{ ...shared, title: "Money of all orders", unit: "hryvnias", marks: outages },
        lines: [
          line(
            "owed",
            "b",
            samples.map(({ owed }) => owed / 100),
          ),
          line(
            "paid",
            "c",
            samples.map(({ paid }) => paid / 100),
          ),
          line(
            "refunded",
            "a",
            samples.map(({ refunded }) => refunded / 100),
          ),
        ],
      },
    },
    {
      name: "latency",
      chart: {
        ...{ ...shared, title: "Time of an answer, over the week’s median", unit: "times the median", marks },
        lines: [line("median of the hour", "a", ratios(samples.map(({ latency }) => latency)))],
      },
    },
  ];
}

function ratios(values: readonly number[]): number[] {
  const whole = percentile(values.filter(Number.isFinite), 0.5);
  return values.map((value) => value / whole);
}

const WEEKDAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

/** The weekday, at noon on the wall. */
function dayLabel(moment: number): string | undefined {
  const wall = wallClock(moment);
  return wall.getUTCHours() === 12 ? WEEKDAYS[wall.getUTCDay()] : undefined;
}

function sum<One>(all: readonly One[], of: (one: One) => number): number {
  return all.reduce((total, one) => total + of(one), 0);
}
