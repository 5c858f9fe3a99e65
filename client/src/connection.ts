// Connection to the service: sends a request, repeats it if that is safe, and throws refusals.

import {
  ConnectionError,
  errorOf,
  type FieldCodes,
  type FieldErrors,
  StudioError,
  TimeoutError,
  withoutKey,
} from "./errors.ts";
import { type RateLimit, readRateLimit } from "./rate-limit.ts";
import { type Answered, StudioCall } from "./studio-call.ts";
import type { Operations } from "./types.ts";

export interface CallOptions {
  /** Ends the call, which then throws the signal's reason. The service may still finish the request. */
  readonly signal?: AbortSignal | undefined;
  /** The most that the call may take in all, its repetitions and waiting for slicing included. */
  readonly timeoutSeconds?: number | undefined;
}

export interface KeyedCallOptions extends CallOptions {
  /**
   * Makes sure that this takes place once within 24 hours, however often it is called: 1 to 255 printable ASCII characters, such as
   * a UUID kept with the cart. A random one by default, which covers the repetitions within the call.
   */
  readonly idempotencyKey?: string | undefined;
}

export interface ConnectionSettings {
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly retries: number;
  readonly fetch: typeof globalThis.fetch;
  /** Takes one line for each request; none is made without it. */
  readonly log: ((line: string) => void) | undefined;
}

/** A running call of the client: one request, or several with waiting in between. */
export interface Call {
  readonly signal: AbortSignal;
  /** Milliseconds on the clock of `performance`, which is never adjusted. */
  readonly endsAt: number;
  readonly idempotencyKey: string | undefined;
  /** The slicing job that the call waits for. */
  jobId?: string;
}

export interface RequestParts {
  /** Values of the path's `{names}`. */
  readonly path?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** A form, or an object to be sent as JSON. */
  readonly body?: FormData | object;
}

/** The answers of an operation, discriminated by status. */
export type AnswerTo<Key extends keyof Operations> = {
  readonly [Status in keyof Operations[Key]["answers"]]: {
    readonly status: Status;
    readonly data: Operations[Key]["answers"][Status];
    readonly response: Response;
  };
}[keyof Operations[Key]["answers"]];

const FIRST_PAUSE_MILLISECONDS = 500;
const LONGEST_PAUSE_MILLISECONDS = 8_000;
const SHORTEST_RETRY_AFTER_SECONDS = 1;
/** Minutes with the longest pauses: longer than any request runs, at little cost of the studio's hour. */
const MAX_CONFLICTS = 30;
/** Characters that every platform sends in a header and no server trims. */
const IDEMPOTENCY_KEY = /^[!-~](?:[ -~]{0,253}[!-~])?$/;
/** A longer timer would fire at once. */
const LONGEST_TIMER_MILLISECONDS = 2 ** 31 - 1;

export class Connection {
  readonly #settings: ConnectionSettings;
  /** From the last answer that stated it. */
  rateLimit: RateLimit | undefined;

  constructor(settings: ConnectionSettings) {
    this.#settings = settings;
  }

  /**
   * Runs the work of one call within its time.
   *
   * @throws TypeError for a key that cannot be sent; TimeoutError; the reason of the caller's signal; the work's own errors
   */
  call<Data>(
    options: KeyedCallOptions,
    usualSeconds: number,
    work: (call: Call) => Promise<Answered<Data>>,
  ): StudioCall<Data> {
    return new StudioCall(this.#run(options, usualSeconds, work));
  }

  async #run<Result>(
    { signal, timeoutSeconds, idempotencyKey }: KeyedCallOptions,
    usualSeconds: number,
    work: (call: Call) => Promise<Result>,
  ): Promise<Result> {
    // The platform would refuse it as a header, and that would look like a fault of the network.
    if (idempotencyKey !== undefined && !IDEMPOTENCY_KEY.test(idempotencyKey)) {
      throw new TypeError("idempotencyKey must be 1 to 255 printable ASCII characters, with no space at its ends");
    }
    signal?.throwIfAborted();
    const seconds = timeoutSeconds ?? usualSeconds;
    const controller = new AbortController();
    const call: Call = { signal: controller.signal, endsAt: performance.now() + seconds * 1000, idempotencyKey };
    const abort = () => controller.abort(signal?.reason);
    signal?.addEventListener("abort", abort);
    const milliseconds = Math.min(seconds * 1000, LONGEST_TIMER_MILLISECONDS);
    const timer = setTimeout(() => controller.abort(new TimeoutError(seconds, call.jobId)), milliseconds);
    try {
      return await work(call);
    } catch (error) {
      if (error instanceof StudioError) error.idempotencyKey = idempotencyKey;
      throw error;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
    }
  }

