// Global setup of the container's tests: builds the engine's image, or says that no Docker engine answers.

import type { TestProject } from "vitest/node";
import { docker, dockerVersion } from "../../harness/engine/docker.ts";
import { copyProject } from "../../harness/systems/project-copy.ts";
import { buildAsDeployed } from "./image-build.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The engine's image; undefined if no Docker engine answers. */
    engineImage: string | undefined;
    /** A copy of the project, which the image was built from. */
    projectCopy: string;
  }
}

export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const version = await dockerVersion();
  if (version === undefined) {
    console.log("\nskipped: no Docker engine answers (DOCKER_HOST, or the socket of this machine)\n");
    project.provide("engineImage", undefined);
    project.provide("projectCopy", "");
    return undefined;
  }
  console.log(`\nDocker ${version} builds the engine's image: some minutes the first time\n`);
  const copy = await copyProject();
  try {
    const image = await buildAsDeployed(copy.folder);
    project.provide("engineImage", image);
    project.provide("projectCopy", copy.folder);
    return async () => {
      await copy.remove();
      await docker(["image", "rm", image]);
    };
  } catch (error) {
    await copy.remove();
    throw error;
  }
}
