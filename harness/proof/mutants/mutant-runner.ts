// A vitest runner that repeats each test with each mutant it covers, inside the worker of the tests.
//
// Tests are the outer loop, so modules load once and hooks of a file run once. Before the first mutant and after a few killed ones the
// test runs without a mutant: if it fails then, its file's state was spoiled, and of these kills only the first is certain.

import { type RunnerTask, type RunnerTestCase, type RunnerTestFile, type SerializedConfig, TestRunner } from "vitest";
import type { MutantCall, MutantSettings } from "./mutant-calls.ts";

/** Taken before a test fakes them. */
const { fetch, setTimeout, clearTimeout } = globalThis;
const now = performance.now.bind(performance);

const MAX_REPEATS = 1_000_000;
/** A mutant's code may run so many times as often as without it; more is an endless loop. */
const HIT_FACTOR = 100;
const MIN_HIT_LIMIT = 1_000;
/** A run with a mutant may take so many times the run without one, and so much for a busy machine. */
const DURATION_FACTOR = 5;
const DURATION_MARGIN_MS = 4_000;
/** After so many kills the test runs without a mutant. */
const KILLS_BETWEEN_CONTROLS = 8;

type Hits = Record<string, number>;

/** The global of Stryker's instrumented code. */
interface MutantSwitch {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  hitCount?: number | undefined;
  hitLimit?: number | undefined;
  mutantCoverage?: { static: Hits; perTest: Record<string, Hits> };
}

/** One test's way through its mutants. */
type Step =
  | { readonly run: "first" }
  | { readonly run: "control"; readonly when: "repeated" | "after a mutant" }
  | { readonly run: "mutant"; readonly mutant: string };

class TimeLimitError extends Error {}

export default class MutantRunner extends TestRunner {
  readonly #settings: MutantSettings;
  readonly #switch: MutantSwitch;
  #step: Step = { run: "first" };
  #waiting: string[] = [];
  /** Kills since the test last passed without a mutant. */
  #unproven: string[] = [];
  #hits: Hits = {};
  #started = 0;
  #usualMs = 0;
  #timedOut = false;
  #done = false;

