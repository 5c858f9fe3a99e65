// Software bill of materials of an artefact, as CycloneDX 1.6 in JSON.

import * as CycloneDx from "@cyclonedx/cyclonedx-library";
import { PackageURL } from "packageurl-js";
import type { ImageContent, NamedVersion } from "./image-content.ts";
import type { Artefact, ShippedPackage } from "./shipped-packages.ts";

const { Enums, Models, Serialize, Spec, Validation } = CycloneDx;
const DEBIAN = { os: "debian", distribution: "trixie" } as const;

/** Components of a Worker or of the browsers' scripts. */
export function npmComponents(artefact: Artefact, packages: readonly ShippedPackage[]): CycloneDx.Models.Component[] {
  return packages.filter(({ artefacts }) => artefacts.includes(artefact)).map(npmComponent);
}

/**
 * Components of the engine's image by its own word, with the licences and archives of the lock.
 *
 * @throws Error if the image has another npm package than the lock says
 */
export function imageComponents(content: ImageContent, packages: readonly ShippedPackage[]) {
  const locked = packages.filter(({ artefacts }) => artefacts.includes("engine-image"));
  const listed = (list: readonly NamedVersion[]) =>
    list
      .map(({ name, version }) => `${name} ${version}`)
      .sort()
      .join(", ");
  const [inImage, inLock] = [listed(content.npm), listed(locked)];
  if (inImage !== inLock) throw new Error(`the image has ${inImage}, and package-lock.json says ${inLock}`);
  const node = new Models.Component(Enums.ComponentType.Platform, "node", {
    ...{ version: content.node, licenses: new Models.LicenseRepository([new Models.SpdxLicense("MIT")]) },
    ...located("generic", null, "node", content.node),
  });
  const debian = content.debian.map(({ name, version }) => {
    const places = located("deb", DEBIAN.os, name, version, { distro: DEBIAN.distribution });
    return new Models.Component(Enums.ComponentType.Library, name, { version, ...places });
  });
  return [node, ...debian, ...locked.map(npmComponent)];
}

function npmComponent({ name, version, licence, integrity }: ShippedPackage): CycloneDx.Models.Component {
  const slash = name.indexOf("/");
  const group = slash < 0 ? undefined : name.slice(0, slash);
  const own = name.slice(slash + 1);
  const expression = licence.startsWith("(") || / (AND|OR) /.test(licence);
  return new Models.Component(Enums.ComponentType.Library, own, {
    ...(group === undefined ? {} : { group }),
    version,
    licenses: new Models.LicenseRepository([
      expression ? new Models.LicenseExpression(licence) : new Models.SpdxLicense(licence),
    ]),
    hashes: new Models.HashDictionary(hashesOf(integrity)),
    ...located("npm", group ?? null, own, version),
  });
}

/** The archive's hashes, as package-lock.json writes them: an algorithm, and base64. */
function hashesOf(integrity: string | undefined): [CycloneDx.Enums.HashAlgorithm, string][] {
  const [, base64] = /^sha512-(.+)$/.exec(integrity ?? "") ?? [];
  return base64 === undefined ? [] : [[Enums.HashAlgorithm["SHA-512"], Buffer.from(base64, "base64").toString("hex")]];
}

function located(
  type: string,
  namespace: string | null,
  name: string,
  version: string,
  qualifiers: Readonly<Record<string, string>> = {},
) {
  const purl = new PackageURL(type, namespace, name, version, qualifiers, null).toString();
  return { purl, bomRef: purl };
}

/**
 * The bill as JSON: the same for the same components, so without a time and a number of its own.
 *
 * @throws Error if it breaks CycloneDX's schema
 */
export async function billOfMaterials(
  artefact: Artefact,
  version: string,
  components: readonly CycloneDx.Models.Component[],
): Promise<string> {
  const type = artefact === "engine-image" ? Enums.ComponentType.Container : Enums.ComponentType.Application;
  const described = new Models.Component(type, artefact, { version, bomRef: artefact });
  const bom = new Models.Bom({
    components: new Models.ComponentRepository(components),
    metadata: new Models.Metadata({ component: described }),
  });
  const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6));
  const text = serializer.serialize(bom, { sortLists: true, space: 2 });
  const faults = await new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(text);
  if (faults !== null) throw new Error(`the bill of ${artefact} breaks CycloneDX's schema: ${JSON.stringify(faults)}`);
  return `${text}\n`;
}
