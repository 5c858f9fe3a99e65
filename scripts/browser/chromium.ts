// Headless Chromium for journeys and screenshots: its path and its start.

import { access, constants } from "node:fs/promises";
import { type Browser, chromium } from "playwright-core";

/** Debian's, Ubuntu's and Google's places. */
const USUAL_PLACES = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** The path of the Chromium of this machine, or of CHROMIUM in the environment; undefined if there is none. */
export async function findChromium(): Promise<string | undefined> {
  const { CHROMIUM: chosen } = process.env;
  for (const path of chosen === undefined ? USUAL_PLACES : [chosen]) {
    const isThere = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return path;
  }
  return undefined;
}

/**
 * @param executablePath from `findChromium`
 * @param more arguments beside the common ones
 */
export function launchChromium(executablePath: string, more: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath,
    // Without a UTF-8 locale Chromium names each download with letters beyond ASCII "download".
    env: { ...process.env, LC_ALL: "C.UTF-8" },
    args: [
      // Chromium's sandbox does not start for root, the user of many containers.
      ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--disable-dev-shm-usage",
      ...more,
    ],
  });
}
