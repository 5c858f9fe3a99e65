// The operator's commands by their names: what each takes, and which function does it.

import { LAYERED_TECHNOLOGIES } from "../../slicer-service/src/contract/process-parameters.ts";
import { PLANS } from "../../src/domain/plan.ts";
import { REGIONS } from "../../src/domain/studio.ts";
import { type Environment, readEnvironment } from "../deploy/environment.settings.ts";
import { UserError } from "../user-error.ts";
import { readArguments, readNames, requireOption } from "./arguments.ts";
import { exportStudioCatalog, importCatalog } from "./catalog-commands.ts";
import {
  acceptOffered,
  isFiguresFile,
  notePrinted,
  notePrintedFile,
  showDeviations,
  takeBackAccepted,
} from "./estimate-commands.ts";
import { listJobs } from "./job-commands.ts";
import {
  createFromPreset,
  giveQualityItsMachine,
  importMachine,
  listMachines,
  setMachine,
  showMachine,
  showPresets,
} from "./machine-commands.ts";
import {
  setQualityParameters,
  setStudioParameters,
  showParameters,
  showQualityParameters,
  showStudioParameters,
} from "./parameter-commands.ts";
import { createPasswordLink } from "./people-commands.ts";
import {
  changePlan,
  createKey,
  createStudio,
  createStudioOwnerLink,
  listKeys,
  listStudios,
  type Operator,
  revokeKey,
  tellService,
} from "./studio-commands.ts";

/** Where a command works: here, or in a deployed environment. */
export type OperatorPlace =
  | { readonly kind: "local" }
  | { readonly kind: "environment"; readonly environment: Environment };

const TECHNOLOGY_CHOICE = LAYERED_TECHNOLOGIES.join("|");

const HELP = `Manages studios, their owners, plans, API keys and process parameters, and shows what waits for the slicer.

  npm run studio -- create --slug S --title T --plan P [--currency UAH] [--locale uk]
                           [--hourly-rate 60.00] [--setup-cost 0] [--minimum-price 0] [--markup 0]
                           [--region R] [--email E]
  npm run studio -- owner <slug> [--email E]
  npm run studio -- password <e-mail>
  npm run studio -- list
  npm run studio -- plan <slug> <${PLANS.join("|")}>
  npm run studio -- tell <slug>
  npm run studio -- keys create <slug> --name N
  npm run studio -- keys list <slug>
  npm run studio -- keys revoke <slug> <key id>
  npm run studio -- import <slug> <catalog.json|catalog.csv> [--dry-run]
  npm run studio -- export <slug> [<catalog.json|catalog.csv>]
  npm run studio -- parameters [<slug> [${TECHNOLOGY_CHOICE}]]
  npm run studio -- parameters <slug> <${TECHNOLOGY_CHOICE}> name=value …
  npm run studio -- parameters <slug> --quality <id> [name=value …]
  npm run studio -- machines [<slug> [<id> [name=value …]]]
  npm run studio -- machines <slug> --preset <preset> [--name N]
  npm run studio -- machines <slug> <file of a slicer's settings> … [--name N] [--dry-run]
                             [--printer P] [--print P] [--filament F]
  npm run studio -- machines <slug> <id|default> --quality <quality id>
  npm run studio -- printed <slug> <item id> [--minutes M] [--grams G]
  npm run studio -- printed <slug> <figures.csv>
  npm run studio -- deviations <slug>
  npm run studio -- correction <slug> <machine profile id|default> --accept|--take-back
  npm run studio -- jobs [--stuck]

--hourly-rate, --setup-cost and --minimum-price are amounts in the studio's currency; --markup is a percentage. --region
says in which part of the world the studio's requests are admitted and counted: ${REGIONS.join(", ")}.
Without it, they are where the environment's data is. It holds from the first use of the studio's first key and cannot be changed.

"create" and "owner" print a link by which one person becomes the studio's owner in its panel, "password" one by which a
person sets a new password. Each works once, an owner's for 7 days, a password's for one; no e-mail is sent. With --email
an owner's link is that person's only. The link names the local service while it runs, with --env that environment's.

"import" takes materials, printing qualities, finishings, products and delivery methods from a file: all of it, or nothing
where a row is wrong. Entries are found again by their technology, name and colour; what the file does not name stays.
"export" writes such a file, or prints it as JSON. docs/catalog-file.md says what is in one.

"parameters" shows the numbers that resin and powder prints are estimated with, each with its source or marked as an
assumption. name=value sets one for a studio or for one of its printing qualities; name=default removes it again.

"machines" shows the presets of filament printers, or a studio's own machine profiles and their numbers; name=value changes one,
name=default removes it. A new profile begins with a preset, or with files of PrusaSlicer, OrcaSlicer or Bambu Studio: the
command prints what it took, changed and left out. With --quality a printing quality prints by the profile.

"printed" notes what finished items of orders really took, all copies together: one item's minutes and grams, or those of a
table with the columns item, minutes and grams. "deviations" shows how far each machine's estimates were off, and from five
finished items on what correction they speak for. "correction" accepts it, or takes it back: prices change with the next quote.

"jobs" lists the slices that wait or run now, the oldest first, with the jobs that wait for them. With --stuck it lists only
those that take longer than they should, says of each what to do, and ends with 1 if there are any. The running service is
asked, as the database does not know them. docs/operating.md says more.

Every command works on the local database, or with --env staging or --env production on what npm run deploy deployed. A
running service is told of a changed plan or a revoked key, so that the change holds from the next request on: the local
service always, a deployed one with the OPERATOR_TOKEN of environments/<environment>.secrets.json, or where that has none,
of your shell. Where it cannot be told, the command says that the change does not hold yet and fails; "tell" tells it again.

"keys create" marks the key with the service's LINK_SECRET where that file, or the local state, has it. A key without the mark
works too, but the service asks the database whose it is.

Examples:
  npm run studio -- create --slug kobza-druk --title "Кобза Друк" --plan pro --hourly-rate 60 --markup 15
  npm run studio -- keys create kobza-druk --name "Сайт студії"
  npm run studio -- plan kobza-druk enterprise --env production
  npm run studio -- parameters kobza-druk msla exposureSeconds=2.4 initialExposureSeconds=30
`;

