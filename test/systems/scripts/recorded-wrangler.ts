// Wrangler's stand-in: answers as wrangler 4.155 does, on an account that lies in a file.
//
// Outputs, failures and exit codes are modelled on the installed wrangler's wrangler-dist/cli.js: whoamiCommand, d1ListCommand,
// d1CreateCommand (createD1Database2), kvNamespaceListCommand, kvNamespaceCreateCommand, r2BucketListCommand (listR2Buckets2
// asks for one page), r2BucketCreateCommand, secretListCommand, secretPutCommand (createDraftWorker), d1MigrationsApplyCommand,
// deployCommand, deploymentsListCommand, versionsViewCommand, versionsRollbackCommand. It refuses as the platform does: a name twice, a binding to a missing resource.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import type { RunWrangler, WranglerAnswer, WranglerCall } from "../../../scripts/deploy/run-wrangler.ts";

/** All that wrangler lists of an account's buckets. */
const BUCKETS_LISTED = 20;

export interface RecordedAccount {
  isLoggedIn: boolean;
  accounts: { id: string; name: string }[];
  databases: { uuid: string; name: string; options: string[]; migrations: string[] }[];
  namespaces: { id: string; title: string }[];
  buckets: { name: string; options: string[] }[];
  /** `live` are places in `deployed`: the versions that answered, in order. */
  workers: Record<string, { secrets: Record<string, string>; deployed: DeployedConfig[]; live: number[] }>;
  /** Every call, in order, with the account that it was for. */
  calls: { args: string[]; account: string | undefined }[];
}

export function freshAccount(): RecordedAccount {
  return {
    isLoggedIn: true,
    accounts: [{ id: "account-1", name: "A studio's account" }],
    databases: [],
    namespaces: [],
    buckets: [],
    workers: {},
    calls: [],
  };
}

/** Wrangler in this process. */
export function recordedWrangler(account: RecordedAccount, folder: string): RunWrangler {
  return async (call) => answerTo(account, folder, call);
}

/** The account that `RECORDED_ACCOUNT` names a file of, for a stand-in that is a process. */
export function readRecordedAccount(file: string): RecordedAccount {
  // Only this file writes it.
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as RecordedAccount) : freshAccount();
}

function answerTo(state: RecordedAccount, folder: string, { args, account, input = "" }: WranglerCall): WranglerAnswer {
  state.calls.push({ args: [...args], account });
  const [command, options] = split(args);
  const [first = "", second = "", third = "", fourth = ""] = command;
  if (first === "whoami") {
    if (!state.isLoggedIn) return { code: 1, output: '{"loggedIn":false}\n', errors: "" };
    return done(JSON.stringify({ loggedIn: true, authType: "OAuth Token", accounts: state.accounts }, null, 2));
  }
  if (!state.isLoggedIn)
    return failed("In a non-interactive environment, it's necessary to set a CLOUDFLARE_API_TOKEN");
  if (state.accounts.length > 1 && account === undefined) return failed("More than one account available");
  switch (`${first} ${second} ${third}`.trim()) {
    case "d1 list":
      return done(JSON.stringify(state.databases, null, 2));
    case "kv namespace list":
      return done(JSON.stringify(state.namespaces, null, 2));
    case "kv namespace create":
      if (state.namespaces.some(({ title }) => title === fourth)) {
        return failed(`A KV namespace with the title "${fourth}" already exists.`);
      }
      state.namespaces.push({ id: `kv-${state.namespaces.length + 1}`, title: fourth });
      return done(`🌀 Creating namespace with title "${fourth}"\n✨ Success!`);
    case "r2 bucket list": {
      const listed = state.buckets.slice(0, BUCKETS_LISTED);
      const rows = listed.map(({ name }) => `name:           ${name}\ncreation_date:  2026-11-01T00:00:00.000Z`);
      return done(["Listing buckets...", rows.join("\n\n")].join("\n"));
    }
    case "r2 bucket create":
      if (state.buckets.some(({ name }) => name === fourth)) {
        return failed("The bucket you tried to create already exists, and you own it. [code: 10004]");
      }
      state.buckets.push({ name: fourth, options });
      return done(
        `Creating bucket '${fourth}'...\n✅ Created bucket '${fourth}' with default storage class of Standard.`,
      );
    case "secret list": {
      const worker = state.workers[optionOf(options, "--name")];
      if (worker === undefined) {
        return failed(
          `Worker "${optionOf(options, "--name")}" not found.\n\nIf this is a new Worker, run \`wrangler deploy\``,
        );
      }
      return done(
        JSON.stringify(
          Object.keys(worker.secrets).map((name) => ({ name, type: "secret_text" })),
          null,
          "  ",
        ),
      );
    }
    case "d1 migrations apply":
      return applyMigrations(state, folder, optionOf(options, "-c"), fourth);
    default:
  }
  switch (`${first} ${second}`.trim()) {
    case "d1 create":
      if (state.databases.some(({ name }) => name === third)) {
        return failed("A database with that name already exists");
      }
      state.databases.push({ uuid: `d1-${state.databases.length + 1}`, name: third, options, migrations: [] });
      return done(`✅ Successfully created DB '${third}'\nCreated your new D1 database.`);
    case "secret put": {
      const name = optionOf(options, "--name");
      state.workers[name] ??= { secrets: {}, deployed: [], live: [] };
      state.workers[name].secrets[third] = input.trimEnd();
      return done(`🌀 Creating the secret for the Worker "${name}"\n✨ Success! Uploaded secret ${third}`);
    }
    case "deployments list": {
      const { live } = state.workers[optionOf(options, "--name")] ?? { live: [] };
      return done(
        JSON.stringify(
          live.map((version, at) => ({
            id: `deployment-${at}`,
            created_on: new Date(at).toISOString(),
            versions: [{ version_id: `version-${version}`, percentage: 100 }],
          })),
        ),
      );
    }
    case "versions view": {
      const { vars = {} } = state.workers[optionOf(options, "--name")]?.deployed[versionOf(third)] ?? {};
      const bindings = Object.entries(vars).map(([name, value]) =>
        typeof value === "string" ? { type: "plain_text", name, text: value } : { type: "json", name, json: value },
      );
      return done(JSON.stringify({ id: third, resources: { bindings } }));
    }
    case `rollback ${second}`: {
      const worker = state.workers[optionOf(options, "--name")];
      if (worker?.deployed[versionOf(second)] === undefined) return failed(`There is no version ${second}`);
      worker.live.push(versionOf(second));
      return done(`SUCCESS Worker Version ${second} has been deployed to 100% of traffic.`);
    }
    case "deploy":
      return deploy(state, readConfig(folder, optionOf(options, "-c")));
    default:
      return failed(`Unknown arguments: ${args.join(" ")}`);
  }
}

