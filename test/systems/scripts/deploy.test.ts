// `npm run deploy` on a recorded account, and the configurations it writes in the real wrangler's eyes.

import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type DeployRequest, type DeployTools, deployEnvironment } from "../../../scripts/deploy/deploy-environment.ts";
import { type RunWrangler, wranglerRunner } from "../../../scripts/deploy/run-wrangler.ts";
import { configSchema, deployedConfig, readWorkerConfig } from "../../../scripts/deploy/worker-config.ts";
import { writeApiModules } from "../../../scripts/local/worker-bundle.ts";
import { findDeployedService } from "../../../scripts/operator/deployed-service.ts";
import { PROJECT_FOLDER } from "../../../scripts/project-folder.ts";
import { UserError } from "../../../scripts/user-error.ts";
import { QUIET_WRANGLER, WRANGLER_PROGRAM } from "../../../scripts/wrangler.ts";
import { freshAccount, type RecordedAccount, readRecordedAccount, recordedWrangler } from "./recorded-wrangler.ts";

const STAGING: DeployRequest = {
  environment: "staging",
  domain: "api.studio.example",
  location: undefined,
  jurisdiction: undefined,
  account: undefined,
  isDryRun: false,
};

/** The keys that all environments share. A key that names a resource of the account belongs into `configSchema` instead. */
const SHARED = [
  ...[
    "main",
    "compatibility_date",
    "compatibility_flags",
    "build",
    "no_bundle",
    "minify",
    "rules",
    "define",
    "upload_source_maps",
  ],
  ...["assets", "triggers", "migrations", "observability", "limits", "placement", "version_metadata"],
  ...["workers_dev", "preview_urls", "dev"],
];

let folder: string;
let account: RecordedAccount;
let secretsMade: number;
let printed: string[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "deploy-test-"));
  await mkdir(join(folder, "slicer-service"));
  for (const config of ["wrangler.toml", "slicer-service/wrangler.toml"]) {
    await cp(join(PROJECT_FOLDER, config), join(folder, config));
  }
  account = freshAccount();
  secretsMade = 0;
  printed = [];
});

afterEach(() => rm(folder, { recursive: true, force: true }));

function tools(runWrangler: RunWrangler = recordedWrangler(account, folder)): DeployTools {
  return {
    runWrangler,
    folder,
    ask: async () => undefined,
    print: (line) => void printed.push(line),
    createSecret: () => `made-${++secretsMade}`.padEnd(40, "x"),
  };
}

async function writeSecretsFile(content: string): Promise<void> {
  await mkdir(join(folder, "environments"));
  await writeFile(join(folder, "environments/staging.secrets.json"), content);
}

const deploy = (request: Partial<DeployRequest> = {}, runWrangler?: RunWrangler) =>
  deployEnvironment({ ...STAGING, ...request }, tools(runWrangler));

/** The account's resources, without their history. */
const holdings = ({ calls: _, ...held }: RecordedAccount) => structuredClone(held);

const commands = () => account.calls.map(({ args }) => args.join(" "));

const readJson = async (path: string): Promise<Record<string, unknown>> =>
  JSON.parse(await readFile(join(folder, path), "utf8"));

