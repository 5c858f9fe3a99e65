// Builds the engine's image as a deployment does: wrangler reads the Dockerfile, and gives Docker its text and the folder.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { docker } from "../../harness/engine/docker.ts";
import { wranglerRunner } from "../../scripts/deploy/run-wrangler.ts";
import { dockerForWrangler } from "./docker-for-wrangler.ts";

/**
 * Returns the image's name. The caller removes it.
 *
 * @param folder of the project, or of a copy of it
 */
export async function buildAsDeployed(folder: string): Promise<string> {
  const bundle = await mkdtemp(join(tmpdir(), "slicer-bundle-"));
  try {
    const environment = { ...process.env, WRANGLER_DOCKER_BIN: await dockerForWrangler(bundle) };
    const { code, output, errors } = await wranglerRunner({ folder, environment })({
      args: ["deploy", "--dry-run", "-c", "slicer-service/wrangler.toml", "--outdir", bundle],
    });
    const [, image] = /Building image (\S+)/.exec(output) ?? [];
    if (code !== 0 || image === undefined) throw new Error(`wrangler ended with ${code}:\n${output}\n${errors}`);
    return image;
  } finally {
    await rm(bundle, { recursive: true, force: true });
  }
}

/** The digest that tells wrangler whether there is anything new to push. */
export function digestOf(image: string): Promise<string> {
  return docker(["image", "inspect", "--format", "{{.Id}}", image]);
}
