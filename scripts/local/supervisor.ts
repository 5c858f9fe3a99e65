// Supervisor: starts a process anew when it ends or does not answer, until that does not help.

import { setTimeout as delay } from "node:timers/promises";
import { describeError } from "../user-error.ts";

const RESTART_PAUSE_MILLISECONDS = 200;
/** More than five within a minute are no crash that a restart mends. */
const MAX_RESTARTS = 5;
const RESTARTS_WINDOW_MILLISECONDS = 60_000;

const HEALTH_PAUSE_MILLISECONDS = 1000;
/** Longer than the longest answer of a machine with a slice on each processor. */
const HEALTH_PATIENCE_MILLISECONDS = 5000;
const FAILURES_IN_A_ROW = 3;

export interface SupervisedProcess {
  /** Settles when the process has exited, for any reason. */
  readonly ended: Promise<void>;
  /** Ends it, even where it does not answer. */
  stop(): Promise<void>;
}

interface Supervision<Process extends SupervisedProcess> {
  /** The lines of a restart, and of giving up at the sixth within a minute. */
  readonly words: { readonly restarting: string; readonly gaveUp: string };
  readonly restart: () => Process | Promise<Process>;
  /** @throws where it does not become ready */
  readonly waitUntilReady?: (process: Process) => Promise<void>;
  /** An address of the process that it answers without work. Every status below 500 is an answer. */
  readonly aliveUrl: URL;
  /** Called with one line at every restart. */
  readonly log: (line: string) => void;
}

export class Supervisor<Process extends SupervisedProcess> {
  readonly #supervision: Supervision<Process>;
  #running: Process;
  #isStopping = false;
  #restarts: number[] = [];

  constructor(running: Process, supervision: Supervision<Process>) {
    this.#running = running;
    this.#supervision = supervision;
  }

  /**
   * Watches a process that is ready, until `stop`.
   *
   * @returns the reason, if it failed too often to be started again
   */
  async superviseUntilGivenUp(): Promise<string> {
    const { words, restart, waitUntilReady, log } = this.#supervision;
    for (;;) {
      await this.#untilFailed();
      if (this.#isStopping) return new Promise(() => {});
      if (!this.#mayRestart()) return words.gaveUp;
      log(words.restarting);
      await this.#running.stop();
      await delay(RESTART_PAUSE_MILLISECONDS);
      if (this.#isStopping) return new Promise(() => {});
      try {
        this.#running = await restart();
        if (this.#isStopping) await this.#running.stop();
        else await waitUntilReady?.(this.#running);
      } catch (error) {
        if (!this.#isStopping) log(describeError(error));
      }
    }
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#running.stop();
  }

  /** Counts one restart more. */
  #mayRestart(): boolean {
    const now = Date.now();
    this.#restarts = [...this.#restarts.filter((at) => now - at < RESTARTS_WINDOW_MILLISECONDS), now];
    return this.#restarts.length <= MAX_RESTARTS;
  }

  async #untilFailed(): Promise<void> {
    const watch = new AbortController();
    await Promise.race([this.#running.ended, untilSilent(this.#supervision.aliveUrl, watch.signal)]);
    watch.abort();
  }
}

/** Settles once a server has failed to answer three times in a row, or never if `signal` is aborted before. */
async function untilSilent(url: URL, signal: AbortSignal): Promise<void> {
  for (let failures = 0; failures < FAILURES_IN_A_ROW; ) {
    await delay(HEALTH_PAUSE_MILLISECONDS, undefined, { ref: false });
    failures = (await isAnswering(url)) ? 0 : failures + 1;
    if (signal.aborted) return new Promise(() => {});
  }
}

async function isAnswering(url: URL): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(HEALTH_PATIENCE_MILLISECONDS) });
    await response.arrayBuffer();
    return response.status < 500;
  } catch {
    return false;
  }
}
