// `npm run deploy -- --dry-run` in a fresh checkout, with the real wrangler, without an account, a login or Docker.

import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PROJECT_FOLDER } from "../../../scripts/project-folder.ts";

/** The parts of a checkout that the command reads. */
const CHECKOUT = ["package.json", "wrangler.toml", "scripts", "slicer-service", "src", "migrations"];

let folder: string;
let checkout: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "deploy-dry-run-"));
  checkout = join(folder, "checkout");
  await mkdir(join(folder, "home"));
  for (const name of CHECKOUT) await cp(join(PROJECT_FOLDER, name), join(checkout, name), { recursive: true });
  await symlink(join(PROJECT_FOLDER, "node_modules"), join(checkout, "node_modules"), "junction");
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** All but the linked packages, which other tests change meanwhile. */
async function filesOfCheckout(): Promise<readonly string[]> {
  const names = (await readdir(checkout)).filter((name) => name !== "node_modules");
  const below = names.map((name) => readdir(join(checkout, name), { recursive: true }).catch(() => []));
  return [...names, ...(await Promise.all(below)).flat()];
}

interface Ended {
  readonly code: number;
  readonly output: string;
  readonly errors: string;
}

/** The command with nothing in its environment but the programs of a machine without Docker. */
function deploy(...parameters: readonly string[]): Promise<Ended> {
  const bareMachine = join(PROJECT_FOLDER, "scripts/bare-machine.ts");
  const command = ["npm", "run", "--silent", "deploy", "--", ...parameters];
  const env = { PATH: process.env.PATH, HOME: join(folder, "home") };
  return new Promise((resolve) => {
    execFile(process.execPath, [bareMachine, ...command], { cwd: checkout, env }, (error, output, errors) =>
      resolve({ code: typeof error?.code === "number" ? error.code : 0, output, errors }),
    );
  });
}

describe("npm run deploy -- --dry-run without an account, a login and Docker", () => {
  it("runs as README and the operating guide write it", async () => {
    for (const page of ["README.md", "docs/operating.md"]) {
      const text = await readFile(join(PROJECT_FOLDER, page), "utf8");
      expect(text).toMatch(
        /^npm run deploy -- --env staging --domain api-staging\.example\.com +# add --dry-run to see its steps first$/m,
      );
    }
  });

  it("says each step of a first deployment, in order, and what only a login could check; it does nothing", async () => {
    const before = await filesOfCheckout();
    const { code, output, errors } = await deploy(
      ...["--env", "staging", "--domain", "api-staging.example.com", "--dry-run"],
    );
    expect({ code, errors }).toEqual({ code: 0, errors: "" });
    expect(output).toMatch(/^You are not logged in to Cloudflare: run `npx wrangler login`/);
    expect(output.match(/^would: .*(?=\.$)/gm)).toEqual([
      "would: Remember account <your account's id>, domain api-staging.example.com and location eeur in environments/staging.json",
      "would: Create the D1 database studio-integration-staging",
      "would: Create the KV namespace slice-results-staging",
      "would: Create the KV namespace carrier-places-staging",
      "would: Create the R2 bucket studio-models-staging",
      "would: Put the secret OPERATOR_TOKEN",
      "would: Put the secret LINK_SECRET",
      "would: Write wrangler.staging.json and slicer-service/wrangler.staging.json",
      "would: Apply the migrations that the database lacks",
      "would: Deploy the slicer with its image",
      "would: Deploy the API at https://api-staging.example.com",
    ]);
    for (const unchecked of ["Workers Paid", "in a zone of that account", "an earlier deployment", "Docker"])
      expect(output.slice(output.indexOf("Not checked"))).toContain(unchecked);
    expect(await filesOfCheckout()).toEqual(before);
  });

  it("names an account and a jurisdiction that were given", async () => {
    const { output } = await deploy(
      ...["--env", "production", "--domain", "api.example.com", "--account", "account-7", "--jurisdiction", "eu"],
      "--dry-run",
    );
    expect(output).toContain("Remember account account-7, domain api.example.com and jurisdiction eu");
  });

  it("asks for the domain, as a deployment does", async () => {
    const { code, errors } = await deploy("--env", "staging", "--dry-run");
    expect({ code, errors }).toEqual({ code: 1, errors: expect.stringContaining("--domain api.example.com") });
  });

  it("is refused for want of a login once it is no dry run", async () => {
    const { code, errors } = await deploy("--env", "staging", "--domain", "api-staging.example.com");
    expect({ code, errors }).toEqual({ code: 1, errors: expect.stringContaining("You are not logged in") });
  });
});
