// Options of an npm script, as typed after its name.

import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import { UserError } from "./user-error.ts";

/**
 * The values of a command's options.
 *
 * @param command its npm script, for the way to its help
 * @throws UserError for an unknown option, or an option without its value
 */
export function readOptions<const Options extends ParseArgsOptionsConfig>(command: string, options: Options) {
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    throw new UserError(
      `${error instanceof Error ? error.message : error}\nnpm run ${command} -- --help shows all options.`,
    );
  }
}
