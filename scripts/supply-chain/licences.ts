// npm run licences: writes docs/licences.md, and ends with 1 if a package's licence may not be shipped.

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PROJECT_FOLDER } from "../project-folder.ts";
import { refusedLicences } from "./licence-policy.ts";
import { licencesPage } from "./licences-page.ts";
import { readShippedPackages } from "./shipped-packages.ts";

const packages = await readShippedPackages();
await writeFile(join(PROJECT_FOLDER, "docs/licences.md"), licencesPage(packages));
const refused = refusedLicences(packages);
for (const line of refused) console.error(`Not allowed: ${line}`);
console.log(`${packages.length} packages are in docs/licences.md.`);
if (refused.length > 0) process.exitCode = 1;
