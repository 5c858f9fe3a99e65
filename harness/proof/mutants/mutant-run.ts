// Runs tests over instrumented sources, keeps the verdict on each mutant, and ends a worker that hangs.

import { spawn } from "node:child_process";
import { mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { PROJECT_FOLDER } from "../../../scripts/project-folder.ts";
import type { Instrumented } from "./instrumented.ts";
import type { MutantCall, MutantSettings, UnfitCall } from "./mutant-calls.ts";

/** Read by `mutants.config.ts`. */
export interface MutantPlan {
  readonly project: string;
  readonly tests: readonly string[];
  readonly texts: Readonly<Record<string, string>>;
  readonly settings: MutantSettings;
}

export interface TestsOfMutants {
  /** Its name in `vitest.config.ts`. */
  readonly project: string;
  /** Paths from the project's folder, in this order. */
  readonly tests: readonly string[];
  /** Only mutants of these meet the tests: paths from the project's folder. Undefined: all do. */
  readonly sources?: readonly string[];
}

export interface Verdicts {
  readonly killed: Set<string>;
  readonly timedOut: Set<string>;
  /** By a test that ran once without a mutant. */
  readonly covered: Set<string>;
  /** Their code runs as modules load, or before all tests of a file. */
  readonly atLoad: Set<string>;
  readonly unfit: UnfitCall[];
  /** Runs that failed or hung without a mutant, so that a part of the mutants was not tried. */
  readonly troubles: string[];
  /** The time ended before every covered mutant met all its tests. */
  stoppedShort: boolean;
}

/** A run without a sign for so long has an endless loop that blocks even its timers. */
const SILENT_MS = 120_000;
const WATCH_EVERY_MS = 1_000;
const SLOW_TEST_MS = 700;
const PROGRESS_EVERY_MS = 10_000;
/** A file begins again so often after a mutant has spoilt its state. */
const MAX_ROUNDS = 30;
const LAST_LINES = 30;

export interface MutantRunOptions extends MutantsToTry, TestsOfMutants {
  /** Test and mutant, which met once. */
  readonly met: Set<string>;
}

export interface MutantsToTry {
  readonly instrumented: Instrumented;
  /** Mutants to be tried. */
  readonly chosen: ReadonlySet<string>;
  /** Milliseconds since 1970. */
  readonly deadline: number;
  readonly onProgress?: (line: string) => void;
}

/** The tests of one project after those of the other, each with the mutants that still live. */
export async function runMutantsOfRoom({
  tests: groups,
  chosen,
  ...options
}: MutantsToTry & { readonly tests: readonly TestsOfMutants[] }): Promise<Verdicts> {
  const all: Verdicts = noVerdicts();
  const met = new Set<string>();
  const fileOfMutant = new Map(options.instrumented.mutants.map(({ id, file }) => [id, file]));
  for (const group of groups) {
    const isMeant = (id: string) => group.sources?.includes(fileOfMutant.get(id) ?? "") ?? true;
    const alive = new Set([...chosen].filter((id) => !all.killed.has(id) && !all.timedOut.has(id) && isMeant(id)));
    if (all.stoppedShort) break;
    if (alive.size === 0) continue;
    const { killed, timedOut, covered, atLoad, unfit, troubles, stoppedShort } = await runMutants({
      ...options,
      ...group,
      met,
      chosen: alive,
    });
    for (const id of killed) all.killed.add(id);
    for (const id of timedOut) all.timedOut.add(id);
    for (const id of covered) all.covered.add(id);
    for (const id of atLoad) all.atLoad.add(id);
    all.unfit.push(...unfit);
    all.troubles.push(...troubles);
    all.stoppedShort = stoppedShort;
  }
  return all;
}

function noVerdicts(): Verdicts {
  return {
    killed: new Set(),
    timedOut: new Set(),
    covered: new Set(),
    atLoad: new Set(),
    unfit: [],
    troubles: [],
    stoppedShort: false,
  };
}

export async function runMutants(options: MutantRunOptions): Promise<Verdicts> {
  const run = new MutantRun(options);
  try {
    await run.tryAll();
    return run.verdicts;
  } finally {
    await run.close();
  }
}

class MutantRun {
  readonly verdicts = noVerdicts();
  readonly #options: MutantRunOptions;
  readonly #folder = mkdtempSync(join(tmpdir(), "mutants-"));
  readonly #server: Server;
  #running: { test: string; mutant: string | null } | undefined;
  #lastCall = Date.now();
  #toldAt = 0;
  /** Files with tests that take long: they wait until quick tests have killed most mutants. */
  readonly #slowFiles = new Set<string>();
  #takesSlowTests = false;

  constructor(options: MutantRunOptions) {
    this.#options = options;
    this.#server = createServer((request, response) => {
      void text(request).then((body) => {
        // `mutant-runner.ts` is the only caller.
        const call: MutantCall = JSON.parse(body);
        response.end(JSON.stringify(this.#answer(call)));
      });
    });
  }

  async tryAll(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    await this.#tryFiles(this.#options.tests);
    this.#takesSlowTests = true;
    await this.#tryFiles(this.#options.tests.filter((file) => this.#slowFiles.has(file)));
    if (!this.verdicts.stoppedShort) await this.#tryAtLoad();
  }

  /** Files that a mutant has spoiled begin again, with the mutants that each test has not met. */
  async #tryFiles(all: readonly string[]): Promise<void> {
    let tests = this.verdicts.stoppedShort ? [] : all;
    for (let round = 0; round < MAX_ROUNDS && tests.length > 0; round++) {
      const from = this.verdicts.unfit.length;
      const end = await this.#runTests(tests, null);
      if (end.how === "deadline") {
        this.verdicts.stoppedShort = true;
        return;
      }
      const spoiled = this.verdicts.unfit.slice(from).filter(({ when }) => when === "after a mutant");
      const again = new Set(spoiled.map(({ test }) => fileOf(test)));
      if (end.how === "silent") {
        // Files before the silent one are done.
        const at = tests.indexOf(end.file);
        if (at >= 0) for (const file of tests.slice(at)) again.add(file);
      }
      // Other tests of such a file failed because of it.
      const rest = this.verdicts.unfit.filter(({ test, when }) => when === "repeated" || !again.has(fileOf(test)));
      this.verdicts.unfit.splice(0, Number.POSITIVE_INFINITY, ...rest);
      tests = tests.filter((file) => again.has(file));
    }
  }

  /** Mutants of code that ran only as modules loaded need a load of their own. */
  async #tryAtLoad(): Promise<void> {
    const { killed, timedOut, covered, atLoad, unfit } = this.verdicts;
    const waiting = [...atLoad].filter((id) => this.#isWaiting(id) && !covered.has(id));
    if (waiting.length === 0) return;
    const unfitFiles = new Set(unfit.filter(({ when }) => when === "first").map(({ test }) => fileOf(test)));
    const tests = this.#options.tests.filter((file) => !unfitFiles.has(file));
    if (!(await this.#passesUnchanged(tests, `${waiting.length} were not tried at load`))) return;
    const failed: string[] = [];
    for (const [index, id] of waiting.entries()) {
      this.#options.onProgress?.(`at load: ${index + 1} of ${waiting.length}`);
      const end = await this.#runTests(tests, id);
      if (end.how === "deadline") {
        this.verdicts.stoppedShort = true;
        break;
      }
      if (end.how === "silent") timedOut.add(id);
      else if (end.code !== 0) failed.push(id);
    }
    // Otherwise a machine that broke meanwhile would count as a kill.
    if (failed.length === 0 || !(await this.#passesUnchanged(tests, `${failed.length} count as alive`))) return;
    for (const id of failed) killed.add(id);
  }

  async #passesUnchanged(tests: readonly string[], otherwise: string): Promise<boolean> {
    const end = await this.#runTests(tests, "none");
    if (end.how === "ended" && end.code === 0) return true;
    this.verdicts.troubles.push(`Tests fail without a mutant, so ${otherwise}:\n${this.#lastOutput()}`);
    return false;
  }

  async close(): Promise<void> {
    await new Promise((resolve) => this.#server.close(resolve));
    rmSync(this.#folder, { recursive: true });
  }

  #answer(call: MutantCall): readonly string[] {
    const { killed, timedOut, covered, atLoad, unfit } = this.verdicts;
    this.#lastCall = Date.now();
    switch (call.kind) {
      case "start":
        this.#running = call;
        return [];
      case "covered": {
        for (const id of call.mutants) covered.add(id);
        const waiting = call.mutants.filter(
          (id) => this.#isWaiting(id) && !this.#options.met.has(`${call.test} ${id}`),
        );
        this.#tellProgress(call.test);
        if (call.milliseconds <= SLOW_TEST_MS || this.#takesSlowTests) return waiting;
        if (waiting.length > 0) this.#slowFiles.add(fileOf(call.test));
        return [];
      }
      case "verdict":
        this.#options.met.add(`${call.test} ${call.mutant}`);
        if (call.verdict === "killed") killed.add(call.mutant);
        if (call.verdict === "timeout") timedOut.add(call.mutant);
        return [];
      case "unfit":
        unfit.push(call);
        return [];
      case "static":
        for (const id of call.mutants) atLoad.add(id);
        return [];
      case "once":
        for (const id of call.mutants) {
          atLoad.add(id);
          covered.delete(id);
        }
        return [];
    }
  }

  #tellProgress(test: string): void {
    if (Date.now() - this.#toldAt < PROGRESS_EVERY_MS) return;
    this.#toldAt = Date.now();
    const { chosen, onProgress } = this.#options;
    const left = [...chosen].filter((id) => this.#isWaiting(id)).length;
    onProgress?.(`${chosen.size - left} of ${chosen.size} killed, at ${test}`);
  }

  #isWaiting(id: string): boolean {
    return this.#options.chosen.has(id) && !this.verdicts.killed.has(id) && !this.verdicts.timedOut.has(id);
  }

  async #runTests(
    tests: readonly string[],
    activeFromStart: string | null,
  ): Promise<{ how: "ended"; code: number } | { how: "silent"; file: string } | { how: "deadline" }> {
    const { project, instrumented, deadline } = this.#options;
    const { port } = this.#server.address() as AddressInfo;
    const settings: MutantSettings = { url: `http://127.0.0.1:${port}`, activeFromStart };
    const plan: MutantPlan = { project, tests, texts: instrumented.texts, settings };
    const planFile = join(this.#folder, "plan.json");
    writeFileSync(planFile, JSON.stringify(plan));
    const config = join(import.meta.dirname, "mutants.config.ts");
    const output = openSync(join(this.#folder, "output"), "w");
    const bail = activeFromStart === null ? [] : ["--bail", "1"];
    this.#running = undefined;
    this.#lastCall = Date.now();
    // A group of its own, so that a worker that hangs ends with it.
    const child = spawn(
      process.execPath,
      [join(PROJECT_FOLDER, "node_modules/vitest/vitest.mjs"), "run", "--config", config, ...bail],
      {
        cwd: PROJECT_FOLDER,
        detached: true,
        stdio: ["ignore", output, output],
        env: { ...process.env, MUTANT_PLAN: planFile },
      },
    );
    const ended = new Promise<number>((resolve) => child.on("close", (code) => resolve(code ?? 1)));
    const kill = () => {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGKILL");
    };
    process.on("exit", kill);
    let stop: "silent" | "deadline" | undefined;
    const watch = setInterval(() => {
      if (Date.now() > deadline) stop = "deadline";
      else if (Date.now() - this.#lastCall > SILENT_MS) stop = "silent";
      else return;
      kill();
    }, WATCH_EVERY_MS);
    const code = await ended;
    clearInterval(watch);
    process.off("exit", kill);
    const running = this.#running as { test: string; mutant: string | null } | undefined;
    if (stop === "deadline") return { how: "deadline" };
    if (stop === "silent") {
      if (activeFromStart !== null) return { how: "silent", file: "" };
      if (running === undefined || running.mutant === null) {
        const output = this.#lastOutput();
        this.verdicts.troubles.push(`${running?.test ?? "The tests"} hang without a mutant:\n${output}`);
        return { how: "silent", file: running === undefined ? "" : fileAfter(tests, fileOf(running.test)) };
      }
      this.verdicts.timedOut.add(running.mutant);
      return { how: "silent", file: fileOf(running.test) };
    }
    if (running === undefined && activeFromStart === null) {
      this.verdicts.troubles.push(`No test ran:\n${this.#lastOutput()}`);
    }
    return { how: "ended", code };
  }

  #lastOutput(): string {
    const lines = readFileSync(join(this.#folder, "output"), "utf8").split("\n");
    const failures = lines.findIndex((line) => /Failed (Tests|Suites)/.test(line));
    return (failures < 0 ? lines.slice(-LAST_LINES) : lines.slice(failures, failures + LAST_LINES)).join("\n");
  }
}

function fileAfter(files: readonly string[], file: string): string {
  return files[files.indexOf(file) + 1] ?? "";
}

function fileOf(test: string): string {
  const [file = ""] = test.split(" > ");
  return file;
}
