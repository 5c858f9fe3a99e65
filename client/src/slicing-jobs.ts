// Slicing jobs: a model is sliced ahead of its quote, or a job is followed.

import { type CallOptions, type Connection, SLICING_SECONDS } from "./connection.ts";
import { SlicingFailedError } from "./errors.ts";
import { type ModelChoice, namedBlob } from "./model-file.ts";
import type { StudioCall } from "./studio-call.ts";
import type { AcceptedJob, SlicingJob } from "./types.ts";
import { followJob, type WaitOptions } from "./waiting.ts";

export type SlicingJobInput = ModelChoice & { readonly printingQualityId: number };

export class SlicingJobs {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /**
   * Begins to slice a model ahead of its quote; does not wait for it.
   *
   * @throws ValidationError; NotFoundError; PayloadTooLargeError
   */
  create(input: SlicingJobInput, options: CallOptions = {}): StudioCall<AcceptedJob> {
    const body = new FormData();
    if (input.modelId !== undefined) body.set("modelId", input.modelId);
    else {
      const { name, blob } = namedBlob(input.file);
      body.set("model", blob, name);
    }
    body.set("printingQualityId", String(input.printingQualityId));
    return this.#connection.call(options, SLICING_SECONDS, (call) =>
      this.#connection.send(call, "POST /slicing-jobs", { body }),
    );
  }

  /** Progress of a job. @throws NotFoundError */
  get(jobId: string, options?: CallOptions): StudioCall<SlicingJob> {
    return this.#connection.ask("GET /slicing-jobs/{jobId}", { path: { jobId } }, options);
  }

  /**
   * Waits until a job is done.
   *
   * @throws SlicingFailedError if it failed; NotFoundError; TimeoutError
   */
  wait(jobId: string, options: WaitOptions = {}): StudioCall<SlicingJob> {
    return this.#connection.call(options, SLICING_SECONDS, async (call) => {
      const answer = await followJob(this.#connection, call, jobId, 0, options);
      if (answer.data.status === "failed") throw new SlicingFailedError(answer.data);
      return answer;
    });
  }
}