/**
 * Runs the command that the arguments name. Answers what it prints.
 *
 * @param openOperator opens the database of a place
 * @throws UserError with one line that says what is wrong
 */
export async function runCommand(
  args: readonly string[],
  openOperator: (place: OperatorPlace) => Operator | Promise<Operator>,
): Promise<string> {
  const { values: options, positionals } = readArguments([...args]);
  if (options.help || positionals.length === 0) return HELP;
  const operator = await openOperator(readPlace(options));
  const [first, second, ...rest] = positionals;
  const command = first === "keys" ? `keys ${second ?? ""}` : `${first}`;
  const names = first === "keys" ? rest : positionals.slice(1);
  switch (command) {
    case "create":
      readNames(command, names, []);
      return createStudio(operator, {
        slug: requireOption(options.slug, "--slug"),
        title: requireOption(options.title, "--title"),
        plan: requireOption(options.plan, "--plan"),
        region: options.region,
        currency: options.currency,
        locale: options.locale,
        hourlyRate: options["hourly-rate"],
        setupCost: options["setup-cost"],
        minimumPrice: options["minimum-price"],
        markup: options.markup,
        email: options.email,
      });
    case "owner": {
      const [slug] = readNames(command, names, ["slug"]);
      return createStudioOwnerLink(operator, slug, options.email);
    }
    case "password": {
      const [email] = readNames(command, names, ["e-mail"]);
      return createPasswordLink(operator, email);
    }
    case "list":
      readNames(command, names, []);
      return listStudios(operator);
    case "plan": {
      const [slug, plan] = readNames(command, names, ["slug", "plan"]);
      return changePlan(operator, slug, plan);
    }
    case "tell": {
      const [slug] = readNames(command, names, ["slug"]);
      return tellService(operator, slug);
    }
    case "keys create": {
      const [slug] = readNames(command, names, ["slug"]);
      return createKey(operator, slug, requireOption(options.name, "--name"));
    }
    case "keys list": {
      const [slug] = readNames(command, names, ["slug"]);
      return listKeys(operator, slug);
    }
    case "keys revoke": {
      const [slug, keyId] = readNames(command, names, ["slug", "key id"]);
      return revokeKey(operator, slug, keyId);
    }
    case "import": {
      const [slug, path] = readNames(command, names, ["slug", "file"]);
      return importCatalog(operator, slug, path, options["dry-run"]);
    }
    case "export": {
      const isToFile = names.length > 1;
      const [slug, path] = isToFile
        ? readNames(command, names, ["slug", "file"])
        : [...readNames(command, names, ["slug"]), undefined];
      return exportStudioCatalog(operator, slug, path);
    }
    case "printed": {
      const [slug, printed] = readNames(command, names, ["slug", "item id or .csv"]);
      const { minutes, grams } = options;
      return isFiguresFile(printed)
        ? notePrintedFile(operator, slug, printed)
        : notePrinted(operator, slug, printed, { minutes, grams });
    }
    case "deviations": {
      const [slug] = readNames(command, names, ["slug"]);
      return showDeviations(operator, slug);
    }
    case "correction": {
      const [slug, machine] = readNames(command, names, ["slug", "machine profile id"]);
      if (options.accept === options["take-back"]) throw new UserError("Say --accept or --take-back.");
      return options.accept ? acceptOffered(operator, slug, machine) : takeBackAccepted(operator, slug, machine);
    }
    case "jobs":
      readNames(command, names, []);
      return listJobs(operator, options.stuck);
    case "parameters":
      return runParameters(operator, names, options.quality);
    case "machines":
      return runMachines(operator, names, options);
    case "keys ":
      throw new UserError("Usage: npm run studio -- keys <create|list|revoke> <slug> …");
    default:
      throw new UserError(`There is no command "${command}". npm run studio -- --help shows all commands.`);
  }
}