  /** A call of one request. */
  ask<Key extends keyof Operations>(
    operation: Key,
    parts: RequestParts,
    options: KeyedCallOptions = {},
  ): StudioCall<AnswerTo<Key>["data"]> {
    return this.call(options, USUAL_SECONDS, (call) => this.send(call, operation, parts));
  }

  /**
   * Sends a request. All operations may be repeated: they read, or take place once by their key, or have the same effect each time.
   * So a lost answer, a 503 and a 409 (the first of two equal requests still runs) are followed by another attempt, after Retry-After
   * if the answer has it. Other refusals are final.
   *
   * @throws StudioApiError of the status, and for an answer outside the contract; ConnectionError if no attempt was answered;
   *   TypeError for a value that cannot be in a path
   */
  async send<Key extends keyof Operations>(call: Call, operation: Key, parts: RequestParts): Promise<AnswerTo<Key>> {
    const { retries, fetch, log } = this.#settings;
    const [method = "", template = ""] = operation.split(" ");
    const request = `${method} ${filledIn(template, parts)}`;
    const [url, init] = this.#requestOf(call, method, request.slice(method.length + 1), parts);
    let isLost = false;
    for (let attempt = 0; ; attempt++) {
      let response: Response;
      let text: string;
      const startedAt = performance.now();
      // Neither key nor body, and no query: a path holds ids alone.
      const tell = (outcome: string, requestId?: string | null) => {
        const milliseconds = Math.round(performance.now() - startedAt);
        log?.(`${request} ${outcome} in ${milliseconds} ms, attempt ${attempt + 1}, request ${requestId ?? "unknown"}`);
      };
      try {
        response = await fetch(url, init);
        text = await response.text();
      } catch (cause) {
        tell("got no answer");
        call.signal.throwIfAborted();
        if (attempt >= retries) {
          throw new ConnectionError(`${request} got no answer from ${new URL(url).host}: ${reasonOf(cause)}`, {
            cause,
          });
        }
        isLost = true;
        await pause(backoff(attempt), call.signal);
        continue;
      }
      const { status, headers } = response;
      tell(String(status), headers.get("X-Request-Id"));
      this.rateLimit = readRateLimit(headers) ?? this.rateLimit;
      const body =
        response.ok && status === 204 ? { data: undefined } : parseEnvelope(response.ok ? text : withoutKey(text));
      const isAsAgreed = response.ok && body !== undefined && hasAgreedData(template, status, body.data);
      // The path's answers are those of its operation (the contract), which `AnswerTo` lists.
      if (isAsAgreed) return { status, data: body.data, response } as AnswerTo<Key>;
      // A lost attempt has removed it.
      if (status === 404 && isLost && method === "DELETE") return { status: 204, response } as AnswerTo<Key>;
      const error = errorOf({
        request,
        status,
        errorCode: body?.errorCode ?? null,
        errors: body?.errors ?? null,
        codes: body?.codes,
        headers,
        ...(response.ok && body !== undefined ? { reason: "the answer is not as the contract says" } : {}),
      });
      const isRunning = status === 409 && retries > 0 && attempt < MAX_CONFLICTS;
      if (!isRunning && !(attempt < retries && [502, 503, 504].includes(status))) throw error;
      const milliseconds = Math.max((retryAfterSeconds(headers) ?? 0) * 1000, backoff(attempt));
      if (performance.now() + milliseconds > call.endsAt) throw error;
      await pause(milliseconds, call.signal);
    }
  }