describe("npm run deploy on a fresh account", () => {
  it("makes everything once, near the studios, and deploys the slicer before the API", async () => {
    await deploy();
    expect(account).toMatchObject({
      databases: [{ name: "studio-integration-staging", options: expect.arrayContaining(["--location", "eeur"]) }],
      buckets: [{ name: "studio-models-staging", options: expect.arrayContaining(["--location", "eeur"]) }],
    });
    expect(account.namespaces.map(({ title }) => title).sort()).toEqual([
      "carrier-places-staging",
      "slice-results-staging",
    ]);
    const order = ["d1 migrations apply", "deploy -c slicer-service/", "deploy -c wrangler."];
    const positions = order.map((start) => commands().findIndex((command) => command.startsWith(start)));
    expect(positions).toEqual([...positions].sort((a, b) => a - b));
    expect(positions).not.toContain(-1);
    expect(Object.keys(account.workers).sort()).toEqual(["studio-integration-api-staging", "studio-slicer-staging"]);
  });

  it("gives both Workers the same bucket and namespace of slices, and the API its domain alone, by HTTPS only", async () => {
    await deploy();
    const [api, slicer] = [
      await readJson("wrangler.staging.json"),
      await readJson("slicer-service/wrangler.staging.json"),
    ];
    expect(slicer.kv_namespaces).toHaveLength(1);
    expect(api.kv_namespaces).toEqual(expect.arrayContaining([slicer.kv_namespaces].flat()));
    expect(slicer.r2_buckets).toEqual(api.r2_buckets);
    expect(api).toMatchObject({
      account_id: "account-1",
      workers_dev: false,
      preview_urls: false,
      routes: [{ pattern: "api.studio.example", custom_domain: true }],
      vars: { HTTPS_ONLY: true },
      services: [{ service: slicer.name }],
    });
    expect(slicer).toMatchObject({ workers_dev: false, containers: [{ name: "studio-slicing-engine-staging" }] });
    expect(slicer).not.toHaveProperty("routes");
  });

  it("sends e-mail once its file names a sender, and keeps that", async () => {
    await deploy();
    const file = join(folder, "environments/staging.json");
    const sender = async () => {
      const { vars, send_email, queues } = await readJson("wrangler.staging.json");
      return { vars, send_email, queues };
    };
    expect(await sender()).toMatchObject({ vars: { MAIL_FROM: "" }, send_email: undefined, queues: undefined });
    const kept = await readJson("environments/staging.json");
    const service = { from: "orders@print.example", events: "mail-events" };
    await writeFile(file, JSON.stringify({ ...kept, mail: service }));
    await deploy();
    expect(await sender()).toMatchObject({
      vars: { MAIL_FROM: "orders@print.example", PUBLIC_ORIGIN: "https://api.studio.example", MAIL_API_URL: "" },
      send_email: [{ name: "EMAIL", allowed_sender_addresses: ["orders@print.example"] }],
      queues: { consumers: [{ queue: "mail-events" }] },
    });
    const mail = { from: "orders@print.example", api: "https://mail.example" };
    await writeFile(file, JSON.stringify({ ...kept, mail }));
    await deploy();
    expect(await sender()).toMatchObject({ vars: { MAIL_API_URL: "https://mail.example" }, send_email: undefined });
    expect(await readJson("environments/staging.json")).toEqual({ ...kept, mail });
  });

  it("keeps the secrets it makes in a file for its owner only, and shows them nowhere", async () => {
    await deploy();
    const secrets = account.workers["studio-integration-api-staging"]?.secrets ?? {};
    expect(Object.keys(secrets).sort()).toEqual(["LINK_SECRET", "OPERATOR_TOKEN"]);
    expect(await readJson("environments/staging.secrets.json")).toEqual(secrets);
    expect((await stat(join(folder, "environments/staging.secrets.json"))).mode & 0o777).toBe(0o600);
    const shown = JSON.stringify([printed, account.calls, await readJson("environments/staging.json")]);
    for (const secret of Object.values(secrets)) expect(shown).not.toContain(secret);
    const ignored = await readFile(join(PROJECT_FOLDER, ".gitignore"), "utf8");
    expect(ignored).toContain("environments/*.secrets.json\n");
  });

  it("takes no secret from the shell's variables", async () => {
    for (const name of ["LINK_SECRET", "OPERATOR_TOKEN"]) vi.stubEnv(name, "a secret for something else in this shell");
    await deploy();
    vi.unstubAllEnvs();
    const made = expect.stringMatching(/^made-/);
    expect(account.workers["studio-integration-api-staging"]?.secrets).toEqual({
      LINK_SECRET: made,
      OPERATOR_TOKEN: made,
    });
  });

  it("puts the secrets that the environment's file has", async () => {
    const kept = { LINK_SECRET: "l".repeat(32), OPERATOR_TOKEN: "o".repeat(32) };
    await writeSecretsFile(JSON.stringify(kept));
    await deploy();
    expect(account.workers["studio-integration-api-staging"]?.secrets).toEqual(kept);
  });

  it("keeps data in a jurisdiction", async () => {
    await deploy({ jurisdiction: "eu" });
    for (const { options } of [...account.databases, ...account.buckets]) {
      expect(options).toEqual(expect.arrayContaining(["--jurisdiction", "eu"]));
      expect(options).not.toContain("--location");
    }
    const api = await readJson("wrangler.staging.json");
    const slicer = await readJson("slicer-service/wrangler.staging.json");
    for (const worker of [api, slicer]) {
      expect(worker).toMatchObject({ r2_buckets: [{ jurisdiction: "eu" }], vars: { PLACE: { jurisdiction: "eu" } } });
    }
    expect(slicer.containers).toMatchObject([{ constraints: { jurisdiction: "eu" } }]);
  });

  it.each([
    ["eeur", ["EEUR", "WEUR"]],
    ["enam", ["ENAM", "WNAM"]],
    ["oc", ["OC", "APAC"]],
  ])("keeps the objects of both Workers near %s, and containers in %j", async (location, regions) => {
    await deploy({ location });
    const slicer = await readJson("slicer-service/wrangler.staging.json");
    for (const worker of [await readJson("wrangler.staging.json"), slicer]) {
      expect(worker).toMatchObject({ vars: { PLACE: { location } } });
    }
    expect(slicer.containers).toMatchObject([{ constraints: { regions } }]);
  });

  it("does nothing but look with --dry-run", async () => {
    const [before, files] = [holdings(account), await readdir(folder)];
    await deploy({ isDryRun: true });
    expect(holdings(account)).toEqual(before);
    expect(await readdir(folder)).toEqual(files);
    expect(printed.filter((line) => line.startsWith("would:"))).toHaveLength(11);
  });
});

