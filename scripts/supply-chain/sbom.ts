// npm run sbom: bills of materials of Workers and browsers, with --image that of the engine's image.

import { execFileSync } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readOptions } from "../command-options.ts";
import { PROJECT_FOLDER } from "../project-folder.ts";
import { describeError } from "../user-error.ts";
import { billOfMaterials, imageComponents, npmComponents } from "./bill-of-materials.ts";
import { readImageContent } from "./image-content.ts";
import { ARTEFACTS, readShippedPackages } from "./shipped-packages.ts";

const FOLDER = join(PROJECT_FOLDER, "dist/sbom");

try {
  const { image } = readOptions("sbom", { image: { type: "string" } });
  const packages = await readShippedPackages();
  const version = execFileSync("git", ["rev-parse", "HEAD"], { cwd: PROJECT_FOLDER, encoding: "utf8" }).trim();
  await mkdir(FOLDER, { recursive: true });
  for (const artefact of ARTEFACTS) {
    if (artefact === "engine-image" && image === undefined) continue;
    const components =
      artefact === "engine-image" && image !== undefined
        ? imageComponents(await readImageContent(image), packages)
        : npmComponents(artefact, packages);
    const file = join(FOLDER, `${artefact}.cdx.json`);
    await writeFile(file, await billOfMaterials(artefact, version, components));
    console.log(`${components.length} components: ${file}`);
  }
  if (image === undefined) console.log("The engine's image is left out: name it, --image <name>.");
} catch (error) {
  console.error(describeError(error));
  process.exitCode = 1;
}
