// The demo's terminal output: headings, quotes, orders, prices and the progress bar.

import { table } from "../../src/operator/text-table.ts";
import type { Breakdown, Money, ShownOrder, ShownQuote } from "./demo-site.schema.ts";

/** The amounts that add up to the price, each with its label. */
export function breakdownRows(breakdown: Breakdown): [string, Money][] {
  return [
    ["material", breakdown.materialCost],
    ["time", breakdown.timeCost],
    ["finishing", breakdown.postProcessingCost],
    [`markup ${breakdown.markupPercentage} %`, breakdown.markupAmount],
    ["setup", breakdown.setupCost],
    ["starts of the prints", breakdown.startUpCost],
    ["minimum price top-up", breakdown.minimumPriceAdjustment],
  ];
}

export function printQuote(quote: ShownQuote): void {
  const { x, y, z } = quote.modelMetrics.dimensions;
  print(`${x} × ${y} × ${z} mm, ${quote.printingTime} min of printing, ${quote.weight} g`);
  printPrices([...breakdownRows(quote.breakdown), [`total for ${quote.quantity}`, quote.totalPrice]]);
}

export function printOrder(order: ShownOrder): void {
  const { firstName, lastName, phoneNumber } = order.customer;
  print(`Order ${order.number} (${order.status}) of ${firstName} ${lastName}, ${phoneNumber}`);
  const items = order.items.map(({ originalFileName, quantity, price }): [string, Money] => [
    `${quantity} × ${originalFileName}`,
    price,
  ]);
  printPrices([...items, ["total", order.totalPrice]]);
}

function printPrices(rows: readonly (readonly [string, Money])[]): void {
  const widest = Math.max(...rows.map(([, money]) => formatMoney(money).length));
  const lines = table(rows.map(([name, money]) => [name, formatMoney(money).padStart(widest)])).split("\n");
  const rule = "─".repeat(Math.max(...lines.map((line) => line.length)));
  print([...lines.slice(0, -1), rule, ...lines.slice(-1)].map((line) => `  ${line}`).join("\n"));
}

export function formatMoney({ amount, currency }: Money): string {
  return `${amount} ${currency.symbol}`;
}

export function printHeading(text: string): void {
  print(`\n── ${text}`);
}

export function print(text: string): void {
  console.log(text);
}

/** On a terminal one line that is overwritten, elsewhere a line for each call. */
export function printProgress(percent: number): void {
  const filled = Math.round(percent / 4);
  const line = `  slicing ${"█".repeat(filled)}${"░".repeat(25 - filled)} ${String(percent).padStart(3)} %`;
  if (!process.stdout.isTTY) print(line);
  else process.stdout.write(`\r${line}${percent === 100 ? "\n" : ""}`);
}
