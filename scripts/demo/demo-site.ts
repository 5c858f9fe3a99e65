// The demo's API client, standing in for a studio's website: it authenticates, polls slicing jobs and repeats requests.

import { setTimeout as delay } from "node:timers/promises";
import type { z } from "zod";
import { UserError } from "../user-error.ts";
import { acceptedSchema, envelopeSchema, jobSchema } from "./demo-site.schema.ts";

export interface SiteScreen {
  line(text: string): void;
  /** Called whenever the progress of slicing has changed: 0 to 99, and 100 when it is done. */
  progress(percent: number): void;
}

interface Answer {
  readonly request: string;
  readonly status: number;
  readonly data: unknown;
  readonly retryAfterSeconds: number;
  readonly replayed: boolean;
}

export class StudioSite {
  readonly #baseUrl: string;
  readonly #apiKey: string;
  readonly #screen: SiteScreen;

  constructor(baseUrl: string, apiKey: string, screen: SiteScreen) {
    this.#baseUrl = baseUrl;
    this.#apiKey = apiKey;
    this.#screen = screen;
  }

  /** @throws UserError if the API refuses the request */
  async get<Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.infer<Schema>> {
    return read(schema, await this.#ask("GET", `${this.#baseUrl}${path}`));
  }

  /**
   * Posts a form. If the API answers 202 because its models must be sliced first, waits for that job and posts it again.
   *
   * @param makeForm called for each request, because a request consumes its form
   * @throws UserError if the API refuses the request or slicing fails
   */
  async post<Schema extends z.ZodType>(
    path: string,
    makeForm: () => FormData,
    schema: Schema,
    headers: Record<string, string> = {},
  ): Promise<{ data: z.infer<Schema>; replayed: boolean }> {
    const send = () => this.#ask("POST", `${this.#baseUrl}${path}`, { headers, body: makeForm() });
    let answer = await send();
    this.#screen.line(`POST ${path} → ${answer.status}`);
    if (answer.status === 202) {
      const accepted = read(acceptedSchema, answer);
      this.#screen.line(
        `  slicing job ${accepted.jobId} is ${accepted.status}: polling its statusUrl, paced by Retry-After`,
      );
      await this.#untilDone(accepted.statusUrl, answer.retryAfterSeconds);
      answer = await send();
      this.#screen.line(`POST ${path} again → ${answer.status}`);
      if (answer.status === 202) throw new UserError(`The slicing job is done, but POST ${path} still answers 202.`);
    }
    return { data: read(schema, answer), replayed: answer.replayed };
  }

  async #untilDone(statusUrl: string, firstWaitSeconds: number): Promise<void> {
    let waitSeconds = firstWaitSeconds;
    let shownPercent = -1;
    for (;;) {
      await delay(waitSeconds * 1000);
      const answer = await this.#ask("GET", statusUrl);
      const job = read(jobSchema, answer);
      if (job.status === "failed") throw new UserError(`Slicing failed: ${job.errorMessage}`);
      const percent = job.status === "done" ? 100 : Math.min(job.progress, 99);
      if (percent !== shownPercent) this.#screen.progress(percent);
      shownPercent = percent;
      if (job.status === "done") return;
      waitSeconds = answer.retryAfterSeconds;
    }
  }

  async #ask(method: "GET" | "POST", url: string, init: RequestInit = {}): Promise<Answer> {
    const request = `${method} ${new URL(url).pathname}`;
    const headers = new Headers(init.headers);
    headers.set("Authorization", `Bearer ${this.#apiKey}`);
    const response = await fetch(url, { ...init, method, headers }).catch((error: Error) => {
      throw new UserError(`${request} got no answer: ${error.cause ?? error.message}`);
    });
    const body = envelopeSchema.safeParse(await response.json().catch(() => undefined));
    if (!response.ok || !body.success) {
      const faults = Object.entries(body.data?.errors ?? {}).map(
        ([field, messages]) => `${field} ${messages.join(", ")}`,
      );
      const reason = [body.data?.errorCode, ...faults].filter((part) => part != null).join("; ");
      throw new UserError(`${request} → ${response.status} ${reason}`);
    }
    return {
      request,
      status: response.status,
      data: body.data.data,
      retryAfterSeconds: Number(response.headers.get("Retry-After") ?? 1),
      replayed: response.headers.get("Idempotency-Replayed") === "true",
    };
  }
}

function read<Schema extends z.ZodType>(schema: Schema, { request, data }: Answer): z.infer<Schema> {
  const result = schema.safeParse(data);
  if (result.success) return result.data;
  const fault = result.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; ");
  throw new UserError(`${request} answered in an unexpected format: ${fault}`);
}
