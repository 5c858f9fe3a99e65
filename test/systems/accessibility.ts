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

/** axe-core's rules that read colours: a theme changes nothing else of a page. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/** The serious findings on the page as shown, each with its elements. */
export async function seriousOn(page: Page): Promise<string[]> {
  await page.evaluate(await AXE);
  return seriousBy(page, {});
}

/** The same in the light theme, and of the colours of the dark one. The page, opened in the light theme, is left in it. */
export async function seriousInBothThemes(page: Page): Promise<string[]> {
  const light = await seriousOn(page);
  await page.emulateMedia({ colorScheme: "dark" });
  // Colours on their way would be judged.
  await page.evaluate(`Promise.allSettled(
    document.getAnimations().filter((one) => one instanceof CSSTransition).map(({ finished }) => finished),
  ).then(() => {})`);
  const dark = await seriousBy(page, { runOnly: COLOUR_RULES });
  await page.emulateMedia({ colorScheme: "light" });
  return [...light, ...dark.map((violation) => `in the dark theme: ${violation}`)];
}

async function seriousBy(page: Page, options: { readonly runOnly?: readonly string[] }): Promise<string[]> {
  const asked = JSON.stringify({ ...options, resultTypes: ["violations"] });
  const violations = await page.evaluate<Violation[]>(
    `axe.run(document, ${asked}).then(({ violations }) => violations)`,
  );
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, help, nodes }) => `${page.url()} ${id}: ${help}\n  ${nodes.map(({ html }) => html).join("\n  ")}`);
}
