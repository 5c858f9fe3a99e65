// The demo's API client, standing in for a studio's website: it authenticates, polls slicing jobs and repeats requests.

import { setTimeout as delay } from "node:timers/promises";
import type { z } from "zod";
import { UserError } from "../user-error.ts";
import { acceptedSchema, envelopeSchema, jobSchema } from "./demo-site.schema.ts";

/** Longer than the API holds an answer (30 seconds), for uploads on a slow line. */
const MAX_ANSWER_MILLISECONDS = 120_000;

export interface SiteScreen {
  line(text: string): void;
  /** Called whenever the progress of slicing has changed: 0 to 99, and 100 when it is done. */
  progress(percent: number): void;
}

/** An answer of any status. */
export interface Exchange {
  /** Method and path, for messages about it. */
  readonly request: string;
  readonly status: number;
  readonly headers: Headers;
  /** The envelope's data; undefined if there was no envelope. */
  readonly data: unknown;
  /** Code and faults of an envelope that carries some; empty otherwise. */
  readonly reason: string;
}

export class StudioSite {
  readonly #baseUrl: string;
  readonly #apiKey: string | undefined;
  readonly #screen: SiteScreen;

  /** @param apiKey without it every request goes out without a key */
  constructor(baseUrl: string, apiKey: string | undefined, screen: SiteScreen) {
    this.#baseUrl = baseUrl;
    this.#apiKey = apiKey;
    this.#screen = screen;
  }

  /** @throws UserError if the API refuses the request */
  async get<Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.infer<Schema>> {
    return read(schema, await this.#ask("GET", path));
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
  ): Promise<{ data: z.infer<Schema>; replayed: boolean; wasSliced: boolean }> {
    const send = () => this.#ask("POST", path, { headers, body: makeForm() });
    let answer = await send();
    this.#screen.line(`POST ${path} → ${answer.status}`);
    const wasSliced = answer.status === 202;
    if (wasSliced) {
      const accepted = read(acceptedSchema, answer);
      this.#screen.line(
        `  slicing job ${accepted.jobId} is ${accepted.status}: polling its statusUrl, paced by Retry-After`,
      );
      await this.#untilDone(accepted.statusUrl, statedRetrySeconds(answer));
      answer = await send();
      this.#screen.line(`POST ${path} again → ${answer.status}`);
      if (answer.status === 202) throw new UserError(`The slicing job is done, but POST ${path} still answers 202.`);
    }
    return { data: read(schema, answer), replayed: isReplayed(answer), wasSliced };
  }

  /** @throws UserError if the API refuses the request */
  async send<Schema extends z.ZodType>(
    method: string,
    path: string,
    body: unknown,
    schema: Schema,
  ): Promise<z.infer<Schema>> {
    const headers = { "Content-Type": "application/json" };
    return read(schema, await this.#ask(method, path, { headers, body: JSON.stringify(body) }));
  }

  /**
   * Sends a request and returns the answer of any status.
   *
   * @param path below the API's base address, or a whole address that the API gave
   * @throws UserError if no answer comes back
   */
  async exchange(method: string, path: string, init: RequestInit = {}): Promise<Exchange> {
    const url = new URL(path.startsWith("/") ? `${this.#baseUrl}${path}` : path);
    const request = `${method} ${url.pathname}`;
    const headers = new Headers(init.headers);
    if (this.#apiKey !== undefined) headers.set("Authorization", `Bearer ${this.#apiKey}`);
    const signal = AbortSignal.timeout(MAX_ANSWER_MILLISECONDS);
    const response = await fetch(url, { ...init, method, headers, signal }).catch((error: Error) => {
      throw new UserError(`${request} got no answer: ${error.cause ?? error.message}`);
    });
    const { data: body } = envelopeSchema.safeParse(await response.json().catch(() => undefined));
    const faults = Object.entries(body?.errors ?? {}).map(([field, messages]) => `${field} ${messages.join(", ")}`);
    return {
      request,
      status: response.status,
      headers: response.headers,
      data: body?.data,
      reason: [body?.errorCode, ...faults].filter((part) => part != null).join("; "),
    };
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
      waitSeconds = statedRetrySeconds(answer);
    }
  }

  async #ask(method: string, path: string, init: RequestInit = {}): Promise<Exchange> {
    const answer = await this.exchange(method, path, init);
    const isSuccess = answer.status >= 200 && answer.status < 300;
    if (!isSuccess || answer.data === undefined) throw refusalError(answer);
    return answer;
  }
}

/** The error for an answer of another status than expected. */
export function refusalError({ request, status, reason }: Exchange): UserError {
  return new UserError(`${request} → ${status} ${reason}`.trimEnd());
}

export function isReplayed({ headers }: Exchange): boolean {
  return headers.get("Idempotency-Replayed") === "true";
}

export function statedRetrySeconds({ headers }: Exchange): number {
  return Number(headers.get("Retry-After") ?? 1);
}

/** @throws UserError if the answer has another format */
export function read<Schema extends z.ZodType>(schema: Schema, { request, data }: Exchange): z.infer<Schema> {
  const result = schema.safeParse(data);
  if (result.success) return result.data;
  const fault = result.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; ");
  throw new UserError(`${request} answered in an unexpected format: ${fault}`);
}
