// Licences that a deployment may ship code under, by artefact.

import parse, { type Info } from "spdx-expression-parse";
import type { Artefact, ShippedPackage } from "./shipped-packages.ts";

/** They ask for their notice at most. */
const PERMISSIVE = ["MIT", "ISC", "BSD-2-Clause", "BSD-3-Clause", "Apache-2.0", "0BSD", "Zlib", "Unlicense", "CC0-1.0"];

/** The slicer service is under AGPL-3.0-or-later, and the source of its image is open. */
const COPYLEFT_OF_SLICER = ["AGPL-3.0-or-later", "LGPL-3.0-or-later", "LGPL-2.1", "LGPL-2.1-or-later"];

const ALLOWED: Readonly<Record<Artefact, readonly string[]>> = {
  "api-worker": PERMISSIVE,
  "slicer-worker": PERMISSIVE,
  browser: PERMISSIVE,
  "engine-image": [...PERMISSIVE, ...COPYLEFT_OF_SLICER],
};

/** The packages with a licence that some artefact may not ship, each as a line. */
export function refusedLicences(packages: readonly ShippedPackage[]): string[] {
  return packages.flatMap(({ name, version, licence, artefacts }) =>
    artefacts
      .filter((artefact) => !isAllowed(licence, ALLOWED[artefact]))
      .map((artefact) => `${name} ${version} in ${artefact}: ${licence}`),
  );
}

function isAllowed(licence: string, allowed: readonly string[]): boolean {
  try {
    return isCovered(parse(licence), allowed);
  } catch {
    // Such as "SEE LICENSE IN LICENSE": a person reads it before it is allowed.
    return false;
  }
}

function isCovered(expression: Info, allowed: readonly string[]): boolean {
  if ("license" in expression) {
    // An exception only adds permissions.
    return allowed.includes(`${expression.license}${expression.plus === true ? "+" : ""}`);
  }
  const [left, right] = [isCovered(expression.left, allowed), isCovered(expression.right, allowed)];
  return expression.conjunction === "and" ? left && right : left || right;
}