describe("npm run deploy, run again", () => {
  it("makes nothing twice, and remembers its settings", async () => {
    await deploy({ location: "weur" });
    const { workers, ...before } = holdings(account);
    await deploy({ domain: undefined });
    const { workers: workersNow, ...after } = holdings(account);
    expect(after).toEqual(before);
    for (const [name, { secrets, deployed }] of Object.entries(workersNow)) {
      expect(secrets).toEqual(workers[name]?.secrets);
      expect(deployed).toHaveLength(2);
    }
  });

  it("ends well after it died at any call, before or after wrangler had done it, and makes nothing twice", async () => {
    await deploy();
    const [expected, calls] = [holdings(account), account.calls.length];
    expect(calls).toBeGreaterThan(10);
    for (let last = 1; last <= calls; last += 1) {
      for (const isDoneAtLast of [false, true]) {
        await rm(join(folder, "environments"), { recursive: true });
        account = freshAccount();
        await expect(deploy({}, dyingAt(last, isDoneAtLast))).rejects.toThrow("died");
        await deploy();
        const held = holdings(account);
        for (const worker of Object.values(held.workers)) worker.deployed.splice(1);
        // The put secret depends on the point of death; the agreement of Worker and file does not.
        expect(await readJson("environments/staging.secrets.json")).toEqual(
          held.workers["studio-integration-api-staging"]?.secrets,
        );
        expect(withoutSecrets(held), `died at call ${last}`).toEqual(withoutSecrets(expected));
      }
    }
  });

  it("finds a bucket that wrangler does not list, because the account has many", async () => {
    account.buckets = Array.from({ length: 30 }, (_, index) => ({ name: `other-${index}`, options: [] }));
    await deploy();
    await deploy();
    expect(account.buckets.filter(({ name }) => name === "studio-models-staging")).toHaveLength(1);
  });

  it("keeps production apart from staging", async () => {
    await deploy();
    await deploy({ environment: "production", domain: "api.example" });
    expect(account.databases.map(({ name }) => name)).toEqual([
      "studio-integration-staging",
      "studio-integration-production",
    ]);
    const both = [await readJson("wrangler.staging.json"), await readJson("wrangler.production.json")];
    for (const field of ["name", "d1_databases", "kv_namespaces", "r2_buckets", "services", "routes"]) {
      expect(both[0]?.[field], field).not.toEqual(both[1]?.[field]);
    }
    expect(await readJson("environments/staging.secrets.json")).not.toEqual(
      await readJson("environments/production.secrets.json"),
    );
  });
});

