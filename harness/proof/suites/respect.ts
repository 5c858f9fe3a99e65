// Redocly's Respect: sends the contract's workflows to a running service and holds each answer against the contract.

import { execFile } from "node:child_process";
import { copyFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { PROJECT_FOLDER } from "../../../scripts/project-folder.ts";
import { arazzoOf, type Contract } from "./arazzo.ts";

const MAX_MILLISECONDS = 300_000;

const report = z.object({
  files: z.record(
    z.string(),
    z.object({
      executedWorkflows: z.array(
        z.object({
          workflowId: z.string(),
          executedSteps: z.array(
            z.object({
              stepId: z.string(),
              response: z.object({ statusCode: z.int(), body: z.unknown().optional() }).optional(),
              checks: z.array(z.object({ name: z.string(), status: z.string(), message: z.string().optional() })),
            }),
          ),
        }),
      ),
    }),
  ),
});

export interface RespectRun {
  readonly version: string;
  readonly steps: number;
  readonly checks: number;
  /** Each failed check with its answer. */
  readonly failures: readonly string[];
}

/**
 * @param baseUrl of the API
 * @param document the contract; the committed one by default
 */
export async function runRespect(
  { baseUrl, apiKey }: { readonly baseUrl: string; readonly apiKey: string },
  document: string = join(PROJECT_FOLDER, "docs/openapi.json"),
): Promise<RespectRun> {
  const packageFile = createRequire(import.meta.url).resolve("@redocly/cli/package.json");
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(await readFile(packageFile, "utf8")));
  const folder = await mkdtemp(join(tmpdir(), "respect-"));
  try {
    await copyFile(document, join(folder, "openapi.json"));
    // The committed document, which `npm run contract` wrote.
    const contract = JSON.parse(await readFile(document, "utf8")) as Contract;
    await writeFile(join(folder, "all.arazzo.json"), JSON.stringify(arazzoOf(contract, "openapi.json")));
    const command = [join(dirname(packageFile), "bin/cli.js"), "respect", "all.arazzo.json"];
    const output = await promisify(execFile)(
      process.execPath,
      [...command, "--input", `apiKey=${apiKey}`, "--server", `contract=${baseUrl}`, "--json-output", "report.json"],
      {
        ...{ cwd: folder, timeout: MAX_MILLISECONDS, maxBuffer: 64 * 1024 * 1024 },
        env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
      },
    ).catch((error: unknown) => String(error));
    const written = await readFile(join(folder, "report.json"), "utf8").catch(() => {
      throw new Error(`Respect wrote no report: ${JSON.stringify(output)}`);
    });
    const { files } = report.parse(JSON.parse(written));
    const steps = Object.values(files).flatMap(({ executedWorkflows }) =>
      executedWorkflows.flatMap(({ workflowId, executedSteps }) =>
        executedSteps.map((step) => ({ ...step, workflowId })),
      ),
    );
    return {
      ...{ version, steps: steps.length, checks: steps.reduce((sum, { checks }) => sum + checks.length, 0) },
      failures: steps.flatMap(({ workflowId, stepId, response, checks }) =>
        checks
          .filter(({ status }) => status !== "success")
          .map(({ name, message = "" }) => {
            const answer = JSON.stringify(response ?? null).slice(0, 500);
            return `${workflowId}, ${stepId}: ${name}: ${message.slice(0, 500)}\n  ${answer}`;
          }),
      ),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
