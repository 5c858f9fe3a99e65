// Builds the engine's image as a folder: follows the Dockerfile's COPY, ENV, WORKDIR and CMD without Docker.
//
// The Dockerfile's packages are here already: the engine's packages are in the project's node_modules.

import { cp, mkdir, mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { type Copy, DockerfileParser, type Env, type JSONInstruction } from "dockerfile-ast";

const PROJECT = fileURLToPath(new URL("../../../", import.meta.url));
const DOCKERFILE = join(PROJECT, "slicer-service/Dockerfile");

export interface ImageLayout {
  /** The image's working directory, in the folder that stands for its root. */
  readonly workingFolder: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Program and parameters of CMD; ENTRYPOINT (tini) is left out. */
  readonly command: readonly string[];
  remove(): Promise<void>;
}

export async function layOutImage(): Promise<ImageLayout> {
  const dockerfile = DockerfileParser.parse(await readFile(DOCKERFILE, "utf8"));
  const reachesTheBuild = await allowedIn(join(PROJECT, ".dockerignore"));
  const root = await mkdtemp(join(tmpdir(), "engine-image-"));
  let workingFolder = root;
  const environment: Record<string, string> = {};
  let command: string[] = [];

  for (const instruction of dockerfile.getInstructions()) {
    const words = instruction.getArguments().map((argument) => argument.getValue());
    // The parser gives each keyword its own class, so the casts below hold.
    switch (instruction.getKeyword()) {
      case "FROM":
        workingFolder = root;
        break;
      case "WORKDIR":
        workingFolder = join(root, words[0] ?? "");
        await mkdir(workingFolder, { recursive: true });
        break;
      case "COPY": {
        const fromStage = (instruction as Copy).getFromFlag()?.getValue() != null;
        const [to = ".", ...from] = words.reverse();
        for (const source of from) {
          // Programs and their libraries, of which this machine has its own.
          if (fromStage && basename(source) !== "node_modules") continue;
          const target = join(workingFolder, to, from.length > 1 || to.endsWith("/") ? source : "");
          await rm(target, { recursive: true, force: true });
          await mkdir(dirname(target), { recursive: true });
          if (fromStage) await symlink(join(PROJECT, "node_modules"), target);
          else await cp(join(PROJECT, source), target, { recursive: true, filter: reachesTheBuild });
        }
        break;
      }
      case "ENV":
        for (const property of (instruction as Env).getProperties()) {
          environment[property.getName()] = property.getValue() ?? "";
        }
        break;
      case "CMD":
        command = (instruction as JSONInstruction).getJSONStrings().map((text) => text.getJSONValue());
        break;
    }
  }
  return { workingFolder, environment, command, remove: () => rm(root, { recursive: true, force: true }) };
}

/** Reads a .dockerignore that excludes everything (`*`) but the paths it names (`!path`), as a test of one path. */
async function allowedIn(ignoreFile: string): Promise<(path: string) => boolean> {
  const lines = (await readFile(ignoreFile, "utf8")).split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  if (lines[0] !== "*" || !lines.slice(1).every((line) => line.startsWith("!"))) {
    throw new Error(`${ignoreFile} must begin with * and then name exceptions only`);
  }
  const allowed = lines.slice(1).map((line) => line.slice(1));
  return (path) => {
    const name = relative(PROJECT, path);
    return allowed.some((entry) => name === entry || name.startsWith(`${entry}/`) || entry.startsWith(`${name}/`));
  };
}
