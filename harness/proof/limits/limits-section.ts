// Text of the limits' proof for its section of the document.

import { markdownTable } from "../../markdown-table.ts";
import type { LimitsProof } from "./limits-proof.ts";
import type { LimitsTally } from "./tally.ts";

export function limitsSection({ tallies }: LimitsProof, requests: number, seed: number): string {
  const { gate, visitors, attempts } = tallies;
  const isWhole = gate.of("requests") >= requests && visitors.of("requests") >= requests;
  return [
    `Random commands by seed ${seed}, in histories of their own studios, at the real Durable Objects and D1 in workerd. Each answer is compared with`,
    "a model of ten lines: status, places left, seconds until one is free. Requests come a millisecond before a place is free, too, and at that moment.",
    ...(isWhole ? [] : ["The run was stopped before all its requests were sent."]),
    "",
    markdownTable(["", "Hour of a plan", "Days of visitors", "Attempts and mails"], rowsOf(gate, visitors, attempts)),
    "",
    `Changes of plan: ${changes(gate, "plan")}; new keys: ${changes(gate, "new key")}; revoked keys: ${changes(gate, "revoked key")}; ends of keys: ${changes(gate, "key's end")}`,
    `(those that the gate was told of, and those that it was not). D1 failed ${figure(gate.of("D1 fails"))} times. Answers of the gate:`,
    `${statuses(gate)}.`,
    "",
    "Not in here: calls in a minute, and unknown keys of a network, which the platform counts approximately in each of its locations.",
  ].join("\n");
}

function rowsOf(...tallies: readonly LimitsTally[]): string[][] {
  const row = (name: string, of: (tally: LimitsTally) => number) => [
    name,
    ...tallies.map((tally) => figure(of(tally))),
  ];
  const sum = (tally: LimitsTally, ...names: string[]) => names.reduce((all, name) => all + tally.of(name), 0);
  return [
    row("Requests", (tally) => tally.of("requests")),
    row("of them refused by the limit", (tally) => sum(tally, "answered 429", "used_up", "refused")),
    row("Histories", (tally) => tally.of("histories")),
    row("Bursts and series of requests", (tally) => sum(tally, "ask", "take", "attempt")),
    row("Waits", (tally) => tally.of("wait")),
    row("Waits until a place is free, to the millisecond", (tally) => tally.of("wait until free")),
    row("Clock steps", (tally) => tally.of("clock step")),
    row("Evictions", (tally) => tally.of("eviction")),
    row("Restarts of workerd", (tally) => tally.of("restart")),
    row("Disagreements", (tally) => tally.of("disagreements")),
  ];
}

function changes(tally: LimitsTally, to: string): string {
  return `${figure(tally.of(`told change: ${to}`))} and ${figure(tally.of(`untold change: ${to}`))}`;
}

function statuses(tally: LimitsTally): string {
  return [200, 400, 401, 403, 404, 429, 503]
    .map((status) => `${figure(tally.of(`answered ${status}`))} × ${status}`)
    .join(", ");
}

const figure = (value: number) => new Intl.NumberFormat("en").format(value);
