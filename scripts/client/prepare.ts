// npm's prepare of the client: builds it after an install, so that examples find it. Not without development tools.

import { createRequire } from "node:module";

const { resolve } = createRequire(import.meta.url);

function isInstalled(name: string): boolean {
  try {
    resolve(name);
    return true;
  } catch {
    return false;
  }
}

// `npm ci --omit=dev` installs neither, and must not fail for lack of them.
if (isInstalled("esbuild") && isInstalled("typescript/package.json")) {
  const { buildClient } = await import("./build.ts");
  await buildClient();
}