function applyMigrations(state: RecordedAccount, folder: string, path: string, binding: string): WranglerAnswer {
  const config = readConfig(folder, path);
  const bound = config.d1_databases?.find((database) => database.binding === binding);
  const database = state.databases.find(({ uuid }) => uuid === bound?.database_id);
  if (bound === undefined || database === undefined) return failed(`Couldn't find a D1 DB with the name or binding`);
  const before = database.migrations.length;
  database.migrations = ["all"];
  return done(before === 1 ? "✅ No migrations to apply!" : "Migrations to be applied: …");
}

/** The parts of a configuration that the stand-in reads. */
interface DeployedConfig extends Record<string, unknown> {
  readonly name: string;
  readonly d1_databases?: { binding: string; database_id: string }[];
  readonly kv_namespaces?: { id: string }[];
  readonly r2_buckets?: { bucket_name: string }[];
  readonly services?: { service: string }[];
  readonly secrets?: { required?: string[] };
  readonly vars?: Record<string, unknown>;
}

function versionOf(id: string): number {
  return Number(id.replace("version-", ""));
}

function deploy(state: RecordedAccount, config: DeployedConfig): WranglerAnswer {
  const worker = state.workers[config.name] ?? { secrets: {}, deployed: [], live: [] };
  const lacks = [
    ...(config.d1_databases ?? []).filter(
      ({ database_id }) => !state.databases.some(({ uuid }) => uuid === database_id),
    ),
    ...(config.kv_namespaces ?? []).filter(({ id }) => !state.namespaces.some((namespace) => namespace.id === id)),
    ...(config.r2_buckets ?? []).filter(({ bucket_name }) => !state.buckets.some(({ name }) => name === bucket_name)),
    ...(config.services ?? []).filter(({ service }) => !state.workers[service]?.deployed.length),
    ...(config.secrets?.required ?? []).filter((name) => !(name in worker.secrets)),
  ];
  if (lacks.length > 0) return failed(`There is no ${JSON.stringify(lacks)}`);
  worker.live.push(worker.deployed.push(config) - 1);
  state.workers[config.name] = worker;
  return done(`Uploaded ${config.name}\nDeployed ${config.name} triggers`);
}

function readConfig(folder: string, path: string): DeployedConfig {
  // Written by the deploy command, which this stands beside.
  return JSON.parse(readFileSync(join(folder, path), "utf8")) as DeployedConfig;
}

/** Positional words, and then everything from the first option on. */
function split(args: readonly string[]): [command: string[], options: string[]] {
  const firstOption = args.findIndex((arg) => arg.startsWith("-"));
  return firstOption === -1 ? [[...args], []] : [args.slice(0, firstOption), args.slice(firstOption)];
}

function optionOf(options: readonly string[], name: string): string {
  return options[options.indexOf(name) + 1] ?? "";
}

function done(output: string): WranglerAnswer {
  return { code: 0, output: `${output}\n`, errors: "" };
}

function failed(words: string): WranglerAnswer {
  return { code: 1, output: "", errors: `\n✘ [ERROR] ${words}\n` };
}

// As a process: `wranglerRunner` starts it in place of wrangler.
const { RECORDED_ACCOUNT } = process.env;
if (process.argv[1] === fileURLToPath(import.meta.url) && RECORDED_ACCOUNT !== undefined) {
  const state = readRecordedAccount(RECORDED_ACCOUNT);
  const args = process.argv.slice(2);
  // The real one too reads its standard input for this command only.
  const call = { args, input: args[0] === "secret" && args[1] === "put" ? await text(process.stdin) : "" };
  const account = process.env.CLOUDFLARE_ACCOUNT_ID;
  const { code, output, errors } = answerTo(state, process.cwd(), account === undefined ? call : { ...call, account });
  writeFileSync(RECORDED_ACCOUNT, JSON.stringify(state));
  process.stdout.write(output);
  process.stderr.write(errors);
  process.exitCode = code;
}
