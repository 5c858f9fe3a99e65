// npm run rollback: takes the API of staging or production back to an earlier version, if that is safe.
//
//   npm run rollback -- --help

import { readOptions } from "../command-options.ts";
import { PROJECT_FOLDER } from "../project-folder.ts";
import { describeError } from "../user-error.ts";
import { rollBackEnvironment } from "./roll-back-environment.ts";
import { wranglerRunner } from "./run-wrangler.ts";

const HELP = `Takes the API back to the version before, or to another one, within seconds.

  npm run rollback -- --env <staging|production> [--version <id>]

Slicer, image, tables and secrets stay. Where the version asks for another engine than the slicer runs, it is refused: then
deploy the old revision whole. \`npx wrangler versions list -c wrangler.<environment>.json\` shows the ids.
`;

try {
  const options = readOptions("rollback", {
    env: { type: "string" },
    version: { type: "string" },
    help: { type: "boolean", short: "h", default: false },
  });
  if (options.help) console.log(HELP);
  else {
    const tools = { runWrangler: wranglerRunner(), folder: PROJECT_FOLDER, print: console.log };
    await rollBackEnvironment({ environment: options.env, version: options.version }, tools);
  }
} catch (error) {
  console.error(describeError(error));
  process.exit(1);
}
