// The image of the proxy that workerd starts beside each container: Cloudflare's if it is available, else a stand-in.

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { docker, imageId } from "../../harness/engine/docker.ts";

const MAX_PULL_MILLISECONDS = 300_000;
const STAND_IN = "egress-proxy:stand-in";

/**
 * The name of an image that is on this machine.
 *
 * @param engineImage the stand-in runs on its Node
 */
export async function egressImage(engineImage: string): Promise<string> {
  const image = await egressImageOfMiniflare();
  if ((await imageId(image)) !== undefined) return image;
  try {
    await docker(["pull", image], { maxMilliseconds: MAX_PULL_MILLISECONDS });
    return image;
  } catch (error) {
    console.warn(`A stand-in takes the place of the egress proxy. ${error instanceof Error ? error.message : error}`);
  }
  const dockerfile = `FROM ${engineImage}\nUSER root\nCOPY egress-proxy.ts /\nENTRYPOINT ["node", "/egress-proxy.ts"]\n`;
  await docker(["build", "--tag", STAND_IN, "--file", "-", import.meta.dirname], { input: dockerfile });
  return STAND_IN;
}

/** Miniflare exports it nowhere. */
async function egressImageOfMiniflare(): Promise<string> {
  const code = await readFile(createRequire(import.meta.url).resolve("miniflare"), "utf8");
  const [, image] = /EGRESS_INTERCEPTOR_IMAGE = "([^"]+)"/.exec(code) ?? [];
  if (image === undefined) throw new Error("Miniflare names no image of an egress proxy");
  return image;
}
