// Fuzzes a system with requests in batches, by several connections at once, and reports every fault with its smallest request.

import { setTimeout as delay } from "node:timers/promises";
import fc from "fast-check";
import { startEngine } from "../../../scripts/local/engine-process.ts";
import { ContractDocument } from "../../contract/contract-document.ts";
import { Dice } from "../../dice.ts";
import { type MiniflareSystem, startMiniflareSystem } from "../../systems/miniflare-system.ts";
import { mebibytes } from "../../table.ts";
import type { Draft } from "./draft.ts";
import { linkDraft, type Walker } from "./form-drafts.ts";
import type { FuzzedStudio } from "./fuzzed-studio.ts";
import { Judge } from "./judge.ts";
import { type IsolateMemory, IsolateSamples, type MemoryLevels, MemorySamples } from "./memory.ts";
import { newFuzzedStudio } from "./new-studio.ts";
import { draftOf, formOf, type RequestPlan, requestPlans } from "./plans.ts";
import { RequestSender, type Visited } from "./request-sender.ts";
import { isListening } from "./send-bytes.ts";
import { AnswerTally } from "./tally.ts";

const CONNECTIONS = 8;
const BATCH = 100;
/** A plan has 2,000 requests an hour: after so many the next studio takes its turn, so that 429 hides nothing. */
const KEYED_REQUESTS_OF_STUDIO = 1_000;
/** From a broken connection to the question for workerd itself. */
const END_MILLISECONDS = 2_000;
const SHRINK_MILLISECONDS = 60_000;
const MAX_OWN_ERRORS = 20;
const WALKERS = ["owner", "staff", "visitor"] as const satisfies readonly Walker[];

export interface RequestsAsked {
  readonly requests: number;
  readonly seed: number;
  /** Ends the run earlier. */
  readonly minutes: number | undefined;
  readonly log: (line: string) => void;
}

export interface RequestFault {
  readonly at: string;
  readonly faults: readonly string[];
  /** The smallest request, its other bytes escaped. */
  readonly request: string;
  readonly answer: string;
  /** Draws its batch again, first of all. Undefined for a page of the walk. */
  readonly seed: number | undefined;
}

export interface RequestsResult {
  readonly tally: AnswerTally;
  readonly faults: readonly RequestFault[];
  readonly seconds: number;
  readonly studios: number;
  /** Forms by door, as the last studio's walk found them. */
  readonly forms: Readonly<Record<Walker, number>>;
  readonly memory: { readonly workerd: MemoryLevels | undefined; readonly engine: MemoryLevels | undefined };
  readonly isolate: readonly IsolateMemory[];
  /** Seconds. */
  readonly processor: Awaited<ReturnType<MemorySamples["processorSeconds"]>>;
}

export async function runRequests(asked: RequestsAsked): Promise<RequestsResult> {
  const engine = await startEngine({ ENGINE_SLICER: "curaengine" });
  try {
    const system = await startMiniflareSystem({
      engine,
      // No carrier, bot or person check is asked.
      isOffline: true,
      inspect: true,
    });
    if (system.inspectorUrl === undefined) throw new Error("the API's isolate has no inspector");
    const isolate = await IsolateSamples.connect(system.inspectorUrl, asked.requests);
    const samples = new MemorySamples(engine.child.pid);
    try {
      return await new RequestsRun(system, asked, await ContractDocument.of(system.url)).run(samples, isolate);
    } finally {
      samples.stop();
      isolate.close();
      await system.stop();
    }
  } finally {
    await engine.stop();
  }
}

class RequestsRun {
  readonly #system: MiniflareSystem;
  readonly #asked: RequestsAsked;
  readonly #contract: ContractDocument;
  readonly #tally = new AnswerTally();
  readonly #sender: RequestSender;
  readonly #faults: RequestFault[] = [];
  /** Kinds of faults that were reported: the run goes on to others. */
  readonly #known = new Set<string>();
  readonly #startedAt = Date.now();
  #studios = 0;
  #hasEnded = false;
  #ownErrors = 0;
  #batches = 0;
  #turn: Promise<FuzzedStudio>;
  #next: Promise<FuzzedStudio> | undefined;

