// npm run deploy: brings staging or production up to the checked-out version, and creates missing resources.
//
//   npm run deploy -- --help

import { randomBytes } from "node:crypto";
import { createInterface } from "node:readline/promises";
import { readOptions } from "../command-options.ts";
import { PROJECT_FOLDER } from "../project-folder.ts";
import { describeError } from "../user-error.ts";
import { deployEnvironment } from "./deploy-environment.ts";
import { readEnvironment } from "./environment.settings.ts";
import { wranglerRunner } from "./run-wrangler.ts";

const HELP = `Deploys the slicer and the API to Cloudflare. Run it again whenever you like: it makes only what is missing.

  npm run deploy -- --env <staging|production> [--domain api.example.com] [--location eeur | --jurisdiction eu]
                    [--account <id>] [--dry-run]

The first run needs the domain, and asks for it. D1, R2, Durable Objects and containers are near --location (eeur), or inside
of --jurisdiction and never elsewhere; both hold for ever. --dry-run looks at what is there, says what it would do, and does nothing;
without a login it says the steps of a first deployment, and what it could not check.
`;

try {
  const options = readOptions("deploy", {
    env: { type: "string" },
    domain: { type: "string" },
    location: { type: "string" },
    jurisdiction: { type: "string" },
    account: { type: "string" },
    "dry-run": { type: "boolean", default: false },
    help: { type: "boolean", short: "h", default: false },
  });
  if (options.help) console.log(HELP);
  else {
    await deployEnvironment(
      {
        environment: options.env,
        domain: options.domain,
        location: options.location,
        jurisdiction: options.jurisdiction,
        account: options.account ?? process.env.CLOUDFLARE_ACCOUNT_ID,
        isDryRun: options["dry-run"],
      },
      {
        runWrangler: wranglerRunner(),
        folder: PROJECT_FOLDER,
        ask,
        print: console.log,
        createSecret: () => randomBytes(32).toString("hex"),
      },
    );
    if (!options["dry-run"]) printNext(readEnvironment(options.env));
  }
} catch (error) {
  console.error(describeError(error));
  process.exit(1);
}

async function ask(question: string): Promise<string | undefined> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return undefined;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return await terminal.question(question);
  } finally {
    terminal.close();
  }
}

function printNext(environment: string): void {
  console.log(`
Deployed. Commit environments/${environment}.json, and keep environments/${environment}.secrets.json where you keep passwords.

  npm run studio -- --env ${environment} create --slug my-studio --title "My studio" --plan pro
  npm run smoke -- --env ${environment} --key <a key of that studio>`);
}
