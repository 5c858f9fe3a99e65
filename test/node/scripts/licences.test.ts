// Licences of shipped packages: allowed ones only, in the document, with notices in the browsers' files.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { BROWSER_FOLDERS, bundleFolder } from "../../../scripts/browser/build.ts";
import { PROJECT_FOLDER } from "../../../scripts/project-folder.ts";
import { refusedLicences } from "../../../scripts/supply-chain/licence-policy.ts";
import { licencesPage } from "../../../scripts/supply-chain/licences-page.ts";
import { noticesOf, packageFoldersIn } from "../../../scripts/supply-chain/package-notices.ts";
import {
  type Artefact,
  readShippedPackages,
  type ShippedPackage,
} from "../../../scripts/supply-chain/shipped-packages.ts";

let packages: readonly ShippedPackage[];

beforeAll(async () => {
  packages = await readShippedPackages();
});

function ofLicence(licence: string, artefact: Artefact): ShippedPackage {
  return {
    name: "a",
    version: "1.0.0",
    licence,
    folder: "node_modules/a",
    integrity: undefined,
    artefacts: [artefact],
  };
}

describe("the packages that a deployment ships", () => {
  it("are found in Workers, browsers' scripts and the engine's image", () => {
    const shippedIn = (artefact: Artefact) =>
      packages.filter(({ artefacts }) => artefacts.includes(artefact)).map(({ name }) => name);
    expect(shippedIn("api-worker")).toEqual(expect.arrayContaining(["hono", "drizzle-orm", "zod"]));
    expect(shippedIn("browser")).toEqual(expect.arrayContaining(["preact", "three"]));
    expect(shippedIn("engine-image")).toEqual(["cura-wasm", "earcut", "manifold-3d", "occt-import-js"]);
  });

  it("have licences that their artefact may ship", () => {
    expect(refusedLicences(packages)).toEqual([]);
  });

  it("stand in docs/licences.md as `npm run licences` writes it", async () => {
    expect(await readFile(join(PROJECT_FOLDER, "docs/licences.md"), "utf8")).toBe(licencesPage(packages));
  });

  it.each([
    ["GPL-3.0-or-later", "api-worker"],
    ["AGPL-3.0-or-later", "browser"],
    ["MIT AND AGPL-3.0-or-later", "slicer-worker"],
    ["BUSL-1.1", "engine-image"],
    ["GPL-2.0-only", "engine-image"],
    ["UNLICENSED", "api-worker"],
    ["SEE LICENSE IN LICENSE", "engine-image"],
  ] as const)("would be found out under %s in %s", (licence, artefact) => {
    expect(refusedLicences([ofLicence(licence, artefact)])).toHaveLength(1);
  });

  it.each([
    ["MIT OR GPL-3.0-or-later", "api-worker"],
    ["(MIT AND LGPL-3.0-or-later AND AGPL-3.0-or-later)", "engine-image"],
  ] as const)("may be under %s in %s", (licence, artefact) => {
    expect(refusedLicences([ofLicence(licence, artefact)])).toEqual([]);
  });

  it("have their notices beside the browsers' scripts that carry them", async () => {
    const { source, target } = BROWSER_FOLDERS.storefront;
    const { metafile } = await bundleFolder(source, target);
    const notices = await noticesOf(packageFoldersIn(metafile));
    for (const notice of ["preact ", "Jason Miller", "three ", "three.js authors", "above copyright notice"]) {
      expect(notices).toContain(notice);
    }
  });
});
