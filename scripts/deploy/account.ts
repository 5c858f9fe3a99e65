// The Cloudflare account: lists and creates an environment's resources through wrangler.
//
// The output and the error messages of wrangler 4.155 are read here and imitated in test/systems/scripts/recorded-wrangler.ts.

import { z } from "zod";
import type { DataPlace } from "../../slicer-service/src/contract/place.ts";
import { UserError } from "../user-error.ts";
import { API_CONFIG } from "../wrangler.ts";
import type { RunWrangler, WranglerAnswer, WranglerCall } from "./run-wrangler.ts";

const loginSchema = z.object({ accounts: z.array(z.object({ id: z.string(), name: z.string() })) });
const databasesSchema = z.array(z.object({ uuid: z.string(), name: z.string() }));
const namespacesSchema = z.array(z.object({ id: z.string(), title: z.string() }));
const secretsSchema = z.array(z.object({ name: z.string() }));
const deploymentsSchema = z.array(
  z.object({
    created_on: z.string(),
    versions: z.array(z.object({ version_id: z.string(), percentage: z.number() })),
  }),
);
const versionSchema = z.object({
  resources: z.object({
    bindings: z.array(z.object({ type: z.string(), name: z.string(), text: z.string().optional() })),
  }),
});

/** The Worker versions of one deployment, each with its share of the requests. */
export type Deployment = z.infer<typeof deploymentsSchema>[number];

export const NOT_LOGGED_IN =
  "You are not logged in to Cloudflare: run `npx wrangler login`, or set CLOUDFLARE_API_TOKEN.";

/**
 * The account's id; undefined without a login.
 *
 * @param wanted an id; without it there must be one account only
 * @throws UserError if the account is ambiguous
 */
export async function findAccount(runWrangler: RunWrangler, wanted: string | undefined): Promise<string | undefined> {
  const { code, output } = await runWrangler({ args: ["whoami", "--json"] });
  const { data } = loginSchema.safeParse(parseJson(output));
  if (code !== 0 || data === undefined) return undefined;
  // A token may be for one account without permission to list it.
  if (wanted !== undefined && (data.accounts.length === 0 || data.accounts.some(({ id }) => id === wanted))) {
    return wanted;
  }
  const [only, ...others] = data.accounts;
  if (wanted === undefined && only !== undefined && others.length === 0) return only.id;
  const choice = data.accounts.map(({ id, name }) => `  --account ${id}   ${name}`).join("\n");
  const problem = wanted === undefined ? "Say which account" : `You have no access to the account ${wanted}`;
  throw new UserError(choice === "" ? `${problem}: --account <id>.` : `${problem}:\n${choice}`);
}

/** One account's resources. Every method throws a UserError with wrangler's own message if wrangler fails. */
export class Account {
  readonly #runWrangler: RunWrangler;
  readonly #id: string;

  constructor(runWrangler: RunWrangler, id: string) {
    this.#runWrangler = runWrangler;
    this.#id = id;
  }

  /** The database's id; undefined if there is none of this name. */
  async findDatabase(name: string): Promise<string | undefined> {
    const databases = await this.#json(["d1", "list", "--json", "-c", API_CONFIG], databasesSchema);
    return databases.find((database) => database.name === name)?.uuid;
  }

  async createDatabase(name: string, place: DataPlace): Promise<void> {
    await this.#require({ args: ["d1", "create", name, ...placeOptions(place), "-c", API_CONFIG] });
  }

  /** The namespace's id; undefined if there is none of this title. */
  async findNamespace(title: string): Promise<string | undefined> {
    const namespaces = await this.#json(["kv", "namespace", "list", "-c", API_CONFIG], namespacesSchema);
    return namespaces.find((namespace) => namespace.title === title)?.id;
  }

  async createNamespace(title: string): Promise<void> {
    await this.#require({ args: ["kv", "namespace", "create", title, "-c", API_CONFIG] });
  }

  /** False also for a bucket beyond the first page of a large account, the only page that wrangler lists. */
  async listsBucket(name: string, place: DataPlace): Promise<boolean> {
    const jurisdiction = "jurisdiction" in place ? placeOptions(place) : [];
    const { output } = await this.#require({ args: ["r2", "bucket", "list", ...jurisdiction] });
    return output.split("\n").some((line) => /^name:\s+(\S+)\s*$/.exec(line)?.[1] === name);
  }

