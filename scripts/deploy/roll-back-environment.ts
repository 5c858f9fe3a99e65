// Rolling back the fast way: the API alone, to a version that asks for the engines of the present slicer.
//
// Slicer, image, tables and secrets stay unchanged. A version that asks for another engine would let every new model wait for an
// hour, and fail; Cloudflare's own rollback does not check that.

import { UserError } from "../user-error.ts";
import { API_CONFIG, SLICER_CONFIG } from "../wrangler.ts";
import { Account, type Deployment } from "./account.ts";
import { deployedName, readEnvironment, requireSettings } from "./environment.settings.ts";
import type { RunWrangler } from "./run-wrangler.ts";
import { ENGINES_VARIABLE, readWorkerConfig } from "./worker-config.ts";

/** As typed: not validated yet. */
export interface RollbackRequest {
  readonly environment: string | undefined;
  /** The id of a version of the API; without it, the one before. */
  readonly version: string | undefined;
}

export interface RollbackTools {
  readonly runWrangler: RunWrangler;
  /** The project's, with both wrangler.toml. */
  readonly folder: string;
  readonly print: (line: string) => void;
}

/** @throws UserError with the next step if there is no fast way back */
export async function rollBackEnvironment(request: RollbackRequest, tools: RollbackTools): Promise<void> {
  const { runWrangler, folder, print } = tools;
  const environment = readEnvironment(request.environment);
  const { account: accountId } = await requireSettings(folder, environment);
  const account = new Account(runWrangler, accountId);
  const nameOf = (config: string) => deployedName(readWorkerConfig(folder, config).name, environment);
  const [api, slicer] = [nameOf(API_CONFIG), nameOf(SLICER_CONFIG)];

  const version = request.version ?? versionBefore(await account.findDeployments(api), api);
  const wanted = await account.readVariable(api, version, ENGINES_VARIABLE);
  const running = (await account.findDeployments(slicer)).at(-1)?.versions ?? [];
  const engines = await Promise.all(
    running.map(({ version_id: id }) => account.readVariable(slicer, id, ENGINES_VARIABLE)),
  );
  if (wanted === undefined || engines.length === 0 || engines.some((names) => names !== wanted)) {
    const runs = [...new Set(engines.map(inWords))].join(" and ") || "nothing";
    throw new UserError(`Not rolled back. Version ${version} of the API asks for ${inWords(wanted)}, and the slicer runs ${runs}: \
every model that was not sliced before would wait for an hour, and fail. Deploy the old revision whole:

  git checkout <the revision before>
  npm ci && npm run deploy -- --env ${environment}`);
  }
  print(`→ Roll ${api} back to version ${version}, which asks for ${wanted}, as the slicer runs it.`);
  await account.rollBackWorker(api, version);
  print(`
Tables, slicer, image and secrets are as they were. Until the next \`npm run deploy\`, \`wrangler secret put\` is refused, and
\`wrangler versions secret put\` takes the code that was rolled back: docs/operating.md, Secrets.`);
}

/** The newest version before the present one. A deployment of several at once is skipped. */
function versionBefore(deployments: readonly Deployment[], worker: string): string {
  const now = deployments.at(-1)?.versions.map(({ version_id: id }) => id) ?? [];
  const before = deployments
    .flatMap(({ versions }) => versions.filter(({ percentage }) => percentage === 100))
    .findLast(({ version_id: id }) => !now.includes(id));
  if (before !== undefined) return before.version_id;
  throw new UserError(`${worker} has no version before it among its last ten deployments: name one, --version <id>.`);
}

function inWords(engineNames: string | undefined): string {
  return engineNames ?? "an engine that it does not name";
}