function withoutSecrets(held: Omit<RecordedAccount, "calls">): unknown {
  return { ...held, workers: Object.values(held.workers).map(({ deployed }) => deployed) };
}

/** Wrangler that dies at a call: before it, or after it is done. */
function dyingAt(last: number, isDoneAtLast: boolean): RunWrangler {
  const run = recordedWrangler(account, folder);
  let calls = 0;
  return async (call) => {
    calls += 1;
    if (calls === last && !isDoneAtLast) throw new Error("died");
    const answer = await run(call);
    if (calls === last) throw new Error("died");
    return answer;
  };
}

describe("npm run deploy explains in a sentence", () => {
  it.each([
    [{ environment: undefined }, "Say where: --env staging or --env production."],
    [{ environment: "prod" }, 'There is no environment "prod": --env staging or --env production.'],
    [{ domain: undefined }, "Say the domain, in a zone of your account: --domain api.example.com"],
    [
      { domain: "https://api.example.com/" },
      '--domain is a host name such as api.example.com, not "https://api.example.com/".',
    ],
    [{ location: "sam" }, '--location is one of wnam, enam, weur, eeur, apac, oc, not "sam".'],
    [{ location: "weur", jurisdiction: "eu" }, "Give --location or --jurisdiction, not both"],
    [{ account: "another" }, "You have no access to the account another:\n  --account account-1"],
  ])("the fault of %j", async (request, sentence) => {
    const refusal = await deploy(request).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(UserError);
    expect(String(refusal)).toContain(sentence);
    expect(holdings(account)).toEqual(holdings(freshAccount()));
  });

  it("that wrangler is not logged in", async () => {
    account.isLoggedIn = false;
    await expect(deploy()).rejects.toThrow("You are not logged in to Cloudflare: run `npx wrangler login`");
  });

  it("that there are several accounts", async () => {
    account.accounts.push({ id: "account-2", name: "Another" });
    await expect(deploy()).rejects.toThrow(
      "Say which account:\n  --account account-1   A studio's account\n  --account",
    );
    await deploy({ account: "account-2" });
    expect(new Set(account.calls.map((call) => call.account).filter((id) => id !== undefined))).toEqual(
      new Set(["account-2"]),
    );
  });

  it("that data cannot move", async () => {
    await deploy({ location: "weur" });
    await expect(deploy({ location: "enam" })).rejects.toThrow("Its data is created with --location weur");
  });

  it.each([
    [
      `{ "LINK_SECRET": "short", "OPERATOR_TOKEN": "${"o".repeat(32)}" }`,
      "LINK_SECRET: must have at least 32 characters",
    ],
    [`{ "LINK_SECRET": "${"l".repeat(32)}", }`, "It is not JSON."],
  ])("the fault of the secrets file, and leaves it as it is: %s", async (content, sentence) => {
    await writeSecretsFile(content);
    await expect(deploy()).rejects.toThrow(
      new UserError(`environments/staging.secrets.json cannot be read. ${sentence}`),
    );
    expect(await readFile(join(folder, "environments/staging.secrets.json"), "utf8")).toBe(content);
  });

  it("the fault of the environment's file", async () => {
    await deploy();
    await writeFile(join(folder, "environments/staging.json"), "{");
    await expect(deploy()).rejects.toThrow(new UserError("environments/staging.json cannot be read. It is not JSON."));
  });

  it("with which words wrangler failed", async () => {
    const run = recordedWrangler(account, folder);
    const failing: RunWrangler = async (call) =>
      call.args[0] === "d1" ? { code: 1, output: "", errors: "✘ [ERROR] A request failed" } : run(call);
    await expect(deploy({}, failing)).rejects.toThrow(/^wrangler d1 list .* failed:\n✘ \[ERROR\] A request failed$/);
  });
});

