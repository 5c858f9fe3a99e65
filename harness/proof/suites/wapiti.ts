// Wapiti, a scanner of web services: crawls a door and attacks its addresses and forms.

import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { findProgram } from "../../../slicer-service/engine/limited-process.ts";

const MODULES = ["crlf", "csp", "exec", "file", "redirect", "sql", "xss", "xxe"];
const MAX_CRAWL_SECONDS = 15;
const MAX_SECONDS_OF_ATTACK = 6;
const MAX_MILLISECONDS = 300_000;

const finding = z.object({ method: z.string(), path: z.string(), info: z.string(), parameter: z.string().nullish() });
const report = z.object({
  vulnerabilities: z.record(z.string(), z.array(finding)),
  anomalies: z.record(z.string(), z.array(finding)),
  infos: z.object({ version: z.string(), crawled_pages_nbr: z.int().optional() }),
});

export interface WapitiRun {
  readonly version: string;
  readonly findings: readonly string[];
}

export const hasWapiti = findProgram("wapiti") !== undefined;

/**
 * @param start the first address
 * @param cookies of a signed-in person, as the program's file of cookies holds them: by host and path
 */
export async function runWapiti(
  start: string,
  cookies: readonly { readonly name: string; readonly value: string }[] = [],
): Promise<WapitiRun> {
  const folder = await mkdtemp(join(tmpdir(), "wapiti-"));
  const cookieFile = join(folder, "cookies.json");
  const byName = Object.fromEntries(
    cookies.map(({ name, value }) => [name, { value, version: 0, expires: null, secure: false, port: null }]),
  );
  await writeFile(cookieFile, JSON.stringify({ [new URL(start).hostname]: { "/": byName } }));
  const limits = [
    ...["--scope", "folder", "-d", "2", "--max-links-per-page", "30", "--max-parameters", "12"],
    ...["--max-scan-time", String(MAX_CRAWL_SECONDS), "--max-attack-time", String(MAX_SECONDS_OF_ATTACK)],
    ...(cookies.length === 0 ? [] : ["-c", cookieFile]),
  ];
  const output = ["-f", "json", "-o", join(folder, "report.json"), "--no-bugreport", "--flush-session"];
  const stores = ["--store-session", join(folder, "session"), "--store-config", join(folder, "config")];
  try {
    await promisify(execFile)("wapiti", ["-u", start, "-m", MODULES.join(), ...limits, ...output, ...stores], {
      ...{ cwd: folder, timeout: MAX_MILLISECONDS, maxBuffer: 64 * 1024 * 1024 },
      env: { ...process.env, HOME: folder },
    });
    const { vulnerabilities, anomalies, infos } = report.parse(
      JSON.parse(await readFile(join(folder, "report.json"), "utf8")),
    );
    const found = Object.entries({ ...vulnerabilities, ...anomalies }).flatMap(([kind, all]) =>
      all.map(({ method, path, info, parameter }) => `${kind}: ${method} ${path} ${parameter ?? ""}: ${info}`),
    );
    return { version: infos.version, findings: found };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
