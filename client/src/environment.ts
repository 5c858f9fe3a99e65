// Environment variables, on the platforms that have them: Node, Bun, Deno, Workers with Node's process.

/** Absent in pages and in some Workers. */
declare const process: { readonly env?: Readonly<Record<string, string | undefined>> } | undefined;

/**
 * The variable that stands in for an option.
 *
 * @throws TypeError naming both if there is neither
 */
export function fromEnvironment(option: string, variable: string): string {
  const value = read(variable)?.trim();
  if (value) return value;
  throw new TypeError(`${option} is missing: give it as an option, or set the environment variable ${variable}`);
}

function read(variable: string): string | undefined {
  try {
    return typeof process === "undefined" ? undefined : process.env?.[variable];
  } catch {
    // Deno refuses to read it without a permission.
    return undefined;
  }
}
