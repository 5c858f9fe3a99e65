// docs/licences.md: the packages of each artefact of a deployment, with version and licence.

import { ARTEFACTS, type Artefact, type ShippedPackage } from "./shipped-packages.ts";

const TITLES: Readonly<Record<Artefact, string>> = {
  "api-worker": "API Worker",
  "slicer-worker": "Slicer Worker",
  browser: "Scripts of panel, order page and documents",
  "engine-image": "Image of the engine",
};

export function licencesPage(packages: readonly ShippedPackage[]): string {
  const sections = ARTEFACTS.map((artefact) => {
    const shipped = packages.filter(({ artefacts }) => artefacts.includes(artefact));
    const rows = shipped.map(({ name, version, licence }) => `| \`${name}\` | ${version} | ${licence} |`);
    const table = ["| Package | Version | Licence |", "|---|---|---|", ...rows].join("\n");
    return `## ${TITLES[artefact]}\n\n${shipped.length === 0 ? "Code of no package." : table}`;
  });
  return `# Licences

npm packages with code in a deployment, written by \`npm run licences\`. Tools of development are not among them. The widget, the typed client and
the other clients have code of no package. Scripts of browsers carry the notices beside them, in \`licences.txt\`. The image also has programs and libraries of
Debian, which \`npm run sbom -- --image <name>\` lists.

${sections.join("\n\n")}
`;
}
