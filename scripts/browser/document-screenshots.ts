// Pictures of the documents into docs/reference: the overview, an operation, the table of errors.

import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { PROJECT_FOLDER } from "../project-folder.ts";
import { DOCS, REFERENCE } from "../reference/addresses.ts";
import { takePicture } from "./take-picture.ts";

const FOLDER = join(PROJECT_FOLDER, "docs/reference");

const PICTURES = [
  { name: "overview-desktop", path: DOCS, viewport: { width: 1280, height: 800 }, colorScheme: "light" },
  {
    name: "create-order-desktop",
    path: `${REFERENCE}#createOrder`,
    viewport: { width: 1280, height: 800 },
    colorScheme: "light",
  },
  {
    name: "create-order-phone-dark",
    path: `${REFERENCE}#createOrder`,
    viewport: { width: 390, height: 844 },
    colorScheme: "dark",
  },
  {
    name: "errors-phone",
    path: `${DOCS}/errors#every-code`,
    viewport: { width: 390, height: 844 },
    colorScheme: "light",
  },
] as const;

/** @param origin of a running service */
export async function takeDocuments(browser: Browser, origin: string): Promise<void> {
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  for (const { name, path, viewport, colorScheme } of PICTURES) {
    const page = await browser.newPage({ viewport, colorScheme });
    await page.goto(`${origin}${path}`, { waitUntil: "networkidle" });
    await takePicture(page, join(FOLDER, `${name}.webp`));
    await page.close();
  }
}
