// The operator's commands by their names: their arguments, and their requests to the service.

import { LAYERED_TECHNOLOGIES } from "../../slicer-service/src/contract/process-parameters.ts";
import type { CatalogFile } from "../../src/catalog/catalog-file.ts";
import { KEY_KINDS, KEY_OVERLAPS, KEY_PERMISSIONS } from "../../src/domain/api-key.ts";
import { PLANS } from "../../src/domain/plan.ts";
import { REGIONS } from "../../src/domain/studio.ts";
import { terminalText } from "../../src/operator/terminal-text.ts";
import { type Environment, readEnvironment } from "../deploy/environment.settings.ts";
import type { RunningService } from "../local/running-service.ts";
import { UserError } from "../user-error.ts";
import { readArguments, readNames, requireOption } from "./arguments.ts";
import { ask, askWords, type OperatorRequest } from "./ask-service.ts";

/** A command's service: the local one, or a deployed environment's. */
export type OperatorPlace =
  | { readonly kind: "local" }
  | { readonly kind: "environment"; readonly environment: Environment };

/** Loads the catalog's and the slicers' formats, which takes a third of a short command's time. */
const files = () => import("./files.ts");

const TECHNOLOGY_CHOICE = LAYERED_TECHNOLOGIES.join("|");

const HELP = `Manages studios, their owners, plans, API keys and process parameters, and shows what waits for the slicer.

  npm run studio -- create --slug S --title T --plan P [--currency UAH] [--locale uk]
                           [--hourly-rate 60.00] [--setup-cost 0] [--minimum-price 0] [--markup 0]
                           [--region R] [--email E]
  npm run studio -- owner <slug> [--email E]
  npm run studio -- password <e-mail>
  npm run studio -- forget <e-mail>
  npm run studio -- list
  npm run studio -- plan <slug> <${PLANS.join("|")}>
  npm run studio -- tell <slug>
  npm run studio -- keys create <slug> --name N [--kind ${KEY_KINDS.join("|")}] [--permission ${KEY_PERMISSIONS.join("|")}]
                                [--expires YYYY-MM-DD]
  npm run studio -- keys list <slug>
  npm run studio -- keys replace <slug> <key id> [--name N] [--overlap ${KEY_OVERLAPS.join("|")}] [--expires YYYY-MM-DD]
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
an owner's link is that person's only.

"forget" erases a person who belongs to no studio any more: name, e-mail, password, sessions and links, for good. The changes that
they made stay, without a name.

A key's orders are real, or of the sandbox: --kind. Its --permission "quotes" opens prices without orders and printers, "read" all that
changes nothing. It works through the day of --expires. "keys replace" makes a second key like it, and ends the old one after
an hour, a day (without --overlap), 7 or 30 days.

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
those that take longer than they should, says of each what to do, and ends with 1 if there are any. docs/operating.md says more.

Every command asks the running service: the one of npm start, or with --env staging or --env production what npm run deploy
deployed, with the OPERATOR_TOKEN of environments/<environment>.secrets.json, or where that has none, of your shell. A changed
plan or a revoked key holds from the next request on. Where the studio's gate cannot be told, the command says that the change
does not hold yet and fails; "tell" tells it again.

Examples:
  npm run studio -- create --slug kobza-druk --title "Кобза Друк" --plan pro --hourly-rate 60 --markup 15
  npm run studio -- keys create kobza-druk --name "Сайт студії"
  npm run studio -- plan kobza-druk enterprise --env production
  npm run studio -- parameters kobza-druk msla exposureSeconds=2.4 initialExposureSeconds=30
`;

/**
 * Runs the command that the arguments name. Returns its output.
 *
 * @param findService answers the running service of a place; undefined if there is none, or its token is not known
 * @throws UserError with one line that names the fault
 */
