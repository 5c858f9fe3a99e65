// Picture of a page as WebP, which Chromium writes itself and Playwright does not offer.

import { writeFile } from "node:fs/promises";
import type { Page } from "playwright-core";

/** Text stays sharp at this quality; more only makes the repository heavier. */
const QUALITY = 70;
/** A longer page repeats its rows. */
const MAX_HEIGHT = 2400;

/** @param fullPage with the part below the window, as far as 2,400 px */
export async function takePicture(page: Page, path: string, { fullPage = false } = {}): Promise<void> {
  // A moving element would be taken at a chance moment.
  await page.emulateMedia({ reducedMotion: "reduce" });
  const session = await page.context().newCDPSession(page);
  const { cssContentSize } = await session.send("Page.getLayoutMetrics");
  const { width, height } = cssContentSize;
  const { data } = await session.send("Page.captureScreenshot", {
    format: "webp",
    quality: QUALITY,
    captureBeyondViewport: fullPage,
    ...(fullPage ? { clip: { x: 0, y: 0, width, height: Math.min(height, MAX_HEIGHT), scale: 1 } } : {}),
  });
  await session.detach();
  await writeFile(path, Buffer.from(data, "base64"));
}
