// `npm run rollback` on a recorded account: the deployments that it takes back, and those that it refuses.

import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { deployEnvironment } from "../../../scripts/deploy/deploy-environment.ts";
import { rollBackEnvironment } from "../../../scripts/deploy/roll-back-environment.ts";
import { PROJECT_FOLDER } from "../../../scripts/project-folder.ts";
import { UserError } from "../../../scripts/user-error.ts";
import { freshAccount, type RecordedAccount, recordedWrangler } from "./recorded-wrangler.ts";

const CONFIGS = ["wrangler.toml", "slicer-service/wrangler.toml"];
const API = "studio-integration-api-staging";
const SLICER = "studio-slicer-staging";

let folder: string;
let account: RecordedAccount;
let printed: string[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "rollback-test-"));
  await mkdir(join(folder, "slicer-service"));
  account = freshAccount();
  printed = [];
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const print = (line: string) => void printed.push(line);

/** Deploys a revision of the project that asks for this engine. */
async function deploy(sliceEngine: string): Promise<void> {
  for (const config of CONFIGS) {
    await cp(join(PROJECT_FOLDER, config), join(folder, config));
    const text = await readFile(join(folder, config), "utf8");
    await writeFile(
      join(folder, config),
      text.replaceAll(/SLICE_ENGINE = "[^"]+"/g, `SLICE_ENGINE = "${sliceEngine}"`),
    );
  }
  await deployEnvironment(
    {
      environment: "staging",
      domain: "api.studio.example",
      location: undefined,
      jurisdiction: undefined,
      account: undefined,
      isDryRun: false,
    },
    {
      runWrangler: recordedWrangler(account, folder),
      folder,
      ask: async () => undefined,
      print: () => {},
      createSecret: () => "s".repeat(40),
    },
  );
}

const rollBack = (version?: string, environment = "staging") =>
  rollBackEnvironment({ environment, version }, { runWrangler: recordedWrangler(account, folder), folder, print });

/** The versions that answered, one after the other. */
const live = (worker: string) => account.workers[worker]?.live;

describe("npm run rollback", () => {
  it("takes the API back to the version before, and leaves the slicer", async () => {
    await deploy("prusaslicer-2.9.2/1");
    await deploy("prusaslicer-2.9.2/1");
    await rollBack();
    expect(live(API)).toEqual([0, 1, 0]);
    expect(live(SLICER)).toEqual([0, 1]);
    expect(printed[0]).toContain("back to version version-0, which asks for prusaslicer-2.9.2/1 ");
    expect(printed.join("\n")).toContain("`wrangler secret put` is refused");
  });

  it("goes forward again if it is run twice, never to the version that answers already", async () => {
    await deploy("prusaslicer-2.9.2/1");
    await deploy("prusaslicer-2.9.2/1");
    await rollBack();
    await rollBack();
    expect(live(API)).toEqual([0, 1, 0, 1]);
  });

  it("refuses a version that asks for another engine than the slicer runs, with advice", async () => {
    await deploy("prusaslicer-2.9.2/1");
    await deploy("prusaslicer-2.9.2/2");
    const refusal = await rollBack().catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(UserError);
    expect(String(refusal)).toMatch(/asks for prusaslicer-2\.9\.2\/1 .*, and the slicer runs prusaslicer-2\.9\.2\/2 /);
    expect(String(refusal)).toContain("npm ci && npm run deploy -- --env staging");
    expect(live(API)).toEqual([0, 1]);
  });

  it("takes the version that is named, across one of another engine", async () => {
    await deploy("prusaslicer-2.9.2/1");
    await deploy("prusaslicer-2.9.2/2");
    await deploy("prusaslicer-2.9.2/1");
    await expect(rollBack()).rejects.toThrow("asks for prusaslicer-2.9.2/2");
    await rollBack("version-0");
    expect(live(API)).toEqual([0, 1, 2, 0]);
  });

  it("refuses a version that does not say which engine it asks for", async () => {
    await deploy("prusaslicer-2.9.2/1");
    await deploy("prusaslicer-2.9.2/1");
    const [first] = account.workers[API]?.deployed ?? [];
    delete first?.vars?.ENGINE_NAMES;
    await expect(rollBack()).rejects.toThrow(
      "asks for an engine that it does not name, and the slicer runs prusaslicer",
    );
  });

  it("says that there is no earlier version, or no such environment", async () => {
    await expect(rollBack()).rejects.toThrow("There is no environments/staging.json: run `npm run deploy");
    await expect(rollBack(undefined, "prod")).rejects.toThrow('There is no environment "prod"');
    await deploy("prusaslicer-2.9.2/1");
    await expect(rollBack()).rejects.toThrow("has no version before it among its last ten deployments");
  });
});
