// The operator's command line: parses options and names, and explains mistakes in one line.

import { parseArgs } from "node:util";
import { UserError } from "../user-error.ts";

/** @throws UserError for an unknown option, or an option without its value */
export function readArguments(args: readonly string[]) {
  try {
    return parseArgs({
      args: attachDashedValues(args),
      allowPositionals: true,
      options: {
        slug: { type: "string" },
        title: { type: "string" },
        plan: { type: "string" },
        region: { type: "string" },
        currency: { type: "string", default: "UAH" },
        locale: { type: "string", default: "uk" },
        "hourly-rate": { type: "string", default: "60.00" },
        "setup-cost": { type: "string", default: "0" },
        "minimum-price": { type: "string", default: "0" },
        markup: { type: "string", default: "0" },
        name: { type: "string" },
        kind: { type: "string" },
        permission: { type: "string" },
        expires: { type: "string" },
        overlap: { type: "string" },
        email: { type: "string" },
        quality: { type: "string" },
        preset: { type: "string" },
        printer: { type: "string" },
        print: { type: "string" },
        filament: { type: "string" },
        stuck: { type: "boolean", default: false },
        minutes: { type: "string" },
        grams: { type: "string" },
        accept: { type: "boolean", default: false },
        "take-back": { type: "boolean", default: false },
        "dry-run": { type: "boolean", default: false },
        env: { type: "string" },
        help: { type: "boolean", short: "h", default: false },
      },
    });
  } catch (error) {
    throw new UserError(describeArgumentError(error));
  }
}

/**
 * `--markup -5` as `--markup=-5`: parseArgs takes a separate -5 for an option, and the option's own check would never see
 * it. So with everything that begins with one dash, but -h, the only option of one letter.
 */
function attachDashedValues(args: readonly string[]): string[] {
  const attached: string[] = [];
  for (const arg of args) {
    const previous = attached.at(-1) ?? "";
    if (/^-[^-]/.test(arg) && arg !== "-h" && /^--[a-z-]+$/.test(previous))
      attached.splice(-1, 1, `${previous}=${arg}`);
    else attached.push(arg);
  }
  return attached;
}

/** One line instead of parseArgs' own messages, some of which have three. */
function describeArgumentError(error: unknown): string {
  if (!(error instanceof TypeError && "code" in error)) throw error;
  // Node names it in quotes: '--slug', '--slug <value>' or '-h, --help'.
  const option = /'(?:-\w, )?(-[^' ]*)/.exec(error.message)?.[1] ?? "An option";
  switch (error.code) {
    case "ERR_PARSE_ARGS_UNKNOWN_OPTION":
      // Earlier versions had it, for a database whose id stood in wrangler.toml.
      if (option === "--remote") return "--remote is no more: say --env staging or --env production.";
      return `Unknown option '${option}'. npm run studio -- --help shows all options.`;
    case "ERR_PARSE_ARGS_INVALID_OPTION_VALUE":
      return error.message.includes("does not take") ? `${option} takes no value.` : `${option} needs a value.`;
    default:
      return error.message;
  }
}

/** @throws UserError if the option is missing or blank */
export function requireOption(value: string | undefined, option: string): string {
  if (value === undefined || value.trim() === "") throw new UserError(`${option} is required.`);
  return value.trim();
}

/** The names typed after a command; a usage error unless there is exactly one for each placeholder. */
export function readNames<const Placeholders extends readonly string[]>(
  command: string,
  typed: readonly string[],
  placeholders: Placeholders,
): { [Position in keyof Placeholders]: string } {
  const unexpected = typed[placeholders.length];
  if (unexpected !== undefined) {
    throw new UserError(`Unexpected "${unexpected}". npm run studio -- --help shows what ${command} takes.`);
  }
  if (typed.length < placeholders.length) {
    throw new UserError(`Usage: npm run studio -- ${[command, ...placeholders.map((name) => `<${name}>`)].join(" ")}`);
  }
  // The checks above guarantee the length.
  return typed as unknown as { [Position in keyof Placeholders]: string };
}