describe("a deployment", () => {
  const settings = { account: "account-1", domain: "api.example", place: { location: "eeur" } } as const;

  it("parts the names that one account would share: another Worker's objects, and counters that go by a number", () => {
    const local = {
      name: "studio-slicer",
      vars: { SLICE_ENGINE: "prusaslicer/1" },
      durable_objects: { bindings: [{ name: "OWN" }, { name: "FOREIGN", script_name: "studio-api" }] },
      ratelimits: [{ name: "GUESSED_KEYS", namespace_id: "1001" }],
    };
    const of = (environment: "staging" | "production") =>
      deployedConfig(local, environment, settings, new Map(), false);
    expect(of("staging")).toMatchObject({
      durable_objects: { bindings: [{ name: "OWN" }, { name: "FOREIGN", script_name: "studio-api-staging" }] },
    });
    expect(of("staging").ratelimits).not.toEqual(of("production").ratelimits);
  });

  it("counts order pages' visitors in every environment, each counter by a number of its own", async () => {
    await deploy();
    await deploy({ environment: "production" });
    const deployed = await Promise.all(["wrangler.staging.json", "wrangler.production.json"].map(readJson));
    const configs = deployed.map((config) => configSchema.parse(config));
    for (const config of configs) {
      const counters = config.ratelimits?.map(({ name }) => name);
      expect(counters).toEqual(["GUESSED_KEYS", "VISITOR_CALLS", "STOREFRONT_CALLS", "CARRIER_CALLS"]);
      expect(config.durable_objects?.bindings.map(({ name }) => name)).toEqual([
        "STUDIO_GATE",
        "VISITOR_DAY",
        "STUDIO_NEWS",
        "STUDIO_OUTBOX",
        "REQUEST_LOG",
      ]);
      // A deployed tag is never deployed again: a class that joined it later would never be created.
      expect(config.migrations).toEqual([
        { tag: "v1", new_sqlite_classes: ["StudioGate", "VisitorDay"] },
        { tag: "v2", new_sqlite_classes: ["StudioNews"] },
        { tag: "v3", new_sqlite_classes: ["StudioOutbox"] },
        { tag: "v4", new_sqlite_classes: ["RequestLog"] },
      ]);
    }
    const numbers = configs.flatMap(({ ratelimits = [] }) => ratelimits.map(({ namespace_id }) => namespace_id));
    expect(new Set(numbers).size).toBe(8);
  });

  it.each(["wrangler.toml", "slicer-service/wrangler.toml"])("has no key of %s without a decision", (config) => {
    const thoughtAbout = new Set([...SHARED, ...Object.keys(configSchema.shape)]);
    expect(Object.keys(readWorkerConfig(folder, config)).filter((key) => !thoughtAbout.has(key))).toEqual([]);
  });
});

describe("wrangler's runner", () => {
  it("deploys through processes of their own, with secrets on their standard input only", async () => {
    const file = join(folder, "account.json");
    await deploy(
      {},
      wranglerRunner({
        program: join(import.meta.dirname, "recorded-wrangler.ts"),
        folder,
        environment: { ...process.env, RECORDED_ACCOUNT: file, CLOUDFLARE_ENV: "other" },
      }),
    );
    account = readRecordedAccount(file);
    expect(Object.keys(account.workers)).toHaveLength(2);
    const secrets = await readJson("environments/staging.secrets.json");
    expect(account.workers["studio-integration-api-staging"]?.secrets).toEqual(secrets);
    for (const secret of Object.values(secrets)) expect(JSON.stringify(account.calls)).not.toContain(secret);
  });
});

