// Deploying: an environment's resources, in order. Each step checks first, so it can be run again.

import { join } from "node:path";
import { type DataPlace, JURISDICTIONS, LOCATIONS } from "../../slicer-service/src/contract/place.ts";
import { DEFAULT_REGION } from "../../src/domain/studio.ts";
import { UserError } from "../user-error.ts";
import { API_CONFIG, SLICER_CONFIG } from "../wrangler.ts";
import { Account, findAccount, NOT_LOGGED_IN, UnseenAccount } from "./account.ts";
import {
  deployedName,
  type Environment,
  type EnvironmentSettings,
  readEnvironment,
  readSecrets,
  readSettings,
  writeSecrets,
  writeSettings,
} from "./environment.settings.ts";
import type { RunWrangler } from "./run-wrangler.ts";
import { deployedConfig, deployedConfigPath, readWorkerConfig, writeDeployedConfig } from "./worker-config.ts";

/** As typed: not validated yet. */
export interface DeployRequest {
  readonly environment: string | undefined;
  readonly domain: string | undefined;
  readonly location: string | undefined;
  readonly jurisdiction: string | undefined;
  readonly account: string | undefined;
  /** Checks the present state and prints the steps without taking them. Without a login it prints those of an empty account. */
  readonly isDryRun: boolean;
}

export interface DeployTools {
  readonly runWrangler: RunWrangler;
  /** The project's, with both wrangler.toml. */
  readonly folder: string;
  /** Asks the operator; undefined without a terminal. */
  readonly ask: (question: string) => Promise<string | undefined>;
  readonly print: (line: string) => void;
  /** Makes one of at least 32 random characters, if neither the Worker nor this machine has one. */
  readonly createSecret: () => string;
}

/**
 * Brings an environment up to the checked-out version.
 *
 * @throws UserError with advice; after it the same command goes on from the failed step
 */
export async function deployEnvironment(request: DeployRequest, tools: DeployTools): Promise<void> {
  const environment = readEnvironment(request.environment);
  const kept = await readSettings(tools.folder, environment);
  const place = choosePlace(request, kept);
  const wanted = chooseAccount(request, kept);
  const account = await findAccount(tools.runWrangler, wanted);
  if (account === undefined && !request.isDryRun) throw new UserError(NOT_LOGGED_IN);
  const domain = await chooseDomain(request, kept, environment, tools);
  // Written by hand: docs/operating.md.
  const settings = {
    account: account ?? wanted ?? "<your account's id>",
    domain,
    place,
    ...(kept?.mail && { mail: kept.mail }),
  };
  if (account !== undefined) return new Deployment(request.isDryRun, environment, settings, tools).run();
  tools.print(`${NOT_LOGGED_IN}\nSo your account is not looked at, and these are the steps of an empty one:\n`);
  await new Deployment(
    true,
    environment,
    settings,
    tools,
    new UnseenAccount(tools.runWrangler, settings.account),
  ).run();
  for (const line of uncheckedWithoutLogin(settings)) tools.print(line);
}

/** The conditions of a deployment that only the account can answer for. */
function uncheckedWithoutLogin({ domain }: EnvironmentSettings): readonly string[] {
  return [
    "",
    "Not checked, since that takes a login:",
    "- the account: which one it is, whether it has Workers Paid, and whether you may deploy to it;",
    `- the domain: whether ${domain} is in a zone of that account;`,
    "- what is there: databases, namespaces, buckets and secrets of an earlier deployment are kept, and not made again.",
    "Not checked by any dry run: whether Docker is there, which builds the slicer's image.",
  ];
}

class Deployment {
  readonly #isDryRun: boolean;
  readonly #environment: Environment;
  readonly #settings: EnvironmentSettings;
  readonly #tools: DeployTools;
  readonly #account: Account;
  readonly #ids = new Map<string, string>();

  constructor(
    isDryRun: boolean,
    environment: Environment,
    settings: EnvironmentSettings,
    tools: DeployTools,
    account = new Account(tools.runWrangler, settings.account),
  ) {
    this.#isDryRun = isDryRun;
    this.#environment = environment;
    this.#settings = settings;
    this.#tools = tools;
    this.#account = account;
  }