export async function runCommand(
  args: readonly string[],
  findService: (place: OperatorPlace) => Promise<RunningService | undefined>,
): Promise<string> {
  const { values: options, positionals } = readArguments([...args]);
  if (options.help || positionals.length === 0) return HELP;
  const place = readPlace(options);
  const [first, second, ...rest] = positionals;
  const command = first === "keys" ? `keys ${second ?? ""}` : `${first}`;
  const names = first === "keys" ? rest : positionals.slice(1);
  const asked = async (request: OperatorRequest) => askWords(await findService(place), request);
  switch (command) {
    case "create": {
      readNames(command, names, []);
      const { region, currency, locale, markup, email } = options;
      const { "hourly-rate": hourlyRate, "setup-cost": setupCost, "minimum-price": minimumPrice } = options;
      const prices = { "hourly-rate": hourlyRate, "setup-cost": setupCost, "minimum-price": minimumPrice, markup };
      const body = {
        slug: requireOption(options.slug, "--slug"),
        title: requireOption(options.title, "--title"),
        plan: requireOption(options.plan, "--plan"),
        ...{ region, currency, locale, email },
        ...prices,
      };
      return asked({ method: "POST", path: ["studios"], body });
    }
    case "owner": {
      const [slug] = readNames(command, names, ["slug"]);
      const { email } = options;
      return asked({ method: "POST", path: ["studios", slug, "owner-links"], body: { email } });
    }
    case "password": {
      const [email] = readNames(command, names, ["e-mail"]);
      return asked({ method: "POST", path: ["password-links"], body: { email } });
    }
    case "forget": {
      const [email] = readNames(command, names, ["e-mail"]);
      return asked({ method: "POST", path: ["forgotten-people"], body: { email } });
    }
    case "list":
      readNames(command, names, []);
      return asked({ method: "GET", path: ["studios"] });
    case "plan": {
      const [slug, plan] = readNames(command, names, ["slug", "plan"]);
      return asked({ method: "PUT", path: ["studios", slug, "plan"], body: { plan } });
    }
    case "tell": {
      const [slug] = readNames(command, names, ["slug"]);
      return asked({ method: "POST", path: ["studios", slug, "access-changed"] });
    }
    case "keys create": {
      const [slug] = readNames(command, names, ["slug"]);
      const name = requireOption(options.name, "--name");
      const { kind, permission, expires } = options;
      return asked({ method: "POST", path: ["studios", slug, "keys"], body: { name, kind, permission, expires } });
    }
    case "keys replace": {
      const [slug, keyId] = readNames(command, names, ["slug", "key id"]);
      const { name, overlap, expires } = options;
      const path = ["studios", slug, "keys", keyId, "replacements"];
      return asked({ method: "POST", path, body: { name, overlap, expires } });
    }
    case "keys list": {
      const [slug] = readNames(command, names, ["slug"]);
      return asked({ method: "GET", path: ["studios", slug, "keys"] });
    }
    case "keys revoke": {
      const [slug, keyId] = readNames(command, names, ["slug", "key id"]);
      return asked({ method: "DELETE", path: ["studios", slug, "keys", keyId] });
    }
    case "import": {
      const [slug, file] = readNames(command, names, ["slug", "file"]);
      const { readCatalogFile } = await files();
      const body = { file, content: await readCatalogFile(file), "dry-run": options["dry-run"] };
      return asked({ method: "POST", path: ["studios", slug, "catalog"], body, slices: true });
    }
    case "export": {
      const isToFile = names.length > 1;
      const [slug, path] = isToFile
        ? readNames(command, names, ["slug", "file"])
        : [...readNames(command, names, ["slug"]), undefined];
      return exportCatalogOf(await findService(place), slug, path);
    }
    case "printed": {
      const [slug, printed] = readNames(command, names, ["slug", "item id or .csv"]);
      const { isFiguresFile, readFigures } = await files();
      const figures = isFiguresFile(printed) ? await readFigures(printed) : [figuresOf(printed, options)];
      return asked({ method: "POST", path: ["studios", slug, "figures"], body: { figures } });
    }
    case "deviations": {
      const [slug] = readNames(command, names, ["slug"]);
      return asked({ method: "GET", path: ["studios", slug, "deviations"] });
    }
    case "correction": {
      const [slug, machine] = readNames(command, names, ["slug", "machine profile id"]);
      if (options.accept === options["take-back"]) throw new UserError("Say --accept or --take-back.");
      const path = ["studios", slug, "machines", machine, "correction"];
      return asked({ method: options.accept ? "PUT" : "DELETE", path });
    }
    case "jobs":
      readNames(command, names, []);
      return asked({ method: "GET", path: ["jobs"], query: { stuck: String(options.stuck) } });
    case "parameters":
      return asked(parametersRequest(names, options.quality));
    case "machines":
      return asked(await machinesRequest(names, options));
    case "keys ":
      throw new UserError("Usage: npm run studio -- keys <create|list|revoke> <slug> …");
    default:
      throw new UserError(`There is no command "${command}". npm run studio -- --help shows all commands.`);
  }
}

