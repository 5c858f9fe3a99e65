// Asks npm for the known faults of the locked packages. A registry without an audit is no fault of theirs.

import { execFile } from "node:child_process";
import { AUDIT_EXCEPTIONS } from "./audit-exceptions.ts";
import { type JudgedAudit, judgeAudit, readAudit } from "./judged-audit.ts";
import type { ShippedPackage } from "./shipped-packages.ts";

const MAX_MILLISECONDS = 120_000;

/**
 * Undefined if the registry gives no audit: then nothing is known.
 *
 * @param folder with package.json and package-lock.json
 * @param environment of npm, which names its registry
 */
export async function auditPackages(
  folder: string,
  shipped: readonly ShippedPackage[],
  environment: NodeJS.ProcessEnv = process.env,
): Promise<JudgedAudit | undefined> {
  const found = readAudit(await npmAudit(folder, environment), shipped);
  return found && judgeAudit(found, AUDIT_EXCEPTIONS, new Date().toISOString().slice(0, 10));
}

/** npm ends with 1 if it finds anything: its output tells. */
function npmAudit(folder: string, env: NodeJS.ProcessEnv): Promise<string> {
  const options = { cwd: folder, env, timeout: MAX_MILLISECONDS, maxBuffer: 64 * 2 ** 20 };
  return new Promise((resolve) => {
    execFile("npm", ["audit", "--json", "--package-lock-only"], options, (_, output) => resolve(output));
  });
}