  async run(): Promise<void> {
    const { folder } = this.#tools;
    const [api, slicer] = [readWorkerConfig(folder, API_CONFIG), readWorkerConfig(folder, SLICER_CONFIG)];
    const workers = [api, slicer];
    await this.#do(`Remember ${describeSettings(this.#settings)} in environments/${this.#environment}.json`, () =>
      writeSettings(folder, this.#environment, this.#settings),
    );
    for (const name of this.#names(workers, ({ d1_databases }) => d1_databases, "database_name")) {
      await this.#ensureWithId(`D1 database ${name}`, name, {
        find: () => this.#account.findDatabase(name),
        create: () => this.#account.createDatabase(name, this.#settings.place),
      });
    }
    for (const title of this.#names(workers, ({ kv_namespaces }) => kv_namespaces, "id")) {
      await this.#ensureWithId(`KV namespace ${title}`, title, {
        find: () => this.#account.findNamespace(title),
        create: () => this.#account.createNamespace(title),
      });
    }
    for (const name of this.#names(workers, ({ r2_buckets }) => r2_buckets, "bucket_name")) {
      await this.#ensureBucket(name);
    }
    await this.#ensureSecrets(deployedName(api.name, this.#environment), api.secrets?.required ?? []);

    const apiConfig = deployedConfigPath(API_CONFIG, this.#environment);
    const slicerConfig = deployedConfigPath(SLICER_CONFIG, this.#environment);
    await this.#do(`Write ${apiConfig} and ${slicerConfig}`, async () => {
      const write = (path: string, config: typeof api, isPublic: boolean) =>
        writeDeployedConfig(
          join(folder, path),
          deployedConfig(config, this.#environment, this.#settings, this.#ids, isPublic),
        );
      await write(slicerConfig, slicer, false);
      await write(apiConfig, api, true);
    });
    await this.#do("Apply the migrations that the database lacks", () => this.#account.applyMigrations(apiConfig));
    // The API's binding names the slicer, which must exist first.
    await this.#do("Deploy the slicer with its image", () => this.#account.deployWorker(slicerConfig));
    await this.#do(`Deploy the API at https://${this.#settings.domain}`, () => this.#account.deployWorker(apiConfig));
  }

  /** The environment's names of the Workers' resources of one kind, each once. */
  #names<Worker, Field extends string>(
    workers: readonly Worker[],
    resourcesOf: (worker: Worker) => readonly Readonly<Record<Field, string>>[] | undefined,
    field: Field,
  ): string[] {
    const localNames = workers.flatMap((worker) => (resourcesOf(worker) ?? []).map((resource) => resource[field]));
    return [...new Set(localNames)].map((name) => deployedName(name, this.#environment));
  }

  async #ensureWithId(
    what: string,
    name: string,
    { find, create }: { find: () => Promise<string | undefined>; create: () => Promise<void> },
  ): Promise<void> {
    const found = await find();
    if (found !== undefined) {
      this.#tools.print(`✓ ${what} is there.`);
      this.#ids.set(name, found);
      return;
    }
    await this.#do(`Create the ${what}`, async () => {
      await create();
      const id = await find();
      if (id === undefined) throw new UserError(`The ${what} was created, but Cloudflare does not list it yet.`);
      this.#ids.set(name, id);
    });
  }

  async #ensureBucket(name: string): Promise<void> {
    const { place } = this.#settings;
    if (await this.#account.listsBucket(name, place)) this.#tools.print(`✓ R2 bucket ${name} is there.`);
    else await this.#do(`Create the R2 bucket ${name}`, () => this.#account.ensureBucket(name, place));
  }

  async #ensureSecrets(worker: string, required: readonly string[]): Promise<void> {
    const { folder, createSecret } = this.#tools;
    const present = await this.#account.findSecrets(worker);
    for (const name of required) {
      const known = await readSecrets(folder, this.#environment);
      if (present.has(name)) {
        this.#tools.print(`✓ Secret ${name} is there${name in known ? "" : ", but this machine does not know it"}.`);
        continue;
      }
      await this.#do(`Put the secret ${name}`, async () => {
        // Never the shell's variable of this name: it may be set for the local system, or for another environment.
        const value = known[name] ?? createSecret();
        // Kept before it is put: after an interruption in between, the next run puts the same one.
        await writeSecrets(folder, this.#environment, { ...known, [name]: value });
        await this.#account.putSecret(worker, name, value);
      });
    }
  }

  async #do(step: string, work: () => Promise<void>): Promise<void> {
    this.#tools.print(`${this.#isDryRun ? "would:" : "→"} ${step}.`);
    if (!this.#isDryRun) await work();
  }
}

function chooseAccount({ account }: DeployRequest, kept: EnvironmentSettings | undefined): string | undefined {
  if (kept !== undefined && account !== undefined && account !== kept.account) {
    throw new UserError(`It lives in the account ${kept.account}: another one needs an environment of its own.`);
  }
  return account ?? kept?.account;
}

/** Data stays for ever in its first place. */
function choosePlace(
  { environment, location, jurisdiction }: DeployRequest,
  kept: EnvironmentSettings | undefined,
): DataPlace {
  if (location !== undefined && jurisdiction !== undefined) {
    throw new UserError("Give --location or --jurisdiction, not both: a jurisdiction places the data by itself.");
  }
  const typed = readPlace(location, jurisdiction);
  if (kept === undefined) return typed ?? { location: DEFAULT_REGION };
  if (typed !== undefined && describePlace(typed) !== describePlace(kept.place)) {
    throw new UserError(
      `Its data is created with --${describePlace(kept.place)} (environments/${environment}.json), and cannot move.`,
    );
  }
  return kept.place;
}

function readPlace(location: string | undefined, jurisdiction: string | undefined): DataPlace | undefined {
  if (jurisdiction !== undefined) return { jurisdiction: oneOf(JURISDICTIONS, "--jurisdiction", jurisdiction) };
  if (location !== undefined) return { location: oneOf(LOCATIONS, "--location", location) };
  return undefined;
}

function oneOf<Choice extends string>(choices: readonly Choice[], option: string, typed: string): Choice {
  const choice = choices.find((known) => known === typed);
  if (choice === undefined) throw new UserError(`${option} is one of ${choices.join(", ")}, not "${typed}".`);
  return choice;
}

async function chooseDomain(
  { domain }: DeployRequest,
  kept: EnvironmentSettings | undefined,
  environment: Environment,
  { ask }: DeployTools,
): Promise<string> {
  const typed =
    domain ??
    kept?.domain ??
    (await ask(`The domain of ${environment}, in a zone of your account (such as api.example.com): `));
  if (typed === undefined || typed.trim() === "") {
    throw new UserError("Say the domain, in a zone of your account: --domain api.example.com");
  }
  const name = typed.trim().toLowerCase();
  if (!/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(name)) {
    throw new UserError(`--domain is a host name such as api.example.com, not "${typed}".`);
  }
  return name;
}

function describeSettings({ account, domain, place }: EnvironmentSettings): string {
  return `account ${account}, domain ${domain} and ${describePlace(place)}`;
}

function describePlace(place: DataPlace): string {
  return "jurisdiction" in place ? `jurisdiction ${place.jurisdiction}` : `location ${place.location}`;
}
