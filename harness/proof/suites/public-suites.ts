// Public suites and tools that are run against the service: their tests, and the faults that they found.

import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { PROJECT_FOLDER } from "../../../scripts/project-folder.ts";
import { FALSE_ALARMS } from "./ibm-checker.ts";
import { ADVICE_NOT_TAKEN } from "./safe-headers.ts";

export interface PublicSuite {
  readonly tool: string;
  /** Its package here; a tool of the machine, or a text, has none. */
  readonly package?: string;
  readonly lookedAt: string;
  readonly project: "api" | "systems";
  readonly files: readonly string[];
  /** The titles of its tests, in files that hold others too. */
  readonly titles?: string;
  readonly mended: string;
  /** Findings that stay, each with its reason. */
  readonly left: readonly string[];
}

export const PUBLIC_SUITES: readonly PublicSuite[] = [
  {
    ...{ tool: "Redocly Respect", package: "@redocly/cli", project: "systems" },
    lookedAt:
      "every operation of the contract, rightly, with a forged key, an unknown id, a wrong body; two lives of records",
    files: ["test/systems/proof/suites-contract.test.ts"],
    ...{ mended: "nothing was found", left: [] },
  },
  {
    ...{ tool: "OWASP Secure Headers and csp_evaluator", package: "csp_evaluator", project: "api" },
    lookedAt: "pages, redirects, refusals, 404, files and photos of every door, over HTTPS, signed in and not",
    files: ["test/api/safe-headers.test.ts"],
    mended:
      "Permissions-Policy was missing in panel and documents, Cross-Origin-Opener-Policy in order page and documents, X-Frame-Options in documents",
    left: Object.entries(ADVICE_NOT_TAKEN).map(([advice, reason]) => `${advice}: ${reason}`),
  },
  {
    ...{ tool: "Wapiti 3.0.4", project: "systems" },
    lookedAt:
      "order page, sign-in, documents, and the panel signed in: eight modules, such as XSS, SQL, CRLF, open redirects",
    files: ["test/systems/proof/suites-wapiti.test.ts"],
    mended: "nothing was found",
    left: ["its module for form tokens is left out: it knows other names of tokens than ours"],
  },
  {
    ...{ tool: "IBM Equal Access", package: "accessibility-checker-engine", project: "systems" },
    lookedAt:
      "every page of the panel, each step of the order page in both themes, a page of each kind of the documents",
    files: [
      "test/systems/panel/pages.test.ts",
      "test/systems/storefront/accessible.test.ts",
      "test/systems/reference/pages.test.ts",
    ],
    titles: "IBM",
    mended: "nothing was true",
    left: FALSE_ALARMS.map(({ ruleId, reason }) => `${ruleId}: ${reason}`),
  },
  {
    ...{ tool: "RFC 9110, sections 13 and 14", project: "api" },
    lookedAt: "model file, photo, documents, downloads, home page, catalog",
    files: ["test/api/conditional-requests.test.ts"],
    mended:
      "HEAD answered ranges; a file that is gone was 304 or 416; If-Match was ignored; `*` was not known to documents; a range after an empty member was none",
    left: ["the API's lists ignore If-Match: their tags are weak, and nothing is written by them"],
  },
];

const report = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
});

export interface SuiteRun {
  readonly passed: number;
  /** The tests that did not pass, by name. */
  readonly failed: readonly string[];
}

export async function runSuite({ project, files, titles }: PublicSuite): Promise<SuiteRun> {
  const folder = await mkdtemp(join(tmpdir(), "suites-"));
  const output = join(folder, "report.json");
  const vitest = join(PROJECT_FOLDER, "node_modules/vitest/vitest.mjs");
  const words = [vitest, "run", "--project", project, "--reporter=json", `--outputFile=${output}`, ...files];
  try {
    const run = promisify(execFile)(process.execPath, [...words, ...(titles === undefined ? [] : ["-t", titles])], {
      ...{ cwd: PROJECT_FOLDER, maxBuffer: 64 * 1024 * 1024 },
    });
    // Its report tells of failed tests.
    await run.catch(() => {});
    const { testResults } = report.parse(JSON.parse(await readFile(output, "utf8")));
    const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
    return {
      passed: tests.filter(({ status }) => status === "passed").length,
      failed: [
        ...tests.filter(({ status }) => status === "failed").map(({ fullName }) => fullName),
        // The tests of a file that cannot begin are skipped.
        ...testResults
          .filter(
            (file) => file.status === "failed" && !file.assertionResults.some(({ status }) => status === "failed"),
          )
          .map(({ name, message }) => `${name}: ${message}`),
      ],
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export async function packageVersion(name: string): Promise<string> {
  const file = createRequire(import.meta.url).resolve(`${name}/package.json`);
  return z.object({ version: z.string() }).parse(JSON.parse(await readFile(file, "utf8"))).version;
}