  constructor(system: MiniflareSystem, asked: RequestsAsked, contract: ContractDocument) {
    this.#system = system;
    this.#asked = asked;
    this.#contract = contract;
    this.#sender = new RequestSender(system, new Judge(contract), this.#tally);
    this.#turn = this.#makeStudio(undefined);
  }

  async run(memory: MemorySamples, isolate: IsolateSamples): Promise<RequestsResult> {
    const ends = new AbortController();
    const progress = this.#showProgress(memory, ends.signal);
    try {
      await Promise.all(Array.from({ length: CONNECTIONS }, () => this.#work(isolate)));
      const studio = await this.#turn;
      await this.#next;
      if (!this.#hasEnded) {
        const measuring = isolate.measure(this.#tally.requests);
        await measuring.catch((error: unknown) => this.#noteOwn(error, this.#asked.seed));
      }
      return {
        tally: this.#tally,
        faults: this.#faults,
        seconds: this.#seconds,
        studios: this.#studios,
        forms: {
          owner: studio.pages.owner.forms.length,
          staff: studio.pages.staff.forms.length,
          visitor: studio.pages.visitor.forms.length,
        },
        memory: memory.levels(),
        isolate: isolate.samples,
        processor: await memory.processorSeconds(),
      };
    } finally {
      ends.abort();
      await progress;
    }
  }

  get #seconds(): number {
    return (Date.now() - this.#startedAt) / 1000;
  }

  get #isDone(): boolean {
    const { requests, minutes } = this.#asked;
    return (
      this.#hasEnded || this.#tally.requests >= requests || (minutes !== undefined && this.#seconds >= 60 * minutes)
    );
  }

  async #work(isolate: IsolateSamples): Promise<void> {
    while (!this.#isDone) {
      const seed = this.#asked.seed + this.#batches++;
      try {
        await this.#batch(seed);
        await isolate.measureIfDue(this.#tally.requests);
      } catch (error) {
        await this.#noteEnd();
        if (!this.#hasEnded) this.#noteOwn(error, seed);
      }
    }
  }

  /** An error of this program counts as a fault: thrown, it would take the answers of hours with it. */
  #noteOwn(error: unknown, seed: number): void {
    this.#note({ at: "this program", faults: [String(error)], request: "", answer: "", seed });
    if (++this.#ownErrors < MAX_OWN_ERRORS) return;
    this.#hasEnded = true;
    this.#asked.log("this program fails again and again: the run ends here");
  }

  /** After the end of workerd itself nothing is sent or shrunk: the requests that were on their way are reported as they stood. */
  async #noteEnd(): Promise<void> {
    if (this.#hasEnded) return;
    // A process that is about to end takes connections a little longer.
    await delay(END_MILLISECONDS);
    if (!(await isListening(this.#system.url)) && !this.#hasEnded) {
      this.#hasEnded = true;
      this.#asked.log("workerd has ended: the requests that were on their way follow");
    }
  }

  async #batch(seed: number): Promise<void> {
    const studio = await this.#studioInTurn();
    // Workerd may close an idle connection as it is used again to read rows.
    await studio.open().catch(() => studio.open());
    let smallest: { readonly draft: Draft; readonly visited: Visited } | undefined;
    let shrinksUntil: number | undefined;
    const details = await fc.check(
      fc.asyncProperty(requestPlans, async (plan) => {
        if (shrinksUntil !== undefined && Date.now() > shrinksUntil) return true;
        await this.#openForm(plan, studio);
        const draft = await draftOf(plan, this.#contract, studio, this.#system.url.origin);
        if (draft === undefined || this.#isDone) return true;
        const visited = await this.#send(plan, draft, studio);
        if (this.#newFaults(draft, visited).length === 0) return true;
        smallest = { draft, visited };
        shrinksUntil ??= Date.now() + SHRINK_MILLISECONDS;
        if (visited.answer === "") await this.#noteEnd();
        return false;
      }),
      { numRuns: BATCH, seed },
    );
    if (smallest !== undefined) this.#report(smallest.draft, smallest.visited, seed);
    else if (details.failed) this.#noteOwn(details.errorInstance, seed);
  }

  /** Opens the page of half of the forms: a form that was shown long ago is refused as changed meanwhile. */
  async #openForm(plan: RequestPlan, studio: FuzzedStudio): Promise<void> {
    const form = formOf(plan, studio);
    if (form === undefined || plan.asked.kind !== "form" || plan.seed % 2 === 0) return;
    const { walker } = plan.asked;
    const draft = await linkDraft(form.page, walker, studio, new Dice(1));
    this.#report(draft, await this.#sender.visit(draft, studio, walker), undefined);
  }

  async #send(plan: RequestPlan, draft: Draft, studio: FuzzedStudio): Promise<Visited> {
    const { asked } = plan;
    const walker = "walker" in asked ? asked.walker : "visitor";
    if (asked.kind === "operation") {
      const counted = asked.sender === "other studio's" ? studio.other : studio;
      if (counted !== undefined) counted.keyedRequests++;
    }
    const visited = await this.#sender.visit(draft, studio, walker, plan.transport);
    const { location } = visited;
    if (location === undefined || visited.faults.length > 0) return visited;
    // The page after a form shows the values that it has stored.
    const after = await this.#sender.visit(await linkDraft(location, walker, studio, new Dice(1)), studio, walker);
    return { ...visited, faults: after.faults.map((fault) => `then ${location.split("?")[0]}: ${fault}`) };
  }

  #newFaults(draft: Draft, { faults }: Visited): readonly string[] {
    return faults.filter((fault) => !this.#known.has(kindOfFault(draft, fault)));
  }

  #report(draft: Draft, visited: Visited, seed: number | undefined): void {
    const faults = this.#newFaults(draft, visited);
    if (faults.length === 0) return;
    for (const fault of faults) this.#known.add(kindOfFault(draft, fault));
    const { answer } = visited;
    this.#note({ at: `${draft.door}: ${draft.name}`, faults, request: writtenRequest(visited), answer, seed });
  }

  #note(fault: RequestFault): void {
    this.#faults.push(fault);
    this.#asked.log(writtenFault(fault));
  }

  async #studioInTurn(): Promise<FuzzedStudio> {
    const studio = await this.#turn;
    if (studio.keyedRequests < KEYED_REQUESTS_OF_STUDIO || this.#next !== undefined) return studio;
    // The others go on with the old one meanwhile.
    this.#next = this.#makeStudio(studio);
    this.#turn = this.#next;
    const next = await this.#next;
    this.#next = undefined;
    return next;
  }

  async #makeStudio(other: FuzzedStudio | undefined): Promise<FuzzedStudio> {
    const studio = await newFuzzedStudio(this.#system, ++this.#studios, other);
    const report = (draft: Draft, visited: Visited) => this.#report(draft, visited, undefined);
    await Promise.all(WALKERS.map((walker) => this.#sender.walk(studio, walker, report)));
    return studio;
  }

  async #showProgress(memory: MemorySamples, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await delay(20_000, undefined, { signal }).catch(() => {});
      const { workerd, engine } = memory.now();
      const rate = this.#tally.requests / this.#seconds;
      this.#asked.log(
        `${this.#tally.requests} requests in ${this.#seconds.toFixed(0)} s (${rate.toFixed(0)} a second), ${this.#studios} studios, ${this.#faults.length} faults; workerd ${mebibytes(workerd)} MiB, engine ${mebibytes(engine)} MiB`,
      );
    }
  }
}

function kindOfFault({ door, name }: Draft, fault: string): string {
  return `${door} ${name} ${fault.replaceAll(/\d+/g, "0").slice(0, 80)}`;
}

const MOST_SHOWN = 3_000;

function writtenRequest({ request }: Visited): string {
  const text = request.bytes.toString("latin1");
  const shown = text
    .slice(0, MOST_SHOWN)
    .replaceAll(/[^\n\x20-\x7e]/g, (character) =>
      character === "\r" ? "" : `\\x${character.charCodeAt(0).toString(16).padStart(2, "0")}`,
    );
  return text.length > MOST_SHOWN ? `${shown}… (${text.length} bytes)` : shown;
}

export function writtenFault({ at, faults, request, answer, seed }: RequestFault): string {
  const again = seed === undefined ? "found by the walk" : `npm run proof -- requests ${BATCH} --seed ${seed}`;
  return [
    `\n${at}`,
    ...faults.map((fault) => `  ${fault}`),
    `  ${again}`,
    request.replaceAll(/^/gm, "  | "),
    answer.replaceAll(/^/gm, "  < "),
  ].join("\n");
}
