// Uploads and quotes under kills: files are sent until they are stored, slices followed until they end.

import { setTimeout as delay } from "node:timers/promises";
import type { BenchStudio } from "../../studios.ts";
import { form } from "../../upload-requests.ts";
import type { CountedClient } from "./counted-client.ts";

const AGAIN_MILLISECONDS = 1_000;
const MAX_AGAIN_MILLISECONDS = 180_000;

interface SentModel {
  readonly name: string;
  readonly model: Uint8Array<ArrayBuffer>;
  /** Whether the model is only stored, or quoted too. */
  readonly isQuoted: boolean;
  isDone: boolean;
  jobId: string | undefined;
}

export class SentModels {
  readonly faults: string[] = [];
  readonly #client: CountedClient;
  readonly #studio: BenchStudio;
  readonly #sent: SentModel[] = [];

  constructor(client: CountedClient, studio: BenchStudio) {
    this.#client = client;
    this.#studio = studio;
  }

  /** All models that were answered as stored. */
  get models(): readonly Uint8Array<ArrayBuffer>[] {
    return this.#sent.map(({ model }) => model);
  }

  /** The number of jobs that were promised and are not done. */
  get pendingJobs(): number {
    return this.#sent.filter(({ jobId, isDone }) => jobId !== undefined && !isDone).length;
  }

  upload(name: string, model: Uint8Array<ArrayBuffer>): Promise<void> {
    return this.#begin({ name, model, isQuoted: false, isDone: false, jobId: undefined });
  }

  /** Asks for a price without waiting, so that the slice is queued. */
  quote(name: string, model: Uint8Array<ArrayBuffer>): Promise<void> {
    return this.#begin({ name, model, isQuoted: true, isDone: false, jobId: undefined });
  }

  /** Sends the unanswered ones again, and follows the jobs to their ends. */
  async finish(): Promise<void> {
    const deadline = Date.now() + MAX_AGAIN_MILLISECONDS;
    await Promise.all(
      this.#sent
        .filter(({ isDone }) => !isDone)
        .map(async (sent) => {
          while (!sent.isDone) {
            if (Date.now() > deadline) {
              this.faults.push(`${sent.name} was not done within ${MAX_AGAIN_MILLISECONDS / 1000} s`);
              return;
            }
            await (sent.jobId === undefined ? this.#send(sent) : this.#follow(sent, sent.jobId));
            if (!sent.isDone && sent.jobId === undefined) await delay(AGAIN_MILLISECONDS);
          }
        }),
    );
  }

  async #begin(sent: SentModel): Promise<void> {
    this.#sent.push(sent);
    await this.#send(sent);
  }

  async #send(sent: SentModel): Promise<void> {
    const { materialId, printingQualityId } = this.#studio;
    const fields = sent.isQuoted ? { materialId, printingQualityId } : {};
    const { contentType, body } = await form(fields, [["model", sent.model]]);
    const answer = await this.#client.send(sent.isQuoted ? "/quotes" : "/models", {
      method: "POST",
      headers: { "Content-Type": contentType, Prefer: "wait=0" },
      body: new Uint8Array(body),
    });
    if (answer === undefined || answer.status === 503) return;
    if (answer.status === 200 || answer.status === 201) sent.isDone = true;
    else if (answer.status === 202) sent.jobId = String(Reflect.get(Object(answer.data), "jobId"));
    else this.faults.push(`${sent.name} was answered ${answer.status} ${answer.errorCode}`);
  }

  async #follow(sent: SentModel, jobId: string): Promise<void> {
    const answer = await this.#client.send(`/slicing-jobs/${jobId}`, { headers: { Prefer: "wait=5" } });
    if (answer === undefined || answer.status === 503) return delay(AGAIN_MILLISECONDS);
    const status = Reflect.get(Object(answer.data), "status");
    if (status === "done") sent.isDone = true;
    else if (answer.status !== 200 || status === "failed") {
      this.faults.push(`the job of ${sent.name} is ${status ?? answer.status}`);
      sent.isDone = true;
    }
  }
}
