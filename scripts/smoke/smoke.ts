// npm run smoke: uses a deployed or local service as a site would, and shows which parts work.
//
//   npm run smoke -- --help

import { hourlyLimitOf } from "../../src/domain/plan.ts";
import { BASE_PATH } from "../../src/http/base-path.ts";
import { table } from "../../src/operator/text-table.ts";
import { readOptions } from "../command-options.ts";
import { readEnvironment, readSettings } from "../deploy/environment.settings.ts";
import { readDemoFile } from "../local/demo/demo-file.ts";
import { defaultLocalState } from "../local/local-state.ts";
import { PROJECT_FOLDER } from "../project-folder.ts";
import { describeError, UserError } from "../user-error.ts";
import { type SmokeTarget, smoke } from "./smoke-checks.ts";

const HELP = `Uses a service as a studio's site would, and shows in a table what works. Ends with 1 if anything fails.

  npm run smoke -- [--url https://api.example.com | --env staging|production] [--key pk_live_…] [--customer "Ім'я Прізвище"]

Without --url and --env it uses the system that npm start runs, with a demo studio's key. The key may come from the
environment variable STUDIO_API_KEY instead. The studio keeps one test order, whose source is "smoke", and its customer;
the printer that is added is removed again.
`;

try {
  const options = readSmokeOptions();
  if (options.help) console.log(HELP);
  else await run(options);
} catch (error) {
  console.error(describeError(error));
  process.exit(1);
}

async function run(options: ReturnType<typeof readSmokeOptions>): Promise<void> {
  const target = await readTarget(options);
  console.log(`${target.baseUrl}. One test order stays behind, source "smoke"; the test printer is removed again.\n`);
  const results = await smoke(target);
  console.log(table([["", "WHAT", "SEEN"], ...results.map(({ outcome, what, note }) => [outcome, what, note])]));
  const failed = results.filter(({ outcome }) => outcome !== "works").length;
  console.log(failed === 0 ? "\nEverything works." : `\n${failed} of ${results.length} do not work.`);
  process.exit(failed === 0 ? 0 : 1);
}

function readSmokeOptions() {
  return readOptions("smoke", {
    url: { type: "string" },
    env: { type: "string" },
    key: { type: "string", default: process.env.STUDIO_API_KEY ?? "" },
    customer: { type: "string", default: "Тест Перевірка" },
    help: { type: "boolean", short: "h", default: false },
  });
}

async function readTarget({ url, env, key, customer }: ReturnType<typeof readSmokeOptions>): Promise<SmokeTarget> {
  const [firstName, lastName, ...rest] = customer.trim().split(/\s+/);
  if (!firstName || !lastName || rest.length > 0) {
    throw new UserError(`--customer is a first and a last name in Cyrillic letters, not "${customer}".`);
  }
  const named = { firstName, lastName };
  const address = env === undefined ? url : await addressOf(env);
  if (address !== undefined) {
    if (!/^https?:$/.test(URL.parse(address)?.protocol ?? "")) {
      throw new UserError(`--url is the service's address, such as https://api.example.com, not "${address}".`);
    }
    if (key === "") throw new UserError("Say the studio's key: --key pk_live_… or STUDIO_API_KEY.");
    return { baseUrl: new URL(BASE_PATH, address).href, apiKey: key, customer: named };
  }
  const { baseUrl, studios } = await readDemoFile(defaultLocalState());
  const studio = studios?.find(({ plan }) => hourlyLimitOf(plan) !== null);
  if (baseUrl === undefined || studio === undefined) {
    throw new UserError("No local system is known: run `npm start`, or say --url and --key.");
  }
  return { baseUrl, apiKey: key === "" ? studio.apiKey : key, customer: named };
}

async function addressOf(typed: string): Promise<string> {
  const environment = readEnvironment(typed);
  const settings = await readSettings(PROJECT_FOLDER, environment);
  if (settings === undefined) {
    throw new UserError(
      `There is no environments/${environment}.json: run \`npm run deploy -- --env ${environment}\`.`,
    );
  }
  return `https://${settings.domain}`;
}
