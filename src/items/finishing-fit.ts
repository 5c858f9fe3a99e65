// Finishings that name materials, or that need supports: one rule for quotes, orders and the order page.

export interface FinishingLimits {
  /** Names of materials, one on each line; null for every material. */
  readonly materialNames: string | null;
  /** Whether it has no use without supports. */
  readonly onlyWithSupports: boolean;
}

/** Names are compared without regard to case: all colours of a material share its name. */
export function fitsMaterial({ materialNames }: Pick<FinishingLimits, "materialNames">, materialName: string): boolean {
  return materialNames === null || namesOf(materialNames).some((name) => isSameName(name, materialName));
}

export function fitsSupports({ onlyWithSupports }: Pick<FinishingLimits, "onlyWithSupports">, supports: boolean) {
  return supports || !onlyWithSupports;
}

/** The lines of a text that are the name of no such material. */
export function unknownNames(materialNames: string | null, known: readonly { readonly name: string }[]): string[] {
  if (materialNames === null) return [];
  return namesOf(materialNames).filter((line) => !known.some(({ name }) => isSameName(line, name)));
}

function namesOf(lines: string): string[] {
  return lines.split("\n").flatMap((line) => line.trim() || []);
}

function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.trim().toLowerCase();
}