function readPlace({ env }: { env?: string | undefined }): OperatorPlace {
  return env === undefined ? { kind: "local" } : { kind: "environment", environment: readEnvironment(env) };
}

/** Writes a studio's catalog to a file, or returns it where no path is given. */
async function exportCatalogOf(
  service: RunningService | undefined,
  slug: string,
  path: string | undefined,
): Promise<string> {
  const { countEntries, formatOf, writeCatalogFile } = await files();
  if (path !== undefined) formatOf(path);
  // The answer of src/operator/catalog.routes.ts.
  const { catalog } = (await ask(service, { method: "GET", path: ["studios", slug, "catalog"] })) as {
    readonly catalog: CatalogFile;
  };
  // An escape within a text of JSON is that text.
  if (path === undefined) return JSON.stringify(catalog, null, 2).split("\n").map(terminalText).join("\n");
  await writeCatalogFile(path, catalog);
  return `The catalog of ${slug} is in ${path}: ${countEntries(catalog)}.`;
}

type Options = ReturnType<typeof readArguments>["values"];

function figuresOf(item: string, { minutes, grams }: Options) {
  if (minutes === undefined && grams === undefined) {
    throw new UserError("Say what it really took: --minutes, --grams or both.");
  }
  return { at: "", item, minutes, grams };
}

async function machinesRequest(names: readonly string[], options: Options): Promise<OperatorRequest> {
  const { preset, quality, name, printer, print, filament } = options;
  const isChange = (word: string) => /^\w+=/.test(word);
  const changes = names.filter(isChange);
  const [slug, first, ...rest] = names.filter((word) => !isChange(word));
  const usage = "Usage: npm run studio -- machines [<slug> [<id> | <file> …] [name=value …]]";
  if (slug === undefined) return { method: "GET", path: ["presets"] };
  const machines = ["studios", slug, "machines"];
  if (preset !== undefined) {
    if (first !== undefined || changes.length > 0) throw new UserError(usage);
    return { method: "POST", path: machines, body: { preset, name }, slices: true };
  }
  if (first === undefined) {
    if (changes.length > 0 || quality !== undefined) throw new UserError(usage);
    return { method: "GET", path: machines };
  }
  const isMachine = /^\d+$/.test(first) || first === "default";
  if (!isMachine) {
    if (changes.length > 0 || quality !== undefined) throw new UserError(usage);
    const { readSettingsFiles } = await files();
    const form = new FormData();
    for (const file of await readSettingsFiles([first, ...rest])) form.append("files", file);
    form.set("dry-run", String(options["dry-run"]));
    for (const [field, value] of Object.entries({ printer, print, filament, name })) {
      if (value !== undefined) form.set(field, value);
    }
    return { method: "POST", path: ["studios", slug, "machine-imports"], body: form, slices: true };
  }
  if (rest.length > 0 || (quality !== undefined && changes.length > 0)) throw new UserError(usage);
  if (quality !== undefined) {
    const path = ["studios", slug, "qualities", quality, "machine"];
    return { method: "PUT", path, body: { machine: first }, slices: true };
  }
  if (changes.length === 0) return { method: "GET", path: [...machines, first] };
  return { method: "PATCH", path: [...machines, first], body: { changes }, slices: true };
}

function parametersRequest(names: readonly string[], quality: string | undefined): OperatorRequest {
  const isChange = (name: string) => name.includes("=");
  const changes = names.filter(isChange);
  const [slug, technology, ...rest] = names.filter((name) => !isChange(name));
  const usage = "Usage: npm run studio -- parameters [<slug> [<technology> | --quality <id>] [name=value …]]";
  if (rest.length > 0) throw new UserError(usage);
  if (slug === undefined) {
    if (changes.length > 0 || quality !== undefined) throw new UserError(usage);
    return { method: "GET", path: ["parameters"] };
  }
  if (quality !== undefined) {
    if (technology !== undefined) throw new UserError(usage);
    const path = ["studios", slug, "qualities", quality, "parameters"];
    return changes.length === 0 ? { method: "GET", path } : { method: "PATCH", path, body: { changes } };
  }
  const path = ["studios", slug, "parameters", ...(technology === undefined ? [] : [technology])];
  if (changes.length === 0) return { method: "GET", path };
  if (technology === undefined) throw new UserError(usage);
  return { method: "PATCH", path, body: { changes } };
}
