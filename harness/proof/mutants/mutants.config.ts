// Vitest's projects over instrumented sources, with the runner of mutants; `mutant-run.ts` starts it.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { PROJECT_FOLDER } from "../../../scripts/project-folder.ts";
import config from "../../../vitest.config.ts";
import type { MutantPlan } from "./mutant-run.ts";

const planFile = process.env.MUTANT_PLAN;
if (planFile === undefined) throw new Error("MUTANT_PLAN names no file: `npm run proof -- mutants` starts these tests");
/** Written by `mutant-run.ts`, in one process tree with this. */
const plan: MutantPlan = JSON.parse(readFileSync(planFile, "utf8"));

/** Vitest keeps transformed modules between runs, by their sources alone: other mutants need a cache of their own. */
const textsHash = createHash("sha256").update(JSON.stringify(plan.texts)).digest("hex").slice(0, 16);

/** In the order of the plan: narrow tests first, which kill most mutants in the shortest time. */
class AsPlanned extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => plan.tests.indexOf(relative(PROJECT_FOLDER, moduleId));
    return [...files].sort((a, b) => place(a) - place(b));
  }
}

const PREPARED_STATEMENTS = "src/db/studio-db.ts";
const KEEPING = "declaredFor.set(ofDeclarations, declared);";

const instrumented = {
  name: "instrumented-sources",
  enforce: "pre" as const,
  transform(code: string, id: string) {
    const [path = ""] = id.split("?");
    const source = relative(PROJECT_FOLDER, path);
    return source === PREPARED_STATEMENTS ? declaredAtEachUse(code) : plan.texts[source];
  },
};

/** A statement that is declared once for all tests would never run with a mutant of its declaration. */
function declaredAtEachUse(code: string): string {
  if (!code.includes(KEEPING)) throw new Error(`${PREPARED_STATEMENTS} keeps its prepared statements in another way`);
  return code.replace(KEEPING, "");
}

function overInstrumentedSources(project: TestProjectInlineConfiguration): TestProjectInlineConfiguration {
  return {
    ...project,
    root: PROJECT_FOLDER,
    plugins: [instrumented, ...(project.plugins ?? [])],
    test: {
      ...project.test,
      include: [...plan.tests],
      runner: join(import.meta.dirname, "mutant-runner.ts"),
      provide: { mutants: plan.settings },
      isolate: false,
      fsModuleCachePath: join(PROJECT_FOLDER, ".cache/mutants", textsHash),
    },
  };
}

const projects = (config.test?.projects ?? [])
  .filter((project): project is TestProjectInlineConfiguration => typeof project === "object" && "test" in project)
  .filter(({ test }) => test?.name === plan.project)
  .map(overInstrumentedSources);

export default defineConfig({
  root: PROJECT_FOLDER,
  test: { maxWorkers: 1, fileParallelism: false, sequence: { sequencer: AsPlanned }, projects },
});
