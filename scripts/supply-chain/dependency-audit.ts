// npm run dependency-audit: known faults of the packages; 1 at a high one in a shipped package.

import { PROJECT_FOLDER } from "../project-folder.ts";
import { auditPackages } from "./audited-packages.ts";
import { readShippedPackages } from "./shipped-packages.ts";

const shipped = await readShippedPackages();
const audit = await auditPackages(PROJECT_FOLDER, shipped);
if (audit === undefined) {
  console.log("Not audited: the registry of npm here gives no audit. Nothing is known of the packages' faults.");
} else {
  for (const { package: name, severity, title, advisory, isShipped } of audit.found) {
    console.log(`${isShipped ? "shipped" : "tool"}  ${severity}  ${name}: ${title} (${advisory})`);
  }
  for (const line of audit.refused) console.error(`Refused: ${line}`);
  console.log(`${shipped.length} shipped packages audited: ${audit.refused.length} refused.`);
  if (audit.refused.length > 0) process.exitCode = 1;
}
