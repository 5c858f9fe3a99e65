// Reads the imports of a TypeScript file from its text, for the tests of allowed imports.

export interface FoundImport {
  /** As written: a package's name, or a path relative to the file. */
  readonly specifier: string;
  /** `import type …` or `export type …`. */
  readonly isTypeOnly: boolean;
}

/** `import … from`, `export … from`, `import "x"`, `import("x")` and `import("x").T`, types included. */
const STATEMENT =
  /\b(?:import|export)\s+(type\s)?[^"'`;]*?\bfrom\s*["'`]([^"'`]+)["'`]|\bimport\s*\(?\s*["'`]([^"'`]+)["'`]/g;

export function importsIn(text: string): FoundImport[] {
  // A comment between the names of an import may hold quotes and semicolons.
  const withoutComments = text.replaceAll(/\/\*[\s\S]*?\*\//g, "").replaceAll(/(^|[\s,{])\/\/.*$/gm, "$1");
  return [...withoutComments.matchAll(STATEMENT)].map(([, type, from, bare]) => ({
    specifier: from ?? bare ?? "",
    isTypeOnly: type !== undefined,
  }));
}
