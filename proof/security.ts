// Dependencies and their licences, the bindings' rights, the rotation of every secret, and the bills of materials.
//
//   npm run proof -- security                       with all but the engine's image
//   npm run proof -- security --image <name>        with the bill of an image that Docker has here

import { parseArgs } from "node:util";
import { markdownTable } from "../harness/markdown-table.ts";
import { writeProof } from "../harness/proof/proof-document.ts";
import { bindingUses, documentedBindings } from "../harness/proof/security/bindings.ts";
import { ROTATIONS } from "../harness/proof/security/rotations.ts";
import { PROJECT_FOLDER } from "../scripts/project-folder.ts";
import { auditPackages } from "../scripts/supply-chain/audited-packages.ts";
import { billOfMaterials, imageComponents, npmComponents } from "../scripts/supply-chain/bill-of-materials.ts";
import { readImageContent } from "../scripts/supply-chain/image-content.ts";
import { refusedLicences } from "../scripts/supply-chain/licence-policy.ts";
import { ARTEFACTS, type Artefact, readShippedPackages } from "../scripts/supply-chain/shipped-packages.ts";

const { image } = parseArgs({ options: { image: { type: "string" } } }).values;
const startedAt = new Date();
const faults: string[] = [];

const shipped = await readShippedPackages();
const text = [await audited(), licences(), bindings(), await rotated(), await bills()].join("\n\n");
console.log(`\n${text}\n`);
for (const fault of faults) console.error(`Fault: ${fault}`);
writeProof({ name: "security", startedAt, text });
if (faults.length > 0) process.exitCode = 1;

async function audited(): Promise<string> {
  const audit = await auditPackages(PROJECT_FOLDER, shipped);
  if (audit === undefined) return "Audit: not made in this run.";
  faults.push(...audit.refused);
  const ofShipped = audit.found.filter(({ isShipped }) => isShipped).length;
  return `Audit: ${audit.found.length} advisories on all packages, ${ofShipped} of them on shipped ones; ${audit.refused.length} refused.`;
}

function licences(): string {
  const refused = refusedLicences(shipped);
  faults.push(...refused);
  const counts = new Map<string, number>();
  for (const { licence } of shipped) counts.set(licence, (counts.get(licence) ?? 0) + 1);
  const rows = [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([licence, count]) => [licence, String(count)]);
  return `${shipped.length} shipped packages of npm, ${refused.length} with a licence that is not allowed:\n\n${markdownTable(["Licence", "Packages"], rows)}`;
}

function bindings(): string {
  const uses = bindingUses();
  const documented = new Map(
    documentedBindings().map(({ worker, binding, usedBy }) => [`${worker} ${binding}`, usedBy]),
  );
  for (const { worker, binding, usedBy } of uses) {
    const rooms = documented.get(`${worker} ${binding}`) ?? [];
    if (rooms.join() !== usedBy.join()) faults.push(`${binding} of ${worker} is used by ${usedBy}, not by ${rooms}`);
  }
  const of = (worker: string) => uses.filter((use) => use.worker === worker).length;
  return `Bindings: ${of("API")} of the API Worker, ${of("slicer")} of the slicer Worker, compared with the rooms in the threat model's table.`;
}

async function rotated(): Promise<string> {
  const rows: string[][] = [];
  for (const { secret, way, run } of ROTATIONS) {
    const checks = await run();
    const broken = checks.filter(({ holds }) => !holds);
    faults.push(...broken.map(({ says }) => `${secret}, replaced ${way}: not true that ${says}`));
    console.log(`${secret}, replaced ${way}: ${checks.length - broken.length} of ${checks.length}`);
    rows.push([secret, way, `${checks.length - broken.length} of ${checks.length}`]);
  }
  return `Secrets replaced in a running system, and the things tried around it that went as promised:\n\n${markdownTable(["Secret", "Replaced", "As promised"], rows)}`;
}

async function bills(): Promise<string> {
  const rows: string[][] = [];
  for (const artefact of ARTEFACTS) {
    if (artefact === "engine-image" && image === undefined) continue;
    const components = await componentsOf(artefact);
    // Throws if it breaks CycloneDX's schema.
    await billOfMaterials(artefact, "proof", components);
    rows.push([artefact, String(components.length)]);
  }
  const left = image === undefined ? " The engine's image was not in this run." : "";
  return `Bills of materials, valid by the schema of CycloneDX 1.6.${left}\n\n${markdownTable(["Artefact", "Components"], rows)}`;
}

async function componentsOf(artefact: Artefact) {
  return artefact === "engine-image"
    ? imageComponents(await readImageContent(image ?? ""), shipped)
    : npmComponents(artefact, shipped);
}