  /** An existing bucket is left unchanged. */
  async ensureBucket(name: string, place: DataPlace): Promise<void> {
    const call = { args: ["r2", "bucket", "create", name, ...placeOptions(place), "-c", API_CONFIG] };
    const answer = await this.#run(call);
    const isThere = /already exists, and you own it|\[code: 10004\]/.test(answer.output + answer.errors);
    if (answer.code !== 0 && !isThere) throw failure(call, answer);
  }

  /** Names of the Worker's secrets: none if there is no such Worker yet. */
  async findSecrets(worker: string): Promise<ReadonlySet<string>> {
    const call = { args: ["secret", "list", "--name", worker, "-c", API_CONFIG] };
    const answer = await this.#run(call);
    if (answer.code !== 0 && /Worker "[^"]*"( \(env: [^)]*\))? not found/.test(answer.output + answer.errors)) {
      return new Set();
    }
    if (answer.code !== 0) throw failure(call, answer);
    return new Set(parse(call, answer, secretsSchema).map(({ name }) => name));
  }

  /** Makes an empty Worker first if there is none yet. */
  async putSecret(worker: string, name: string, value: string): Promise<void> {
    await this.#require({ args: ["secret", "put", name, "--name", worker, "-c", API_CONFIG], input: value });
  }

  /** @param config the deployed one */
  async applyMigrations(config: string): Promise<void> {
    await this.#require({ args: ["d1", "migrations", "apply", "DB", "--remote", "-c", config], isShown: true });
  }

  /** @param config the deployed one */
  async deployWorker(config: string): Promise<void> {
    await this.#require({ args: ["deploy", "-c", config], isShown: true });
  }

  /** The Worker's last ten deployments, the one that answers now last. */
  async findDeployments(worker: string): Promise<readonly Deployment[]> {
    const args = ["deployments", "list", "--json", "--name", worker, "-c", API_CONFIG];
    const deployments = await this.#json(args, deploymentsSchema);
    return deployments.sort((one, other) => one.created_on.localeCompare(other.created_on));
  }

  /** A variable of one of the Worker's versions; undefined if it has none, or one that is no text. */
  async readVariable(worker: string, version: string, name: string): Promise<string | undefined> {
    const args = ["versions", "view", version, "--json", "--name", worker, "-c", API_CONFIG];
    const { resources } = await this.#json(args, versionSchema);
    return resources.bindings.find((binding) => binding.type === "plain_text" && binding.name === name)?.text;
  }

  /** Wrangler shows the version and asks first, if it has a terminal. */
  async rollBackWorker(worker: string, version: string): Promise<void> {
    await this.#require({ args: ["rollback", version, "--name", worker, "-c", API_CONFIG], isShown: true });
  }

  async #json<Schema extends z.ZodType>(args: readonly string[], schema: Schema): Promise<z.infer<Schema>> {
    return parse({ args }, await this.#require({ args }), schema);
  }

  async #require(call: WranglerCall): Promise<WranglerAnswer> {
    const answer = await this.#run(call);
    if (answer.code !== 0) throw failure(call, answer);
    return answer;
  }

  #run(call: WranglerCall): Promise<WranglerAnswer> {
    return this.#runWrangler({ ...call, account: this.#id });
  }
}

/** An account that cannot be looked at: nothing in it is known. For a dry run alone. */
export class UnseenAccount extends Account {
  override async findDatabase(): Promise<undefined> {}

  override async findNamespace(): Promise<undefined> {}

  override async listsBucket(): Promise<false> {
    return false;
  }

  override async findSecrets(): Promise<ReadonlySet<string>> {
    return new Set();
  }
}

/** D1 and R2 name them alike. */
function placeOptions(place: DataPlace): string[] {
  return "jurisdiction" in place ? ["--jurisdiction", place.jurisdiction] : ["--location", place.location];
}

function parse<Schema extends z.ZodType>(call: WranglerCall, answer: WranglerAnswer, schema: Schema): z.infer<Schema> {
  const parsed = schema.safeParse(parseJson(answer.output));
  if (!parsed.success) throw failure(call, answer);
  return parsed.data;
}

/** Wrangler may print other lines first, such as the login it uses. */
function parseJson(output: string): unknown {
  try {
    return JSON.parse(output.slice(output.search(/^[[{]/m)));
  } catch {
    return undefined;
  }
}

function failure({ args }: WranglerCall, { output, errors }: WranglerAnswer): UserError {
  const words = `${output}\n${errors}`.trim();
  return new UserError(`wrangler ${args.join(" ")} failed${words === "" ? "." : `:\n${words}`}`);
}