  #requestOf(
    call: Call,
    method: string,
    path: string,
    { query = {}, headers, body }: RequestParts,
  ): [string, RequestInit] {
    const { baseUrl, headers: common } = this.#settings;
    const fields = Object.entries(query).filter((field): field is [string, string] => field[1] !== undefined);
    const search = fields.length === 0 ? "" : `?${new URLSearchParams(fields)}`;
    const isForm = body instanceof FormData;
    const init: RequestInit = {
      method,
      signal: call.signal,
      // A customer's data and models go to baseUrl only. Workers lack "error".
      redirect: "manual",
      headers: {
        ...common,
        ...headers,
        ...(body === undefined || isForm ? {} : { "Content-Type": "application/json" }),
        ...(call.idempotencyKey === undefined || method !== "POST" ? {} : { "Idempotency-Key": call.idempotencyKey }),
      },
    };
    if (body !== undefined) init.body = isForm ? body : JSON.stringify(body);
    return [`${baseUrl}${path}${search}`, init];
  }
}

/** For a call of one request that sends no file. */
const USUAL_SECONDS = 60;
/** For a call that sends a file, or waits for slicing. */
export const SLICING_SECONDS = 900;

function filledIn(template: string, { path = {} }: RequestParts): string {
  return template.replace(/\{(\w+)\}/g, (_, name) => {
    const value = String(path[name] ?? "");
    // An address ends at "." and climbs at "..", encoded or not: the request would go to another path.
    if (/^\.{0,2}$/.test(value)) throw new TypeError(`${name} must be an id, not "${value}"`);
    return encodeURIComponent(value);
  });
}

interface Envelope {
  readonly data: unknown;
  readonly errorCode?: string | null;
  readonly errors?: FieldErrors | null;
  readonly codes?: FieldCodes | undefined;
}

/** Undefined if the answer is not the API's, but for example a proxy's. */
function parseEnvelope(text: string): Envelope | undefined {
  try {
    const body: unknown = JSON.parse(text);
    if (!isObject(body) || !("data" in body)) return undefined;
    const { data, errorCode, errors, codes } = body;
    return {
      data,
      errorCode: typeof errorCode === "string" ? errorCode : null,
      errors: isFieldErrors(errors) ? errors : null,
      // Texts by field, as in errors; the contract lists the codes, and a newer service may have more.
      codes: isFieldErrors(codes) ? (codes as FieldCodes) : undefined,
    };
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function isFieldErrors(errors: unknown): errors is FieldErrors {
  const isSentences = (value: unknown) => Array.isArray(value) && value.every((one) => typeof one === "string");
  return isObject(errors) && !Array.isArray(errors) && Object.values(errors).every(isSentences);
}

/** Whether an answer has the parts that this package relies on: the status of a job or an order, and each file's outcome. */
function hasAgreedData(template: string, status: number, data: unknown): boolean {
  if (status === 204) return true;
  if (!isObject(data)) return false;
  if (status === 202) return typeof data.jobId === "string" && !/^\.{0,2}$/.test(data.jobId);
  if (template === "/orders/{id}") return typeof data.status === "string";
  if (template !== "/slicing-jobs/{jobId}") return true;
  return typeof data.status === "string" && Array.isArray(data.items) && data.items.every(isObject);
}

/** Seconds or a date (RFC 9110, 10.2.3), and at least one second; undefined if there is neither. */
export function retryAfterSeconds(headers: Headers): number | undefined {
  const value = headers.get("Retry-After");
  if (value === null) return undefined;
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(SHORTEST_RETRY_AFTER_SECONDS, seconds);
}

/** Milliseconds, doubled each time, with jitter: requests refused together must not return together. */
function backoff(attempt: number): number {
  return Math.min(FIRST_PAUSE_MILLISECONDS * 2 ** attempt, LONGEST_PAUSE_MILLISECONDS) * (0.5 + Math.random() / 2);
}

/** At most 24 days, which is the longest timer. @throws the signal's reason, as soon as it is aborted */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(
      () => {
        signal.removeEventListener("abort", stop);
        resolve();
      },
      Math.min(milliseconds, LONGEST_TIMER_MILLISECONDS),
    );
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
}

/** Node states the reason in the cause of its "fetch failed". */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message || error.message : error.message;
}
