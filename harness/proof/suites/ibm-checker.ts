// Violations that IBM's accessibility checker finds on a page by WCAG 2.2: a second opinion beside axe-core's.

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

/** The engine's report, as far as it is read. */
interface Finding {
  readonly ruleId: string;
  readonly message: string;
  readonly snippet: string;
}

/** A finding that is wrong of every page of ours. */
interface FalseAlarm {
  readonly ruleId: string;
  /** A part of the element's markup, in which the alarm is false. */
  readonly snippet: RegExp;
  readonly reason: string;
}

export const FALSE_ALARMS: readonly FalseAlarm[] = [
  { ruleId: "aria_form_label_unique", snippet: /^<form/, reason: "a form without a name is no landmark (HTML-AAM)" },
  {
    ruleId: "input_autocomplete_valid",
    snippet: /type="email"/,
    reason: "HTML allows a user name in a field for an e-mail address",
  },
  {
    ruleId: "input_checkboxes_grouped",
    snippet: /./,
    reason: "rows of a table are its group; fields of one name in two forms are no group",
  },
  {
    ruleId: "fieldset_label_valid",
    snippet: /^<fieldset/,
    reason: "a card or form with a heading of its own holds each of the groups with one name",
  },
];

const ENGINE = readFile(createRequire(import.meta.url).resolve("accessibility-checker-engine/ace.js"), "utf8");

/** A theme changes nothing but colours, so that in the second one this rule alone is asked. */
const COLOURS = {
  ...{ id: "COLOURS", name: "Colours", category: "Accessibility", description: "Contrast of text" },
  checkpoints: [
    {
      ...{ num: "1.4.3", scId: "1.4.3", name: "Contrast", wcagLevel: "AA", summary: "Contrast of text" },
      rules: [{ id: "text_contrast_sufficient", level: "violation", toolkitLevel: "1" }],
    },
  ],
};

/** In the page: the certain violations, and none that ask a person to look. The checker takes labels in closed details for none. */
const RUN = `(async (rules) => {
  const closed = [...document.querySelectorAll("details:not([open])")];
  for (const details of closed) details.open = true;
  const checker = new ace.Checker();
  checker.addGuideline(${JSON.stringify(COLOURS)});
  const { results } = await checker.check(document, [rules]);
  for (const details of closed) details.open = false;
  return results
    .filter(({ value: [kind, outcome] }) => kind === "VIOLATION" && outcome === "FAIL")
    .map(({ ruleId, message, snippet }) => ({ ruleId, message, snippet }));
})`;

/** Each violation with its element. The page, opened in the light theme, is left in it. */
export async function violationsInBothThemes(page: Page): Promise<string[]> {
  const light = await violationsOn(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.evaluate("Promise.allSettled(document.getAnimations().map(({ finished }) => finished)).then(() => {})");
  const dark = await violationsOn(page, "COLOURS");
  await page.emulateMedia({ colorScheme: "light" });
  return [...light, ...dark.map((violation) => `in the dark theme: ${violation}`)];
}

/** Each violation with its element, in the page's own theme. */
export async function violationsOn(page: Page, rules: "WCAG_2_2" | "COLOURS" = "WCAG_2_2"): Promise<string[]> {
  // The page's own policy forbids a script element; an evaluation is the debugger's.
  await page.evaluate(`if (!window.ace) { ${await ENGINE}; window.ace = ace; }`);
  const findings = await page.evaluate<Finding[]>(`${RUN}("${rules}")`);
  return findings
    .filter((one) => !FALSE_ALARMS.some(({ ruleId, snippet }) => ruleId === one.ruleId && snippet.test(one.snippet)))
    .map(({ ruleId, message, snippet }) => `${page.url()} ${ruleId}: ${message}\n  ${snippet}`);
}
