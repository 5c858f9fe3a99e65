// npm run studio -- <command>: the operator's command: studios, their plans, their keys and what their machines do otherwise,
// on the local database or the deployed one. `--help` shows all of it.

import { parseArgs } from "node:util";
import { defaultLocalState } from "../local/project.ts";
import { describeError, UserError } from "../user-error.ts";
import { openOperatorDatabase } from "./d1-execute.ts";
import {
  setQualityParameters,
  setStudioParameters,
  showParameters,
  showQualityParameters,
  showStudioParameters,
} from "./parameter-commands.ts";
import { findService } from "./running-service.ts";
import {
  changePlan,
  createKey,
  createStudio,
  listKeys,
  listStudios,
  type Operator,
  revokeKey,
} from "./studio-commands.ts";

const HELP = `Studios, their plans and their API keys.

  npm run studio -- create --slug S --title T --plan P [--currency UAH] [--locale uk]
                           [--hourly-rate 60.00] [--setup-cost 0] [--minimum-price 0] [--markup 0]
  npm run studio -- list
  npm run studio -- plan <slug> <free|basic|pro|enterprise>
  npm run studio -- keys create <slug> --name N
  npm run studio -- keys list <slug>
  npm run studio -- keys revoke <slug> <key id>
  npm run studio -- parameters [<slug> [sla|dlp|msla|sls]]
  npm run studio -- parameters <slug> <sla|dlp|msla|sls> name=value …
  npm run studio -- parameters <slug> --quality <id> [name=value …]

parameters shows what resin and powder are estimated by, with the source of each number and what is an assumption, and
states what a studio's machine or one of its quality profiles does otherwise; name=default takes that back.

The local database is meant; with --remote the deployed one. A running service is told of a new plan or a revoked key, so
that it holds for the next request: the local one by itself, the deployed one where STUDIO_API_URL (such as
https://api.example.com) and OPERATOR_TOKEN are set.

  npm run studio -- create --slug kobza-druk --title "Кобза Друк" --plan pro --hourly-rate 60 --markup 15
  npm run studio -- keys create kobza-druk --name "Сайт студії"
  npm run studio -- plan kobza-druk enterprise --remote
  npm run studio -- parameters kobza-druk msla exposureSeconds=2.4 initialExposureSeconds=30
`;

try {
  console.log(await run(process.argv.slice(2)));
} catch (error) {
  console.error(describeError(error));
  process.exit(1);
}

async function run(words: string[]): Promise<string> {
  const { values: options, positionals } = readWords(words);
  if (options.help || positionals.length === 0) return HELP;
  const state = defaultLocalState();
  const operator: Operator = {
    database: openOperatorDatabase(options.remote ? { kind: "remote" } : { kind: "local", state }),
    service: () => findService(options.remote ? undefined : state),
  };
  const [first, second, ...rest] = positionals;
  const command = first === "keys" ? `keys ${second ?? ""}` : `${first}`;
  const names = first === "keys" ? rest : positionals.slice(1);
  switch (command) {
    case "create":
      takes(command, names, []);
      return createStudio(operator, {
        slug: required(options.slug, "--slug"),
        title: required(options.title, "--title"),
        plan: required(options.plan, "--plan"),
        currency: options.currency,
        locale: options.locale,
        hourlyRate: options["hourly-rate"],
        setupCost: options["setup-cost"],
        minimumPrice: options["minimum-price"],
        markup: options.markup,
      });
    case "list":
      takes(command, names, []);
      return listStudios(operator);
    case "plan": {
      const [slug, plan] = takes(command, names, ["slug", "plan"]);
      return changePlan(operator, slug, plan);
    }
    case "keys create": {
      const [slug] = takes(command, names, ["slug"]);
      return createKey(operator, slug, required(options.name, "--name"));
    }
    case "keys list": {
      const [slug] = takes(command, names, ["slug"]);
      return listKeys(operator, slug);
    }
    case "keys revoke": {
      const [slug, keyId] = takes(command, names, ["slug", "key id"]);
      return revokeKey(operator, slug, keyId);
    }
    case "parameters":
      return parameters(operator, names, options.quality);
    default:
      throw new UserError(`There is no command "${command.trim()}". npm run studio -- --help shows those there are.`);
  }
}

function parameters(
  operator: Operator,
  names: readonly string[],
  quality: string | undefined,
): string | Promise<string> {
  const isChange = (name: string) => name.includes("=");
  const changes = names.filter(isChange);
  const [slug, technology, ...rest] = names.filter((name) => !isChange(name));
  const isWrong = rest.length > 0 || (slug === undefined && changes.length > 0);
  const isClear = quality === undefined ? changes.length === 0 || technology !== undefined : technology === undefined;
  if (isWrong || !isClear || (quality !== undefined && slug === undefined)) {
    throw new UserError("Usage: npm run studio -- parameters [<slug> [<technology> | --quality <id>] [name=value …]]");
  }
  if (slug === undefined) return showParameters();
  if (quality !== undefined) {
    return changes.length === 0
      ? showQualityParameters(operator, slug, quality)
      : setQualityParameters(operator, slug, quality, changes);
  }
  return changes.length === 0 || technology === undefined
    ? showStudioParameters(operator, slug, technology)
    : setStudioParameters(operator, slug, technology, changes);
}

function readWords(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        slug: { type: "string" },
        title: { type: "string" },
        plan: { type: "string" },
        currency: { type: "string", default: "UAH" },
        locale: { type: "string", default: "uk" },
        "hourly-rate": { type: "string", default: "60.00" },
        "setup-cost": { type: "string", default: "0" },
        "minimum-price": { type: "string", default: "0" },
        markup: { type: "string", default: "0" },
        name: { type: "string" },
        quality: { type: "string" },
        remote: { type: "boolean", default: false },
        help: { type: "boolean", short: "h", default: false },
      },
    });
  } catch (error) {
    throw new UserError(error instanceof Error ? error.message : String(error));
  }
}

function required(value: string | undefined, option: string): string {
  if (value === undefined || value.trim() === "") throw new UserError(`${option} is required.`);
  return value.trim();
}

/** Exactly the words that a command takes. */
function takes<const Wanted extends readonly string[]>(
  command: string,
  given: readonly string[],
  wanted: Wanted,
): { [Position in keyof Wanted]: string } {
  if (given.length !== wanted.length) {
    throw new UserError(`Usage: npm run studio -- ${[command, ...wanted.map((name) => `<${name}>`)].join(" ")}`);
  }
  // As many words as are wanted: the line above.
  return given as unknown as { [Position in keyof Wanted]: string };
}