function readPlace({ env }: { env?: string | undefined }): OperatorPlace {
  return env === undefined ? { kind: "local" } : { kind: "environment", environment: readEnvironment(env) };
}

function runMachines(
  operator: Operator,
  names: readonly string[],
  options: ReturnType<typeof readArguments>["values"],
): string | Promise<string> {
  const { preset, quality, name, printer, print, filament } = options;
  const isChange = (word: string) => /^\w+=/.test(word);
  const changes = names.filter(isChange);
  const [slug, first, ...rest] = names.filter((word) => !isChange(word));
  const usage = "Usage: npm run studio -- machines [<slug> [<id> | <file> …] [name=value …]]";
  if (slug === undefined) return showPresets();
  if (preset !== undefined) {
    if (first !== undefined || changes.length > 0) throw new UserError(usage);
    return createFromPreset(operator, slug, preset, name);
  }
  if (first === undefined) {
    if (changes.length > 0 || quality !== undefined) throw new UserError(usage);
    return listMachines(operator, slug);
  }
  const isMachine = /^\d+$/.test(first) || first === "default";
  if (!isMachine) {
    if (changes.length > 0 || quality !== undefined) throw new UserError(usage);
    const choice = { printer, print, filament, name, isDryRun: options["dry-run"] };
    return importMachine(operator, slug, [first, ...rest], choice);
  }
  if (rest.length > 0 || (quality !== undefined && changes.length > 0)) throw new UserError(usage);
  if (quality !== undefined) return giveQualityItsMachine(operator, slug, first, quality);
  return changes.length === 0 ? showMachine(operator, slug, first) : setMachine(operator, slug, first, changes);
}

function runParameters(
  operator: Operator,
  names: readonly string[],
  quality: string | undefined,
): string | Promise<string> {
  const isChange = (name: string) => name.includes("=");
  const changes = names.filter(isChange);
  const [slug, technology, ...rest] = names.filter((name) => !isChange(name));
  const usage = "Usage: npm run studio -- parameters [<slug> [<technology> | --quality <id>] [name=value …]]";
  if (rest.length > 0) throw new UserError(usage);
  if (slug === undefined) {
    if (changes.length > 0 || quality !== undefined) throw new UserError(usage);
    return showParameters();
  }
  if (quality !== undefined) {
    if (technology !== undefined) throw new UserError(usage);
    return changes.length === 0
      ? showQualityParameters(operator, slug, quality)
      : setQualityParameters(operator, slug, quality, changes);
  }
  if (changes.length === 0) return showStudioParameters(operator, slug, technology);
  if (technology === undefined) throw new UserError(usage);
  return setStudioParameters(operator, slug, technology, changes);
}
