// axe-core's serious findings on a page.

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

/** As axe-core reports it. */
interface Violation {
  readonly id: string;
  readonly impact: string | null;
  readonly help: string;
  readonly nodes: readonly { readonly html: string }[];
}

const AXE = readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The serious findings on the page as shown, each with its elements. */
export async function seriousOn(page: Page): Promise<string[]> {
  await page.evaluate(await AXE);
  const violations = await page.evaluate<Violation[]>(
    "axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations)",
  );
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, help, nodes }) => `${page.url()} ${id}: ${help}\n  ${nodes.map(({ html }) => html).join("\n  ")}`);
}
