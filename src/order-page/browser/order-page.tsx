// What a visitor's browser runs on the order page.

import type { PageConfiguration } from "../wire.ts";

/** What the server wrote into the page. */
export function readConfiguration(): PageConfiguration {
  const written = document.getElementById("configuration")?.textContent ?? "";
  // Our own server wrote it, by this type.
  return JSON.parse(written) as PageConfiguration;
}
