// npm packages that a deployment ships: those inside Workers, browsers' scripts and the engine's image.

import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { BROWSER_FOLDERS, bundleFolder } from "../browser/build.ts";
import { API_ENTRY, SLICER_ENTRY, writeWorkerModules } from "../local/worker-bundle.ts";
import { PROJECT_FOLDER } from "../project-folder.ts";
import { packageFoldersIn } from "./package-notices.ts";

export const ARTEFACTS = ["api-worker", "slicer-worker", "browser", "engine-image"] as const;
export type Artefact = (typeof ARTEFACTS)[number];

export interface ShippedPackage {
  readonly name: string;
  readonly version: string;
  /** SPDX expression, as the package states it. */
  readonly licence: string;
  /** In package-lock.json, such as `node_modules/hono`. */
  readonly folder: string;
  /** The hash of the package's archive, as package-lock.json states it. */
  readonly integrity: string | undefined;
  readonly artefacts: readonly Artefact[];
}

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.looseObject({
      version: z.string().optional(),
      license: z.string().optional(),
      integrity: z.string().optional(),
      dependencies: z.record(z.string(), z.string()).optional(),
    }),
  ),
});
const manifestSchema = z.object({ license: z.string() });

/** All of them, in the order of their folders. @throws Error if a package states no licence */
export async function readShippedPackages(): Promise<readonly ShippedPackage[]> {
  const { packages: locked } = lockSchema.parse(JSON.parse(await readFile(inProject("package-lock.json"), "utf8")));
  const artefactsOf = new Map<string, Artefact[]>();
  for (const artefact of ARTEFACTS) {
    for (const folder of await foldersOf(artefact, locked)) {
      artefactsOf.set(folder, [...(artefactsOf.get(folder) ?? []), artefact]);
    }
  }
  const folders = [...artefactsOf].sort(([one], [other]) => (one < other ? -1 : 1));
  return Promise.all(
    folders.map(async ([folder, artefacts]) => {
      const { version, license, integrity } = locked[folder] ?? {};
      if (version === undefined) throw new Error(`package-lock.json has no ${folder}`);
      const name = folder.slice(folder.lastIndexOf("node_modules/") + "node_modules/".length);
      return { name, version, licence: license ?? (await statedLicence(folder)), folder, integrity, artefacts };
    }),
  );
}

async function foldersOf(artefact: Artefact, locked: z.output<typeof lockSchema>["packages"]): Promise<string[]> {
  switch (artefact) {
    case "api-worker":
      return foldersInWorker(API_ENTRY);
    case "slicer-worker":
      return foldersInWorker(SLICER_ENTRY);
    case "browser": {
      const bundles = Object.values(BROWSER_FOLDERS).map(({ source, target }) => bundleFolder(source, target));
      return [...new Set((await Promise.all(bundles)).flatMap(({ metafile }) => packageFoldersIn(metafile)))];
    }
    case "engine-image":
      // The Dockerfile keeps the packages that the engine names, without those that these name.
      return Object.keys(locked["slicer-service"]?.dependencies ?? {}).map((name) => `node_modules/${name}`);
  }
}

async function foldersInWorker(entry: string): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), "shipped-packages-"));
  try {
    return packageFoldersIn(await writeWorkerModules(entry, folder));
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function statedLicence(folder: string): Promise<string> {
  return manifestSchema.parse(JSON.parse(await readFile(inProject(`${folder}/package.json`), "utf8"))).license;
}

function inProject(path: string): string {
  return join(PROJECT_FOLDER, path);
}