  constructor(config: SerializedConfig) {
    super(config);
    this.#settings = this.injectValue("mutants") as MutantSettings;
    const global = globalThis as { __stryker__?: MutantSwitch };
    global.__stryker__ ??= {};
    this.#switch = global.__stryker__;
    this.#switch.mutantCoverage ??= { static: {}, perTest: {} };
    if (this.#settings.activeFromStart !== null) this.#switch.activeMutant = this.#settings.activeFromStart;
  }

  onCollected(files: RunnerTestFile[]): void {
    // A mutant is active for the whole worker: tests run one by one.
    for (const file of files) inTurn(file.tasks);
  }

  override async onBeforeRunTask(test: RunnerTestCase): Promise<void> {
    await super.onBeforeRunTask(test);
    if (this.#settings.activeFromStart !== null) return;
    test.repeats = MAX_REPEATS;
    this.#step = { run: "first" };
    this.#waiting = [];
    this.#unproven = [];
    this.#done = false;
  }

  override async onBeforeTryTask(test: RunnerTestCase, options: { retry: number; repeats: number }): Promise<void> {
    super.onBeforeTryTask(test, options);
    const { activeFromStart } = this.#settings;
    if (activeFromStart !== null) {
      // A sign of life: a worker without one is killed.
      await this.#tell({ kind: "start", test: nameOf(test), mutant: activeFromStart });
      return;
    }
    if (this.#done) test.context.skip();
    const step = this.#step;
    await this.#tell({ kind: "start", test: nameOf(test), mutant: step.run === "mutant" ? step.mutant : null });
    this.#timedOut = false;
    const { perTest } = this.#coverage();
    for (const name of Object.keys(perTest)) delete perTest[name];
    this.#switch.currentTestId = nameOf(test);
    if (step.run === "mutant") {
      this.#switch.hitCount = 0;
      this.#switch.hitLimit = Math.max(MIN_HIT_LIMIT, (this.#hits[step.mutant] ?? 0) * HIT_FACTOR);
      this.#switch.activeMutant = step.mutant;
    }
    this.#started = now();
  }

  async runTask(test: RunnerTestCase): Promise<void> {
    const run = TestRunner.getTestFn(test);
    if (this.#settings.activeFromStart !== null || this.#step.run === "first") return await run();
    const limitMs = this.#usualMs * DURATION_FACTOR + DURATION_MARGIN_MS;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        this.#timedOut = true;
        reject(new TimeLimitError(`longer than ${limitMs} ms`));
      }, limitMs);
    });
    try {
      await Promise.race([run(), late]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** After the hooks too, whose failure is one of the test. */
  async onAfterRetryTask(test: RunnerTestCase): Promise<void> {
    if (this.#settings.activeFromStart !== null) return;
    const endless = (this.#switch.hitCount ?? 0) > (this.#switch.hitLimit ?? Number.POSITIVE_INFINITY);
    const hits = this.#coverage().perTest[nameOf(test)] ?? {};
    this.#switch.activeMutant = undefined;
    this.#switch.hitCount = undefined;
    this.#switch.hitLimit = undefined;
    this.#switch.currentTestId = undefined;
    const { result } = test;
    if (this.#done || result === undefined || result.state === "skip") return;
    const failed = result.state === "fail";
    const error = String(result.errors?.[0]?.message ?? "");
    await this.#judge(nameOf(test), failed, error, endless, hits);
    // The repetitions are no failures of the suite.
    result.state = "pass";
    delete result.errors;
  }

  override onAfterRunFiles(files: RunnerTestFile[]): Promise<void> {
    super.onAfterRunFiles(files);
    if (this.#settings.activeFromStart !== null) return Promise.resolve();
    return this.#tell({ kind: "static", mutants: Object.keys(this.#coverage().static) }).then(() => {});
  }

  async #judge(test: string, failed: boolean, error: string, endless: boolean, hits: Hits): Promise<void> {
    const step = this.#step;
    if (step.run === "mutant") {
      const verdict = this.#timedOut || endless ? "timeout" : failed ? "killed" : "survived";
      if (verdict === "killed") this.#unproven.push(step.mutant);
      else await this.#tell({ kind: "verdict", test, mutant: step.mutant, verdict });
      const isLast = this.#waiting.length === 0 && this.#unproven.length > 0;
      if (verdict === "timeout" || isLast || this.#unproven.length === KILLS_BETWEEN_CONTROLS) {
        this.#step = { run: "control", when: "after a mutant" };
        return;
      }
    } else if (failed) {
      await this.#tellKilled(test, this.#unproven.slice(0, 1));
      await this.#tell({ kind: "unfit", test, when: step.run === "first" ? "first" : step.when, error });
      this.#done = true;
      return;
    } else {
      this.#usualMs = now() - this.#started;
      if (step.run === "control" && step.when === "repeated") {
        // Such code keeps its result for good: a mutant would come too late.
        const once = this.#waiting.filter((id) => hits[id] === undefined);
        this.#waiting = this.#waiting.filter((id) => hits[id] !== undefined);
        if (once.length > 0) await this.#tell({ kind: "once", mutants: once });
      }
      if (step.run === "first") {
        this.#hits = hits;
        this.#waiting = await this.#tell({
          kind: "covered",
          test,
          mutants: Object.keys(hits),
          milliseconds: this.#usualMs,
        });
        this.#step = { run: "control", when: "repeated" };
        this.#done = this.#waiting.length === 0;
        return;
      }
    }
    if (step.run === "control") {
      await this.#tellKilled(test, this.#unproven);
      this.#unproven = [];
    }
    const next = this.#waiting.shift();
    if (next === undefined) this.#done = true;
    else this.#step = { run: "mutant", mutant: next };
  }

  async #tellKilled(test: string, mutants: readonly string[]): Promise<void> {
    for (const mutant of mutants) await this.#tell({ kind: "verdict", test, mutant, verdict: "killed" });
  }

  #coverage(): { static: Hits; perTest: Record<string, Hits> } {
    this.#switch.mutantCoverage ??= { static: {}, perTest: {} };
    return this.#switch.mutantCoverage;
  }

  async #tell(call: MutantCall): Promise<string[]> {
    const answer = await fetch(this.#settings.url, { method: "POST", body: JSON.stringify(call) });
    return (await answer.json()) as string[];
  }
}

/** Unique within a run: tests of one name in a file have different ids. */
function nameOf(test: RunnerTestCase): string {
  return `${test.file.name} > ${test.fullTestName} #${test.id}`;
}

function inTurn(tasks: readonly RunnerTask[]): void {
  for (const task of tasks) {
    task.concurrent = false;
    if (task.type === "suite") inTurn(task.tasks);
  }
}
