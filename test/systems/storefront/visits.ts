// Visits of a demo studio's order page in a browser, and the files that visitors bring.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { BrowserContextOptions, Page } from "playwright-core";
import { StorefrontVisitor, type VisitorFile } from "../../../scripts/browser/storefront-visitor.ts";
import { PROJECT_FOLDER } from "../../../scripts/project-folder.ts";
import type { Language } from "../../../src/domain/person.ts";
import { DESKTOP, type PanelSystem, PHONE, type Window } from "../panel/panel-system.ts";

export interface Visit extends Window {
  readonly visitor: StorefrontVisitor;
  /** The path of the studio's page. */
  readonly path: string;
}

const LOCALES: Readonly<Record<Language, string>> = { uk: "uk-UA", en: "en-GB" };

/** Each by another kind of visitor: rules for both are tested by turns. */
export const VISITORS = [
  { device: "a phone, in Ukrainian", language: "uk", viewport: PHONE },
  { device: "a desktop, in English", language: "en", viewport: DESKTOP },
] as const satisfies readonly { device: string; language: Language; viewport: { width: number; height: number } }[];

/** Opens the page of the demo studio that has every technology, until its script runs. */
export async function visit(
  system: PanelSystem,
  language: Language,
  options: BrowserContextOptions = {},
  path = `/${system.demoStudio().slug}`,
): Promise<Visit> {
  const window = await system.open(undefined, { locale: LOCALES[language], viewport: PHONE, ...options });
  await window.page.goto(path, { waitUntil: "networkidle" });
  return { ...window, path, visitor: new StorefrontVisitor(window.page, language) };
}

/** A file of the examples, under a name of its own. */
export async function exampleFile(
  example: "part.stl" | "lid.3mf" | "foot.step",
  name: string = example,
): Promise<VisitorFile> {
  return { name, bytes: await readFile(join(PROJECT_FOLDER, "examples", example)) };
}

/** Holds the page's requests to these addresses. @returns lets them go */
export async function heldBack(page: Page, addresses: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(addresses, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}
