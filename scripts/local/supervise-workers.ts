// Workers supervisor: starts the Workers anew, with the same port, secrets and state, when they end or do not answer.

import { describeError } from "../user-error.ts";
import { untilSilent } from "./health-watch.ts";
import { RestartLimit } from "./restart-limit.ts";
import { startWorkers, type WorkersProcess, type WorkersSettings } from "./workers-process.ts";

export interface WorkersSupervision {
  readonly settings: WorkersSettings;
  /** Whether these Workers answer, and no others that took their port. */
  readonly isReady: () => Promise<boolean>;
  /** An address of theirs that they answer without work. */
  readonly aliveUrl: URL;
  /** Called with one line at every restart. */
  readonly log: (line: string) => void;
}

/** Its constructor starts the Workers, so that `stop` can end them at any time. */
export class WorkersSupervisor {
  readonly #supervision: WorkersSupervision;
  #isStopping = false;
  #running: WorkersProcess;

  constructor(supervision: WorkersSupervision) {
    this.#supervision = supervision;
    this.#running = startWorkers(supervision.settings);
  }

  /** @throws UserError if they end before they answer, or do not answer in time */
  waitUntilReady(): Promise<void> {
    return this.#running.waitUntilReady(this.#supervision.isReady);
  }

  /**
   * Watches Workers that are ready, until `stop`.
   *
   * @returns the reason, if they fell silent too often to be started again
   */
  async superviseUntilGivenUp(): Promise<string> {
    const limit = new RestartLimit();
    for (;;) {
      await this.#untilFailed();
      if (this.#isStopping) return new Promise(() => {});
      if (!limit.allow()) {
        return "The Workers stopped answering six times within a minute. What they printed is above.";
      }
      this.#supervision.log("The Workers stopped answering. Starting them again; what was stored is kept.");
      await this.#running.stop();
      if (this.#isStopping) return new Promise(() => {});
      this.#running = startWorkers(this.#supervision.settings);
      await this.waitUntilReady().catch((error) => {
        if (!this.#isStopping) this.#supervision.log(describeError(error));
      });
    }
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#running.stop();
  }

  async #untilFailed(): Promise<void> {
    const watch = new AbortController();
    await Promise.race([this.#running.ended, untilSilent(this.#supervision.aliveUrl, watch.signal)]);
    watch.abort();
  }
}
