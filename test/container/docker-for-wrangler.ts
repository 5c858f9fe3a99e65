// The program that wrangler runs in Docker's place (WRANGLER_DOCKER_BIN): Docker, but that it keeps the images which are here.

import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DOCKER_PROGRAM } from "../../harness/engine/docker.ts";

/**
 * Writes the program into the folder, and returns its path.
 *
 * wrangler pulls the egress proxy at each start, which fails without its registry although the image is here. An image that is not here
 * is pulled, and fails in Docker's own words. And it removes the image of a dry run, which the tests are about to run.
 */
export async function dockerForWrangler(folder: string): Promise<string> {
  const file = join(folder, "docker-for-wrangler");
  const script = [
    "#!/bin/sh",
    `docker="${DOCKER_PROGRAM}"`,
    'if [ "$1" = pull ] && "$docker" image inspect "$2" > /dev/null 2>&1; then exit 0; fi',
    'if [ "$1 $2" = "image rm" ]; then exit 0; fi',
    'exec "$docker" "$@"',
    "",
  ];
  await writeFile(file, script.join("\n"));
  await chmod(file, 0o755);
  return file;
}