describe("the real wrangler", () => {
  it("finds every binding of both wrangler.toml in a deployment", async () => {
    // The folder becomes the project but for its configurations, so that wrangler takes the real Workers from them.
    await linkAll(PROJECT_FOLDER, folder, ["dist", "slicer-service", "wrangler.toml"]);
    await linkAll(join(PROJECT_FOLDER, "slicer-service"), join(folder, "slicer-service"), ["wrangler.toml"]);
    await writeApiModules(join(folder, "dist/api"));
    await deploy();
    for (const local of ["wrangler.toml", "slicer-service/wrangler.toml"]) {
      const path = local.replace(".toml", ".staging.json");
      // Other tests build the panel's scripts meanwhile, which are no part of a Worker.
      const { build: _, ...config } = await readJson(path);
      await writeFile(join(folder, path), JSON.stringify(config));
      const output = await dryRun(path);
      const text = await readFile(join(folder, local), "utf8");
      const bindings = [...text.matchAll(/^(?:binding|name) = "([A-Z][A-Z0-9_]+)"$/gm)].map(([, name]) => name);
      expect(bindings.length).toBeGreaterThan(3);
      for (const name of [...bindings, ...Object.keys(config.vars ?? {})]) expect(output).toContain(`env.${name}`);
      expect(output).toContain("studio-models-staging");
    }
  });
});

async function dryRun(config: string): Promise<string> {
  const outdir = join(folder, "bundle", config.replaceAll("/", "-"));
  const args = ["deploy", "--dry-run", "--containers-rollout=none", "--outdir", outdir, "-c", config];
  const { stdout } = await promisify(execFile)(process.execPath, [WRANGLER_PROGRAM, ...args], {
    cwd: folder,
    env: { ...process.env, ...QUIET_WRANGLER, FORCE_COLOR: "0", WRANGLER_LOG: "log" },
  });
  return stdout;
}

async function linkAll(from: string, to: string, except: readonly string[]): Promise<void> {
  for (const entry of await readdir(from)) {
    if (entry.startsWith(".") || except.includes(entry)) continue;
    await symlink(join(from, entry), join(to, entry));
  }
}

describe("docs/operating.md", () => {
  it("names the configuration of an environment in every command of wrangler on one", async () => {
    const page = (await readFile(join(PROJECT_FOLDER, "docs/operating.md"), "utf8")).replaceAll("\\\n", "");
    const written = page.match(/npx wrangler [^`\n]*/g)?.filter((command) => command !== "npx wrangler login") ?? [];
    expect(written.length).toBeGreaterThan(5);
    for (const command of written)
      expect(command).toMatch(/ -c (slicer-service\/)?wrangler\.(staging|production)\.json( |$)/);
  });
});

describe("the operator's command in a deployed environment", () => {
  it("finds its service's address by the domain, and the token that was made", async () => {
    await expect(findDeployedService(folder, "staging", {})).rejects.toThrow("npm run deploy -- --env staging");
    await deploy();
    const baseUrl = "https://api.studio.example/api/v1";
    const secrets = account.workers["studio-integration-api-staging"]?.secrets;
    expect(await findDeployedService(folder, "staging", {})).toEqual({
      service: { baseUrl, token: secrets?.OPERATOR_TOKEN },
      warning: undefined,
    });
  });

  it("prefers the environment's token to one in the shell, which may be another environment's", async () => {
    await deploy();
    const made = await findDeployedService(folder, "staging", {});
    expect(await findDeployedService(folder, "staging", { OPERATOR_TOKEN: "of another environment" })).toEqual(made);
    await rm(join(folder, "environments/staging.secrets.json"));
    expect(await findDeployedService(folder, "staging", { OPERATOR_TOKEN: "given" })).toMatchObject({
      service: { token: "given" },
      warning: "Uses OPERATOR_TOKEN of your shell: environments/staging.secrets.json has none.",
    });
    expect(await findDeployedService(folder, "staging", {})).toMatchObject({ service: undefined, warning: undefined });
  });
});
